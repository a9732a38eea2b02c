/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Asks for a command line to run and record.
 *
 * Signal record (ProfRecordRequest *request): the person asked to record; the dialog closes. */
#define PROF_TYPE_LAUNCH_DIALOG (prof_launch_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ProfLaunchDialog, prof_launch_dialog, PROF, LAUNCH_DIALOG, AdwWindow)

GtkWidget *prof_launch_dialog_new (GtkWindow *parent, GSettings *settings);

G_END_DECLS
