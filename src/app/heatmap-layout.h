/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  double x;
  double y;
  double width;
  double height;
} ProfRect;

/**
 * ProfHeatmapLayout:
 *
 * Where times are on the heat map: pure geometry, plain data, in widget pixels. Columns go to the
 * right from @origin_ns on, rows from bottom to top. Edges of cells lie on device pixels, so that
 * cells are crisp and picking a cell agrees with what is drawn.
 */
typedef struct {
  gint64 origin_ns; /* start of column 0 */
  gint64 column_ns; /* > 0 */
  guint n_rows;     /* > 0 */
  double x;         /* the area with the cells */
  double y;
  double width;
  double height;
  double column_width;
  double scroll; /* column 0 begins at x - scroll */
  int scale;     /* device pixels per pixel */
} ProfHeatmapLayout;

/* A cell's time is [start, end): the same rounding as prof_heatmap_get_cell_range(). Columns may be
 * negative; rows must exist. */
void prof_heatmap_layout_cell_range (const ProfHeatmapLayout *self, gint64 column, guint row,
                                     gint64 *start, gint64 *end);
void prof_heatmap_layout_locate (const ProfHeatmapLayout *self, gint64 time, gint64 *column,
                                 guint *row);

/* Left edge of a column (also: right edge of the one before); bottom edge of a row. */
double prof_heatmap_layout_column_edge (const ProfHeatmapLayout *self, gint64 column);
double prof_heatmap_layout_row_edge (const ProfHeatmapLayout *self, guint row);
ProfRect prof_heatmap_layout_cell_rect (const ProfHeatmapLayout *self, gint64 column, guint row);

/* The cell at a point; points outside of the area give the nearest row, and the column there. */
void prof_heatmap_layout_pick (const ProfHeatmapLayout *self, double x, double y, gint64 *column,
                               guint *row);
gboolean prof_heatmap_layout_contains (const ProfHeatmapLayout *self, double x, double y);

/* Columns that are at least partly within the area: [first, end). */
void prof_heatmap_layout_visible (const ProfHeatmapLayout *self, gint64 *first, gint64 *end);

/**
 * ProfHeatmapShape:
 *
 * The outline of a time range: a contiguous range wraps over columns, so it is the upper part of
 * its first column, whole columns, and the lower part of its last. Cells that the range touches
 * count as inside.
 */
typedef struct {
  guint n_rects; /* 0 to 3, left to right, each touching the next */
  ProfRect rects[3];
  guint n_edges; /* the outline, as lines without width: width or height is 0 */
  ProfRect edges[14];
} ProfHeatmapShape;

void prof_heatmap_layout_shape (const ProfHeatmapLayout *self, gint64 start, gint64 end,
                                ProfHeatmapShape *shape);

G_END_DECLS
