/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/heatmap-layout.h"

#include <math.h>

#include "analysis/heatmap.h"
#include "app/heatmap-view-private.h"

static ProfHeatmapLayout
random_layout (void)
{
  static const gint64 columns[] = { 1000000000, 60000000000, 3600000000000, 100, 7, 333333333 };
  static const guint rows[] = { 50, 60, 7, 1 };

  return (ProfHeatmapLayout){
    .origin_ns = g_test_rand_int_range (-5, 5) * (gint64) 1000000007,
    .column_ns = columns[g_test_rand_int_range (0, G_N_ELEMENTS (columns))],
    .n_rows = rows[g_test_rand_int_range (0, G_N_ELEMENTS (rows))],
    .x = g_test_rand_int_range (0, 100),
    .y = g_test_rand_int_range (0, 10),
    .width = g_test_rand_int_range (40, 400),
    .height = g_test_rand_int_range (60, 300),
    .column_width = g_test_rand_double_range (4, 24),
    .scroll = g_test_rand_int_range (0, 2) ? 0 : g_test_rand_double_range (0, 500),
    .scale = g_test_rand_int_range (1, 3),
  };
}

static void
test_time (void)
{
  for (guint round = 0; round < 2000; round++)
    {
      ProfHeatmapLayout layout = random_layout ();
      g_autoptr (ProfHeatmap) heatmap =
          prof_heatmap_new (layout.origin_ns, layout.column_ns, layout.n_rows);
      gint64 time = layout.origin_ns +
                    (gint64) (g_test_rand_double_range (-20, 200) * (double) layout.column_ns);
      gint64 column, other_column, start, end;
      guint row, other_row;

      prof_heatmap_layout_locate (&layout, time, &column, &row);
      g_assert_cmpuint (row, <, layout.n_rows);
      prof_heatmap_layout_cell_range (&layout, column, row, &start, &end);
      g_assert_cmpint (start, <=, time);
      g_assert_cmpint (time, <, end);

      /* Half open: the start belongs to the cell, the end to the next one with any length. */
      prof_heatmap_layout_locate (&layout, start, &other_column, &other_row);
      g_assert_cmpint (column, ==, other_column);
      g_assert_cmpint (row, ==, other_row);
      prof_heatmap_layout_locate (&layout, end, &other_column, &other_row);
      g_assert_true (other_column > column || other_row > row);

      /* As the analysis counts. */
      prof_heatmap_locate (heatmap, time, &other_column, &other_row);
      g_assert_cmpint (column, ==, other_column);
      g_assert_cmpint (row, ==, other_row);
    }
}

static gboolean
contains (const ProfRect *rect, double x, double y)
{
  return x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height;
}

static void
test_pick (void)
{
  for (guint round = 0; round < 300; round++)
    {
      ProfHeatmapLayout layout = random_layout ();
      gint64 first, end;

      prof_heatmap_layout_visible (&layout, &first, &end);
      g_assert_cmpfloat (prof_heatmap_layout_column_edge (&layout, first), <=, layout.x);
      g_assert_cmpfloat (prof_heatmap_layout_column_edge (&layout, first + 1), >, layout.x);
      g_assert_cmpfloat (prof_heatmap_layout_column_edge (&layout, end), >=,
                         layout.x + layout.width);
      g_assert_cmpfloat (prof_heatmap_layout_column_edge (&layout, end - 1), <,
                         layout.x + layout.width);

      for (guint i = 0; i < 200; i++)
        {
          double x = g_test_rand_double_range (layout.x, layout.x + layout.width);
          double y = g_test_rand_double_range (layout.y, layout.y + layout.height);
          gint64 column;
          guint row;
          ProfRect cell;

          if (g_test_rand_int_range (0, 2))
            {
              x = floor (x);
              y = floor (y);
            }

          prof_heatmap_layout_pick (&layout, x, y, &column, &row);
          cell = prof_heatmap_layout_cell_rect (&layout, column, row);
          g_assert_true (contains (&cell, x, y));
          g_assert_cmpint (column, >=, first);
          g_assert_cmpint (column, <, end);
        }

      /* Outside of the area: the nearest row. */
      {
        gint64 column;
        guint row;

        prof_heatmap_layout_pick (&layout, layout.x, layout.y - 50, &column, &row);
        g_assert_cmpuint (row, ==, layout.n_rows - 1);
        prof_heatmap_layout_pick (&layout, layout.x, layout.y + layout.height + 50, &column, &row);
        g_assert_cmpuint (row, ==, 0);
      }
    }
}

/* Length of the border of a set of cells, side by side. */
static double
border_length (const ProfHeatmapLayout *layout, const gboolean *inside, gint64 first, gint64 end)
{
  guint n_rows = layout->n_rows;
  double length = 0;

  for (gint64 column = first; column < end; column++)
    for (guint row = 0; row < n_rows; row++)
      {
        const gboolean *cell = &inside[(column - first) * n_rows + row];
        ProfRect rect = prof_heatmap_layout_cell_rect (layout, column, row);

        if (!*cell)
          continue;
        length += column > first && *(cell - n_rows) ? 0 : rect.height;
        length += column + 1 < end && *(cell + n_rows) ? 0 : rect.height;
        length += row > 0 && *(cell - 1) ? 0 : rect.width;
        length += row + 1 < n_rows && *(cell + 1) ? 0 : rect.width;
      }

  return length;
}

static void
test_shape (void)
{
  for (guint round = 0; round < 2000; round++)
    {
      ProfHeatmapLayout layout = random_layout ();
      gint64 first, end, start, stop;
      g_autofree gboolean *inside = NULL;
      ProfHeatmapShape shape;
      double outline = 0;
      double area = 0;
      double cell_area = 0;

      layout.column_ns = MAX (layout.column_ns, layout.n_rows); /* every cell has a time */
      layout.height = layout.n_rows * 5;
      prof_heatmap_layout_visible (&layout, &first, &end);
      start = layout.origin_ns + first * layout.column_ns +
              (gint64) (g_test_rand_double_range (0, end - first) * (double) layout.column_ns);
      stop = start + (gint64) (g_test_rand_double_range (0, 3) * (double) layout.column_ns) + 1;
      stop = MIN (stop, layout.origin_ns + end * layout.column_ns);

      prof_heatmap_layout_shape (&layout, start, stop, &shape);
      inside = g_new0 (gboolean, (end - first) * layout.n_rows);
      for (gint64 column = first; column < end; column++)
        for (guint row = 0; row < layout.n_rows; row++)
          {
            ProfRect cell = prof_heatmap_layout_cell_rect (&layout, column, row);
            guint hits = 0;
            gint64 from, to;

            prof_heatmap_layout_cell_range (&layout, column, row, &from, &to);
            for (guint i = 0; i < shape.n_rects; i++)
              hits += contains (&shape.rects[i], cell.x + cell.width / 2, cell.y + cell.height / 2);
            g_assert_cmpuint (hits, <=, 1);
            inside[(column - first) * layout.n_rows + row] = hits;
            cell_area += hits * cell.width * cell.height;
            g_assert_cmpint (hits, ==, from < stop && to > start);
          }

      for (guint i = 0; i < shape.n_edges; i++)
        outline += shape.edges[i].width + shape.edges[i].height;
      for (guint i = 0; i < shape.n_rects; i++)
        area += shape.rects[i].width * shape.rects[i].height;
      g_assert_cmpfloat_with_epsilon (area, cell_area, 0.01);
      g_assert_cmpfloat_with_epsilon (outline, border_length (&layout, inside, first, end), 0.01);
    }
}

static void
test_empty_shape (void)
{
  ProfHeatmapLayout layout = random_layout ();
  ProfHeatmapShape shape;

  prof_heatmap_layout_shape (&layout, 5, 5, &shape);
  g_assert_cmpuint (shape.n_rects, ==, 0);
  g_assert_cmpuint (shape.n_edges, ==, 0);
}

static void
test_axis (void)
{
  static const gint64 second = 1000000000;
  static const struct {
    gint64 time;
    gint64 step;
    const char *text;
  } cases[] = {
    { 0, 1000000000, "0 s" },
    { 55 * 1000000000ll, 5 * 1000000000ll, "55 s" },
    { 65 * 1000000000ll, 5 * 1000000000ll, "1:05" },
    { 3725 * 1000000000ll, 5 * 1000000000ll, "1:02:05" },
    { 3720 * 1000000000ll, 60 * 1000000000ll, "1 h 02" },
    { 1500000000, 500000000, "1.5 s" },
    { 1250000000, 10000000, "1.25 s" },
    { 20000, 5000, "0.000020 s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = prof_heatmap_axis_format (cases[i].time, cases[i].step);

      g_assert_cmpstr (text, ==, cases[i].text);
    }

  g_assert_cmpint (prof_heatmap_axis_step (second, 3.8), ==, 5 * second);
  g_assert_cmpint (prof_heatmap_axis_step (second, 16), ==, 30 * second);
  g_assert_cmpint (prof_heatmap_axis_step (60 * second, 4), ==, 300 * second);
  for (guint round = 0; round < 500; round++)
    {
      gint64 column = g_test_rand_int_range (1, 2000000000);
      double columns = g_test_rand_double_range (1, 40);
      gint64 step = prof_heatmap_axis_step (column, columns);

      g_assert_cmpint (step % column, ==, 0);
      g_assert_cmpfloat ((double) step, >=, column * columns);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heatmap-layout/time", test_time);
  g_test_add_func ("/heatmap-layout/pick", test_pick);
  g_test_add_func ("/heatmap-layout/shape", test_shape);
  g_test_add_func ("/heatmap-layout/empty-shape", test_empty_shape);
  g_test_add_func ("/heatmap-layout/axis", test_axis);

  return g_test_run ();
}
