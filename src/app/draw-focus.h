/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * ProfDrawFocus:
 *
 * How a drawn widget tells assistive technology, and the keyboard, where it is. GTK 4.8 makes
 * accessible children of widgets only, so the drawn widget has two children that draw nothing and
 * lie over the current box or cell. A move gives the idle one the new name and focuses it: that is
 * the event by which a screen reader speaks.
 *
 * Plain data inside the widget. The widget calls prof_draw_focus_dispose() in dispose,
 * prof_draw_focus_allocate() in size_allocate, and forwards grab_focus and focus.
 */
typedef struct {
  GtkWidget *parent;
  GtkWidget *items[2];
  guint active;
} ProfDrawFocus;

void prof_draw_focus_init (ProfDrawFocus *self, GtkWidget *parent, GtkAccessibleRole role);
void prof_draw_focus_dispose (ProfDrawFocus *self);

/* Moves to what is called @label; takes the focus along if the widget has it. */
void prof_draw_focus_move (ProfDrawFocus *self, const char *label);
/* The current thing has another name now, without a move. */
void prof_draw_focus_rename (ProfDrawFocus *self, const char *label);
const char *prof_draw_focus_get_label (ProfDrawFocus *self);
void prof_draw_focus_allocate (ProfDrawFocus *self, const GtkAllocation *rectangle);

/* Whether a ring is to be drawn: the widget has the focus, and the keyboard is in use. */
gboolean prof_draw_focus_is_visible (ProfDrawFocus *self);
gboolean prof_draw_focus_grab (ProfDrawFocus *self);
/* GtkWidgetClass.focus: one stop for Tab. */
gboolean prof_draw_focus_step (ProfDrawFocus *self, GtkDirectionType direction);

G_END_DECLS
