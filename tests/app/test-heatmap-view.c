/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/heatmap-view-private.h"

#include "app/heatmap-legend.h"
#include "draw-fixture.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
#define ROW (SECOND / 50)

typedef struct {
  ProfSnapshot *snapshot;
  ProfSelection *selection;
  GtkWidget *widget;
  ProfHeatmapView *view;
  GtkWidget *window;
  guint n_geometry;
  guint n_changed;
} Fixture;

static void
on_geometry (ProfHeatmapView *view, Fixture *fixture)
{
  gint64 column_ns, start, end;
  guint n_rows;

  fixture->n_geometry++;
  if (!prof_heatmap_view_get_geometry (view, &column_ns, &n_rows, &start, &end))
    return;

  {
    ProfHeatmap *heatmap = prof_heatmap_new (start, column_ns, n_rows);

    prof_heatmap_fill (heatmap, fixture->snapshot, NULL, start, end);
    prof_heatmap_view_set_heatmap (view, heatmap);
  }
}

static void
on_changed (Fixture *fixture)
{
  fixture->n_changed++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->snapshot = draw_fixture_profile (20000);
  fixture->selection = prof_selection_new ();
  fixture->widget = prof_heatmap_view_new ();
  fixture->view = PROF_HEATMAP_VIEW (fixture->widget);
  g_signal_connect (fixture->widget, "geometry-changed", G_CALLBACK (on_geometry), fixture);
  prof_heatmap_view_set_selection (fixture->view, fixture->selection);
  prof_heatmap_view_set_extent (fixture->view, 0, 60 * SECOND);
  fixture->window = draw_fixture_window (fixture->widget, 900, 300);
  g_signal_connect_swapped (fixture->selection, "changed", G_CALLBACK (on_changed), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->selection);
  prof_snapshot_unref (fixture->snapshot);
}

static void
assert_range (Fixture *fixture, gint64 expected_start, gint64 expected_end)
{
  gint64 start, end;

  g_assert_true (prof_selection_get_range (fixture->selection, &start, &end));
  g_assert_cmpint (start, ==, expected_start);
  g_assert_cmpint (end, ==, expected_end);
}

static void
get_point (Fixture *fixture, gint64 time, double *point)
{
  g_assert_true (prof_heatmap_view_locate (fixture->view, time, &point[0], &point[1]));
}

static void
test_geometry (Fixture *fixture, gconstpointer data)
{
  gint64 column_ns, start, end;
  guint n_rows;

  g_assert_cmpuint (fixture->n_geometry, ==, 1);
  g_assert_true (prof_heatmap_view_get_geometry (fixture->view, &column_ns, &n_rows, &start, &end));
  g_assert_cmpint (column_ns, ==, SECOND);
  g_assert_cmpuint (n_rows, ==, 50);
  g_assert_cmpint (start, ==, 0);
  g_assert_cmpint (end, ==, 60 * SECOND);

  prof_heatmap_view_set_scale (fixture->view, PROF_HEATMAP_SCALE_MINUTE);
  g_assert_cmpuint (fixture->n_geometry, ==, 2);
  prof_heatmap_view_get_geometry (fixture->view, &column_ns, &n_rows, &start, &end);
  g_assert_cmpint (column_ns, ==, 60 * SECOND);
  g_assert_cmpuint (n_rows, ==, 60);

  /* All of it in view, whatever its length. */
  prof_heatmap_view_set_scale (fixture->view, PROF_HEATMAP_SCALE_AUTO);
  for (gint64 length = 1000; length < 40000 * SECOND; length *= 7)
    {
      double x, y;

      prof_heatmap_view_set_extent (fixture->view, 3, 3 + length);
      prof_heatmap_view_get_geometry (fixture->view, &column_ns, &n_rows, &start, &end);
      g_assert_cmpint (start, <=, 3);
      g_assert_cmpint (end, >=, 3 + length);
      g_assert_cmpint (end - start, <, 2 * length + 2 * column_ns);
      g_assert_true (prof_heatmap_view_locate (fixture->view, 3, &x, &y));
      g_assert_cmpfloat (x, >, 0);
      g_assert_true (prof_heatmap_view_locate (fixture->view, 2 + length, &x, &y));
      g_assert_cmpfloat (x, <, 900);
    }

  /* A day in seconds is more than is asked for at once. */
  prof_heatmap_view_set_scale (fixture->view, PROF_HEATMAP_SCALE_SECOND);
  prof_heatmap_view_set_extent (fixture->view, 0, 86400 * SECOND);
  prof_heatmap_view_get_geometry (fixture->view, &column_ns, &n_rows, &start, &end);
  g_assert_cmpint (end - start, <, 1000 * SECOND);

  prof_heatmap_view_set_extent (fixture->view, 0, 0);
  g_assert_false (
      prof_heatmap_view_get_geometry (fixture->view, &column_ns, &n_rows, &start, &end));
}

static void
test_pixels (Fixture *fixture, gconstpointer data)
{
  const ProfHeatmap *heatmap = prof_heatmap_view_get_heatmap (fixture->view);
  ProfHeatScale scales[] = { PROF_HEAT_LINEAR, PROF_HEAT_SQUARE_ROOT, PROF_HEAT_LOGARITHMIC };

  for (int dark = 0; dark < 2; dark++)
    for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
      {
        cairo_surface_t *surface;
        guint n_empty = 0;

        draw_fixture_set_dark (dark);
        prof_heatmap_view_set_palette (fixture->view, PROF_HEAT_THERMAL, scales[i]);
        surface = draw_fixture_render (fixture->widget);
        for (guint column = 0; column < 60; column++)
          for (guint row = 0; row < 50; row++)
            {
              guint32 count = heatmap->counts[column * 50 + row];
              double point[2];

              get_point (fixture, column * SECOND + row * ROW, point);
              g_assert_cmphex (draw_fixture_pixel (surface, point[0], point[1]), ==,
                               prof_palette_heat (PROF_HEAT_THERMAL, scales[i], dark, count,
                                                  heatmap->max_count));
              n_empty += count == 0;
            }
        g_assert_cmpuint (n_empty, >, 0);
        cairo_surface_destroy (surface);
      }
  draw_fixture_set_dark (FALSE);
}

static void
test_click (Fixture *fixture, gconstpointer data)
{
  double point[2], outline[2];
  cairo_surface_t *surface;
  ProfColor accent = prof_palette_chrome (FALSE)->accent;

  get_point (fixture, 12 * SECOND + 7 * ROW, point);
  draw_fixture_drag (fixture->widget, point, 1);
  assert_range (fixture, 12 * SECOND + 7 * ROW, 12 * SECOND + 8 * ROW);
  g_assert_cmpuint (fixture->n_changed, ==, 1);

  surface = draw_fixture_render (fixture->widget);
  get_point (fixture, 12 * SECOND + 8 * ROW, outline);
  g_assert_cmphex (draw_fixture_pixel (surface, point[0], (point[1] + outline[1]) / 2), ==, accent);
  cairo_surface_destroy (surface);

  g_assert_true (draw_fixture_key (fixture->widget, GDK_KEY_Escape, 0));
  g_assert_false (prof_selection_get_range (fixture->selection, &(gint64){ 0 }, &(gint64){ 0 }));
  /* Nothing to clear: the key is left to others. */
  g_assert_false (draw_fixture_key (fixture->widget, GDK_KEY_Escape, 0));
}

static void
test_drag (Fixture *fixture, gconstpointer data)
{
  double points[10];
  cairo_surface_t *before, *after;
  double inside[2], outside[2];

  before = draw_fixture_render (fixture->widget);
  get_point (fixture, 20 * SECOND + 30 * ROW, &points[0]);
  get_point (fixture, 20 * SECOND + 31 * ROW, &points[2]);
  get_point (fixture, 21 * SECOND + 10 * ROW, &points[4]);
  get_point (fixture, 22 * SECOND + 5 * ROW, &points[6]);
  get_point (fixture, 22 * SECOND + 5 * ROW, &points[8]);
  draw_fixture_drag (fixture->widget, points, 5);

  /* Live: one change a motion that reaches another cell. */
  g_assert_cmpuint (fixture->n_changed, ==, 4);
  /* Contiguous time, wrapping over columns. */
  assert_range (fixture, 20 * SECOND + 30 * ROW, 22 * SECOND + 6 * ROW);

  after = draw_fixture_render (fixture->widget);
  for (guint column = 20; column < 23; column++)
    for (guint row = 0; row < 50; row++)
      {
        gint64 time = column * SECOND + row * ROW;
        gboolean selected = time >= 20 * SECOND + 30 * ROW && time < 22 * SECOND + 6 * ROW;
        double point[2];

        get_point (fixture, time, point);
        g_assert_cmpint (draw_fixture_pixel (before, point[0], point[1]) !=
                             draw_fixture_pixel (after, point[0], point[1]),
                         ==, selected);
      }
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);

  /* Backwards, and beyond the sides. */
  get_point (fixture, 5 * SECOND, &points[0]);
  points[2] = -200;
  points[3] = 1000;
  draw_fixture_drag (fixture->widget, points, 2);
  assert_range (fixture, 0, 5 * SECOND + ROW);
  get_point (fixture, 59 * SECOND, &points[0]);
  points[2] = 2000;
  points[3] = -50;
  draw_fixture_drag (fixture->widget, points, 2);
  assert_range (fixture, 59 * SECOND, 60 * SECOND);

  /* An edge can be dragged: of the cell selected, the left one. */
  prof_selection_set_range (fixture->selection, 30 * SECOND, 32 * SECOND);
  get_point (fixture, 29 * SECOND, outside);
  get_point (fixture, 30 * SECOND, inside);
  points[0] = (inside[0] + outside[0]) / 2;
  points[1] = inside[1];
  get_point (fixture, 28 * SECOND, &points[2]);
  draw_fixture_drag (fixture->widget, points, 2);
  assert_range (fixture, 28 * SECOND, 32 * SECOND);
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  get_point (fixture, 10 * SECOND, (double[2]){ 0, 0 });
  prof_selection_set_range (fixture->selection, 10 * SECOND + 48 * ROW, 10 * SECOND + 49 * ROW);

  /* The first key shows the cursor where the selection is. */
  g_assert_true (draw_fixture_key (fixture->widget, GDK_KEY_Right, 0));
  g_assert_true (draw_fixture_key (fixture->widget, GDK_KEY_Right, 0));
  g_assert_true (draw_fixture_key (fixture->widget, GDK_KEY_Return, 0));
  assert_range (fixture, 11 * SECOND + 48 * ROW, 11 * SECOND + 49 * ROW);

  /* Up from the top is the foot of the next column: time goes on. */
  draw_fixture_key (fixture->widget, GDK_KEY_Up, 0);
  draw_fixture_key (fixture->widget, GDK_KEY_Up, 0);
  draw_fixture_key (fixture->widget, GDK_KEY_Return, 0);
  assert_range (fixture, 12 * SECOND, 12 * SECOND + ROW);

  draw_fixture_key (fixture->widget, GDK_KEY_Up, GDK_SHIFT_MASK);
  draw_fixture_key (fixture->widget, GDK_KEY_Right, GDK_SHIFT_MASK);
  assert_range (fixture, 12 * SECOND, 13 * SECOND + 2 * ROW);
  draw_fixture_key (fixture->widget, GDK_KEY_Left, GDK_SHIFT_MASK);
  draw_fixture_key (fixture->widget, GDK_KEY_Down, GDK_SHIFT_MASK);
  assert_range (fixture, 12 * SECOND, 12 * SECOND + ROW);
  draw_fixture_key (fixture->widget, GDK_KEY_Left, GDK_SHIFT_MASK);
  assert_range (fixture, 11 * SECOND, 12 * SECOND + ROW);

  /* Steps of its own length. */
  prof_selection_set_range (fixture->selection, 4 * SECOND, 6 * SECOND);
  draw_fixture_key (fixture->widget, GDK_KEY_bracketright, 0);
  assert_range (fixture, 6 * SECOND, 8 * SECOND);
  draw_fixture_key (fixture->widget, GDK_KEY_bracketleft, 0);
  draw_fixture_key (fixture->widget, GDK_KEY_bracketleft, 0);
  assert_range (fixture, 2 * SECOND, 4 * SECOND);

  draw_fixture_key (fixture->widget, GDK_KEY_Home, 0);
  draw_fixture_key (fixture->widget, GDK_KEY_Return, 0);
  assert_range (fixture, 0, ROW);
  draw_fixture_key (fixture->widget, GDK_KEY_End, 0);
  draw_fixture_key (fixture->widget, GDK_KEY_Return, 0);
  assert_range (fixture, 60 * SECOND - ROW, 60 * SECOND);
  draw_fixture_key (fixture->widget, GDK_KEY_a, GDK_CONTROL_MASK);
  assert_range (fixture, 0, 60 * SECOND);
}

static void
test_actions (Fixture *fixture, gconstpointer data)
{
  GtkWidget *widget = fixture->widget;

  g_assert_true (gtk_widget_activate_action (widget, "heatmap.select-all", NULL));
  assert_range (fixture, 0, 60 * SECOND);
  g_assert_true (gtk_widget_activate_action (widget, "heatmap.clear", NULL));
  g_assert_false (prof_selection_get_range (fixture->selection, &(gint64){ 0 }, &(gint64){ 0 }));

  prof_selection_set_range (fixture->selection, 4 * SECOND, 5 * SECOND);
  g_assert_true (gtk_widget_activate_action (widget, "heatmap.step-forward", NULL));
  assert_range (fixture, 5 * SECOND, 6 * SECOND);
  g_assert_true (gtk_widget_activate_action (widget, "heatmap.step-back", NULL));
  assert_range (fixture, 4 * SECOND, 5 * SECOND);

  /* Zooming in makes columns wider, and out of reach goes on with longer cells. */
  {
    double a[2], b[2], wider;

    get_point (fixture, 30 * SECOND, a);
    get_point (fixture, 31 * SECOND, b);
    wider = b[0] - a[0];
    g_assert_true (gtk_widget_activate_action (widget, "heatmap.zoom-in", NULL));
    get_point (fixture, 30 * SECOND, a);
    get_point (fixture, 31 * SECOND, b);
    g_assert_cmpfloat (b[0] - a[0], >, wider);
    for (guint i = 0; i < 20; i++)
      gtk_widget_activate_action (widget, "heatmap.zoom-out", NULL);
    g_assert_cmpint (prof_heatmap_view_get_scale (fixture->view), ==, PROF_HEATMAP_SCALE_HOUR);
  }
}

static void
on_hovered (ProfHeatmapView *view, gint64 start, gint64 end, gint64 *last)
{
  last[0] = start;
  last[1] = end;
  if (end > start)
    prof_heatmap_view_set_hover_detail (view, "mostly f");
}

static void
test_hover (Fixture *fixture, gconstpointer data)
{
  const ProfHeatmap *heatmap = prof_heatmap_view_get_heatmap (fixture->view);
  gint64 hovered[2] = { -1, -1 };
  double point[2];
  cairo_surface_t *before, *after;
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;

  g_signal_connect (fixture->widget, "cell-hovered", G_CALLBACK (on_hovered), hovered);
  before = draw_fixture_render (fixture->widget);
  get_point (fixture, 3 * SECOND + 2 * ROW, point);
  draw_fixture_motion (fixture->widget, point[0], point[1]);
  g_assert_cmpint (hovered[0], ==, 3 * SECOND + 2 * ROW);
  g_assert_cmpint (hovered[1], ==, 3 * SECOND + 3 * ROW);
  g_assert_cmpstr (fixture->view->hover_detail, ==, "mostly f");

  after = draw_fixture_render (fixture->widget);
  g_assert_cmphex (draw_fixture_pixel (before, point[0], point[1]), ==,
                   draw_fixture_pixel (after, point[0], point[1]));
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (before),
                           cairo_image_surface_get_data (after),
                           300 * cairo_image_surface_get_stride (before)),
                   !=, 0);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);

  text = prof_heatmap_view_describe (fixture->view, hovered[0], hovered[1]);
  expected = g_strdup_printf ("3.04 s to 3.06 s, %u sample", heatmap->counts[3 * 50 + 2]);
  g_assert_true (g_str_has_prefix (text, expected));

  /* The axis is no cell. */
  draw_fixture_motion (fixture->widget, 2, 100);
  g_assert_cmpint (hovered[0], ==, 0);
  g_assert_cmpint (hovered[1], ==, 0);
}

static void
test_live (Fixture *fixture, gconstpointer data)
{
  double width = 0;
  guint n_widths = 0;
  double point[2];

  prof_heatmap_view_set_live (fixture->view, TRUE);
  for (gint64 end = SECOND / 10; end < 400 * SECOND; end += SECOND / 2)
    {
      double a[2];

      prof_heatmap_view_set_extent (fixture->view, 0, end);
      /* The newest is in view. */
      g_assert_true (prof_heatmap_view_locate (fixture->view, end - 1, &point[0], &point[1]));
      g_assert_cmpfloat (point[0], <, 900);
      g_assert_cmpfloat (point[0], >, 30);
      if (end > SECOND &&
          prof_heatmap_view_locate (fixture->view, end - 1 - SECOND, &a[0], &a[1]) &&
          ABS (point[0] - a[0] - width) > 1.5)
        {
          width = point[0] - a[0];
          n_widths++;
        }
    }
  /* Columns do not change their width with every second. */
  g_assert_cmpuint (n_widths, <, 12);

  /* Scrolled back, it stays there while more comes; at the right end it follows again. */
  g_assert_true (prof_heatmap_view_get_following (fixture->view));
  g_assert_true (draw_fixture_key (fixture->widget, GDK_KEY_Home, 0));
  g_assert_false (prof_heatmap_view_get_following (fixture->view));
  get_point (fixture, 0, point);
  prof_heatmap_view_set_extent (fixture->view, 0, 500 * SECOND);
  {
    double later[2];

    get_point (fixture, 0, later);
    g_assert_cmpfloat (point[0], ==, later[0]);
    g_assert_cmpfloat (point[0], >, 0);
  }
  g_assert_true (gtk_widget_activate_action (fixture->widget, "heatmap.follow", NULL));
  g_assert_true (prof_heatmap_view_get_following (fixture->view));
  get_point (fixture, 500 * SECOND - 1, point);
  g_assert_cmpfloat (point[0], <, 900);
}

static void
test_legend (Fixture *fixture, gconstpointer data)
{
  GtkWidget *legend = g_object_ref_sink (prof_heatmap_legend_new ());
  GtkWidget *last;
  g_autofree char *expected = NULL;

  prof_heatmap_legend_set_view (PROF_HEATMAP_LEGEND (legend), fixture->view);
  last = gtk_widget_get_last_child (legend);
  expected =
      g_strdup_printf ("%u samples", prof_heatmap_view_get_heatmap (fixture->view)->max_count);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (last)), ==, expected);

  prof_heatmap_view_set_heatmap (fixture->view, NULL);
  g_assert_false (gtk_widget_get_visible (last));
  g_object_unref (legend);
}

static void
test_markers (Fixture *fixture, gconstpointer data)
{
  g_autofree char *exec = NULL;
  g_autofree char *lost = NULL;
  double before[2], after[2];
  cairo_surface_t *surface;
  guint n_red = 0;

  get_point (fixture, 0, before);
  prof_heatmap_view_set_markers (fixture->view, fixture->snapshot);
  draw_fixture_wait (50);
  get_point (fixture, 0, after);
  /* They take a line below the axis. */
  g_assert_cmpfloat (after[1], <, before[1]);

  exec = prof_heatmap_view_describe_markers (fixture->view, 8);
  g_assert_cmpstr (exec, ==, "exec node");
  lost = prof_heatmap_view_describe_markers (fixture->view, 52);
  g_assert_cmpstr (lost, ==, "120 samples lost");
  g_assert_null (prof_heatmap_view_describe_markers (fixture->view, 9));

  surface = draw_fixture_render (fixture->widget);
  for (int x = 0; x < 900; x++)
    n_red += draw_fixture_pixel (surface, x, 300 - 10) == 0xffc01c28;
  g_assert_cmpuint (n_red, >, 0);
  cairo_surface_destroy (surface);
}

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  GtkWidget *first, *second;
  g_autofree char *label = NULL;

  gtk_test_accessible_assert_role (fixture->widget, GTK_ACCESSIBLE_ROLE_GRID);
  gtk_test_accessible_assert_property (fixture->widget, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Heat map of samples over time");

  /* Each move focuses another widget, which has the new name. */
  gtk_widget_grab_focus (fixture->widget);
  draw_fixture_key (fixture->widget, GDK_KEY_Home, 0);
  first = gtk_root_get_focus (GTK_ROOT (fixture->window));
  gtk_test_accessible_assert_role (first, GTK_ACCESSIBLE_ROLE_GRID_CELL);
  draw_fixture_key (fixture->widget, GDK_KEY_Up, 0);
  second = gtk_root_get_focus (GTK_ROOT (fixture->window));
  g_assert_true (first != second);
  g_assert_true (gtk_widget_get_parent (second) == fixture->widget);
  label = prof_heatmap_view_describe (fixture->view, ROW, 2 * ROW);
  g_assert_true (g_str_has_prefix (label, "0.02 s to 0.04 s, "));
  gtk_test_accessible_assert_property (second, GTK_ACCESSIBLE_PROPERTY_LABEL, label);

  /* It lies over the cell. */
  draw_fixture_wait (50);
  {
    graphene_rect_t bounds;
    double point[2];

    get_point (fixture, ROW, point);
    g_assert_true (gtk_widget_compute_bounds (second, fixture->widget, &bounds));
    g_assert_true (
        graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT (point[0], point[1])));
  }

  /* One stop for Tab. */
  g_assert_false (gtk_widget_child_focus (fixture->widget, GTK_DIR_TAB_FORWARD));
}

/* Real events, through the display server. */
static gboolean
run_xdotool (const char *first, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  va_list list;
  int status = -1;

  g_ptr_array_add (argv, (gpointer) "xdotool");
  va_start (list, first);
  for (const char *word = first; word; word = va_arg (list, const char *))
    g_ptr_array_add (argv, (gpointer) word);
  va_end (list);
  g_ptr_array_add (argv, NULL);

  return g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                       NULL, &status, NULL) &&
         g_spawn_check_wait_status (status, NULL);
}

static void
move_pointer (const double *point)
{
  g_autofree char *x = g_strdup_printf ("%d", (int) point[0]);
  g_autofree char *y = g_strdup_printf ("%d", (int) point[1]);

  g_assert_true (run_xdotool ("mousemove", x, y, NULL));
  draw_fixture_wait (60);
}

static void
test_pointer (Fixture *fixture, gconstpointer data)
{
  double point[2];
  double before;

  if (!run_xdotool ("mousemove", "--sync", "600", "250", NULL))
    {
      g_test_skip ("there is no xdotool");
      return;
    }

  draw_fixture_wait (100);
  get_point (fixture, 10 * SECOND, point);
  move_pointer (point);
  run_xdotool ("click", "1", NULL);
  draw_fixture_wait (100);
  assert_range (fixture, 10 * SECOND, 10 * SECOND + ROW);

  get_point (fixture, 13 * SECOND + 4 * ROW, point);
  move_pointer (point);
  run_xdotool ("keydown", "shift", "click", "1", "keyup", "shift", NULL);
  draw_fixture_wait (100);
  assert_range (fixture, 10 * SECOND, 13 * SECOND + 5 * ROW);

  /* To the other side, the far end stays. */
  get_point (fixture, 9 * SECOND, point);
  move_pointer (point);
  run_xdotool ("keydown", "shift", "click", "1", "keyup", "shift", NULL);
  draw_fixture_wait (100);
  assert_range (fixture, 9 * SECOND, 13 * SECOND + 5 * ROW);

  /* A drag of the real pointer. */
  get_point (fixture, 40 * SECOND + 10 * ROW, point);
  move_pointer (point);
  run_xdotool ("mousedown", "1", NULL);
  get_point (fixture, 42 * SECOND, point);
  move_pointer (point);
  get_point (fixture, 45 * SECOND + 20 * ROW, point);
  move_pointer (point);
  run_xdotool ("mouseup", "1", NULL);
  draw_fixture_wait (100);
  assert_range (fixture, 40 * SECOND + 10 * ROW, 45 * SECOND + 21 * ROW);

  /* Ctrl and wheel widens what is under the pointer, the wheel alone pans. */
  run_xdotool ("keydown", "ctrl", "click", "4", "keyup", "ctrl", NULL);
  draw_fixture_wait (100);
  get_point (fixture, 45 * SECOND + 20 * ROW, point);
  before = point[0];
  run_xdotool ("click", "4", NULL);
  draw_fixture_wait (100);
  get_point (fixture, 45 * SECOND + 20 * ROW, point);
  g_assert_cmpfloat (point[0], >, before + 10);
}

int
main (int argc, char *argv[])
{
  draw_fixture_init (&argc, &argv);

#define ADD(name, function)                                                                        \
  g_test_add ("/heatmap-view/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("geometry", test_geometry);
  ADD ("pixels", test_pixels);
  ADD ("click", test_click);
  ADD ("drag", test_drag);
  ADD ("keys", test_keys);
  ADD ("actions", test_actions);
  ADD ("hover", test_hover);
  ADD ("live", test_live);
  ADD ("legend", test_legend);
  ADD ("markers", test_markers);
  ADD ("accessible", test_accessible);
  ADD ("pointer", test_pointer);

  return g_test_run ();
}
