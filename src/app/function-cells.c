/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/function-cells.h"

#include <string.h>

#include "app/kinds.h"

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash && slash[1] ? slash + 1 : path;
}

GtkWidget *
prof_function_cell_new (gpointer owner)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 7);
  GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (chip, "prof-chip");
  gtk_widget_set_valign (chip, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), chip);
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

static void
set_text (GtkWidget *label, const char *text)
{
  if (strcmp (gtk_label_get_label (GTK_LABEL (label)), text) != 0)
    gtk_label_set_label (GTK_LABEL (label), text);
}

void
prof_function_cell_set (GtkWidget *cell, const ProfFunctionRow *function, const char *name,
                        gboolean found)
{
  GtkWidget *chip = gtk_widget_get_first_child (cell);
  GtkWidget *label = gtk_widget_get_last_child (cell);

  gtk_widget_set_visible (chip, function != NULL);
  if (function)
    {
      const char *classes[] = { "prof-chip", prof_kind_get_style (function->kind), NULL };

      gtk_widget_set_css_classes (chip, classes);
      gtk_widget_set_tooltip_text (chip, prof_kind_get_label (function->kind));
    }
  set_text (label, name);
  gtk_widget_set_tooltip_text (label, name);
  if (found)
    gtk_widget_add_css_class (label, "prof-found");
  else
    gtk_widget_remove_css_class (label, "prof-found");
}

GtkWidget *
prof_text_cell_new (gpointer owner)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "prof-cell-dim");
  return label;
}

void
prof_text_cell_set_module (GtkWidget *cell, const ProfSnapshot *snapshot,
                           const ProfFunctionRow *function)
{
  const char *module = function ? prof_snapshot_string (snapshot, function->module) : "";

  set_text (cell, base_name (module));
  gtk_widget_set_tooltip_text (cell, *module ? module : NULL);
}

void
prof_text_cell_set_location (GtkWidget *cell, const ProfSnapshot *snapshot,
                             const ProfFunctionRow *function)
{
  const char *file = function ? prof_snapshot_string (snapshot, function->file) : "";
  g_autofree char *text = NULL;

  if (*file && function->line > 0)
    text = g_strdup_printf ("%s:%u", base_name (file), function->line);
  else
    text = g_strdup (base_name (file));
  set_text (cell, text);
  gtk_widget_set_tooltip_text (cell, *file ? file : NULL);
}

int
prof_function_compare_module (const ProfSnapshot *snapshot, const ProfFunctionRow *a,
                              const ProfFunctionRow *b)
{
  if (a == NULL || b == NULL)
    return (a != NULL) - (b != NULL);
  if (a->module == b->module)
    return 0;
  return strcmp (base_name (prof_snapshot_string (snapshot, a->module)),
                 base_name (prof_snapshot_string (snapshot, b->module)));
}

int
prof_function_compare_location (const ProfSnapshot *snapshot, const ProfFunctionRow *a,
                                const ProfFunctionRow *b)
{
  int order;

  if (a == NULL || b == NULL)
    return (a != NULL) - (b != NULL);
  order = a->file == b->file ? 0
                             : strcmp (base_name (prof_snapshot_string (snapshot, a->file)),
                                       base_name (prof_snapshot_string (snapshot, b->file)));
  return order ? order : (a->line > b->line) - (a->line < b->line);
}
