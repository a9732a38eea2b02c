/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "window-fixture.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/format-value.h"
#include "app/about.h"
#include "app/attach-dialog.h"
#include "app/functions-page.h"
#include "app/process-item.h"
#include "app/start-page.h"
#include "app/status-bar.h"
#include "app/tree-level.h"
#include "app/tree-page.h"
#include "formats/import.h"
#include "profile/profile.h"

/* The same numbers, made without the window. */
typedef struct {
  ProfProfile *profile;
  ProfSnapshot *snapshot;
  ProfQuery *query;
  ProfFilter *filter;
  ProfCallTree *tree;
  ProfRangeTotals *totals;
} Truth;

static void
truth_init (Truth *self, const char *path, ProfQuery *query)
{
  g_autoptr (GError) error = NULL;
  gint64 start, end;

  self->profile = prof_profile_new ();
  prof_import_file (path, NULL, prof_profile_sink, self->profile, NULL, NULL, &error);
  g_assert_no_error (error);
  self->snapshot = prof_profile_snapshot (self->profile);
  self->query = prof_query_ref (query);
  self->filter = prof_filter_new (self->snapshot, query, &error);
  g_assert_no_error (error);
  self->tree = prof_call_tree_new (self->snapshot, self->filter, query);
  self->totals = prof_range_totals_new ();
  prof_query_get_range (query, self->snapshot, &start, &end);
  prof_range_totals_update (self->totals, self->snapshot, start, end);
  prof_call_tree_set_totals (self->tree, self->totals);
}

static void
truth_clear (Truth *self)
{
  prof_range_totals_free (self->totals);
  prof_call_tree_unref (self->tree);
  prof_filter_unref (self->filter);
  prof_query_unref (self->query);
  prof_snapshot_unref (self->snapshot);
  prof_profile_free (self->profile);
}

static ProfSelection *
get_selection (ProfWindow *window)
{
  return prof_profile_view_get_selection (prof_window_get_profile_view (window));
}

static ProfAnalyzer *
get_analyzer (ProfWindow *window)
{
  return prof_profile_view_get_analyzer (prof_window_get_profile_view (window));
}

static void
assert_shows (ProfWindow *window, const char *path)
{
  ProfAnalyzer *analyzer = get_analyzer (window);
  ProfCallTree *tree = prof_analyzer_get_tree (analyzer);
  GArray *functions = prof_analyzer_get_functions (analyzer);
  ProfStatusBar *status = find_widget (GTK_WIDGET (window), PROF_TYPE_STATUS_BAR);
  g_autoptr (GArray) expected = NULL;
  g_autofree char *count = NULL;
  Truth truth;

  truth_init (&truth, path, prof_selection_get_query (get_selection (window)));
  g_assert_cmpuint (tree->n_nodes, ==, truth.tree->n_nodes);
  g_assert_cmpmem (tree->total, tree->n_nodes * sizeof *tree->total, truth.tree->total,
                   tree->n_nodes * sizeof *tree->total);
  g_assert_cmpmem (tree->self_count, tree->n_nodes * sizeof *tree->self_count,
                   truth.tree->self_count, tree->n_nodes * sizeof *tree->self_count);

  expected = prof_functions_from_tree (truth.tree);
  g_assert_cmpuint (functions->len, ==, expected->len);
  for (guint i = 0; i < expected->len; i++)
    {
      const ProfFunctionTotal *a = &g_array_index (functions, ProfFunctionTotal, i);
      const ProfFunctionTotal *b = &g_array_index (expected, ProfFunctionTotal, i);

      g_assert_cmpuint (a->function, ==, b->function);
      g_assert_cmpuint (a->self, ==, b->self);
      g_assert_cmpuint (a->total, ==, b->total);
    }

  count = prof_format_count (truth.tree->total_count[0]);
  g_assert_nonnull (strstr (prof_status_bar_get_text (status), count));
  truth_clear (&truth);
}

static void
collect_action (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_ACTIONABLE (widget) &&
      gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) != NULL)
    g_hash_table_add (data, g_strdup (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget))));
}

static void
test_start_page (void)
{
  static const char *const ways[] = { "win.record-attach", "win.record-launch", "win.record-system",
                                      "win.open", "win.open-example" };
  g_autoptr (GHashTable) actions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ProfWindow *window = fixture_new_window ();
  GtkWidget *page = find_widget (GTK_WIDGET (window), PROF_TYPE_START_PAGE);

  g_assert_nonnull (page);
  g_assert_true (gtk_widget_get_mapped (page));
  for_each_widget (page, collect_action, actions);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    g_assert_true (g_hash_table_contains (actions, ways[i]));
  g_assert_false (prof_window_is_occupied (window));
  fixture_destroy_window (window);
}

static void
test_open (void)
{
  ProfWindow *window = fixture_open (fixture_example ());
  ProfStatusBar *status = find_widget (GTK_WIDGET (window), PROF_TYPE_STATUS_BAR);
  const ProfSummary *summary = prof_analyzer_get_summary (get_analyzer (window));
  g_autofree char *named = NULL;

  assert_shows (window, fixture_example ());
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "example.profcap – Profiler");
  g_assert_cmpstr (prof_status_bar_get_text (status), ==, "23.2 s · 5,552 samples · 2 processes");
  named = prof_format_share (1 - summary->unnamed_frames / (double) summary->frame_occurrences);
  g_assert_nonnull (strstr (prof_status_bar_get_quality (status), "0 lost"));
  g_assert_nonnull (strstr (prof_status_bar_get_quality (status), named));
  g_assert_false (prof_window_is_occupied (window));
  fixture_destroy_window (window);
}

static gboolean
is_dialog_there (gpointer data)
{
  return find_toplevel (ADW_TYPE_MESSAGE_DIALOG) != NULL;
}

static void
test_open_failure (void)
{
  ProfWindow *window = fixture_new_window ();
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "not-a-profile", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  AdwMessageDialog *dialog;

  g_assert_true (g_file_set_contents (path, "nothing of the kind\n", -1, NULL));
  prof_window_open (window, file);
  wait_for (is_dialog_there, NULL, "an error message");
  dialog = find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (strstr (adw_message_dialog_get_heading (dialog), "not-a-profile"));
  g_assert_cmpuint (strlen (adw_message_dialog_get_body (dialog)), >, 10);
  g_assert_null (prof_window_get_document (window));
  adw_message_dialog_response (dialog, "close");
  settle ();
  g_unlink (path);
  fixture_destroy_window (window);
}

static void
test_selection (void)
{
  static const gint64 ranges[][2] = {
    { 4000000000, 8000000000 },
    { 4100000000, 8100000000 },
    { 0, 1 },
    { 22000000000, 40000000000 },
  };
  ProfWindow *window = fixture_open (fixture_example ());
  ProfSelection *selection = get_selection (window);

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      prof_selection_set_range (selection, ranges[i][0], ranges[i][1]);
      /* A small profile is computed at once: there is no moment in which views lag behind. */
      assert_shows (window, fixture_example ());
    }

  prof_selection_set_process_shown (selection, 0, FALSE);
  fixture_wait_idle (window);
  assert_shows (window, fixture_example ());
  prof_selection_set_kind_shown (selection, PROF_FRAME_KERNEL, FALSE);
  prof_selection_clear_range (selection);
  fixture_wait_idle (window);
  assert_shows (window, fixture_example ());

  prof_selection_undo (selection);
  fixture_wait_idle (window);
  assert_shows (window, fixture_example ());
  fixture_destroy_window (window);
}

/* Expansion and selection survive moved ranges and trees that are built anew. */
static void
test_tree (void)
{
  ProfWindow *window = fixture_open (fixture_example ());
  ProfTreePage *page = find_widget (GTK_WIDGET (window), PROF_TYPE_TREE_PAGE);
  GListModel *rows;
  g_autoptr (GtkTreeListRow) all = NULL;
  g_autoptr (GtkTreeListRow) first = NULL;
  g_autoptr (ProfTreeNode) root = NULL;
  g_autoptr (ProfTreeNode) process = NULL;
  guint n_before;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "tree");
  settle ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (page)));
  rows = prof_tree_page_get_rows (page);
  /* The heaviest path is open. */
  g_assert_cmpuint (g_list_model_get_n_items (rows), >, 4);

  all = g_list_model_get_item (rows, 0);
  root = gtk_tree_list_row_get_item (all);
  g_assert_cmpuint (prof_tree_node_get_node (root), ==, 0);
  first = g_list_model_get_item (rows, 1);
  process = gtk_tree_list_row_get_item (first);
  g_assert_true (gtk_tree_list_row_get_expanded (first));

  /* Rows are in order of their totals at every level. */
  for (guint i = 1; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) a = g_list_model_get_item (rows, i - 1);
      g_autoptr (GtkTreeListRow) b = g_list_model_get_item (rows, i);
      g_autoptr (ProfTreeNode) x = gtk_tree_list_row_get_item (a);
      g_autoptr (ProfTreeNode) y = gtk_tree_list_row_get_item (b);
      const ProfCallTree *tree = prof_tree_node_get_tree (x);

      if (gtk_tree_list_row_get_depth (a) == gtk_tree_list_row_get_depth (b))
        g_assert_cmpuint (tree->total[prof_tree_node_get_node (x)], >=,
                          tree->total[prof_tree_node_get_node (y)]);
    }

  n_before = g_list_model_get_n_items (rows);
  prof_selection_set_range (get_selection (window), 4000000000, 9000000000);
  settle ();
  g_assert_true (gtk_tree_list_row_get_expanded (first));
  prof_selection_set_kind_shown (get_selection (window), PROF_FRAME_KERNEL, FALSE);
  fixture_wait_idle (window);
  g_assert_true (gtk_tree_list_row_get_expanded (first));
  g_assert_true (gtk_tree_list_row_get_item (first) == (gpointer) process);
  g_object_unref (process);

  prof_selection_set_kind_shown (get_selection (window), PROF_FRAME_KERNEL, TRUE);
  prof_selection_clear_range (get_selection (window));
  fixture_wait_idle (window);
  g_assert_cmpuint (g_list_model_get_n_items (rows), >, n_before / 2);

  /* A node that is deep down can be shown. */
  {
    ProfCallTree *tree = prof_analyzer_get_tree (get_analyzer (window));
    guint32 deepest = 0;

    for (guint32 node = 0; node < tree->n_nodes; node++)
      if (tree->depth[node] > tree->depth[deepest])
        deepest = node;
    prof_tree_page_reveal (page, deepest);
    settle ();
    g_assert_cmpuint (g_list_model_get_n_items (rows), >, tree->depth[deepest]);
  }
  fixture_destroy_window (window);
}

static void
test_functions (void)
{
  ProfWindow *window = fixture_open (fixture_example ());
  ProfFunctionsPage *page = find_widget (GTK_WIDGET (window), PROF_TYPE_FUNCTIONS_PAGE);
  GListModel *rows = prof_functions_page_get_rows (page);
  GArray *functions;
  guint n_all;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "functions");
  settle ();
  functions = prof_analyzer_get_functions (get_analyzer (window));
  n_all = g_list_model_get_n_items (rows);
  g_assert_cmpuint (n_all, ==, functions->len);
  for (guint i = 0; i < n_all; i++)
    {
      g_autoptr (ProfFunctionItem) item = g_list_model_get_item (rows, i);

      g_assert_cmpuint (prof_function_item_get_total (item)->self, ==,
                        g_array_index (functions, ProfFunctionTotal, i).self);
    }

  prof_selection_set_range (get_selection (window), 4000000000, 5000000000);
  settle ();
  functions = prof_analyzer_get_functions (get_analyzer (window));
  g_assert_cmpuint (functions->len, <, n_all);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, functions->len);

  prof_selection_set_search (get_selection (window), "RENDER_");
  settle ();
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1);
  prof_selection_set_search (get_selection (window), "/^(trace|shade)_/");
  settle ();
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 2);
  prof_selection_set_search (get_selection (window), NULL);
  settle ();
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, functions->len);
  fixture_destroy_window (window);
}

typedef struct {
  GMainLoop *loop;
  gboolean saved;
} Save;

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  Save *save = data;

  save->saved = prof_document_save_finish (PROF_DOCUMENT (source), result, &error);
  g_assert_no_error (error);
  g_main_loop_quit (save->loop);
}

static void
test_save (void)
{
  ProfWindow *window = fixture_open (fixture_example ());
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "copy.profcap", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Save save = { g_main_loop_new (NULL, FALSE), FALSE };

  prof_document_save (prof_window_get_document (window), file, NULL, on_saved, &save);
  g_main_loop_run (save.loop);
  g_main_loop_unref (save.loop);
  g_assert_true (save.saved);
  g_assert_cmpstr (prof_document_get_path (prof_window_get_document (window)), ==, path);
  fixture_destroy_window (window);

  window = fixture_open (path);
  assert_shows (window, fixture_example ());
  fixture_destroy_window (window);
  g_unlink (path);
}

static gboolean
lists_us (gpointer data)
{
  GListModel *model = G_LIST_MODEL (gtk_column_view_get_model (data));

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (ProfProcessItem) item = g_list_model_get_item (model, i);

      if (prof_process_item_get_info (item)->pid == getpid ())
        return TRUE;
    }
  return FALSE;
}

static void
test_attach_dialog (void)
{
  ProfWindow *window = fixture_new_window ();
  GtkWidget *dialog;
  GtkColumnView *view;
  GtkSearchEntry *entry;
  g_autofree char *pid = g_strdup_printf ("%d", (int) getpid ());
  g_autoptr (ProfProcessItem) item = NULL;
  GListModel *model;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.record-attach", NULL);
  settle ();
  dialog = find_toplevel (PROF_TYPE_ATTACH_DIALOG);
  g_assert_nonnull (dialog);
  view = find_widget (dialog, GTK_TYPE_COLUMN_VIEW);
  wait_for (lists_us, view, "this process in the list");

  entry = find_widget (dialog, GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), pid);
  g_signal_emit_by_name (entry, "search-changed");
  settle ();
  g_assert_true (lists_us (view));
  model = G_LIST_MODEL (gtk_column_view_get_model (view));
  item = g_list_model_get_item (model, 0);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (ProfProcessItem) other = g_list_model_get_item (model, i);
      const ProfProcessInfo *info = prof_process_item_get_info (other);
      g_autofree char *text =
          g_strdup_printf ("%d %s %s", (int) info->pid, info->name, info->command_line);

      g_assert_nonnull (strstr (text, pid));
    }
  gtk_window_close (GTK_WINDOW (dialog));
  settle ();
  fixture_destroy_window (window);
}

static gboolean
has_samples (gpointer window)
{
  return prof_document_get_snapshot (prof_window_get_document (window))->n_samples > 20;
}

static gboolean
shows_samples (gpointer window)
{
  ProfCallTree *tree = prof_analyzer_get_tree (get_analyzer (window));

  return tree && tree->total_count[0] > 0;
}

static gboolean
has_stopped (gpointer window)
{
  return !prof_document_is_recording (prof_window_get_document (window));
}

static gboolean
is_weak_gone (gpointer pointer)
{
  return *(gpointer *) pointer == NULL;
}

static guint
count_recovery_files (void)
{
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "profiler", "recovery", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (dir && g_dir_read_name (dir))
    n++;
  return n;
}

static void
test_record (void)
{
  const char *workload = g_getenv ("PROF_TEST_WORKLOAD");
  /* What it prints is not for the test's output. */
  const char *command[] = { "/bin/sh", "-c", "exec \"$0\" 60 > /dev/null", workload, NULL };
  g_autoptr (ProfRecordRequest) request = prof_record_request_new ("two-functions");
  ProfWindow *window = fixture_new_window ();
  ProfWindow *weak;
  AdwMessageDialog *dialog;
  gint64 start;

  g_assert_nonnull (workload);
  request->command = g_strdupv ((GStrv) command);
  request->frequency = 999;
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (ProfDocument) probe = prof_document_record (request, &error);

    if (g_error_matches (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_PERMISSION))
      {
        g_test_skip (error->message);
        fixture_destroy_window (window);
        return;
      }
    g_assert_no_error (error);
    prof_document_discard (probe);
  }

  start = g_get_monotonic_time ();
  prof_window_record (window, request);
  g_assert_true (prof_document_is_recording (prof_window_get_document (window)));
  g_assert_true (prof_window_is_occupied (window));
  wait_for (shows_samples, window, "samples in the views");
  g_test_message ("%.0f ms from the start to the first samples in the views",
                  (g_get_monotonic_time () - start) / 1000.);
  wait_for (has_samples, window, "samples");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.pause", NULL);
  g_assert_true (prof_document_is_paused (prof_window_get_document (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pause", NULL);
  g_assert_false (prof_document_is_paused (prof_window_get_document (window)));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  wait_for (has_stopped, window, "the end of the recording");
  fixture_wait_idle (window);
  g_assert_cmpuint (prof_analyzer_get_tree (get_analyzer (window))->total_count[0], ==,
                    prof_document_get_snapshot (prof_window_get_document (window))->n_samples);
  g_assert_true (prof_document_is_unsaved (prof_window_get_document (window)));
  g_assert_cmpuint (count_recovery_files (), ==, 1);

  /* Closing asks, and cancelling keeps everything. */
  gtk_window_close (GTK_WINDOW (window));
  wait_for (is_dialog_there, NULL, "the question");
  dialog = find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_true (adw_message_dialog_has_response (dialog, "save"));
  adw_message_dialog_response (dialog, "cancel");
  settle ();
  g_assert_true (prof_document_is_unsaved (prof_window_get_document (window)));

  weak = window;
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &weak);
  gtk_window_close (GTK_WINDOW (window));
  wait_for (is_dialog_there, NULL, "the question");
  adw_message_dialog_response (find_toplevel (ADW_TYPE_MESSAGE_DIALOG), "discard");
  wait_for (is_weak_gone, &weak, "the window to go");
  g_assert_cmpuint (count_recovery_files (), ==, 0);
}

static gboolean
class_has_action (const char *name)
{
  GtkWidgetClass *klass = g_type_class_ref (PROF_TYPE_WINDOW);
  const char *action, *property;
  const GVariantType *type;
  GType owner;

  for (guint i = 0; gtk_widget_class_query_action (klass, i, &owner, &action, &type, &property);
       i++)
    if (strcmp (action, name) == 0)
      return TRUE;
  return FALSE;
}

static void
test_shortcuts (void)
{
  GtkApplication *app = GTK_APPLICATION (fixture_get_app ());
  ProfWindow *window = fixture_new_window ();
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (app);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_cmpuint (g_strv_length (actions), >, 15);
  for (guint i = 0; actions[i]; i++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (app, actions[i]);
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;
      g_autoptr (GError) error = NULL;

      for (guint j = 0; accels[j]; j++)
        if (!g_hash_table_add (seen, g_strdup (accels[j])))
          g_error ("%s has two meanings", accels[j]);

      g_action_parse_detailed_name (actions[i], &name, &target, &error);
      g_assert_no_error (error);
      if (g_str_has_prefix (name, "app."))
        g_assert_true (g_action_group_has_action (G_ACTION_GROUP (app), name + 4));
      else if (g_str_has_prefix (name, "win.") && strcmp (name, "win.show-help-overlay") != 0)
        g_assert_true (class_has_action (name));
    }
  g_assert_nonnull (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window)));
  fixture_destroy_window (window);
}

static void
check_name (GtkWidget *widget, gpointer data)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  if (!GTK_IS_BUTTON (widget) && !GTK_IS_MENU_BUTTON (widget) && !GTK_IS_LIST_BOX_ROW (widget) &&
      !GTK_IS_CHECK_BUTTON (widget) && !GTK_IS_SEARCH_ENTRY (widget))
    return;
  /* Inside a menu button or a window's controls GTK has its own buttons and names. */
  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent;
       parent = gtk_widget_get_parent (parent))
    if (GTK_IS_MENU_BUTTON (parent) || GTK_IS_WINDOW_CONTROLS (parent) ||
        ADW_IS_VIEW_SWITCHER (parent) || GTK_IS_SEARCH_ENTRY (parent) || GTK_IS_POPOVER (parent) ||
        GTK_IS_DROP_DOWN (parent) || GTK_IS_SEARCH_BAR (parent))
      return;
  if (gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) ||
      gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) ||
      (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget))))
    {
      ++*(guint *) data;
      return;
    }
  g_error ("A %s has no accessible name (action %s)", G_OBJECT_TYPE_NAME (widget),
           GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget))
                                      : "none");
}

static void
test_names (void)
{
  ProfWindow *window = fixture_open (fixture_example ());
  guint n_named = 0;

  for_each_widget (GTK_WIDGET (window), check_name, &n_named);
  g_assert_cmpuint (n_named, >, 25);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.record-attach", NULL);
  settle ();
  for_each_widget (find_toplevel (PROF_TYPE_ATTACH_DIALOG), check_name, &n_named);
  gtk_window_close (find_toplevel (PROF_TYPE_ATTACH_DIALOG));
  settle ();
  fixture_destroy_window (window);
}

static void
test_debug_info (void)
{
  g_autofree char *info = prof_about_get_debug_info ();

  g_assert_nonnull (strstr (info, "Profiler "));
  g_assert_nonnull (strstr (info, "Kernel: Linux"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP there is no display\n");
      return 0;
    }
  adw_init ();

  g_test_add_func ("/window/start-page", test_start_page);
  g_test_add_func ("/window/open", test_open);
  g_test_add_func ("/window/open-failure", test_open_failure);
  g_test_add_func ("/window/selection", test_selection);
  g_test_add_func ("/window/tree", test_tree);
  g_test_add_func ("/window/functions", test_functions);
  g_test_add_func ("/window/save", test_save);
  g_test_add_func ("/window/attach-dialog", test_attach_dialog);
  g_test_add_func ("/window/record", test_record);
  g_test_add_func ("/window/shortcuts", test_shortcuts);
  g_test_add_func ("/window/names", test_names);
  g_test_add_func ("/window/debug-info", test_debug_info);
  return g_test_run ();
}
