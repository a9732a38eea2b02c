/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/heatmap-layout.h"

#include <math.h>

static gint64
floor_div (gint64 a, gint64 b)
{
  gint64 q = a / b;

  return a % b < 0 ? q - 1 : q;
}

/* column_ns * row / n_rows without overflow: a column may be hours, in ns. */
static gint64
row_offset (const ProfHeatmapLayout *self, guint row)
{
  gint64 whole = self->column_ns / self->n_rows;
  gint64 rest = self->column_ns % self->n_rows;

  return whole * row + rest * row / self->n_rows;
}

void
prof_heatmap_layout_cell_range (const ProfHeatmapLayout *self, gint64 column, guint row,
                                gint64 *start, gint64 *end)
{
  gint64 left = self->origin_ns + column * self->column_ns;

  *start = left + row_offset (self, row);
  *end = left + row_offset (self, row + 1);
}

void
prof_heatmap_layout_locate (const ProfHeatmapLayout *self, gint64 time, gint64 *column, guint *row)
{
  gint64 offset = time - self->origin_ns;
  gint64 within;
  guint guess;

  *column = floor_div (offset, self->column_ns);
  within = offset - *column * self->column_ns;

  guess = (guint) ((double) within / self->column_ns * self->n_rows);
  guess = MIN (guess, self->n_rows - 1);
  while (guess > 0 && row_offset (self, guess) > within)
    guess--;
  while (guess + 1 < self->n_rows && row_offset (self, guess + 1) <= within)
    guess++;

  *row = guess;
}

static double
snap (const ProfHeatmapLayout *self, double value)
{
  return floor (value * self->scale + 0.5) / self->scale;
}

double
prof_heatmap_layout_column_edge (const ProfHeatmapLayout *self, gint64 column)
{
  return snap (self, self->x - self->scroll + column * self->column_width);
}

double
prof_heatmap_layout_row_edge (const ProfHeatmapLayout *self, guint row)
{
  return snap (self, self->y + self->height - self->height * row / self->n_rows);
}

ProfRect
prof_heatmap_layout_cell_rect (const ProfHeatmapLayout *self, gint64 column, guint row)
{
  double left = prof_heatmap_layout_column_edge (self, column);
  double right = prof_heatmap_layout_column_edge (self, column + 1);
  double bottom = prof_heatmap_layout_row_edge (self, row);
  double top = prof_heatmap_layout_row_edge (self, row + 1);

  return (ProfRect){ left, top, right - left, bottom - top };
}

void
prof_heatmap_layout_pick (const ProfHeatmapLayout *self, double x, double y, gint64 *column,
                          guint *row)
{
  gint64 c = (gint64) floor ((x - self->x + self->scroll) / self->column_width);
  gint64 r = (gint64) floor ((self->y + self->height - y) / self->height * self->n_rows);

  while (prof_heatmap_layout_column_edge (self, c) > x)
    c--;
  while (prof_heatmap_layout_column_edge (self, c + 1) <= x)
    c++;

  r = CLAMP (r, 0, (gint64) self->n_rows - 1);
  while (r > 0 && prof_heatmap_layout_row_edge (self, r) <= y)
    r--;
  while (r + 1 < self->n_rows && prof_heatmap_layout_row_edge (self, r + 1) > y)
    r++;

  *column = c;
  *row = (guint) r;
}

gboolean
prof_heatmap_layout_contains (const ProfHeatmapLayout *self, double x, double y)
{
  return x >= self->x && x < self->x + self->width && y >= self->y && y < self->y + self->height;
}

void
prof_heatmap_layout_visible (const ProfHeatmapLayout *self, gint64 *first, gint64 *end)
{
  guint row;

  prof_heatmap_layout_pick (self, self->x, self->y, first, &row);
  *end = (gint64) ceil ((self->width + self->scroll) / self->column_width);
  while (prof_heatmap_layout_column_edge (self, *end - 1) >= self->x + self->width)
    (*end)--;
  while (prof_heatmap_layout_column_edge (self, *end) < self->x + self->width)
    (*end)++;
}

static void
add_edge (ProfHeatmapShape *shape, double x, double y, double width, double height)
{
  if (width <= 0 && height <= 0)
    return;

  g_assert (shape->n_edges < G_N_ELEMENTS (shape->edges));
  shape->edges[shape->n_edges++] = (ProfRect){ x, y, width, height };
}

static void
add_run (const ProfHeatmapLayout *self, ProfHeatmapShape *shape, gint64 first, gint64 end,
         guint low_row, guint high_row)
{
  double left = prof_heatmap_layout_column_edge (self, first);
  double right = prof_heatmap_layout_column_edge (self, end);
  double bottom = prof_heatmap_layout_row_edge (self, low_row);
  double top = prof_heatmap_layout_row_edge (self, high_row);

  if (end > first)
    shape->rects[shape->n_rects++] = (ProfRect){ left, top, right - left, bottom - top };
}

/* The part of the line where exactly one of two neighbours is: the outline between them. */
static void
add_boundary (ProfHeatmapShape *shape, double x, const ProfRect *left, const ProfRect *right)
{
  double left_bottom = left->y + left->height;
  double right_bottom = right->y + right->height;

  if (left_bottom <= right->y || right_bottom <= left->y) /* apart: both whole sides */
    {
      add_edge (shape, x, left->y, 0, left->height);
      add_edge (shape, x, right->y, 0, right->height);
      return;
    }

  add_edge (shape, x, MIN (left->y, right->y), 0, fabs (left->y - right->y));
  add_edge (shape, x, MIN (left_bottom, right_bottom), 0, fabs (left_bottom - right_bottom));
}

void
prof_heatmap_layout_shape (const ProfHeatmapLayout *self, gint64 start, gint64 end,
                           ProfHeatmapShape *shape)
{
  gint64 c0, c1;
  guint r0, r1;
  const ProfRect *rects = shape->rects;

  shape->n_rects = 0;
  shape->n_edges = 0;
  if (end <= start)
    return;

  prof_heatmap_layout_locate (self, start, &c0, &r0);
  prof_heatmap_layout_locate (self, end - 1, &c1, &r1);

  if (c0 == c1)
    {
      add_run (self, shape, c0, c0 + 1, r0, r1 + 1);
    }
  else
    {
      gint64 full_first = r0 == 0 ? c0 : c0 + 1;
      gint64 full_end = r1 == self->n_rows - 1 ? c1 + 1 : c1;

      add_run (self, shape, c0, full_first, r0, self->n_rows);
      add_run (self, shape, full_first, full_end, 0, self->n_rows);
      add_run (self, shape, full_end, c1 + 1, 0, r1 + 1);
    }

  for (guint i = 0; i < shape->n_rects; i++)
    {
      add_edge (shape, rects[i].x, rects[i].y, rects[i].width, 0);
      add_edge (shape, rects[i].x, rects[i].y + rects[i].height, rects[i].width, 0);
      if (i > 0)
        add_boundary (shape, rects[i].x, &rects[i - 1], &rects[i]);
    }

  add_edge (shape, rects[0].x, rects[0].y, 0, rects[0].height);
  add_edge (shape, rects[shape->n_rects - 1].x + rects[shape->n_rects - 1].width,
            rects[shape->n_rects - 1].y, 0, rects[shape->n_rects - 1].height);
}
