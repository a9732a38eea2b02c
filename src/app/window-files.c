/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/recovery.h"
#include "formats/export.h"

#define EXAMPLE_RESOURCE "/org/example/Profiler/example.profcap"

/* Opening */

static gboolean
on_progress (gpointer user_data)
{
  ProfWindow *self = user_data;
  guint64 done, total;

  g_mutex_lock (&self->progress->mutex);
  done = self->progress->done;
  total = self->progress->total;
  g_mutex_unlock (&self->progress->mutex);

  if (total > 0)
    gtk_progress_bar_set_fraction (self->loading_bar, MIN (1, done / (double) total));
  else
    gtk_progress_bar_pulse (self->loading_bar);
  return G_SOURCE_CONTINUE;
}

static void
end_opening (ProfWindow *self)
{
  g_clear_handle_id (&self->progress_id, g_source_remove);
  g_clear_pointer (&self->progress, prof_open_progress_unref);
  g_clear_object (&self->cancellable);
}

void
prof_window_cancel_opening (ProfWindow *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  end_opening (self);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ProfWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfDocument) document = prof_document_open_finish (result, &error);

  /* Cancelled, or the window is gone: whoever did that has tidied up. */
  if (self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  end_opening (self);

  if (document == NULL)
    {
      g_autofree char *name = g_file_get_basename (G_FILE (source));
      /* Translators: %s is the name of a file */
      g_autofree char *heading = g_strdup_printf (_ ("“%s” Was Not Opened"), name);

      prof_window_update (self);
      prof_window_report (self, heading, error->message);
      return;
    }
  if (self->opening_example)
    prof_document_set_title (document, _ ("Example"));
  else if (prof_document_get_path (document) || !prof_document_is_unsaved (document))
    {
      g_autofree char *path = g_file_get_path (G_FILE (source));

      prof_start_page_add_recent (path);
    }
  prof_window_set_document (self, document);
}

static void
open_here (ProfWindow *self, GFile *file, gboolean example)
{
  g_autofree char *name = g_file_get_basename (file);
  /* Translators: %s is the name of a file */
  g_autofree char *title = g_strdup_printf (_ ("Opening %s"), example ? _ ("Example") : name);
  g_autofree char *escaped = g_markup_escape_text (title, -1);

  prof_window_cancel_opening (self);
  self->opening_example = example;
  self->cancellable = g_cancellable_new ();
  self->progress = prof_open_progress_new ();
  self->progress_id = g_timeout_add (100, on_progress, self);
  adw_status_page_set_title (self->loading_page, escaped);
  gtk_progress_bar_set_fraction (self->loading_bar, 0);
  prof_document_open (file, self->progress, self->cancellable, on_opened, g_object_ref (self));
  prof_window_update (self);
}

/* The window to put something new in: this one, unless that would replace what is unsaved. */
static ProfWindow *
find_free_window (ProfWindow *self)
{
  ProfWindow *other;

  if (!prof_window_is_occupied (self))
    return self;
  other = prof_window_new (PROF_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  gtk_window_present (GTK_WINDOW (other));
  return other;
}

void
prof_window_open (ProfWindow *self, GFile *file)
{
  open_here (find_free_window (self), file, FALSE);
}

static void
on_open_response (GtkNativeDialog *dialog, int response, ProfWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));

      for (guint i = 0; i < g_list_model_get_n_items (files); i++)
        {
          g_autoptr (GFile) file = g_list_model_get_item (files, i);

          prof_window_open (self, file);
        }
    }
  g_object_unref (dialog);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *pattern)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_filter_add_pattern (filter, pattern);
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
action_open (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Open"), GTK_WINDOW (widget), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("All Files"), "*");
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("Captures"), "*.profcap");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_open_response), widget, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
action_open_path (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

  prof_window_open (PROF_WINDOW (widget), file);
}

static void
action_open_example (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfWindow *self = PROF_WINDOW (widget);
  g_autoptr (GBytes) bytes =
      g_resources_lookup_data (EXAMPLE_RESOURCE, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *dir = g_build_filename (g_get_user_cache_dir (), "profiler", NULL);
  g_autofree char *path = g_build_filename (dir, "example.profcap", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  /* Readers read files: the example goes through the same door as any other capture. */
  g_mkdir_with_parents (dir, 0700);
  if (!g_file_set_contents (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error))
    {
      prof_window_report (self, _ ("The Example Was Not Opened"), error->message);
      return;
    }
  open_here (find_free_window (self), file, TRUE);
}

static void
action_cancel (GtkWidget *widget, const char *name, GVariant *parameter)
{
  prof_window_cancel_opening (PROF_WINDOW (widget));
  prof_window_update (PROF_WINDOW (widget));
}

/* Saving */

static void
on_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ProfWindow) self = user_data;
  ProfDocument *document = PROF_DOCUMENT (source);
  g_autoptr (GError) error = NULL;
  gboolean saved = prof_document_save_finish (document, result, &error);

  if (!saved)
    {
      self->closing = FALSE;
      prof_window_report (self, _ ("The Recording Was Not Saved"), error->message);
      return;
    }
  if (prof_document_get_path (document))
    prof_start_page_add_recent (prof_document_get_path (document));
  if (self->closing)
    gtk_window_close (GTK_WINDOW (self));
  else
    prof_window_toast (self, _ ("Saved"));
}

static void
on_save_response (GtkNativeDialog *dialog, int response, ProfWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT && self->document)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      prof_document_save (self->document, file, NULL, on_saved, g_object_ref (self));
    }
  else
    {
      self->closing = FALSE;
    }
  g_object_unref (dialog);
}

static void
ask_where_to_save (ProfWindow *self)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Save"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  g_autofree char *name = prof_document_suggest_name (self->document);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  if (prof_document_get_path (self->document))
    {
      g_autoptr (GFile) file = g_file_new_for_path (prof_document_get_path (self->document));

      gtk_file_chooser_set_file (GTK_FILE_CHOOSER (dialog), file, NULL);
    }
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_save_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
save (ProfWindow *self)
{
  if (prof_document_get_path (self->document))
    {
      g_autoptr (GFile) file = g_file_new_for_path (prof_document_get_path (self->document));

      prof_document_save (self->document, file, NULL, on_saved, g_object_ref (self));
    }
  else
    {
      ask_where_to_save (self);
    }
}

static void
action_save (GtkWidget *widget, const char *name, GVariant *parameter)
{
  save (PROF_WINDOW (widget));
}

static void
action_save_as (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask_where_to_save (PROF_WINDOW (widget));
}

static gboolean
close_now (gpointer window)
{
  gtk_window_close (window);
  return G_SOURCE_REMOVE;
}

static void
on_close_response (AdwMessageDialog *dialog, const char *response, ProfWindow *self)
{
  if (strcmp (response, "discard") == 0)
    {
      prof_document_discard (self->document);
      self->closing = TRUE;
      /* Not before the dialog, which is on top of it, has gone. */
      g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, close_now, g_object_ref (self), g_object_unref);
    }
  else if (strcmp (response, "save") == 0)
    {
      self->closing = TRUE;
      if (prof_document_is_recording (self->document))
        {
          g_signal_connect_object (self->document, "ended", G_CALLBACK (save), self,
                                   G_CONNECT_SWAPPED);
          prof_document_stop (self->document);
        }
      else
        {
          save (self);
        }
    }
}

void
prof_window_ask_to_close (ProfWindow *self)
{
  gboolean recording = prof_document_is_recording (self->document);
  GtkWidget *dialog = adw_message_dialog_new (
      GTK_WINDOW (self), recording ? _ ("Stop and Save the Recording?") : _ ("Save the Recording?"),
      _ ("What was recorded is not saved yet. It will be lost if you discard it."));
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_responses (message, "cancel", _ ("_Cancel"), "discard", _ ("_Discard"),
                                    "save", _ ("_Save…"), NULL);
  adw_message_dialog_set_response_appearance (message, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (message, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (message, "save");
  adw_message_dialog_set_close_response (message, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_close_response), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Exporting */

static const struct {
  const char *format;
  const char *extension;
} export_formats[] = {
  { "folded", ".folded" },
  { "csv", ".csv" },
  { "json", ".json" },
  { "capture", ".profcap" },
};

static void
on_exported (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ProfWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (prof_document_export_finish (PROF_DOCUMENT (source), result, &error))
    prof_window_toast (self, _ ("Exported"));
  else
    prof_window_report (self, _ ("The Selection Was Not Exported"), error->message);
}

static void
on_export_response (GtkNativeDialog *dialog, int response, ProfWindow *self)
{
  const char *format = g_object_get_data (G_OBJECT (dialog), "format");

  if (response == GTK_RESPONSE_ACCEPT && self->document)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      ProfSelection *selection = prof_profile_view_get_selection (self->profile_view);

      prof_document_export (self->document, prof_selection_get_query (selection), format, file,
                            NULL, on_exported, g_object_ref (self));
    }
  g_object_unref (dialog);
}

static void
action_export (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfWindow *self = PROF_WINDOW (widget);
  const char *format = g_variant_get_string (parameter, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (export_formats); i++)
    {
      g_autofree char *stem = NULL;
      g_autofree char *file_name = NULL;
      GtkFileChooserNative *dialog;

      if (strcmp (export_formats[i].format, format) != 0)
        continue;
      stem = prof_document_suggest_name (self->document);
      *strrchr (stem, '.') = '\0';
      file_name = g_strconcat (stem, strcmp (format, "capture") == 0 ? _ (" (selection)") : "",
                               export_formats[i].extension, NULL);
      dialog =
          gtk_file_chooser_native_new (_ ("Export Selection"), GTK_WINDOW (self),
                                       GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
      gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
      gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), file_name);
      g_object_set_data (G_OBJECT (dialog), "format", (gpointer) export_formats[i].format);
      g_signal_connect_object (dialog, "response", G_CALLBACK (on_export_response), self, 0);
      gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
    }
}

void
prof_window_install_file_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, action_open);
  gtk_widget_class_install_action (widget_class, "win.open-path", "s", action_open_path);
  gtk_widget_class_install_action (widget_class, "win.open-example", NULL, action_open_example);
  gtk_widget_class_install_action (widget_class, "win.cancel", NULL, action_cancel);
  gtk_widget_class_install_action (widget_class, "win.save", NULL, action_save);
  gtk_widget_class_install_action (widget_class, "win.save-as", NULL, action_save_as);
  gtk_widget_class_install_action (widget_class, "win.export", "s", action_export);
}
