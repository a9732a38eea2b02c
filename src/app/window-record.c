/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <glib/gi18n.h>

#include "app/attach-dialog.h"
#include "app/launch-dialog.h"
#include "app/settings.h"

void
prof_window_record (ProfWindow *self, const ProfRecordRequest *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfDocument) document = prof_document_record (request, &error);
  ProfWindow *target = self;

  if (document == NULL)
    {
      prof_window_report (self, _ ("Recording Did Not Start"), error->message);
      return;
    }
  if (prof_window_is_occupied (self))
    target = prof_window_new (PROF_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  prof_window_set_document (target, document);
  gtk_window_present (GTK_WINDOW (target));
}

static void
on_request (ProfWindow *self, gpointer request)
{
  prof_window_record (self, request);
}

static void
action_attach (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfWindow *self = PROF_WINDOW (widget);
  GtkWidget *dialog = prof_attach_dialog_new (GTK_WINDOW (self), self->settings);

  g_signal_connect_object (dialog, "record", G_CALLBACK (on_request), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_launch (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfWindow *self = PROF_WINDOW (widget);
  GtkWidget *dialog = prof_launch_dialog_new (GTK_WINDOW (self), self->settings);

  g_signal_connect_object (dialog, "record", G_CALLBACK (on_request), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_system (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfWindow *self = PROF_WINDOW (widget);
  g_autoptr (ProfRecordRequest) request = prof_record_request_new (_ ("Whole system"));

  request->system_wide = TRUE;
  request->frequency = prof_settings_get_int (self->settings, "record-frequency", 999);
  request->kernel = prof_settings_get_boolean (self->settings, "record-kernel", TRUE);
  prof_window_record (self, request);
}

static void
action_stop (GtkWidget *widget, const char *name, GVariant *parameter)
{
  prof_document_stop (PROF_WINDOW (widget)->document);
}

void
prof_window_install_record_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.record-attach", NULL, action_attach);
  gtk_widget_class_install_action (widget_class, "win.record-launch", NULL, action_launch);
  gtk_widget_class_install_action (widget_class, "win.record-system", NULL, action_system);
  gtk_widget_class_install_action (widget_class, "win.stop", NULL, action_stop);
}
