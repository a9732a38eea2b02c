/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/start-page.h"
#include "app/window.h"

G_BEGIN_DECLS

struct _ProfWindow {
  AdwApplicationWindow parent_instance;

  GtkWidget *sidebar_button;
  GtkWidget *record_button;
  GtkWidget *stop_button;
  GtkLabel *stop_label;
  GtkWidget *pause_button;
  GtkWidget *search_button;
  AdwViewSwitcherTitle *switcher;
  AdwToastOverlay *toasts;
  GtkStack *pages;
  ProfStartPage *start_page;
  AdwStatusPage *loading_page;
  GtkProgressBar *loading_bar;
  AdwBin *profile_bin;

  GSettings *settings;           /* (nullable) (unowned) */
  ProfDocument *document;        /* (nullable) */
  ProfProfileView *profile_view; /* (nullable) (unowned): child of profile_bin */
  guint clock_id;                /* ticks the time on the Stop button */

  /* An opening under way: */
  GCancellable *cancellable; /* (nullable) */
  ProfOpenProgress *progress;
  guint progress_id;
  gboolean opening_example;

  char *view;
  gboolean show_sidebar;
  gboolean search_active;
  gboolean closing; /* the person has answered what to do with unsaved changes */
};

/* window.c */
void prof_window_set_document (ProfWindow *self, ProfDocument *document);
void prof_window_update (ProfWindow *self);

/* window-files.c */
void prof_window_install_file_actions (GtkWidgetClass *widget_class);
void prof_window_cancel_opening (ProfWindow *self);
/* Asks what to do with the unsaved document, and closes the window unless cancelled. */
void prof_window_ask_to_close (ProfWindow *self);

/* window-record.c */
void prof_window_install_record_actions (GtkWidgetClass *widget_class);

G_END_DECLS
