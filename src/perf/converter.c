/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perf/converter-private.h"

#include "perf/event-name.h"

static void
event_clear (gpointer data)
{
  ProfPerfEvent *event = data;

  g_free (event->name);
}

static void
forget_process (pid_t pid, gpointer resolver)
{
  prof_resolver_forget_process (resolver, pid);
}

ProfPerfConverter *
prof_perf_converter_new (ProfBuilder *builder, ProfModules *modules, ProfResolver *resolver)
{
  ProfPerfConverter *self = g_new0 (ProfPerfConverter, 1);

  self->builder = builder;
  self->modules = modules;
  self->tasks = prof_perf_tasks_new (builder, modules);
  self->stacks = prof_perf_stacks_new (builder, resolver, self->tasks);
  prof_perf_tasks_set_changed_func (self->tasks, forget_process, resolver);
  self->events = g_array_new (FALSE, FALSE, sizeof (ProfPerfEvent));
  g_array_set_clear_func (self->events, event_clear);
  self->ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->scratch = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->pauses = g_array_new (FALSE, FALSE, sizeof (ProfPerfPause));
  return self;
}

void
prof_perf_converter_free (ProfPerfConverter *self)
{
  g_array_unref (self->events);
  g_array_unref (self->scratch);
  g_array_unref (self->pauses);
  g_hash_table_unref (self->ids);
  prof_perf_stacks_free (self->stacks);
  prof_perf_tasks_free (self->tasks);
  g_free (self);
}

void
prof_perf_converter_set_live (ProfPerfConverter *self, gboolean live)
{
  prof_perf_tasks_set_live (self->tasks, live);
  prof_perf_stacks_set_live (self->stacks, live);
}

ProfPerfTasks *
prof_perf_converter_get_tasks (ProfPerfConverter *self)
{
  return self->tasks;
}

void
prof_perf_converter_set_kernel_func (ProfPerfConverter *self, ProfPerfKernelFunc func,
                                     gpointer user_data)
{
  prof_perf_stacks_set_kernel_func (self->stacks, func, user_data);
}

void
prof_perf_converter_set_foreign (ProfPerfConverter *self, gboolean foreign)
{
  self->is_foreign = foreign;
}

void
prof_perf_converter_set_build_id_func (ProfPerfConverter *self, ProfPerfBuildIdFunc func,
                                       gpointer user_data)
{
  self->build_id_func = func;
  self->build_id_data = user_data;
}

/* Events */

guint
prof_perf_converter_add_event (ProfPerfConverter *self, const struct perf_event_attr *attr,
                               const char *name, gboolean swap)
{
  ProfPerfEvent event = { .attr = *attr, .row = PROF_NO_ID };

  prof_perf_layout_init (&event.layout, attr, swap);
  event.name = name != NULL ? g_strdup (name) : prof_perf_event_name (attr);
  g_array_append_val (self->events, event);
  self->side_timed = event.layout.tail_time >= 0 && (self->side_timed || self->events->len == 1);
  return self->events->len - 1;
}

void
prof_perf_converter_add_id (ProfPerfConverter *self, guint event, guint64 id)
{
  guint64 *key = g_new (guint64, 1);

  *key = id;
  g_hash_table_insert (self->ids, key, GUINT_TO_POINTER (event + 1));
}

guint
prof_perf_converter_get_n_events (ProfPerfConverter *self)
{
  return self->events->len;
}

void
prof_perf_converter_set_event_name (ProfPerfConverter *self, guint event, const char *name)
{
  ProfPerfEvent *row = &g_array_index (self->events, ProfPerfEvent, event);

  g_free (row->name);
  row->name = g_strdup (name);
}

int
prof_perf_converter_find_event (ProfPerfConverter *self, guint64 id)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->ids, &id)) - 1;
}

/* In the order of the file, so that the first is what its author asked for first; those that only
 * carry side records come last. */
static void
send_events (ProfPerfConverter *self)
{
  if (self->events_sent)
    return;
  self->events_sent = TRUE;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->events->len; i++)
      {
        ProfPerfEvent *event = &g_array_index (self->events, ProfPerfEvent, i);

        if (prof_perf_event_is_dummy (&event->attr) == (pass == 1))
          event->row = prof_builder_event (self->builder, event->name,
                                           prof_perf_event_unit (&event->attr, event->name));
      }
}

static ProfPerfEvent *
event_of (ProfPerfConverter *self, const guint8 *record, const ProfPerfHeader *header)
{
  ProfPerfEvent *first = &g_array_index (self->events, ProfPerfEvent, 0);
  guint64 id;
  int number;

  if (self->events->len == 1 || !prof_perf_layout_get_id (&first->layout, record, header, &id))
    return first;
  number = prof_perf_converter_find_event (self, id);
  return number < 0 ? first : &g_array_index (self->events, ProfPerfEvent, number);
}

/* Time */

guint64
prof_perf_converter_get_time (ProfPerfConverter *self, const guint8 *record)
{
  const ProfPerfLayout *layout = &g_array_index (self->events, ProfPerfEvent, 0).layout;
  ProfPerfHeader header = prof_perf_header (record, layout->swap);
  guint64 time;

  layout = &event_of (self, record, &header)->layout;
  return prof_perf_layout_get_time (layout, record, &header, &time) && time != G_MAXUINT64 ? time
                                                                                           : 0;
}

void
prof_perf_converter_set_start (ProfPerfConverter *self, guint64 time)
{
  self->start = time;
  self->start_is_set = TRUE;
}

guint64
prof_perf_converter_get_start (ProfPerfConverter *self)
{
  return self->start;
}

void
prof_perf_converter_set_pauses (ProfPerfConverter *self, const ProfPerfPause *pauses,
                                guint n_pauses)
{
  g_array_set_size (self->pauses, 0);
  g_array_append_vals (self->pauses, pauses, n_pauses);
}

static gboolean
is_paused (ProfPerfConverter *self, guint64 time)
{
  for (guint i = 0; i < self->pauses->len; i++)
    {
      ProfPerfPause pause = g_array_index (self->pauses, ProfPerfPause, i);

      if (time >= pause.start && time < pause.end)
        return TRUE;
    }
  return FALSE;
}

gint64
prof_perf_converter_relative (ProfPerfConverter *self, guint64 time)
{
  if (time == 0)
    {
      /* A fact from before the recording; or there are no times, and it is now. */
      return self->side_timed || !self->has_sampled ? PROF_TIME_UNKNOWN : self->latest;
    }
  if (!self->start_is_set)
    prof_perf_converter_set_start (self, time);
  self->latest = (gint64) (time - self->start);
  return self->latest;
}

/* Records */

static void
add_sample (ProfPerfConverter *self, ProfPerfEvent *event, const guint8 *record,
            const ProfPerfHeader *header)
{
  ProfPerfSample sample;
  ProfPerfThread *thread;
  guint32 stack, origin;
  guint64 weight;
  gint64 time;

  if (!prof_perf_layout_read_sample (&event->layout, record, header, self->scratch, &sample))
    {
      self->n_damaged++;
      return;
    }
  if (self->pauses->len > 0 && is_paused (self, sample.time))
    return;
  if (!self->events_sent)
    send_events (self);
  self->has_sampled = TRUE;
  self->n_samples++;
  if (sample.stack_dump > 0)
    self->n_stack_dumps++;
  if (sample.has_period)
    weight = sample.period;
  else
    weight = event->attr.freq ? 1 : event->attr.sample_period;
  time = prof_perf_converter_relative (self, sample.time);
  if (time == PROF_TIME_UNKNOWN)
    time = self->latest;
  thread = prof_perf_tasks_sampled (self->tasks, (pid_t) sample.pid, (pid_t) sample.tid, time);
  stack = prof_perf_stacks_get (self->stacks, thread->process, &sample, header->misc, &event->attr,
                                time);
  origin = prof_builder_origin (self->builder, thread->row, stack, event->row);
  prof_builder_sample (self->builder, time, origin, weight);
}

void
prof_perf_converter_add (ProfPerfConverter *self, const guint8 *record)
{
  gboolean swap = g_array_index (self->events, ProfPerfEvent, 0).layout.swap;
  ProfPerfHeader header = prof_perf_header (record, swap);
  ProfPerfEvent *event = event_of (self, record, &header);
  guint64 time = 0;

  if (header.type == PERF_RECORD_SAMPLE)
    {
      add_sample (self, event, record, &header);
      return;
    }
  prof_perf_layout_get_time (&event->layout, record, &header, &time);
  prof_perf_converter_side_record (self, record, &header, &event->layout,
                                   prof_perf_converter_relative (self, time));
}

static void
warn (ProfPerfConverter *self, guint64 count, const char *text)
{
  if (count > 0)
    prof_builder_warning (self->builder, count, text, NULL);
}

void
prof_perf_converter_finish (ProfPerfConverter *self)
{
  if (self->events->len > 0)
    send_events (self);
  warn (self, self->n_damaged, "A damaged record was skipped.");
  warn (self, self->n_unknown, "A record of an unknown type was skipped.");
  warn (self, self->n_traces, "A piece of a hardware trace was skipped: traces are not decoded.");
  warn (self, self->n_stack_dumps,
        "A sample came with a copy of its stack, which this version does not unwind: only the "
        "addresses that were recorded are shown.");
  warn (self, prof_perf_stacks_get_n_deferred (self->stacks),
        "The user part of a stack was recorded apart from its sample, which is not read: it is "
        "shown as cut off.");
}

guint64
prof_perf_converter_get_n_samples (ProfPerfConverter *self)
{
  return self->n_samples;
}
