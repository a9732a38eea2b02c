/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar.h"

#include "analysis/kind-shares.h"
#include "app/kind-row.h"
#include "app/process-section.h"
#include "app/time-section.h"

struct _ProfSidebar {
  AdwBin parent_instance;

  ProfTimeSection *time_section;
  ProfProcessSection *process_section;
  GtkListBox *kind_list;
  GtkWidget *event_box;
  GtkDropDown *event_drop_down;

  ProfAnalyzer *analyzer;                   /* (nullable) */
  GtkWidget *kind_rows[PROF_N_FRAME_KINDS]; /* (nullable) */
  GStrv events;                             /* (nullable): names in the drop-down */
};

G_DEFINE_FINAL_TYPE (ProfSidebar, prof_sidebar, ADW_TYPE_BIN)

/* Native and kernel are always there; the others when they occur. */
static void
update_kinds (ProfSidebar *self)
{
  guint kinds = prof_snapshot_get_kinds (prof_analyzer_get_snapshot (self->analyzer)) |
                PROF_FRAME_KIND_BIT (PROF_FRAME_NATIVE) | PROF_FRAME_KIND_BIT (PROF_FRAME_KERNEL);
  static const ProfFrameKind order[] = {
    PROF_FRAME_NATIVE,  PROF_FRAME_PYTHON,    PROF_FRAME_KERNEL,  PROF_FRAME_JIT,
    PROF_FRAME_INLINED, PROF_FRAME_TRUNCATED, PROF_FRAME_UNKNOWN,
  };
  int position = 0;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      ProfFrameKind kind = order[i];

      if (!(kinds & PROF_FRAME_KIND_BIT (kind)))
        continue;
      if (self->kind_rows[kind] == NULL)
        {
          self->kind_rows[kind] = prof_kind_row_new (self->analyzer, kind);
          gtk_list_box_insert (self->kind_list, self->kind_rows[kind], position);
        }
      position++;
    }
}

static void
on_event_selected (ProfSidebar *self)
{
  guint selected = gtk_drop_down_get_selected (self->event_drop_down);

  if (self->events && selected < g_strv_length (self->events))
    prof_selection_set_event (prof_analyzer_get_selection (self->analyzer), self->events[selected]);
}

/* Only where a person has a choice: several events that have samples. */
static void
update_events (ProfSidebar *self)
{
  const ProfSummary *summary = prof_analyzer_get_summary (self->analyzer);
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  if (summary == NULL)
    return;
  for (guint i = 0; i < summary->events->len; i++)
    {
      const ProfEventTotal *total = &g_array_index (summary->events, ProfEventTotal, i);

      if (total->samples > 0 && total->event < snapshot->n_events)
        g_strv_builder_add (builder,
                            prof_snapshot_string (snapshot, snapshot->events[total->event].name));
    }
  names = g_strv_builder_end (builder);
  gtk_widget_set_visible (self->event_box, g_strv_length (names) > 1);
  if (self->events &&
      g_strv_equal ((const char *const *) self->events, (const char *const *) names))
    return;

  g_clear_pointer (&self->events, g_strfreev);
  {
    g_autoptr (GtkStringList) list = gtk_string_list_new ((const char *const *) names);

    gtk_drop_down_set_model (self->event_drop_down, G_LIST_MODEL (list));
  }
  self->events = g_steal_pointer (&names);
}

static void
on_changed (ProfSidebar *self, guint what)
{
  if (prof_analyzer_get_snapshot (self->analyzer) == NULL)
    return;
  if (what & PROF_ANALYZER_SNAPSHOT)
    update_kinds (self);
  if (what & PROF_ANALYZER_SUMMARY)
    update_events (self);
  if (what & PROF_ANALYZER_TOTALS)
    for (guint i = 0; i < PROF_N_FRAME_KINDS; i++)
      if (self->kind_rows[i])
        prof_kind_row_update (PROF_KIND_ROW (self->kind_rows[i]));
}

void
prof_sidebar_set_analyzer (ProfSidebar *self, ProfAnalyzer *analyzer)
{
  g_set_object (&self->analyzer, analyzer);
  prof_time_section_set_analyzer (self->time_section, analyzer);
  prof_process_section_set_analyzer (self->process_section, analyzer);
  g_signal_connect_object (analyzer, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self, PROF_ANALYZER_SNAPSHOT | PROF_ANALYZER_SUMMARY | PROF_ANALYZER_TOTALS);
}

static void
prof_sidebar_dispose (GObject *object)
{
  g_clear_object (&PROF_SIDEBAR (object)->analyzer);
  G_OBJECT_CLASS (prof_sidebar_parent_class)->dispose (object);
}

static void
prof_sidebar_finalize (GObject *object)
{
  g_strfreev (PROF_SIDEBAR (object)->events);
  G_OBJECT_CLASS (prof_sidebar_parent_class)->finalize (object);
}

static void
prof_sidebar_class_init (ProfSidebarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = prof_sidebar_dispose;
  G_OBJECT_CLASS (klass)->finalize = prof_sidebar_finalize;
  g_type_ensure (PROF_TYPE_TIME_SECTION);
  g_type_ensure (PROF_TYPE_PROCESS_SECTION);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/example/Profiler/sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfSidebar, time_section);
  gtk_widget_class_bind_template_child (widget_class, ProfSidebar, process_section);
  gtk_widget_class_bind_template_child (widget_class, ProfSidebar, kind_list);
  gtk_widget_class_bind_template_child (widget_class, ProfSidebar, event_box);
  gtk_widget_class_bind_template_child (widget_class, ProfSidebar, event_drop_down);
}

static void
prof_sidebar_init (ProfSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->event_drop_down, "notify::selected",
                           G_CALLBACK (on_event_selected), self, G_CONNECT_SWAPPED);
}
