/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processor time of a flame graph's frame with at least 100,000 nodes in view, everything drawn
 * anew: each frame shows a slightly different part, as while a zoom is animated. Also of a frame in
 * which only the hovered box changes, and of laying out the tree. One JSON line a size: a window,
 * and a large screen full of labels. */
#include "app/flame-graph-private.h"

#include <stdlib.h>
#include <time.h>

#include "../app/draw-fixture.h"

#define N_FRAMES 200
#define MIN_LABEL_WIDTH 22

static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
draw_frame (GtkWidget *widget, cairo_t *cr)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
}

static guint
count_labels (ProfFlameGraph *graph, int width)
{
  guint n = 0;

  for (guint box = 0; box < graph->layout->n_boxes; box++)
    n += (double) graph->layout->widths[box] / graph->layout->total * width >= MIN_LABEL_WIDTH;

  return n;
}

static void
measure (ProfCallTree *tree, int width, int height)
{
  GtkWidget *widget = prof_flame_graph_new ();
  ProfFlameGraph *graph = PROF_FLAME_GRAPH (widget);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  double draw[N_FRAMES], hover[N_FRAMES], layout[N_FRAMES];
  GtkWidget *window;

  prof_flame_graph_set_tree (graph, tree);
  window = draw_fixture_window (widget, width, height);
  g_assert_cmpuint (graph->layout->n_boxes, >=, 100000);
  g_assert_cmpfloat (graph->n_rows * prof_flame_graph_row_height (graph), <=, height);

  for (guint i = 0; i < N_FRAMES; i++)
    {
      double start = now_ms ();

      g_clear_pointer (&graph->drawing, gsk_render_node_unref);
      graph->right = graph->layout->total * (1 - 0.00001 * i);
      draw_frame (widget, cr);
      draw[i] = now_ms () - start;

      start = now_ms ();
      prof_flame_graph_set_hover_node (graph, graph->layout->nodes[1 + i % 5]);
      draw_frame (widget, cr);
      hover[i] = now_ms () - start;

      start = now_ms ();
      prof_flame_layout_free (prof_flame_layout_new (tree));
      layout[i] = now_ms () - start;
    }

  qsort (draw, N_FRAMES, sizeof (double), compare);
  qsort (hover, N_FRAMES, sizeof (double), compare);
  qsort (layout, N_FRAMES, sizeof (double), compare);
  g_print (
      "{\"benchmark\": \"flame-graph\", \"nodes\": %u, \"width\": %d, \"height\": %d, "
      "\"labels\": %u, \"frame_ms_median\": %.2f, \"frame_ms_p99\": %.2f, "
      "\"hover_frame_ms_median\": %.2f, \"layout_ms_median\": %.2f, \"layout_ms_p99\": %.2f}\n",
      graph->layout->n_boxes, width, height, count_labels (graph, width), draw[N_FRAMES / 2],
      draw[N_FRAMES * 99 / 100], hover[N_FRAMES / 2], layout[N_FRAMES / 2],
      layout[N_FRAMES * 99 / 100]);

  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfCallTree) tree = NULL;

  draw_fixture_init (&argc, &argv);
  snapshot = draw_fixture_profile (100000);
  tree = draw_fixture_tree (snapshot, 0, snapshot->end_time);
  measure (tree, 949, 727);
  measure (tree, 3840, 2000);

  return 0;
}
