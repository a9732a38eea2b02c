/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/settings.h"

G_DEFINE_FINAL_TYPE (ProfWindow, prof_window, ADW_TYPE_APPLICATION_WINDOW)

enum { PROP_VIEW = 1, PROP_SHOW_SIDEBAR, PROP_SEARCH_ACTIVE, PROP_PAUSED, N_PROPS };

static GParamSpec *props[N_PROPS];

ProfDocument *
prof_window_get_document (ProfWindow *self)
{
  return self->document;
}

ProfProfileView *
prof_window_get_profile_view (ProfWindow *self)
{
  return self->profile_view;
}

gboolean
prof_window_is_occupied (ProfWindow *self)
{
  return self->cancellable != NULL ||
         (self->document && (prof_document_is_unsaved (self->document) ||
                             prof_document_is_recording (self->document)));
}

void
prof_window_toast (ProfWindow *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (escaped));
}

void
prof_window_report (ProfWindow *self, const char *heading, const char *message)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "close");
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
update_clock (ProfWindow *self)
{
  gint64 seconds = prof_document_get_elapsed (self->document) / G_GINT64_CONSTANT (1000000000);
  g_autofree char *text = NULL;

  if (seconds < 3600)
    /* Translators: the button that stops recording, with minutes and seconds since its start */
    text = g_strdup_printf (_ ("Stop · %d:%02d"), (int) (seconds / 60), (int) (seconds % 60));
  else
    /* Translators: the same with hours, minutes and seconds */
    text = g_strdup_printf (_ ("Stop · %d:%02d:%02d"), (int) (seconds / 3600),
                            (int) (seconds / 60 % 60), (int) (seconds % 60));
  if (strcmp (text, gtk_label_get_label (self->stop_label)) != 0)
    gtk_label_set_label (self->stop_label, text);
}

static gboolean
on_clock (gpointer user_data)
{
  update_clock (user_data);
  return G_SOURCE_CONTINUE;
}

static void
update_title (ProfWindow *self)
{
  g_autofree char *title = NULL;

  if (self->document == NULL)
    title = g_strdup (_ ("Profiler"));
  else
    title = g_strdup_printf ("%s%s – %s", prof_document_is_unsaved (self->document) ? "• " : "",
                             prof_document_get_title (self->document), _ ("Profiler"));
  gtk_window_set_title (GTK_WINDOW (self), title);
}

void
prof_window_update (ProfWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean loading = self->cancellable != NULL;
  gboolean has_document = self->document && !loading;
  gboolean recording = self->document && prof_document_is_recording (self->document);

  gtk_stack_set_visible_child_name (self->pages, loading          ? "loading"
                                                 : self->document ? "profile"
                                                                  : "start");
  gtk_widget_set_visible (self->sidebar_button, has_document);
  gtk_widget_set_visible (self->search_button, has_document);
  gtk_widget_set_visible (self->record_button, has_document && !recording);
  gtk_widget_set_visible (self->stop_button, has_document && recording);
  gtk_widget_set_visible (self->pause_button, has_document && recording);
  adw_view_switcher_title_set_view_switcher_enabled (self->switcher, has_document);

  gtk_widget_action_set_enabled (widget, "win.stop", recording);
  gtk_widget_action_set_enabled (widget, "win.pause", recording);
  gtk_widget_action_set_enabled (widget, "win.save", has_document && !recording);
  gtk_widget_action_set_enabled (widget, "win.save-as", has_document && !recording);
  gtk_widget_action_set_enabled (widget, "win.export", has_document);
  gtk_widget_action_set_enabled (widget, "win.search", has_document);
  gtk_widget_action_set_enabled (widget, "win.view", has_document);
  gtk_widget_action_set_enabled (widget, "win.toggle-sidebar", has_document);
  gtk_widget_action_set_enabled (widget, "win.select-all", has_document);
  gtk_widget_action_set_enabled (widget, "win.select-back", has_document);
  gtk_widget_action_set_enabled (widget, "win.select-forward", has_document);
  gtk_widget_action_set_enabled (widget, "win.cancel", loading);

  if (recording && self->clock_id == 0)
    self->clock_id = g_timeout_add (200, on_clock, self);
  else if (!recording)
    g_clear_handle_id (&self->clock_id, g_source_remove);
  if (recording)
    update_clock (self);
  update_title (self);
}

static void
on_document_state (ProfWindow *self)
{
  prof_window_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PAUSED]);
}

static void
on_document_ended (ProfWindow *self, const char *message)
{
  if (message)
    prof_window_report (self, _ ("Recording Ended"), message);
  else if (prof_document_get_snapshot (self->document)->n_samples == 0)
    prof_window_toast (self, _ ("Recording ended without a sample: nothing ran"));
  prof_window_update (self);
}

static void
on_visible_view (ProfWindow *self)
{
  const char *name = prof_profile_view_get_view (self->profile_view);

  if (g_strcmp0 (name, self->view) == 0)
    return;
  g_free (self->view);
  self->view = g_strdup (name);
  prof_settings_set_string (self->settings, "view", name);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_VIEW]);
}

void
prof_window_set_document (ProfWindow *self, ProfDocument *document)
{
  if (self->document)
    {
      g_signal_handlers_disconnect_by_data (self->document, self);
      g_clear_object (&self->document);
    }
  adw_view_switcher_title_set_stack (self->switcher, NULL);
  adw_bin_set_child (self->profile_bin, NULL);
  self->profile_view = NULL;

  if (document)
    {
      self->document = g_object_ref (document);
      g_signal_connect_object (document, "notify", G_CALLBACK (on_document_state), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (document, "ended", G_CALLBACK (on_document_ended), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (document, "trouble", G_CALLBACK (prof_window_toast), self,
                               G_CONNECT_SWAPPED);

      self->profile_view = prof_profile_view_new (document, self->settings);
      prof_profile_view_set_view (self->profile_view, self->view);
      g_object_bind_property (self, "show-sidebar", self->profile_view, "show-sidebar",
                              G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
      g_object_bind_property (self, "search-active", self->profile_view, "search-active",
                              G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
      g_object_bind_property (self->switcher, "title-visible", self->profile_view, "narrow",
                              G_BINDING_SYNC_CREATE);
      g_signal_connect_object (self->profile_view, "notify::view", G_CALLBACK (on_visible_view),
                               self, G_CONNECT_SWAPPED);
      adw_bin_set_child (self->profile_bin, GTK_WIDGET (self->profile_view));
      adw_view_switcher_title_set_stack (self->switcher,
                                         prof_profile_view_get_stack (self->profile_view));
    }
  prof_window_update (self);
}

static void
select_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfWindow *self = PROF_WINDOW (widget);

  prof_selection_clear_range (prof_profile_view_get_selection (self->profile_view));
}

static void
select_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfWindow *self = PROF_WINDOW (widget);

  prof_selection_undo (prof_profile_view_get_selection (self->profile_view));
}

static void
select_forward (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfWindow *self = PROF_WINDOW (widget);

  prof_selection_redo (prof_profile_view_get_selection (self->profile_view));
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, ProfWindow *self)
{
  GSList *files = g_value_get_boxed (value);
  g_autofree GFile **array = NULL;
  guint n = 0;

  array = g_new (GFile *, g_slist_length (files) + 1);
  for (GSList *l = files; l; l = l->next)
    array[n++] = l->data;
  if (n == 0)
    return FALSE;
  if (n == 1 && !prof_window_is_occupied (self))
    prof_window_open (self, array[0]);
  else
    g_application_open (g_application_get_default (), array, n, "");
  return TRUE;
}

static gboolean
prof_window_close_request (GtkWindow *window)
{
  ProfWindow *self = PROF_WINDOW (window);

  if (!self->closing && self->document && prof_document_is_unsaved (self->document))
    {
      prof_window_ask_to_close (self);
      return TRUE;
    }
  prof_window_cancel_opening (self);
  if (!gtk_window_is_maximized (window))
    {
      int width, height;

      gtk_window_get_default_size (window, &width, &height);
      prof_settings_set_int (self->settings, "window-width", width);
      prof_settings_set_int (self->settings, "window-height", height);
    }
  prof_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (window));
  return GTK_WINDOW_CLASS (prof_window_parent_class)->close_request (window);
}

static void
prof_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ProfWindow *self = PROF_WINDOW (object);

  switch (id)
    {
    case PROP_VIEW:
      g_value_set_string (value, self->view);
      break;
    case PROP_SHOW_SIDEBAR:
      g_value_set_boolean (value, self->show_sidebar);
      break;
    case PROP_SEARCH_ACTIVE:
      g_value_set_boolean (value, self->search_active);
      break;
    case PROP_PAUSED:
      g_value_set_boolean (value, self->document && prof_document_is_paused (self->document));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
prof_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  ProfWindow *self = PROF_WINDOW (object);

  switch (id)
    {
    case PROP_VIEW:
      if (self->profile_view)
        prof_profile_view_set_view (self->profile_view, g_value_get_string (value));
      break;
    case PROP_SHOW_SIDEBAR:
      if (self->show_sidebar == g_value_get_boolean (value))
        break;
      self->show_sidebar = g_value_get_boolean (value);
      prof_settings_set_boolean (self->settings, "show-sidebar", self->show_sidebar);
      g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_SEARCH_ACTIVE:
      if (self->search_active == g_value_get_boolean (value))
        break;
      self->search_active = g_value_get_boolean (value);
      g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_PAUSED:
      if (self->document)
        prof_document_set_paused (self->document, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
prof_window_dispose (GObject *object)
{
  ProfWindow *self = PROF_WINDOW (object);

  g_clear_handle_id (&self->clock_id, g_source_remove);
  prof_window_cancel_opening (self);
  self->profile_view = NULL;
  g_clear_object (&self->document);
  G_OBJECT_CLASS (prof_window_parent_class)->dispose (object);
}

static void
prof_window_finalize (GObject *object)
{
  g_free (PROF_WINDOW (object)->view);
  G_OBJECT_CLASS (prof_window_parent_class)->finalize (object);
}

static void
prof_window_class_init (ProfWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = prof_window_get_property;
  object_class->set_property = prof_window_set_property;
  object_class->dispose = prof_window_dispose;
  object_class->finalize = prof_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = prof_window_close_request;

  props[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, "flame", flags);
  props[PROP_SHOW_SIDEBAR] = g_param_spec_boolean ("show-sidebar", NULL, NULL, TRUE, flags);
  props[PROP_SEARCH_ACTIVE] = g_param_spec_boolean ("search-active", NULL, NULL, FALSE, flags);
  props[PROP_PAUSED] = g_param_spec_boolean ("paused", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_install_property_action (widget_class, "win.view", "view");
  gtk_widget_class_install_property_action (widget_class, "win.toggle-sidebar", "show-sidebar");
  gtk_widget_class_install_property_action (widget_class, "win.search", "search-active");
  gtk_widget_class_install_property_action (widget_class, "win.pause", "paused");
  gtk_widget_class_install_action (widget_class, "win.select-all", NULL, select_all);
  gtk_widget_class_install_action (widget_class, "win.select-back", NULL, select_back);
  gtk_widget_class_install_action (widget_class, "win.select-forward", NULL, select_forward);
  prof_window_install_file_actions (widget_class);
  prof_window_install_record_actions (widget_class);

  g_type_ensure (PROF_TYPE_START_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/example/Profiler/window.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, sidebar_button);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, record_button);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, stop_button);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, stop_label);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, pause_button);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, switcher);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, loading_page);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, loading_bar);
  gtk_widget_class_bind_template_child (widget_class, ProfWindow, profile_bin);
}

static void
prof_window_init (ProfWindow *self)
{
  GtkDropTarget *drop;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->view = g_strdup ("flame");
  self->show_sidebar = TRUE;

  drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_signal_connect_object (drop, "drop", G_CALLBACK (on_drop), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}

ProfWindow *
prof_window_new (ProfApplication *app)
{
  ProfWindow *self = g_object_new (PROF_TYPE_WINDOW, "application", app, NULL);
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource ("/org/example/Profiler/shortcuts-window.ui");
  GSettings *settings = prof_application_get_settings (app);

  gtk_application_window_set_help_overlay (
      GTK_APPLICATION_WINDOW (self),
      GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "shortcuts")));

  self->settings = settings;
  g_free (self->view);
  self->view = prof_settings_get_string (settings, "view", "flame");
  self->show_sidebar = prof_settings_get_boolean (settings, "show-sidebar", TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self),
                               prof_settings_get_int (settings, "window-width", 1280),
                               prof_settings_get_int (settings, "window-height", 840));
  if (prof_settings_get_boolean (settings, "window-maximized", FALSE))
    gtk_window_maximize (GTK_WINDOW (self));
  prof_window_update (self);
  return self;
}
