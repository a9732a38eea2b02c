/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-fixture.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/filter.h"
#include "profile/builder.h"
#include "profile/range-totals.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
#define DURATION (60 * SECOND)

void
draw_fixture_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP there is no display\n");
      exit (0);
    }
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

typedef struct {
  const char *process;
  int pid;
  double weight;
  ProfFrameKind kinds[4]; /* from the root on: how the stacks change */
} Workload;

static const Workload workloads[] = {
  { "python3",
    4121,
    44,
    { PROF_FRAME_PYTHON, PROF_FRAME_PYTHON, PROF_FRAME_NATIVE, PROF_FRAME_NATIVE } },
  { "postgres",
    812,
    25,
    { PROF_FRAME_NATIVE, PROF_FRAME_NATIVE, PROF_FRAME_NATIVE, PROF_FRAME_KERNEL } },
  { "nginx",
    2211,
    15,
    { PROF_FRAME_NATIVE, PROF_FRAME_NATIVE, PROF_FRAME_INLINED, PROF_FRAME_KERNEL } },
  { "node", 991, 11, { PROF_FRAME_NATIVE, PROF_FRAME_JIT, PROF_FRAME_JIT, PROF_FRAME_NATIVE } },
  { "kworker",
    9,
    5,
    { PROF_FRAME_KERNEL, PROF_FRAME_KERNEL, PROF_FRAME_KERNEL, PROF_FRAME_KERNEL } },
};

static const char *const names[PROF_N_FRAME_KINDS][12] = {
  [PROF_FRAME_NATIVE] = { "ExecScan", "malloc", "SSL_read", "_int_free", "heap_getnext",
                          "hash_search", "main", "tuplesort_performsort", "PyObject_Vectorcall",
                          "memcpy", "ngx_http_process_request", "_PyEval_EvalFrameDefault" },
  [PROF_FRAME_KERNEL] = { "do_syscall_64", "copy_user_enhanced_fast_string", "__alloc_pages",
                          "tcp_sendmsg", "vfs_read", "ext4_file_read_iter", "schedule",
                          "clear_page_erms", "handle_mm_fault", "ksys_read", "futex_wait",
                          "kfree" },
  [PROF_FRAME_PYTHON] = { "handle_request", "validate", "render", "list_sort", "authenticate",
                          "iterencode", "encode", "dumps", "<module>", "run", "get_queryset",
                          "save" },
  [PROF_FRAME_JIT] = { "onRequest", "route", "parseBody", "onReadable", "JSON.parse", "render",
                       "compile", "emit", "next", "done", "forEach", "reduce" },
  [PROF_FRAME_INLINED] = { "std::vector<int>::push_back", "min", "swap", "operator[]", "begin",
                           "end", "ngx_str_set", "list_add", "hash", "probe", "load", "store" },
};

static guint32
add_function (ProfBuilder *builder, ProfFrameKind kind, const char *name)
{
  static const char *const modules[PROF_N_FRAME_KINDS] = {
    [PROF_FRAME_NATIVE] = "/usr/lib/libexample.so.1",
    [PROF_FRAME_KERNEL] = "[kernel]",
    [PROF_FRAME_PYTHON] = "app",
    [PROF_FRAME_JIT] = "[jit]",
    [PROF_FRAME_INLINED] = "/usr/lib/libexample.so.1",
  };
  ProfFunctionRow row = {
    .name = prof_builder_string (builder, name, -1),
    .module = prof_builder_string (builder, modules[kind], -1),
    .kind = kind,
    .carrier = kind == PROF_FRAME_INLINED ? PROF_FRAME_NATIVE : kind,
  };

  if (kind == PROF_FRAME_PYTHON)
    {
      row.file = prof_builder_string (builder, "app/views.py", -1);
      row.line = 42;
    }

  return prof_builder_function (builder, &row);
}

/* A walk down a tree that is always the same: at each call there are up to three callees, the first
 * much likelier than the others. */
static guint32
random_stack (ProfBuilder *builder, GRand *random, const Workload *workload)
{
  guint32 path = workload->pid * 2654435761u;
  guint32 stack = 0;

  if (workload->pid == 2211 && g_rand_double (random) < 0.06)
    {
      ProfFunctionRow row = { .name = prof_builder_string (builder, "[truncated]", -1),
                              .kind = PROF_FRAME_TRUNCATED,
                              .carrier = PROF_FRAME_TRUNCATED };

      return prof_builder_stack (
          builder, 0, prof_builder_frame (builder, prof_builder_function (builder, &row), 0));
    }

  for (guint depth = 0; depth < 24; depth++)
    {
      double pick = g_rand_double (random);
      guint callee = pick < 0.62 ? 0 : pick < 0.88 ? 1 : 2;
      ProfFrameKind kind = workload->kinds[MIN (3, depth / 2)];
      guint32 function;

      path = (path ^ callee) * 16777619u;
      path ^= path >> 13;
      if (depth > 3 && path % 100 < 14)
        kind = PROF_FRAME_INLINED;
      else if (depth > 4 && path % 100 < 26)
        kind = PROF_FRAME_KERNEL;

      function = add_function (builder, kind, names[kind][(path >> 8) % 12]);
      stack = prof_builder_stack (builder, stack, prof_builder_frame (builder, function, 0));
      if (depth > 1 && g_rand_double (random) < 0.1 + depth * 0.012)
        break;
    }

  return stack;
}

/* Busy and calm stretches, so that the heat map has something to show. */
static double
load_at (double t)
{
  double load = 0.35 + 0.12 * sin (t * 1.3) + 0.08 * sin (t * 0.31 + 1);

  if (t > 28 && t < 33)
    load *= 0.25;
  if (t > 44 && t < 45)
    load = fmod (t, 1) > 0.4 ? 1 : 0.2;
  if (t > 49 && t < 53)
    load *= 0.12;

  return load;
}

ProfSnapshot *
draw_fixture_profile (guint n_samples)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfBatch) batch = NULL;
  GRand *random = g_rand_new_with_seed (7);
  guint32 threads[G_N_ELEMENTS (workloads)];
  guint32 event = prof_builder_event (builder, "cpu-clock", "samples");
  guint made = 0;

  for (guint i = 0; i < G_N_ELEMENTS (workloads); i++)
    {
      ProfProcessRow process = { .start = PROF_TIME_UNKNOWN,
                                 .end = PROF_TIME_UNKNOWN,
                                 .pid = workloads[i].pid,
                                 .ppid = 1,
                                 .name = prof_builder_string (builder, workloads[i].process, -1) };
      ProfThreadRow thread = { .start = PROF_TIME_UNKNOWN,
                               .end = PROF_TIME_UNKNOWN,
                               .tid = workloads[i].pid,
                               .name = process.name };

      thread.process = prof_builder_process (builder, &process);
      threads[i] = prof_builder_thread (builder, &thread);
    }

  while (made < n_samples)
    {
      gint64 time = (gint64) (g_rand_double (random) * DURATION);
      double pick = g_rand_double (random) * 100;
      guint i = 0;

      if (g_rand_double (random) > load_at ((double) time / SECOND))
        continue;
      while (i + 1 < G_N_ELEMENTS (workloads) && pick >= workloads[i].weight)
        pick -= workloads[i++].weight;

      prof_builder_sample (builder, time,
                           prof_builder_origin (builder, threads[i],
                                                random_stack (builder, random, &workloads[i]),
                                                event),
                           1);
      made++;
    }

  prof_builder_marker (
      builder, &(ProfMarkerRow){
                   .time = 8 * SECOND, .end = 8 * SECOND, .process = 3, .kind = PROF_MARKER_EXEC });
  prof_builder_marker (builder,
                       &(ProfMarkerRow){ .time = 44 * SECOND,
                                         .end = 44 * SECOND,
                                         .process = PROF_NO_ID,
                                         .kind = PROF_MARKER_NOTE,
                                         .text = prof_builder_string (builder, "deploy 2.4", -1) });
  prof_builder_marker (builder, &(ProfMarkerRow){ .time = 52 * SECOND,
                                                  .end = 52 * SECOND,
                                                  .value = 120,
                                                  .process = PROF_NO_ID,
                                                  .kind = PROF_MARKER_LOST });
  g_rand_free (random);

  batch = prof_builder_take_batch (builder);
  prof_profile_apply (profile, batch, &error);
  g_assert_no_error (error);

  return prof_profile_snapshot (profile);
}

ProfCallTree *
draw_fixture_tree (ProfSnapshot *snapshot, gint64 start, gint64 end)
{
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (ProfFilter) filter = NULL;
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  ProfCallTree *tree;

  query->grouping = PROF_GROUP_PROCESS;
  filter = prof_filter_new (snapshot, query, NULL);
  tree = prof_call_tree_new (snapshot, filter, query);
  prof_range_totals_update (totals, snapshot, start, end);
  prof_call_tree_set_totals (tree, totals);

  return tree;
}

ProfHeatmap *
draw_fixture_heatmap (ProfSnapshot *snapshot, gint64 column_ns, guint n_rows)
{
  ProfHeatmap *heatmap = prof_heatmap_new (0, column_ns, n_rows);

  prof_heatmap_fill (heatmap, snapshot, NULL, snapshot->first_time, snapshot->end_time);
  return heatmap;
}

static gboolean
quit_loop (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

void
draw_fixture_wait (guint milliseconds)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_timeout_add (milliseconds, quit_loop, loop);
  g_main_loop_run (loop);
}

GtkWidget *
draw_fixture_window (GtkWidget *child, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < 100 && gtk_widget_get_width (child) < width; i++)
    draw_fixture_wait (20);

  return window;
}

void
draw_fixture_set_dark (gboolean dark)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                           : ADW_COLOR_SCHEME_FORCE_LIGHT);
  draw_fixture_wait (50);
}

cairo_surface_t *
draw_fixture_render (GtkWidget *widget)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GdkRGBA background = prof_palette_to_rgba (prof_palette_chrome (dark)->background, 1);

  gdk_cairo_set_source_rgba (cr, &background);
  cairo_paint (cr);

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node)
    gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  return surface;
}

guint32
draw_fixture_pixel (cairo_surface_t *surface, double x, double y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  g_assert_cmpfloat (x, >=, 0);
  g_assert_cmpfloat (y, >=, 0);
  g_assert_cmpfloat (x, <, cairo_image_surface_get_width (surface));
  g_assert_cmpfloat (y, <, cairo_image_surface_get_height (surface));

  return *(const guint32 *) (const void *) (data + (int) y * stride + (int) x * 4);
}

GtkEventController *
draw_fixture_controller (GtkWidget *widget, GType type, guint n)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type) && n-- == 0)
        return controller; /* the widget keeps it */
    }

  g_assert_not_reached ();
}

gboolean
draw_fixture_key (GtkWidget *widget, guint key, GdkModifierType state)
{
  gboolean handled = FALSE;

  g_signal_emit_by_name (draw_fixture_controller (widget, GTK_TYPE_EVENT_CONTROLLER_KEY, 0),
                         "key-pressed", key, 0, state, &handled);
  return handled;
}

void
draw_fixture_motion (GtkWidget *widget, double x, double y)
{
  g_signal_emit_by_name (draw_fixture_controller (widget, GTK_TYPE_EVENT_CONTROLLER_MOTION, 0),
                         "motion", x, y);
}

void
draw_fixture_drag (GtkWidget *widget, const double *points, guint n_points)
{
  GtkEventController *drag = draw_fixture_controller (widget, GTK_TYPE_GESTURE_DRAG, 0);
  double dx = 0;
  double dy = 0;

  g_signal_emit_by_name (drag, "drag-begin", points[0], points[1]);
  for (guint i = 1; i < n_points; i++)
    {
      dx = points[2 * i] - points[0];
      dy = points[2 * i + 1] - points[1];
      g_signal_emit_by_name (drag, "drag-update", dx, dy);
    }
  g_signal_emit_by_name (drag, "drag-end", dx, dy);
}
