/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the custom views with made-up data to PNG files in the folder given: to look at them. */
#include "app/flame-graph.h"
#include "app/heatmap-view.h"
#include "draw-fixture.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

static void
save (GtkWidget *widget, const char *folder, const char *name, gboolean dark)
{
  g_autofree char *file = g_strdup_printf ("%s-%s.png", name, dark ? "dark" : "light");
  g_autofree char *path = g_build_filename (folder, file, NULL);
  cairo_surface_t *surface;

  draw_fixture_set_dark (dark);
  draw_fixture_wait (100);
  surface = draw_fixture_render (widget);
  cairo_surface_write_to_png (surface, path);
  cairo_surface_destroy (surface);
}

int
main (int argc, char *argv[])
{
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfCallTree) tree = NULL;
  g_autoptr (ProfSelection) selection = NULL;
  const char *folder;
  GtkWidget *heatmap, *flame, *scrolled;
  GtkWidget *window;
  guint32 child;

  draw_fixture_init (&argc, &argv);
  folder = argc > 1 ? argv[1] : ".";
  snapshot = draw_fixture_profile (12410);
  tree = draw_fixture_tree (snapshot, 0, snapshot->end_time);
  selection = prof_selection_new ();

  heatmap = prof_heatmap_view_new ();
  prof_heatmap_view_set_selection (PROF_HEATMAP_VIEW (heatmap), selection);
  prof_heatmap_view_set_extent (PROF_HEATMAP_VIEW (heatmap), 0, 60 * SECOND);
  prof_heatmap_view_set_heatmap (PROF_HEATMAP_VIEW (heatmap),
                                 draw_fixture_heatmap (snapshot, SECOND, 50));
  prof_heatmap_view_set_markers (PROF_HEATMAP_VIEW (heatmap), snapshot);
  prof_heatmap_view_set_baseline (PROF_HEATMAP_VIEW (heatmap), 8 * SECOND, 14 * SECOND);
  prof_selection_set_range (selection, 21340000000, 27900000000);
  window = draw_fixture_window (heatmap, 1400, 280);
  draw_fixture_motion (heatmap, 1000, 100);
  save (heatmap, folder, "heatmap", FALSE);
  save (heatmap, folder, "heatmap", TRUE);
  gtk_window_destroy (GTK_WINDOW (window));

  flame = prof_flame_graph_new ();
  prof_flame_graph_set_tree (PROF_FLAME_GRAPH (flame), tree);
  prof_flame_graph_set_search (PROF_FLAME_GRAPH (flame), "iterencode");
  scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), flame);
  window = draw_fixture_window (scrolled, 1400, 500);
  draw_fixture_motion (flame, 300, 80);
  save (flame, folder, "flame", FALSE);
  save (flame, folder, "flame", TRUE);

  for (child = 0; tree->depth[child] < 5;)
    {
      g_autoptr (GArray) children = prof_call_tree_get_children_by_weight (tree, child);

      child = g_array_index (children, guint32, 0);
    }
  prof_flame_graph_set_focus_node (PROF_FLAME_GRAPH (flame), child);
  prof_flame_graph_set_current_node (PROF_FLAME_GRAPH (flame), child);
  gtk_widget_grab_focus (flame);
  gtk_window_set_focus_visible (GTK_WINDOW (window), TRUE);
  draw_fixture_wait (300);
  save (flame, folder, "zoomed", FALSE);
  save (flame, folder, "zoomed", TRUE);
  gtk_window_destroy (GTK_WINDOW (window));

  return 0;
}
