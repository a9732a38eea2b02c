/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/start-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/recovery.h"

#define N_RECENT 5
#define N_RECOVERED 3

struct _ProfStartPage {
  AdwBin parent_instance;

  AdwPreferencesGroup *recovery_group;
  AdwPreferencesGroup *recent_group;
  GPtrArray *recovery_rows; /* (unowned) GtkWidget: the group's */
  GPtrArray *recent_rows;
};

G_DEFINE_FINAL_TYPE (ProfStartPage, prof_start_page, ADW_TYPE_BIN)

void
prof_start_page_add_recent (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *command = g_strconcat (g_get_prgname (), " %f", NULL);
  GtkRecentData data = {
    .mime_type = (char *) "application/vnd.example.profiler-capture",
    .app_name = (char *) g_get_application_name (),
    .app_exec = command,
  };

  if (uri)
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
compare_recent (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

static char *
describe_time (GDateTime *time)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) local = g_date_time_to_local (time);

  if (g_date_time_get_year (now) == g_date_time_get_year (local) &&
      g_date_time_get_day_of_year (now) == g_date_time_get_day_of_year (local))
    /* Translators: the time of day, for strftime() */
    return g_date_time_format (local, _ ("Today, %H:%M"));
  /* Translators: a date, for strftime() */
  return g_date_time_format (local, _ ("%-d %B %Y"));
}

static void
clear_group (AdwPreferencesGroup *group, GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_remove (group, g_ptr_array_index (rows, i));
  g_ptr_array_set_size (rows, 0);
}

static GtkWidget *
new_row (const char *path, const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle)
    {
      /* The subtitle is markup whatever the title is. */
      g_autofree char *escaped = g_markup_escape_text (subtitle, -1);

      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
    }
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-path");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", path);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_action_row_set_icon_name (ADW_ACTION_ROW (row), "prof-capture-symbolic");
  return row;
}

static void
fill_recent (ProfStartPage *self)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  const char *home = g_get_home_dir ();

  clear_group (self->recent_group, self->recent_rows);
  items = g_list_sort (items, compare_recent);
  for (GList *l = items; l && self->recent_rows->len < N_RECENT; l = l->next)
    {
      GtkRecentInfo *info = l->data;
      g_autofree char *path = g_filename_from_uri (gtk_recent_info_get_uri (info), NULL, NULL);
      g_autofree char *name = NULL;
      g_autofree char *folder = NULL;
      g_autofree char *shown_folder = NULL;
      g_autofree char *when = NULL;
      g_autofree char *subtitle = NULL;
      GtkWidget *row;

      if (path == NULL || !gtk_recent_info_has_application (info, g_get_application_name ()) ||
          !g_file_test (path, G_FILE_TEST_IS_REGULAR))
        continue;
      name = g_filename_display_basename (path);
      folder = g_path_get_dirname (path);
      if (home && g_str_has_prefix (folder, home) &&
          (folder[strlen (home)] == '/' || folder[strlen (home)] == '\0'))
        shown_folder = g_strconcat ("~", folder + strlen (home), NULL);
      else
        shown_folder = g_filename_display_name (folder);
      when = describe_time (gtk_recent_info_get_modified (info));
      subtitle = g_strdup_printf ("%s · %s", shown_folder, when);
      row = new_row (path, name, subtitle);
      adw_preferences_group_add (self->recent_group, row);
      g_ptr_array_add (self->recent_rows, row);
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  gtk_widget_set_visible (GTK_WIDGET (self->recent_group), self->recent_rows->len > 0);
}

static void
on_discard (GtkButton *button, ProfStartPage *self)
{
  prof_recovery_remove (g_object_get_data (G_OBJECT (button), "path"));
  prof_start_page_refresh (self);
}

static void
fill_recovery (ProfStartPage *self)
{
  g_autoptr (GPtrArray) paths = prof_recovery_list ();

  clear_group (self->recovery_group, self->recovery_rows);
  for (guint i = 0; i < MIN (paths->len, N_RECOVERED); i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr (GDateTime) time = prof_recovery_get_time (path);
      g_autofree char *when = describe_time (time);
      GtkWidget *row = new_row (path, _ ("Interrupted Recording"), when);
      GtkWidget *discard = gtk_button_new_with_mnemonic (_ ("_Discard"));
      GtkWidget *open = gtk_button_new_with_mnemonic (_ ("_Open"));

      gtk_widget_set_valign (discard, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (discard, "flat");
      g_object_set_data_full (G_OBJECT (discard), "path", g_strdup (path), g_free);
      g_signal_connect_object (discard, "clicked", G_CALLBACK (on_discard), self, 0);
      gtk_widget_set_valign (open, GTK_ALIGN_CENTER);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open-path");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (open), "s", path);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), discard);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), open);
      adw_preferences_group_add (self->recovery_group, row);
      g_ptr_array_add (self->recovery_rows, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->recovery_group), self->recovery_rows->len > 0);
}

void
prof_start_page_refresh (ProfStartPage *self)
{
  fill_recent (self);
  fill_recovery (self);
}

static void
prof_start_page_finalize (GObject *object)
{
  ProfStartPage *self = PROF_START_PAGE (object);

  g_ptr_array_unref (self->recovery_rows);
  g_ptr_array_unref (self->recent_rows);
  G_OBJECT_CLASS (prof_start_page_parent_class)->finalize (object);
}

static void
prof_start_page_class_init (ProfStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = prof_start_page_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/example/Profiler/start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfStartPage, recovery_group);
  gtk_widget_class_bind_template_child (widget_class, ProfStartPage, recent_group);
}

static void
prof_start_page_init (ProfStartPage *self)
{
  self->recovery_rows = g_ptr_array_new ();
  self->recent_rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (prof_start_page_refresh), self, G_CONNECT_SWAPPED);
  prof_start_page_refresh (self);
}
