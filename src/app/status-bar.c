/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/status-bar.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/format-value.h"

/* A person reads a dozen; a damaged file may have thousands. */
#define MAX_WARNINGS 50

struct _ProfStatusBar {
  AdwBin parent_instance;

  GtkLabel *text_label;
  GtkWidget *quality_button;
  GtkLabel *quality_label;
  GtkWidget *warning_image;
  GtkGrid *facts;
  GtkBox *warnings;

  ProfAnalyzer *analyzer; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (ProfStatusBar, prof_status_bar, ADW_TYPE_BIN)

const char *
prof_status_bar_get_text (ProfStatusBar *self)
{
  return gtk_label_get_label (self->text_label);
}

const char *
prof_status_bar_get_quality (ProfStatusBar *self)
{
  return gtk_label_get_label (self->quality_label);
}

static void
set_text (GtkLabel *label, const char *text)
{
  if (strcmp (gtk_label_get_label (label), text) != 0)
    gtk_label_set_label (label, text);
}

static void
update_text (ProfStatusBar *self)
{
  const ProfShares *shares = prof_analyzer_get_shares (self->analyzer);
  ProfCallTree *tree = prof_analyzer_get_tree (self->analyzer);
  gint64 start, end;
  g_autofree char *duration = NULL;
  g_autofree char *count = NULL;
  g_autofree char *samples = NULL;
  g_autofree char *processes = NULL;
  g_autofree char *text = NULL;

  if (tree == NULL)
    return;
  prof_analyzer_get_range (self->analyzer, &start, &end);
  duration = prof_format_duration (end - start);
  count = prof_format_count (tree->total_count[0]);
  samples = g_strdup_printf (ngettext ("%s sample", "%s samples", tree->total_count[0]), count);
  processes =
      g_strdup_printf (ngettext ("%u process", "%u processes", shares->n_shown), shares->n_shown);
  text = g_strdup_printf ("%s · %s · %s", duration, samples, processes);
  set_text (self->text_label, text);
}

static void
add_fact (ProfStatusBar *self, int row, const char *name, const char *value, const char *help)
{
  GtkWidget *name_label = gtk_label_new (name);
  GtkWidget *value_label = gtk_label_new (value);

  gtk_label_set_xalign (GTK_LABEL (name_label), 0);
  gtk_label_set_xalign (GTK_LABEL (value_label), 1);
  gtk_widget_set_hexpand (value_label, TRUE);
  gtk_widget_add_css_class (name_label, "dim-label");
  gtk_widget_add_css_class (value_label, "numeric");
  gtk_widget_set_tooltip_text (name_label, help);
  gtk_grid_attach (self->facts, name_label, 0, row, 1, 1);
  gtk_grid_attach (self->facts, value_label, 1, row, 1, 1);
}

static void
fill_facts (ProfStatusBar *self, const ProfSummary *summary)
{
  const struct {
    const char *name;
    guint64 value;
    guint64 of; /* 0: no share */
    const char *help;
  } facts[] = {
    { _ ("Samples"), summary->samples, 0, _ ("In the whole recording") },
    { _ ("Lost samples"), summary->lost, summary->samples + summary->lost,
      _ ("Dropped by the kernel because nobody fetched them in time") },
    { _ ("Throttled"), summary->throttled, 0,
      _ ("How often the kernel stopped sampling for a moment") },
    { _ ("Truncated stacks"), summary->truncated_stacks, summary->samples,
      _ ("Stacks whose outer callers are not known") },
    { _ ("Unnamed frames"), summary->unnamed_frames, summary->frame_occurrences,
      _ ("Addresses for which no symbol was found") },
    { _ ("Distinct stacks"), summary->stacks, 0, NULL },
    { _ ("Functions"), summary->frames, 0, NULL },
    { _ ("Processes"), summary->processes, 0, NULL },
    { _ ("Threads"), summary->threads, 0, NULL },
  };
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->facts))))
    gtk_grid_remove (self->facts, child);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      g_autofree char *count = prof_format_count (facts[i].value);
      g_autofree char *share =
          facts[i].of ? prof_format_share (facts[i].value / (double) facts[i].of) : NULL;
      g_autofree char *text = share ? g_strdup_printf ("%s · %s", count, share) : g_strdup (count);

      add_fact (self, i, facts[i].name, text, facts[i].help);
    }
}

static void
fill_warnings (ProfStatusBar *self, const ProfSummary *summary)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->warnings))))
    gtk_box_remove (self->warnings, child);
  for (guint i = 0; i < MIN (summary->warnings->len, MAX_WARNINGS); i++)
    {
      const ProfWarning *warning = g_ptr_array_index (summary->warnings, i);
      g_autofree char *count = prof_format_count (warning->count);
      g_autofree char *text = warning->count > 1
                                  ? g_strdup_printf ("%s (%s×)", warning->text, count)
                                  : g_strdup (warning->text);
      GtkWidget *label = gtk_label_new (text);

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 46);
      gtk_label_set_width_chars (GTK_LABEL (label), 46);
      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_widget_set_tooltip_text (label, warning->where);
      gtk_widget_add_css_class (label, "caption");
      gtk_box_append (self->warnings, label);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->warnings), summary->warnings->len > 0);
  gtk_widget_set_visible (self->warning_image, summary->lost > 0 || summary->warnings->len > 0);
}

static void
update_quality (ProfStatusBar *self)
{
  const ProfSummary *summary = prof_analyzer_get_summary (self->analyzer);
  g_autofree char *lost = NULL;
  g_autofree char *truncated = NULL;
  g_autofree char *named = NULL;
  g_autofree char *text = NULL;

  if (summary == NULL)
    return;
  lost = prof_format_count (summary->lost);
  truncated = prof_format_share (
      summary->samples ? summary->truncated_stacks / (double) summary->samples : 0);
  named = prof_format_share (summary->frame_occurrences
                                 ? 1 - summary->unnamed_frames / (double) summary->frame_occurrences
                                 : 1);
  /* Translators: samples the kernel dropped, share of stacks that are cut, share of frames with a
   * name */
  text = g_strdup_printf (_ ("%s lost     %s truncated     %s named"), lost, truncated, named);
  set_text (self->quality_label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->quality_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_set_visible (self->quality_button, TRUE);
  fill_facts (self, summary);
  fill_warnings (self, summary);
}

static void
on_changed (ProfStatusBar *self, guint what)
{
  if (what & (PROF_ANALYZER_TOTALS | PROF_ANALYZER_SNAPSHOT))
    update_text (self);
  if (what & PROF_ANALYZER_SUMMARY)
    update_quality (self);
}

void
prof_status_bar_set_analyzer (ProfStatusBar *self, ProfAnalyzer *analyzer)
{
  g_set_object (&self->analyzer, analyzer);
  g_signal_connect_object (analyzer, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self, PROF_ANALYZER_TOTALS | PROF_ANALYZER_SUMMARY);
}

static void
prof_status_bar_dispose (GObject *object)
{
  g_clear_object (&PROF_STATUS_BAR (object)->analyzer);
  G_OBJECT_CLASS (prof_status_bar_parent_class)->dispose (object);
}

static void
prof_status_bar_class_init (ProfStatusBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = prof_status_bar_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/example/Profiler/status-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfStatusBar, text_label);
  gtk_widget_class_bind_template_child (widget_class, ProfStatusBar, quality_button);
  gtk_widget_class_bind_template_child (widget_class, ProfStatusBar, quality_label);
  gtk_widget_class_bind_template_child (widget_class, ProfStatusBar, warning_image);
  gtk_widget_class_bind_template_child (widget_class, ProfStatusBar, facts);
  gtk_widget_class_bind_template_child (widget_class, ProfStatusBar, warnings);
}

static void
prof_status_bar_init (ProfStatusBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
