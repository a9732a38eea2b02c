/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/draw-focus.h"
#include "app/draw-surface.h"
#include "app/flame-draw.h"
#include "app/flame-graph.h"

G_BEGIN_DECLS

struct _ProfFlameGraph {
  GtkWidget parent_instance;

  ProfFlameLayout *layout; /* (nullable) */
  ProfFlameColors *colors; /* of the layout's snapshot */
  ProfSnapshot *colored;   /* which @colors are for */
  ProfDrawLabels *labels;  /* NULL: font or scale changed */
  char *unit;
  gboolean upwards;
  gboolean dark;

  guint32 focus_node; /* zoomed to; may be without weight: then its nearest ancestor is shown */
  double left;        /* weights shown */
  double right;
  double from_left; /* where the running animation began */
  double from_right;
  double to_left; /* where it goes */
  double to_right;
  AdwAnimation *animation;
  guint n_rows; /* with boxes in the zoomed range */

  GtkAdjustment *hadjustment;
  GtkAdjustment *vadjustment;
  GtkScrollablePolicy hscroll_policy;
  GtkScrollablePolicy vscroll_policy;
  gulong scrolled;

  ProfDrawPool pool;
  GskRenderNode *drawing; /* kept; NULL: to be drawn */

  ProfDrawFocus focus;
  guint32 current_node;
  guint32 hover_node; /* PROF_NO_ID: none */
  GtkWidget *menu;

  char *search;
  GRegex *regex;
  double search_share;
};

/* flame-graph.c */
double prof_flame_graph_row_height (ProfFlameGraph *self);
void prof_flame_graph_set_hover_node (ProfFlameGraph *self, guint32 node);

/* flame-input.c */
void prof_flame_graph_add_input (ProfFlameGraph *self);
void prof_flame_graph_install_actions (GtkWidgetClass *widget_class);

/* flame-text.c */
/* (transfer full): what assistive technology says: "f, Python, 42.7 % of selection, 5,300 samples" */
char *prof_flame_graph_describe (ProfFlameGraph *self, guint32 node);
/* (transfer full): Pango markup. */
char *prof_flame_graph_tooltip (ProfFlameGraph *self, guint32 node);
/* (transfer full): names from the node to the outermost function, a line each. */
char *prof_flame_graph_stack_text (ProfFlameGraph *self, guint32 node);
/* (transfer full): "12,410 samples", or in another unit "12.4 s". */
char *prof_flame_graph_format_total (ProfFlameGraph *self, guint32 node);

G_END_DECLS
