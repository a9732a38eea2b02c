/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window.h"

/* FALSE while what is waited for has not happened. */
typedef gboolean (*ConditionFunc) (gpointer data);

/* Runs the main loop until @condition holds; fails the test after a time that no machine needs. */
void wait_for (ConditionFunc condition, gpointer data, const char *what);
/* Runs what is due in the main loop. */
void settle (void);

ProfApplication *fixture_get_app (void);
ProfWindow *fixture_new_window (void);
void fixture_destroy_window (ProfWindow *window);

/* Opens a file and waits until all views show it. */
ProfWindow *fixture_open (const char *path);
/* Waits until the analyzer of @window has nothing to do. */
void fixture_wait_idle (ProfWindow *window);

/* The bundled example, as a file */
const char *fixture_example (void);

/* (nullable): the first descendant of @root, itself included, of @type */
gpointer find_widget (GtkWidget *root, GType type);
typedef void (*WidgetFunc) (GtkWidget *widget, gpointer data);
void for_each_widget (GtkWidget *root, WidgetFunc func, gpointer data);
/* (nullable): a toplevel window of @type */
gpointer find_toplevel (GType type);
