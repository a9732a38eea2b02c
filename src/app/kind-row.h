/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/analyzer.h"

G_BEGIN_DECLS

/* A row of the sidebar's list of stack types: colour, share, and whether it is shown in stacks. */
#define PROF_TYPE_KIND_ROW (prof_kind_row_get_type ())
G_DECLARE_FINAL_TYPE (ProfKindRow, prof_kind_row, PROF, KIND_ROW, GtkListBoxRow)

GtkWidget *prof_kind_row_new (ProfAnalyzer *analyzer, ProfFrameKind kind);
void prof_kind_row_update (ProfKindRow *self);

G_END_DECLS
