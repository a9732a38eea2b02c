/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/heatmap-private.h"

#include <string.h>

__extension__ typedef unsigned __int128 Wide;

ProfHeatmap *
prof_heatmap_new (gint64 origin_ns, gint64 column_ns, guint n_rows)
{
  ProfHeatmapPrivate *self;

  g_return_val_if_fail (column_ns > 0, NULL);
  g_return_val_if_fail (n_rows > 0 && n_rows <= PROF_HEATMAP_MAX_CELLS, NULL);

  self = g_new0 (ProfHeatmapPrivate, 1);
  self->public.origin_ns = origin_ns;
  self->public.column_ns = column_ns;
  self->public.n_rows = n_rows;
  return &self->public;
}

void
prof_heatmap_free (ProfHeatmap *self)
{
  ProfHeatmapPrivate *private = PROF_HEATMAP_PRIVATE (self);

  g_clear_pointer (&private->snapshot, prof_snapshot_unref);
  g_clear_pointer (&private->filter, prof_filter_unref);
  g_free (self->counts);
  g_free (self->weights);
  g_free (private);
}

/* Offset of a row in its column, row * column_ns / n_rows without overflow. */
static inline guint64
row_offset (const ProfHeatmap *self, guint row)
{
  guint64 column = self->column_ns;

  return row * (column / self->n_rows) + row * (column % self->n_rows) / self->n_rows;
}

/* The last row that begins at or before @offset in a column: the greatest row with
 * row * column_ns / n_rows < offset + 1. */
static inline guint
offset_row (const ProfHeatmap *self, guint64 offset)
{
  guint64 column = self->column_ns;

  if (column <= G_MAXUINT64 / self->n_rows)
    return ((offset + 1) * self->n_rows - 1) / column;
  return ((Wide) (offset + 1) * self->n_rows - 1) / column;
}

void
prof_heatmap_locate (const ProfHeatmap *self, gint64 time, gint64 *column, guint *row)
{
  guint64 length = self->column_ns;
  guint64 distance, offset;

  /* Unsigned differences: those of two times may not fit a gint64. */
  if (time >= self->origin_ns)
    {
      distance = (guint64) time - (guint64) self->origin_ns;
      *column = distance / length;
      offset = distance % length;
    }
  else
    {
      distance = (guint64) self->origin_ns - (guint64) time;
      *column = -(gint64) ((distance - 1) / length) - 1;
      offset = length - 1 - (distance - 1) % length;
    }
  *row = offset_row (self, offset);
}

gint64
prof_heatmap_saturated_time (const ProfHeatmap *self, guint64 column, guint64 offset)
{
  Wide distance = (Wide) column * (guint64) self->column_ns + offset;
  guint64 most = (guint64) G_MAXINT64 - (guint64) self->origin_ns;

  return distance > most ? G_MAXINT64 : (gint64) ((guint64) self->origin_ns + (guint64) distance);
}

gboolean
prof_heatmap_get_cell_range (const ProfHeatmap *self, guint column, guint row, gint64 *start,
                             gint64 *end)
{
  g_return_val_if_fail (row < self->n_rows, FALSE);
  *start = prof_heatmap_saturated_time (self, column, row_offset (self, row));
  *end = prof_heatmap_saturated_time (self, column, row_offset (self, row + 1));
  return column < self->n_columns;
}

void
prof_heatmap_cursor_init (ProfHeatmapCursor *cursor, const ProfHeatmap *self)
{
  *cursor = (ProfHeatmapCursor){
    .start = G_MAXINT64,
    .end = G_MININT64, /* contains no time */
    .n_rows = self->n_rows,
    .quotient = (guint64) self->column_ns / self->n_rows,
    .remainder = (guint64) self->column_ns % self->n_rows,
  };
}

/* To the next cell, by the step from row to row that a line drawn in pixels takes. */
static void
step (ProfHeatmapCursor *cursor)
{
  cursor->cell++;
  cursor->start = cursor->end;
  if (++cursor->row == cursor->n_rows)
    cursor->row = cursor->rest = 0;
  cursor->rest += cursor->remainder;
  cursor->end += cursor->quotient;
  if (cursor->rest >= cursor->n_rows)
    {
      cursor->rest -= cursor->n_rows;
      cursor->end++;
    }
}

void
prof_heatmap_cursor_seek (ProfHeatmapCursor *cursor, const ProfHeatmap *self, gint64 time)
{
  gint64 column;
  guint row;

  if (time >= cursor->end && cursor->start < cursor->end)
    for (guint i = 0; i < 4 && cursor->end < G_MAXINT64 - self->column_ns; i++)
      {
        step (cursor);
        if (time < cursor->end)
          return;
      }

  prof_heatmap_locate (self, time, &column, &row);
  cursor->cell = (gsize) column * self->n_rows + row;
  cursor->row = row;
  cursor->rest = (row + 1) * cursor->remainder % self->n_rows;
  cursor->start = prof_heatmap_saturated_time (self, column, row_offset (self, row));
  cursor->end = prof_heatmap_saturated_time (self, column, row_offset (self, row + 1));
}

gint64
prof_heatmap_auto_column (gint64 duration_ns, guint max_columns)
{
  const gint64 ms = 1000000, second = 1000 * ms, minute = 60 * second, hour = 60 * minute,
               day = 24 * hour;
  const gint64 lengths[] = {
    ms,          2 * ms,      5 * ms,   10 * ms,    20 * ms,    50 * ms,
    100 * ms,    200 * ms,    500 * ms, second,     2 * second, 5 * second,
    10 * second, 30 * second, minute,   2 * minute, 5 * minute, 10 * minute,
    30 * minute, hour,        2 * hour, 6 * hour,   12 * hour,  day,
    2 * day,     7 * day,     30 * day, 100 * day,  1000 * day, 10000 * day,
  };

  max_columns = MAX (max_columns, 1);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    if (duration_ns <= 0 || (duration_ns - 1) / lengths[i] < max_columns)
      return lengths[i];
  return G_MAXINT64;
}
