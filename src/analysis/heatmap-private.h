/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/heatmap.h"

G_BEGIN_DECLS

typedef struct {
  ProfHeatmap public;

  guint capacity; /* columns that there is room for */

  /* What is counted now: the samples of @snapshot in [start, end) that @filter shows. The
   * reference keeps its blocks alive, so that an equal pointer is the same block. */
  ProfSnapshot *snapshot;
  ProfFilter *filter;
  gint64 start;
  gint64 end;

  gboolean lost_maximum; /* something was taken away from a cell that had the most */
} ProfHeatmapPrivate;

#define PROF_HEATMAP_PRIVATE(self) ((ProfHeatmapPrivate *) (self))

/* The cell that a run of samples is in: no division while time stays in [start, end), nor to go on
 * to the next cell. */
typedef struct {
  gsize cell;
  gint64 start;
  gint64 end;
  guint row;
  guint64 rest; /* of the division that gave @end */
  /* The same for all cells: column_ns = n_rows * quotient + remainder. */
  guint n_rows;
  guint64 quotient;
  guint64 remainder;
} ProfHeatmapCursor;

void prof_heatmap_cursor_init (ProfHeatmapCursor *cursor, const ProfHeatmap *self);
/* Moves to the cell of @time, which is not before the origin. */
void prof_heatmap_cursor_seek (ProfHeatmapCursor *cursor, const ProfHeatmap *self, gint64 time);

/* The time @offset ns into @column; G_MAXINT64 where it is later than that. */
gint64 prof_heatmap_saturated_time (const ProfHeatmap *self, guint64 column, guint64 offset);

G_END_DECLS
