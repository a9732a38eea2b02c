/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/draw-focus.h"
#include "app/draw-surface.h"
#include "app/heatmap-layout.h"
#include "app/heatmap-view.h"

G_BEGIN_DECLS

typedef enum {
  PROF_HEATMAP_DRAG_NONE,
  PROF_HEATMAP_DRAG_EDGE_PRESSED, /* on an edge of the selection, not moved yet */
  PROF_HEATMAP_DRAG_SELECT,
} ProfHeatmapDrag;

struct _ProfHeatmapView {
  GtkWidget parent_instance;

  ProfSelection *selection;
  gulong selection_changed;

  gint64 extent_start;
  gint64 extent_end;
  gboolean live;
  gboolean following;
  ProfHeatmapScale scale;
  double zoom;   /* column width the person chose; 0: what fits */
  double scroll; /* wanted; layout.scroll is what is possible */

  ProfHeatmapLayout layout; /* column_ns 0: none yet */
  gint64 n_columns;
  double strip_y;      /* of the markers below the axis */
  double strip_height; /* 0: no markers */

  gint64 need_column_ns; /* the geometry last asked for */
  guint need_rows;
  gint64 need_start;
  gint64 need_end;

  ProfHeatmap *heatmap;
  ProfSnapshot *markers;
  ProfHeatPalette palette;
  ProfHeatScale heat_scale;
  gboolean dark;
  gboolean has_baseline;
  gint64 baseline_start;
  gint64 baseline_end;

  ProfDrawPool pool;
  GskRenderNode *cells; /* kept drawings; NULL: to be drawn */
  GskRenderNode *axes;

  ProfDrawFocus focus;
  gboolean has_cursor;
  gint64 cursor; /* a time in the cursor's cell */
  gboolean has_hover;
  gint64 hover_start;
  gint64 hover_end;
  char *hover_detail;

  ProfHeatmapDrag drag;
  gint64 anchor_start; /* the cell that stays inside while dragging or extending */
  gint64 anchor_end;
  double press_x; /* where the button went down */
  double press_y;
  double pointer_x;
  double pointer_y;
  guint scroll_tick;
};

/* heatmap-view.c */
void prof_heatmap_view_update_layout (ProfHeatmapView *self);
void prof_heatmap_view_invalidate (ProfHeatmapView *self);
/* The selected range; FALSE: none. */
gboolean prof_heatmap_view_get_range (ProfHeatmapView *self, gint64 *start, gint64 *end);
void prof_heatmap_view_scroll_to (ProfHeatmapView *self, double scroll);
void prof_heatmap_view_show_time (ProfHeatmapView *self, gint64 time);
/* (transfer full): what is in a cell, for the tooltip and for assistive technology. */
char *prof_heatmap_view_describe (ProfHeatmapView *self, gint64 start, gint64 end);

/* heatmap-input.c */
void prof_heatmap_view_add_input (ProfHeatmapView *self);
void prof_heatmap_view_install_actions (GtkWidgetClass *widget_class);

/* heatmap-draw.c */
GskRenderNode *prof_heatmap_view_draw_cells (ProfHeatmapView *self);
void prof_heatmap_view_draw_overlays (ProfHeatmapView *self, GtkSnapshot *snapshot);

/* heatmap-axis.c */
void prof_heatmap_view_measure_margins (ProfHeatmapView *self, gint64 column_ns, guint n_rows,
                                        double *left, double *bottom, double *strip);
GskRenderNode *prof_heatmap_view_draw_axes (ProfHeatmapView *self);
/* (transfer full) (nullable): the markers of a column, a line each. */
char *prof_heatmap_view_describe_markers (ProfHeatmapView *self, gint64 column);
/* (transfer full): a time as the axis writes it; @step_ns: the distance of labels. */
char *prof_heatmap_axis_format (gint64 time, gint64 step_ns);
/* The distance of labels: the shortest round one that is at least @min_columns columns. */
gint64 prof_heatmap_axis_step (gint64 column_ns, double min_columns);

G_END_DECLS
