/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/flame-graph.h"

G_BEGIN_DECLS

/* "All › python3 (4121) › handle_request": the way from the root to the node that a flame graph is
 * zoomed to; each part zooms to itself. */
#define PROF_TYPE_FLAME_BREADCRUMB (prof_flame_breadcrumb_get_type ())
G_DECLARE_FINAL_TYPE (ProfFlameBreadcrumb, prof_flame_breadcrumb, PROF, FLAME_BREADCRUMB, GtkWidget)

GtkWidget *prof_flame_breadcrumb_new (void);
void prof_flame_breadcrumb_set_flame_graph (ProfFlameBreadcrumb *self, ProfFlameGraph *graph);

G_END_DECLS
