/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/summary.h"

#include "profile/range-totals.h"

static void
warning_free (gpointer data)
{
  ProfWarning *warning = data;

  g_free (warning->text);
  g_free (warning->where);
  g_free (warning);
}

static int
compare_warnings (gconstpointer a, gconstpointer b)
{
  const ProfWarning *warning_a = *(const ProfWarning *const *) a;
  const ProfWarning *warning_b = *(const ProfWarning *const *) b;

  if (warning_a->count != warning_b->count)
    return warning_a->count > warning_b->count ? -1 : 1;
  return g_strcmp0 (warning_a->text, warning_b->text);
}

static void
add_warnings (ProfSummary *self, const ProfSnapshot *snapshot)
{
  g_autoptr (GHashTable) by_text = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < snapshot->n_warnings; i++)
    {
      const ProfWarningRow *row = &snapshot->warnings[i];
      const char *text = prof_snapshot_string (snapshot, row->text);
      ProfWarning *warning = g_hash_table_lookup (by_text, text);

      if (!warning)
        {
          warning = g_new0 (ProfWarning, 1);
          warning->text = g_strdup (text);
          g_ptr_array_add (self->warnings, warning);
          g_hash_table_insert (by_text, warning->text, warning);
        }
      if (!warning->where && row->where != 0)
        warning->where = g_strdup (prof_snapshot_string (snapshot, row->where));
      warning->count += row->count;
    }
  g_ptr_array_sort (self->warnings, compare_warnings);
}

static void
add_markers (ProfSummary *self, const ProfSnapshot *snapshot, gint64 start, gint64 end)
{
  for (guint i = 0; i < snapshot->n_markers; i++)
    {
      const ProfMarkerRow *row = &snapshot->markers[i];

      if (row->time < start || row->time >= end)
        continue;
      if (row->kind == PROF_MARKER_LOST)
        self->lost += row->value;
      else if (row->kind == PROF_MARKER_THROTTLE)
        self->throttled += row->value;
    }
}

/* What a walk from the origins up gathers. */
typedef struct {
  guint64 *stack_counts; /* [n_stacks]: samples with just this stack; then: with it or below it */
  guint8 *threads;       /* [n_threads]: has samples */
} Gathered;

/* Totals of origins to those of events, threads and stacks. */
static void
add_origins (ProfSummary *self, const ProfSnapshot *snapshot, const ProfFilter *filter,
             const ProfRangeTotals *totals, Gathered *gathered)
{
  for (guint i = 0; i < totals->n_origins; i++)
    {
      const ProfOriginRow *row = &snapshot->origins[i];
      ProfEventTotal *event = &g_array_index (self->events, ProfEventTotal, row->event);

      if (totals->counts[i] == 0 || (filter && !prof_filter_shows (filter, i)))
        continue;
      self->samples += totals->counts[i];
      event->samples += totals->counts[i];
      event->weight += totals->weights[i];
      if (gathered->stack_counts[row->stack] == 0)
        self->stacks++;
      gathered->stack_counts[row->stack] += totals->counts[i];
      gathered->threads[row->thread] = 1;
    }
}

/* The weight of the innermost frames' kinds, for one event: those of several cannot be added. */
static void
add_self_kinds (ProfSummary *self, const ProfSnapshot *snapshot, const ProfFilter *filter,
                const ProfRangeTotals *totals, guint32 event)
{
  for (guint i = 0; i < totals->n_origins; i++)
    {
      const ProfOriginRow *row = &snapshot->origins[i];

      if (row->event != event || row->stack == 0 || (filter && !prof_filter_shows (filter, i)))
        continue;
      self->kind_self[prof_snapshot_frame_function (snapshot, snapshot->stacks[row->stack].frame)
                          ->kind] += totals->weights[i];
    }
}

/* A frame occurs once in each sample whose stack is its own or one below it: those counts are
 * summed up the trie, in which parents have smaller ids. */
static void
add_stacks (ProfSummary *self, const ProfSnapshot *snapshot, guint64 *counts)
{
  g_autofree guint8 *occurs = g_new0 (guint8, MAX (snapshot->n_functions, 1));
  g_autofree guint8 *truncated = g_new0 (guint8, snapshot->n_stacks);

  for (guint s = 1; s < snapshot->n_stacks; s++)
    {
      const ProfStackRow *row = &snapshot->stacks[s];

      truncated[s] =
          truncated[row->parent] ||
          prof_snapshot_frame_function (snapshot, row->frame)->kind == PROF_FRAME_TRUNCATED;
      if (truncated[s])
        self->truncated_stacks += counts[s];
    }

  for (guint s = snapshot->n_stacks - 1; s >= 1; s--)
    {
      const ProfStackRow *row = &snapshot->stacks[s];
      guint32 id = snapshot->frames[row->frame].function;
      const ProfFunctionRow *function = &snapshot->functions[id];

      if (counts[s] == 0)
        continue;
      counts[row->parent] += counts[s];
      self->frame_occurrences += counts[s];
      self->kind_occurrences[function->kind] += counts[s];
      if (function->flags & PROF_FUNCTION_UNNAMED)
        self->unnamed_frames += counts[s];
      self->frames += !occurs[id];
      occurs[id] = 1;
    }
}

static void
count_threads (ProfSummary *self, const ProfSnapshot *snapshot, const guint8 *threads)
{
  g_autofree guint8 *processes = g_new0 (guint8, MAX (snapshot->n_processes, 1));

  for (guint i = 0; i < snapshot->n_threads; i++)
    {
      if (!threads[i])
        continue;
      self->threads++;
      self->processes += !processes[snapshot->threads[i].process];
      processes[snapshot->threads[i].process] = 1;
    }
}

static gint64
whole_duration (const ProfSnapshot *snapshot)
{
  const char *text = prof_snapshot_get_meta (snapshot, PROF_META_END);
  gint64 last = snapshot->n_samples > 0 ? snapshot->end_time - 1 : 0;
  gint64 end;

  if (text && g_ascii_string_to_signed (text, 10, 0, G_MAXINT64, &end, NULL))
    return MAX (end, last);
  return MAX (last, 0);
}

ProfSummary *
prof_summary_new (ProfSnapshot *snapshot, const ProfFilter *filter, gint64 start, gint64 end)
{
  ProfSummary *self = g_new0 (ProfSummary, 1);
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  g_autofree guint64 *counts = g_new0 (guint64, snapshot->n_stacks);
  g_autofree guint8 *threads = g_new0 (guint8, MAX (snapshot->n_threads, 1));
  Gathered gathered = { counts, threads };
  gboolean whole = start <= snapshot->first_time && end >= snapshot->end_time;

  self->events = g_array_new (FALSE, TRUE, sizeof (ProfEventTotal));
  g_array_set_size (self->events, snapshot->n_events);
  for (guint i = 0; i < snapshot->n_events; i++)
    g_array_index (self->events, ProfEventTotal, i).event = i;
  self->warnings = g_ptr_array_new_with_free_func (warning_free);

  prof_range_totals_update (totals, snapshot, MAX (start, snapshot->first_time),
                            MIN (end, snapshot->end_time));
  add_origins (self, snapshot, filter, totals, &gathered);
  for (guint i = 0; i < snapshot->n_events; i++)
    {
      const ProfEventTotal *event = &g_array_index (self->events, ProfEventTotal, i);

      if (event->samples == 0)
        continue;
      self->weight = event->weight;
      add_self_kinds (self, snapshot, filter, totals, i);
      break;
    }
  add_stacks (self, snapshot, counts);
  count_threads (self, snapshot, threads);

  if (whole)
    {
      self->duration_ns = whole_duration (snapshot);
      add_markers (self, snapshot, G_MININT64, G_MAXINT64);
    }
  else
    {
      gint64 from = MAX (start, MIN (snapshot->first_time, 0));
      gint64 to = MIN (end, snapshot->end_time);

      self->duration_ns = MAX (to - from, 0);
      add_markers (self, snapshot, start, end);
    }
  add_warnings (self, snapshot);
  return self;
}

void
prof_summary_free (ProfSummary *self)
{
  g_array_unref (self->events);
  g_ptr_array_unref (self->warnings);
  g_free (self);
}

void
prof_shares_by_process (ProfSnapshot *snapshot, const ProfFilter *filter,
                        const guint64 *origin_weights, guint n_origins, guint64 *process_weights,
                        guint64 *thread_weights)
{
  for (guint i = 0; process_weights && i < snapshot->n_processes; i++)
    process_weights[i] = 0;
  for (guint i = 0; thread_weights && i < snapshot->n_threads; i++)
    thread_weights[i] = 0;

  for (guint i = 0; i < MIN (n_origins, snapshot->n_origins); i++)
    {
      guint32 thread = snapshot->origins[i].thread;

      if (filter && !prof_filter_shows (filter, i))
        continue;
      if (process_weights)
        process_weights[snapshot->threads[thread].process] += origin_weights[i];
      if (thread_weights)
        thread_weights[thread] += origin_weights[i];
    }
}
