/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/call-tree.h"

G_BEGIN_DECLS

/**
 * ProfFlameGraph:
 *
 * Draws a #ProfCallTree: a box a node, as wide as its weight, callees below their caller, root on
 * top. Implements #GtkScrollable: put it into a #GtkScrolledWindow (horizontal policy never).
 *
 * Properties: `focus-node` (uint: the node zoomed to, 0 is all), `current-node` (uint: where the
 * keyboard is), `search` (string), `search-share` (double: share of the weight whose stack matches,
 * -1 without a search), `upwards` (boolean: root at the bottom).
 *
 * Signals: `show-in-call-tree (guint node)`: asked for in the context menu.
 *
 * Actions on the class: flame.reset-zoom, flame.zoom, flame.zoom-out, flame.copy-name,
 * flame.copy-stack, flame.show-in-call-tree, flame.menu; they act on the current node.
 */
#define PROF_TYPE_FLAME_GRAPH (prof_flame_graph_get_type ())
G_DECLARE_FINAL_TYPE (ProfFlameGraph, prof_flame_graph, PROF, FLAME_GRAPH, GtkWidget)

GtkWidget *prof_flame_graph_new (void);

/* (nullable): a tree with its totals set. Also to be called with the same tree again after its
 * totals changed. Totals must not change while the main loop may draw: set them on the main thread,
 * or on a tree that no view has. Zoom and keyboard position move to the same node of a new tree. */
void prof_flame_graph_set_tree (ProfFlameGraph *self, ProfCallTree *tree);
ProfCallTree *prof_flame_graph_get_tree (ProfFlameGraph *self);

/* Unit of weights, as in ProfEventRow: "ns", "samples", "bytes"... */
void prof_flame_graph_set_unit (ProfFlameGraph *self, const char *unit);

void prof_flame_graph_set_focus_node (ProfFlameGraph *self, guint32 node);
guint32 prof_flame_graph_get_focus_node (ProfFlameGraph *self);
void prof_flame_graph_set_current_node (ProfFlameGraph *self, guint32 node);
guint32 prof_flame_graph_get_current_node (ProfFlameGraph *self);

/* Root at the bottom, a flame graph in the strict sense; default is the icicle, root on top. */
void prof_flame_graph_set_upwards (ProfFlameGraph *self, gboolean upwards);

/* The node drawn at a point of the widget, PROF_NO_ID if none; and where a node is drawn, FALSE if
 * it is not in the zoomed range or has no weight. */
guint32 prof_flame_graph_pick (ProfFlameGraph *self, double x, double y);
gboolean prof_flame_graph_locate (ProfFlameGraph *self, guint32 node, graphene_rect_t *rect);

/* (nullable) Highlights the functions whose name contains @search (case ignored), or, when it is
 * written "/.../", matches that regular expression. */
void prof_flame_graph_set_search (ProfFlameGraph *self, const char *search);
const char *prof_flame_graph_get_search (ProfFlameGraph *self);
/* Share, 0 to 1, of the root's weight that has a matching frame in its stack, each sample once;
 * -1: no search, or an expression that does not compile. */
double prof_flame_graph_get_search_share (ProfFlameGraph *self);

G_END_DECLS
