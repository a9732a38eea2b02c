/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/application.h"

#include <glib/gi18n.h>

#include "app/about.h"
#include "app/profiler-resources.h"
#include "app/recovery.h"
#include "app/settings.h"
#include "app/window.h"
#include "prof-config.h"

struct _ProfApplication {
  AdwApplication parent_instance;
  GSettings *settings; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (ProfApplication, prof_application, ADW_TYPE_APPLICATION)

static const struct {
  const char *action;
  const char *accels[4];
} shortcuts[] = {
  { "app.quit", { "<Control>q" } },           { "app.new-window", { "<Control>n" } },
  { "win.open", { "<Control>o" } },           { "win.save", { "<Control>s" } },
  { "win.save-as", { "<Control><Shift>s" } }, { "win.record-attach", { "<Control>r" } },
  { "win.record-launch", { "<Control>l" } },  { "win.record-system", { "<Control><Shift>r" } },
  { "win.stop", { "<Control>period" } },      { "win.pause", { "<Control>comma" } },
  { "win.search", { "<Control>f" } },         { "win.toggle-sidebar", { "F9" } },
  { "win.view::flame", { "<Alt>1" } },        { "win.view::tree", { "<Alt>2" } },
  { "win.view::functions", { "<Alt>3" } },    { "win.select-back", { "<Alt>Left" } },
  { "win.select-forward", { "<Alt>Right" } }, { "win.show-help-overlay", { "<Control>question" } },
  { "window.close", { "<Control>w" } },
};

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkApplication *app = user_data;
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (app));

  /* Each window may ask about what is unsaved; the program ends with the last one. */
  for (GList *l = windows; l; l = l->next)
    gtk_window_close (l->data);
}

static void
on_new_window (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (prof_window_new (user_data)));
}

static void
on_about (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  prof_about_present (gtk_application_get_active_window (user_data));
}

static const GActionEntry actions[] = {
  { "quit", on_quit },
  { "new-window", on_new_window },
  { "about", on_about },
};

static void
prof_application_startup (GApplication *app)
{
  g_resources_register (prof_app_get_resource ());

  G_APPLICATION_CLASS (prof_application_parent_class)->startup (app);

  g_action_map_add_action_entries (G_ACTION_MAP (app), actions, G_N_ELEMENTS (actions), app);
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (app), shortcuts[i].action,
                                           shortcuts[i].accels);
  gtk_window_set_default_icon_name (PROF_APP_ID);
}

static void
prof_application_activate (GApplication *app)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (app));

  if (window == NULL)
    window = GTK_WINDOW (prof_window_new (PROF_APPLICATION (app)));
  gtk_window_present (window);
}

static void
prof_application_open (GApplication *app, GFile **files, int n_files, const char *hint)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (app));

  for (int i = 0; i < n_files; i++)
    {
      ProfWindow *window = NULL;

      if (PROF_IS_WINDOW (active) && !prof_window_is_occupied (PROF_WINDOW (active)))
        window = PROF_WINDOW (active);
      else
        window = prof_window_new (PROF_APPLICATION (app));
      active = NULL;
      prof_window_open (window, files[i]);
      gtk_window_present (GTK_WINDOW (window));
    }
}

static void
prof_application_finalize (GObject *object)
{
  ProfApplication *self = PROF_APPLICATION (object);

  g_clear_object (&self->settings);
  G_OBJECT_CLASS (prof_application_parent_class)->finalize (object);
}

static void
prof_application_class_init (ProfApplicationClass *klass)
{
  GApplicationClass *app_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = prof_application_finalize;
  app_class->startup = prof_application_startup;
  app_class->activate = prof_application_activate;
  app_class->open = prof_application_open;
}

static void
prof_application_init (ProfApplication *self)
{
  self->settings = prof_settings_new ();
}

ProfApplication *
prof_application_new (GApplicationFlags flags)
{
  return g_object_new (PROF_TYPE_APPLICATION, "application-id", PROF_APP_ID, "resource-base-path",
                       "/org/example/Profiler", "flags", G_APPLICATION_HANDLES_OPEN | flags, NULL);
}

GSettings *
prof_application_get_settings (ProfApplication *self)
{
  g_return_val_if_fail (PROF_IS_APPLICATION (self), NULL);
  return self->settings;
}
