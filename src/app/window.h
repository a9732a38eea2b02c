/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/application.h"
#include "app/document.h"
#include "app/profile-view.h"

G_BEGIN_DECLS

/**
 * ProfWindow:
 *
 * The header bar, and below it the start page, the progress of an opening, or the view of one
 * document. Everything it can do is an action, which menus, shortcuts and tests share:
 * win.record-attach, win.record-launch, win.record-system, win.stop, win.pause, win.open,
 * win.open-path(path), win.open-example, win.cancel, win.save, win.save-as, win.export(format),
 * win.view(flame|tree|functions), win.toggle-sidebar, win.search, win.select-all, win.select-back,
 * win.select-forward.
 */
#define PROF_TYPE_WINDOW (prof_window_get_type ())
G_DECLARE_FINAL_TYPE (ProfWindow, prof_window, PROF, WINDOW, AdwApplicationWindow)

ProfWindow *prof_window_new (ProfApplication *app);

/* TRUE while there is something that must not be replaced without asking: an opening under way, a
 * recording that runs or is not saved. */
gboolean prof_window_is_occupied (ProfWindow *self);

void prof_window_open (ProfWindow *self, GFile *file);
/* Starts recording here, or in a new window if this one is occupied. */
void prof_window_record (ProfWindow *self, const ProfRecordRequest *request);

/* (nullable) (transfer none) */
ProfDocument *prof_window_get_document (ProfWindow *self);
ProfProfileView *prof_window_get_profile_view (ProfWindow *self);

/* A line at the bottom that goes away; a dialog for what a person asked for and cannot have. */
void prof_window_toast (ProfWindow *self, const char *text);
void prof_window_report (ProfWindow *self, const char *heading, const char *message);

G_END_DECLS
