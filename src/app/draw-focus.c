/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/draw-focus.h"

#define PROF_TYPE_DRAW_FOCUS_ITEM (prof_draw_focus_item_get_type ())
G_DECLARE_FINAL_TYPE (ProfDrawFocusItem, prof_draw_focus_item, PROF, DRAW_FOCUS_ITEM, GtkWidget)

struct _ProfDrawFocusItem {
  GtkWidget parent_instance;
  char *label;
};

G_DEFINE_FINAL_TYPE (ProfDrawFocusItem, prof_draw_focus_item, GTK_TYPE_WIDGET)

/* Invisible to the pointer too: what lies below is the drawing. */
static gboolean
prof_draw_focus_item_contains (GtkWidget *widget, double x, double y)
{
  return FALSE;
}

static void
prof_draw_focus_item_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
}

static void
prof_draw_focus_item_finalize (GObject *object)
{
  g_free (PROF_DRAW_FOCUS_ITEM (object)->label);
  G_OBJECT_CLASS (prof_draw_focus_item_parent_class)->finalize (object);
}

static void
prof_draw_focus_item_class_init (ProfDrawFocusItemClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = prof_draw_focus_item_finalize;
  widget_class->contains = prof_draw_focus_item_contains;
  widget_class->snapshot = prof_draw_focus_item_snapshot;
  gtk_widget_class_set_css_name (widget_class, "drawnitem");
}

static void
prof_draw_focus_item_init (ProfDrawFocusItem *self)
{
}

static void
set_label (GtkWidget *item, const char *label)
{
  ProfDrawFocusItem *self = PROF_DRAW_FOCUS_ITEM (item);

  if (g_strcmp0 (self->label, label) == 0)
    return;

  g_free (self->label);
  self->label = g_strdup (label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label ? label : "", -1);
}

void
prof_draw_focus_init (ProfDrawFocus *self, GtkWidget *parent, GtkAccessibleRole role)
{
  self->parent = parent;
  self->active = 0;

  for (guint i = 0; i < G_N_ELEMENTS (self->items); i++)
    {
      self->items[i] = g_object_new (PROF_TYPE_DRAW_FOCUS_ITEM, "accessible-role", role,
                                     "focusable", i == self->active, NULL);
      gtk_widget_set_parent (self->items[i], parent);
      /* The parent draws the ring. */
      g_signal_connect_swapped (self->items[i], "state-flags-changed",
                                G_CALLBACK (gtk_widget_queue_draw), parent);
    }
}

void
prof_draw_focus_dispose (ProfDrawFocus *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->items); i++)
    g_clear_pointer (&self->items[i], gtk_widget_unparent);
}

void
prof_draw_focus_rename (ProfDrawFocus *self, const char *label)
{
  set_label (self->items[self->active], label);
}

void
prof_draw_focus_move (ProfDrawFocus *self, const char *label)
{
  GtkWidget *before = self->items[self->active];
  GtkWidget *now = self->items[1 - self->active];
  gboolean had_focus = gtk_widget_is_focus (before);

  set_label (now, label);
  gtk_widget_set_focusable (now, TRUE);
  self->active = 1 - self->active;
  if (had_focus)
    gtk_widget_grab_focus (now);
  gtk_widget_set_focusable (before, FALSE);
  gtk_widget_queue_allocate (self->parent);
}

const char *
prof_draw_focus_get_label (ProfDrawFocus *self)
{
  return PROF_DRAW_FOCUS_ITEM (self->items[self->active])->label;
}

void
prof_draw_focus_allocate (ProfDrawFocus *self, const GtkAllocation *rectangle)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->items); i++)
    {
      gtk_widget_measure (self->items[i], GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_size_allocate (self->items[i], rectangle, -1);
    }
}

gboolean
prof_draw_focus_is_visible (ProfDrawFocus *self)
{
  return gtk_widget_has_visible_focus (self->items[self->active]);
}

gboolean
prof_draw_focus_grab (ProfDrawFocus *self)
{
  return gtk_widget_grab_focus (self->items[self->active]);
}

gboolean
prof_draw_focus_step (ProfDrawFocus *self, GtkDirectionType direction)
{
  if (gtk_widget_get_focus_child (self->parent))
    return FALSE;

  return prof_draw_focus_grab (self);
}
