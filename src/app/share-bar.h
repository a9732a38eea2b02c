/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A cell of a table: a bar, the share in per cent, and the absolute weight. */
#define PROF_TYPE_SHARE_BAR (prof_share_bar_get_type ())
G_DECLARE_FINAL_TYPE (ProfShareBar, prof_share_bar, PROF, SHARE_BAR, GtkWidget)

GtkWidget *prof_share_bar_new (void);

/* @weight of @total, in @unit. */
void prof_share_bar_set (ProfShareBar *self, guint64 weight, guint64 total, const char *unit);

G_END_DECLS
