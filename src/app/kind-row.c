/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/kind-row.h"

#include <string.h>

#include "analysis/format-value.h"
#include "app/kinds.h"

struct _ProfKindRow {
  GtkListBoxRow parent_instance;

  GtkCheckButton *check;
  GtkWidget *chip;
  GtkLabel *name_label;
  GtkLabel *share_label;

  ProfAnalyzer *analyzer;
  ProfFrameKind kind;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (ProfKindRow, prof_kind_row, GTK_TYPE_LIST_BOX_ROW)

static void
on_toggled (ProfKindRow *self)
{
  if (!self->updating)
    prof_selection_set_kind_shown (prof_analyzer_get_selection (self->analyzer), self->kind,
                                   gtk_check_button_get_active (self->check));
}

void
prof_kind_row_update (ProfKindRow *self)
{
  const ProfShares *shares = prof_analyzer_get_shares (self->analyzer);
  ProfSelection *selection = prof_analyzer_get_selection (self->analyzer);
  g_autofree char *share_text = NULL;
  g_autofree char *name = NULL;

  self->updating = TRUE;
  gtk_check_button_set_active (self->check, prof_selection_get_kind_shown (selection, self->kind));
  self->updating = FALSE;

  /* What is inlined runs as the code that carries it, and is counted there; a cut stack is cut at
   * its other end. */
  if (shares == NULL || self->kind == PROF_FRAME_INLINED || self->kind == PROF_FRAME_TRUNCATED)
    share_text = g_strdup ("");
  else
    share_text = prof_format_share (
        shares->kinds_total ? shares->kinds[self->kind] / (double) shares->kinds_total : 0);
  if (strcmp (gtk_label_get_label (self->share_label), share_text) == 0)
    return;
  gtk_label_set_label (self->share_label, share_text);
  name = g_strdup_printf ("%s, %s", prof_kind_get_label (self->kind), share_text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
prof_kind_row_dispose (GObject *object)
{
  g_clear_object (&PROF_KIND_ROW (object)->analyzer);
  G_OBJECT_CLASS (prof_kind_row_parent_class)->dispose (object);
}

static void
prof_kind_row_class_init (ProfKindRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = prof_kind_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/example/Profiler/kind-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfKindRow, check);
  gtk_widget_class_bind_template_child (widget_class, ProfKindRow, chip);
  gtk_widget_class_bind_template_child (widget_class, ProfKindRow, name_label);
  gtk_widget_class_bind_template_child (widget_class, ProfKindRow, share_label);
}

static void
prof_kind_row_init (ProfKindRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->check, "toggled", G_CALLBACK (on_toggled), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
prof_kind_row_new (ProfAnalyzer *analyzer, ProfFrameKind kind)
{
  ProfKindRow *self = g_object_new (PROF_TYPE_KIND_ROW, NULL);
  const char *label = prof_kind_get_label (kind);

  self->analyzer = g_object_ref (analyzer);
  self->kind = kind;
  gtk_label_set_label (self->name_label, label);
  gtk_widget_add_css_class (self->chip, prof_kind_get_style (kind));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  prof_kind_row_update (self);
  return GTK_WIDGET (self);
}
