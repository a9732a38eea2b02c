/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/time-section.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/format-value.h"

#define MILLISECOND G_GINT64_CONSTANT (1000000)
#define SECOND G_GINT64_CONSTANT (1000000000)

struct _ProfTimeSection {
  AdwBin parent_instance;

  GtkListBoxRow *range_row;
  GtkLabel *range_title;
  GtkLabel *range_label;
  GtkLabel *step_label;
  GtkPopover *popover;
  GtkEntry *from_entry;
  GtkEntry *to_entry;
  GtkLabel *hint;

  ProfAnalyzer *analyzer; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (ProfTimeSection, prof_time_section, ADW_TYPE_BIN)

static char *
format_range (gint64 start, gint64 end)
{
  g_autofree char *from = prof_format_time (start, MILLISECOND);
  g_autofree char *to = prof_format_time (end, MILLISECOND);

  /* The unit once is enough. */
  if (g_str_has_suffix (from, " s") && g_str_has_suffix (to, " s"))
    from[strlen (from) - 2] = '\0';
  return g_strdup_printf ("%s – %s", from, to);
}

static void
set_text (GtkLabel *label, const char *text)
{
  if (strcmp (gtk_label_get_label (label), text) != 0)
    gtk_label_set_label (label, text);
}

static void
update (ProfTimeSection *self)
{
  ProfSelection *selection = prof_analyzer_get_selection (self->analyzer);
  g_autofree char *range_text = NULL;
  g_autofree char *step_text = NULL;
  g_autofree char *name = NULL;
  gint64 start, end;
  gboolean selected = prof_selection_get_range (selection, &start, &end);

  if (!selected)
    prof_analyzer_get_range (self->analyzer, &start, &end);
  range_text = format_range (start, end);
  step_text = selected ? prof_format_duration (end - start) : g_strdup ("");
  set_text (self->range_title, selected ? _ ("Selected") : _ ("All Time"));
  set_text (self->range_label, range_text);
  set_text (self->step_label, step_text);
  name = g_strdup_printf ("%s: %s", gtk_label_get_label (self->range_title), range_text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->range_row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "time.step-back", selected && start > 0);
  gtk_widget_action_set_enabled (
      GTK_WIDGET (self), "time.step-forward",
      selected && end < prof_document_get_duration (prof_analyzer_get_document (self->analyzer)));
}

static void
step (ProfTimeSection *self, int direction)
{
  ProfSelection *selection = prof_analyzer_get_selection (self->analyzer);
  gint64 duration = prof_document_get_duration (prof_analyzer_get_document (self->analyzer));
  gint64 start, end, length, moved;

  if (!prof_selection_get_range (selection, &start, &end))
    return;
  length = end - start;
  moved = direction < 0 ? MAX (0, start - length) : MIN (start + length, duration - 1);
  prof_selection_set_range (selection, moved, moved + length);
}

static void
action_step_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (PROF_TIME_SECTION (widget), -1);
}

static void
action_step_forward (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (PROF_TIME_SECTION (widget), 1);
}

static void
action_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  prof_selection_clear_range (prof_analyzer_get_selection (PROF_TIME_SECTION (widget)->analyzer));
}

static void
action_last (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfTimeSection *self = PROF_TIME_SECTION (widget);
  gint64 end = prof_document_get_duration (prof_analyzer_get_document (self->analyzer));
  gint64 length = g_variant_get_int32 (parameter) * SECOND;

  if (end > 0)
    prof_selection_set_range (prof_analyzer_get_selection (self->analyzer), MAX (0, end - length),
                              end);
}

/* Typed times */

static void
show_hint (ProfTimeSection *self, const char *problem)
{
  if (problem)
    gtk_widget_add_css_class (GTK_WIDGET (self->hint), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->hint), "error");
  gtk_label_set_label (
      self->hint, problem ? problem : _ ("Seconds from the start, or a time of day as 14:05:30.5"));
}

/* FALSE: says what is wrong with what was typed. */
static gboolean
parse (ProfTimeSection *self, gint64 *start, gint64 *end)
{
  ProfSnapshot *snapshot = prof_document_get_snapshot (prof_analyzer_get_document (self->analyzer));
  GtkEntry *entries[] = { self->from_entry, self->to_entry };
  gint64 *times[] = { start, end };
  gboolean valid = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autoptr (GError) error = NULL;

      if (prof_parse_time (gtk_editable_get_text (GTK_EDITABLE (entries[i])), snapshot, times[i],
                           &error))
        {
          gtk_widget_remove_css_class (GTK_WIDGET (entries[i]), "error");
          continue;
        }
      gtk_widget_add_css_class (GTK_WIDGET (entries[i]), "error");
      show_hint (self, error->message);
      valid = FALSE;
    }
  if (valid && *start >= *end)
    {
      show_hint (self, _ ("The end has to come after the start."));
      valid = FALSE;
    }
  if (valid)
    show_hint (self, NULL);
  return valid;
}

static void
on_typed (ProfTimeSection *self)
{
  gint64 start, end;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "time.apply", parse (self, &start, &end));
}

static void
action_edit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfTimeSection *self = PROF_TIME_SECTION (widget);
  char from[G_ASCII_DTOSTR_BUF_SIZE], to[G_ASCII_DTOSTR_BUF_SIZE];
  gint64 start, end;

  prof_analyzer_get_range (self->analyzer, &start, &end);
  g_ascii_formatd (from, sizeof from, "%.3f", start / (double) SECOND);
  g_ascii_formatd (to, sizeof to, "%.3f", end / (double) SECOND);
  gtk_editable_set_text (GTK_EDITABLE (self->from_entry), from);
  gtk_editable_set_text (GTK_EDITABLE (self->to_entry), to);
  gtk_popover_popup (self->popover);
}

static void
action_apply (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfTimeSection *self = PROF_TIME_SECTION (widget);
  gint64 start, end;

  if (!parse (self, &start, &end))
    return;
  gtk_popover_popdown (self->popover);
  prof_selection_set_range (prof_analyzer_get_selection (self->analyzer), start, end);
}

void
prof_time_section_set_analyzer (ProfTimeSection *self, ProfAnalyzer *analyzer)
{
  g_set_object (&self->analyzer, analyzer);
  g_signal_connect_object (analyzer, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (prof_analyzer_get_selection (analyzer), "changed", G_CALLBACK (update),
                           self, G_CONNECT_SWAPPED);
  update (self);
}

static void
prof_time_section_dispose (GObject *object)
{
  ProfTimeSection *self = PROF_TIME_SECTION (object);

  g_clear_object (&self->analyzer);
  if (self->popover)
    gtk_widget_unparent (GTK_WIDGET (self->popover));
  self->popover = NULL;
  G_OBJECT_CLASS (prof_time_section_parent_class)->dispose (object);
}

static void
prof_time_section_class_init (ProfTimeSectionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = prof_time_section_dispose;
  gtk_widget_class_install_action (widget_class, "time.step-back", NULL, action_step_back);
  gtk_widget_class_install_action (widget_class, "time.step-forward", NULL, action_step_forward);
  gtk_widget_class_install_action (widget_class, "time.all", NULL, action_all);
  gtk_widget_class_install_action (widget_class, "time.last", "i", action_last);
  gtk_widget_class_install_action (widget_class, "time.edit", NULL, action_edit);
  gtk_widget_class_install_action (widget_class, "time.apply", NULL, action_apply);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/example/Profiler/time-section.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfTimeSection, range_row);
  gtk_widget_class_bind_template_child (widget_class, ProfTimeSection, range_title);
  gtk_widget_class_bind_template_child (widget_class, ProfTimeSection, range_label);
  gtk_widget_class_bind_template_child (widget_class, ProfTimeSection, step_label);
  gtk_widget_class_bind_template_child (widget_class, ProfTimeSection, popover);
  gtk_widget_class_bind_template_child (widget_class, ProfTimeSection, from_entry);
  gtk_widget_class_bind_template_child (widget_class, ProfTimeSection, to_entry);
  gtk_widget_class_bind_template_child (widget_class, ProfTimeSection, hint);
}

static void
prof_time_section_init (ProfTimeSection *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->popover), GTK_WIDGET (self->range_row));
  g_signal_connect_object (self->from_entry, "changed", G_CALLBACK (on_typed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->to_entry, "changed", G_CALLBACK (on_typed), self,
                           G_CONNECT_SWAPPED);
}
