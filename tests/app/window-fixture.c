/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "window-fixture.h"

#define PATIENCE (60 * G_USEC_PER_SEC)

static gboolean
on_tick (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
wait_for (ConditionFunc condition, gpointer data, const char *what)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  /* A condition may come true by the clock alone. */
  guint tick = g_timeout_add (10, on_tick, NULL);

  while (!condition (data))
    {
      if (g_get_monotonic_time () > end)
        g_error ("Waited in vain for %s", what);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (tick);
}

void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

ProfApplication *
fixture_get_app (void)
{
  static ProfApplication *app;

  if (app == NULL)
    {
      g_autoptr (GError) error = NULL;

      app = prof_application_new (G_APPLICATION_NON_UNIQUE);
      g_application_register (G_APPLICATION (app), NULL, &error);
      g_assert_no_error (error);
      g_application_set_default (G_APPLICATION (app));
    }
  return app;
}

ProfWindow *
fixture_new_window (void)
{
  ProfWindow *window = prof_window_new (fixture_get_app ());

  gtk_window_present (GTK_WINDOW (window));
  settle ();
  return window;
}

void
fixture_destroy_window (ProfWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  settle ();
}

static gboolean
is_open (gpointer window)
{
  return prof_window_get_document (window) != NULL;
}

static gboolean
is_idle (gpointer window)
{
  ProfAnalyzer *analyzer = prof_profile_view_get_analyzer (prof_window_get_profile_view (window));

  return prof_analyzer_get_tree (analyzer) && !prof_analyzer_is_busy (analyzer);
}

void
fixture_wait_idle (ProfWindow *window)
{
  settle ();
  wait_for (is_idle, window, "the analyzer");
  settle ();
}

ProfWindow *
fixture_open (const char *path)
{
  ProfWindow *window = fixture_new_window ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  prof_window_open (window, file);
  wait_for (is_open, window, path);
  fixture_wait_idle (window);
  return window;
}

const char *
fixture_example (void)
{
  return g_test_get_filename (G_TEST_DIST, "..", "data", "example.profcap", NULL);
}

void
for_each_widget (GtkWidget *root, WidgetFunc func, gpointer data)
{
  GQueue widgets = G_QUEUE_INIT;
  GtkWidget *widget;

  g_queue_push_tail (&widgets, root);
  while ((widget = g_queue_pop_head (&widgets)))
    {
      func (widget, data);
      for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
           child = gtk_widget_get_next_sibling (child))
        g_queue_push_tail (&widgets, child);
    }
}

typedef struct {
  GType type;
  GtkWidget *found;
} Search;

static void
match_type (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (search->found == NULL && g_type_is_a (G_OBJECT_TYPE (widget), search->type))
    search->found = widget;
}

gpointer
find_widget (GtkWidget *root, GType type)
{
  Search search = { type, NULL };

  for_each_widget (root, match_type, &search);
  return search.found;
}

gpointer
find_toplevel (GType type)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *l = toplevels; l; l = l->next)
    if (g_type_is_a (G_OBJECT_TYPE (l->data), type) && gtk_widget_get_visible (l->data))
      return l->data;
  return NULL;
}
