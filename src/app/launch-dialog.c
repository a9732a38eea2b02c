/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/launch-dialog.h"

#include <glib/gi18n.h>

#include "app/record-options-box.h"
#include "app/settings.h"

struct _ProfLaunchDialog {
  AdwWindow parent_instance;

  AdwEntryRow *command_entry;
  AdwEntryRow *directory_entry;
  GtkLabel *message;
  ProfRecordOptionsBox *options;

  GSettings *settings; /* (nullable) (unowned) */
};

G_DEFINE_FINAL_TYPE (ProfLaunchDialog, prof_launch_dialog, ADW_TYPE_WINDOW)

enum { RECORD, N_SIGNALS };

static guint signals[N_SIGNALS];

/* (nullable): the arguments, or why there are none. */
static GStrv
parse_command (ProfLaunchDialog *self, char **message)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->command_entry));
  const char *directory = gtk_editable_get_text (GTK_EDITABLE (self->directory_entry));
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *program = NULL;

  if (!g_shell_parse_argv (text, NULL, &argv, &error))
    {
      if (g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
        *message = g_strdup (_ ("A program with its arguments, quoted as in a shell."));
      else
        *message = g_strdup (_ ("A quotation mark is not closed."));
      return NULL;
    }
  if (*directory && !g_file_test (directory, G_FILE_TEST_IS_DIR))
    {
      *message = g_strdup_printf (_ ("There is no folder %s."), directory);
      return NULL;
    }
  /* A path with a slash is relative to the folder it runs in, which execvp() resolves. */
  if (strchr (argv[0], '/') == NULL)
    {
      program = g_find_program_in_path (argv[0]);
      if (program == NULL)
        {
          *message = g_strdup_printf (_ ("There is no program %s."), argv[0]);
          return NULL;
        }
    }
  return g_steal_pointer (&argv);
}

static void
update (ProfLaunchDialog *self)
{
  g_autofree char *message = NULL;
  g_auto (GStrv) argv = parse_command (self, &message);

  gtk_label_set_label (self->message,
                       argv ? _ ("It is recorded with all its threads and the processes that it "
                                 "starts, until it ends.")
                            : message);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "launch.launch", argv != NULL);
}

static void
action_launch (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfLaunchDialog *self = PROF_LAUNCH_DIALOG (widget);
  const char *directory = gtk_editable_get_text (GTK_EDITABLE (self->directory_entry));
  g_autofree char *message = NULL;
  g_auto (GStrv) argv = parse_command (self, &message);
  g_autoptr (ProfRecordRequest) request = NULL;
  g_autofree char *title = NULL;

  if (argv == NULL)
    return;
  title = g_path_get_basename (argv[0]);
  request = prof_record_request_new (title);
  request->command = g_steal_pointer (&argv);
  request->working_dir = g_strdup (*directory ? directory : g_get_home_dir ());
  prof_record_options_box_apply (self->options, self->settings, request);
  prof_settings_set_string (self->settings, "launch-command",
                            gtk_editable_get_text (GTK_EDITABLE (self->command_entry)));
  prof_settings_set_string (self->settings, "launch-directory", directory);

  gtk_widget_set_visible (widget, FALSE);
  g_signal_emit (self, signals[RECORD], 0, request);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
on_folder_response (GtkNativeDialog *dialog, int response, ProfLaunchDialog *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path)
        gtk_editable_set_text (GTK_EDITABLE (self->directory_entry), path);
    }
  g_object_unref (dialog);
}

static void
action_choose_folder (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Run in Folder"), GTK_WINDOW (widget), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
      _ ("_Select"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_folder_response), widget, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
prof_launch_dialog_class_init (ProfLaunchDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[RECORD] = g_signal_new ("record", PROF_TYPE_LAUNCH_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_install_action (widget_class, "launch.launch", NULL, action_launch);
  gtk_widget_class_install_action (widget_class, "launch.choose-folder", NULL,
                                   action_choose_folder);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);

  g_type_ensure (PROF_TYPE_RECORD_OPTIONS_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/example/Profiler/launch-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfLaunchDialog, command_entry);
  gtk_widget_class_bind_template_child (widget_class, ProfLaunchDialog, directory_entry);
  gtk_widget_class_bind_template_child (widget_class, ProfLaunchDialog, message);
  gtk_widget_class_bind_template_child (widget_class, ProfLaunchDialog, options);
}

static void
prof_launch_dialog_init (ProfLaunchDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->command_entry, "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->directory_entry, "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
prof_launch_dialog_new (GtkWindow *parent, GSettings *settings)
{
  ProfLaunchDialog *self = g_object_new (PROF_TYPE_LAUNCH_DIALOG, "transient-for", parent, NULL);
  g_autofree char *command = prof_settings_get_string (settings, "launch-command", "");
  g_autofree char *directory = prof_settings_get_string (settings, "launch-directory", "");

  self->settings = settings;
  prof_record_options_box_load (self->options, settings);
  gtk_editable_set_text (GTK_EDITABLE (self->command_entry), command);
  gtk_editable_set_text (GTK_EDITABLE (self->directory_entry),
                         *directory ? directory : g_get_home_dir ());
  update (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->command_entry));
  return GTK_WIDGET (self);
}
