/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Lists the running processes and lets one or several be chosen.
 *
 * Signal record (ProfRecordRequest *request): the person asked to record; the dialog closes. */
#define PROF_TYPE_ATTACH_DIALOG (prof_attach_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ProfAttachDialog, prof_attach_dialog, PROF, ATTACH_DIALOG, AdwWindow)

GtkWidget *prof_attach_dialog_new (GtkWindow *parent, GSettings *settings);

G_END_DECLS
