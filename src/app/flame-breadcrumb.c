/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prof-config.h"

#include "app/flame-breadcrumb.h"

#include <glib/gi18n.h>

/* Longer ways are shortened in the middle. */
#define FIRST_PARTS 2
#define LAST_PARTS 3
#define MAX_CHARACTERS 32

struct _ProfFlameBreadcrumb {
  GtkWidget parent_instance;
  ProfFlameGraph *graph;
  gulong focus_changed;
};

G_DEFINE_FINAL_TYPE (ProfFlameBreadcrumb, prof_flame_breadcrumb, GTK_TYPE_WIDGET)

static void
on_clicked (GtkButton *button, ProfFlameBreadcrumb *self)
{
  guint32 node = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "node"));

  if (self->graph == NULL)
    return;

  prof_flame_graph_set_current_node (self->graph, node);
  prof_flame_graph_set_focus_node (self->graph, node);
}

static void
add_separator (ProfFlameBreadcrumb *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_parent (label, GTK_WIDGET (self));
}

static GtkWidget *
create_name_label (const char *name)
{
  GtkWidget *label = gtk_label_new (name);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARACTERS);
  gtk_widget_set_tooltip_text (label, name);
  return label;
}

static void
add_part (ProfFlameBreadcrumb *self, ProfCallTree *tree, guint32 node, gboolean is_last)
{
  g_autofree char *name = node == 0 ? g_strdup (_ ("All")) : prof_call_tree_get_name (tree, node);
  GtkWidget *label = create_name_label (name);
  GtkWidget *button;

  if (is_last)
    {
      gtk_widget_add_css_class (label, "heading");
      gtk_widget_set_parent (label, GTK_WIDGET (self));
      return;
    }

  button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (label, "dim-label");
  g_object_set_data (G_OBJECT (button), "node", GUINT_TO_POINTER (node));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), self);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
}

static void
remove_parts (ProfFlameBreadcrumb *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
}

static void
update (ProfFlameBreadcrumb *self)
{
  ProfCallTree *tree = self->graph ? prof_flame_graph_get_tree (self->graph) : NULL;
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean shortened = FALSE;
  guint32 node;

  remove_parts (self);
  if (tree == NULL)
    return;

  for (node = prof_flame_graph_get_focus_node (self->graph); node != 0; node = tree->parent[node])
    g_array_append_val (way, node);
  node = 0;
  g_array_append_val (way, node);

  /* From the root, the last of the array, to the node. */
  for (guint i = way->len; i-- > 0;)
    {
      guint from_root = way->len - 1 - i;

      if (from_root >= FIRST_PARTS && i >= LAST_PARTS)
        {
          if (!shortened)
            add_separator (self, "› …");
          shortened = TRUE;
          continue;
        }

      if (from_root > 0)
        add_separator (self, "›");
      add_part (self, tree, g_array_index (way, guint32, i), i == 0);
    }
}

static void
prof_flame_breadcrumb_dispose (GObject *object)
{
  ProfFlameBreadcrumb *self = PROF_FLAME_BREADCRUMB (object);

  if (self->graph)
    g_clear_signal_handler (&self->focus_changed, self->graph);
  g_clear_object (&self->graph);
  remove_parts (self);
  G_OBJECT_CLASS (prof_flame_breadcrumb_parent_class)->dispose (object);
}

static void
prof_flame_breadcrumb_class_init (ProfFlameBreadcrumbClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = prof_flame_breadcrumb_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "flamebreadcrumb");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_NAVIGATION);
}

static void
prof_flame_breadcrumb_init (ProfFlameBreadcrumb *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 2);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Zoomed to"), -1);
}

GtkWidget *
prof_flame_breadcrumb_new (void)
{
  return g_object_new (PROF_TYPE_FLAME_BREADCRUMB, NULL);
}

void
prof_flame_breadcrumb_set_flame_graph (ProfFlameBreadcrumb *self, ProfFlameGraph *graph)
{
  g_return_if_fail (PROF_IS_FLAME_BREADCRUMB (self));

  if (self->graph == graph)
    return;

  if (self->graph)
    g_clear_signal_handler (&self->focus_changed, self->graph);
  g_set_object (&self->graph, graph);
  if (graph)
    self->focus_changed =
        g_signal_connect_swapped (graph, "notify::focus-node", G_CALLBACK (update), self);
  update (self);
}
