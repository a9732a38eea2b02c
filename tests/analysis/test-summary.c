/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/kind-shares.h"
#include "analysis/summary.h"

#include "profile/range-totals.h"

#include "random-profile.h"
#include "reference.h"

static void
check_summary (ProfSnapshot *snapshot, const GArray *samples, const ProfFilter *filter,
               gint64 start, gint64 end)
{
  g_autoptr (ProfSummary) summary = prof_summary_new (snapshot, filter, start, end);
  g_autoptr (GHashTable) processes = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) threads = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) stacks = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) functions = g_hash_table_new (NULL, NULL);
  g_autofree ProfEventTotal *events = g_new0 (ProfEventTotal, snapshot->n_events);
  guint64 n = 0, occurrences = 0, unnamed = 0, truncated = 0, weight = 0;
  guint64 kinds[PROF_N_FRAME_KINDS] = { 0 };
  guint64 self[PROF_N_FRAME_KINDS] = { 0 };
  guint32 first_event = PROF_NO_ID;

  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);

      if (sample->time >= start && sample->time < end && (!filter || filter->shown[sample->origin]))
        first_event = MIN (first_event, snapshot->origins[sample->origin].event);
    }
  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);
      const ProfOriginRow *row = &snapshot->origins[sample->origin];
      gboolean is_truncated = FALSE;

      if (sample->time < start || sample->time >= end || (filter && !filter->shown[sample->origin]))
        continue;
      n++;
      events[row->event].samples++;
      events[row->event].weight += sample->weight;
      g_hash_table_add (threads, GUINT_TO_POINTER (row->thread));
      g_hash_table_add (processes, GUINT_TO_POINTER (snapshot->threads[row->thread].process));
      g_hash_table_add (stacks, GUINT_TO_POINTER (row->stack));
      for (guint32 s = row->stack; s != 0; s = snapshot->stacks[s].parent)
        {
          guint32 function = snapshot->frames[snapshot->stacks[s].frame].function;
          const ProfFunctionRow *f = &snapshot->functions[function];

          g_hash_table_add (functions, GUINT_TO_POINTER (function));
          occurrences++;
          kinds[f->kind]++;
          unnamed += (f->flags & PROF_FUNCTION_UNNAMED) != 0;
          is_truncated |= f->kind == PROF_FRAME_TRUNCATED;
          if (s == row->stack && row->event == first_event)
            self[f->kind] += sample->weight;
        }
      truncated += is_truncated;
      if (row->event == first_event)
        weight += sample->weight;
    }

  g_assert_cmpuint (summary->samples, ==, n);
  g_assert_cmpuint (summary->weight, ==, weight);
  g_assert_cmpuint (summary->frame_occurrences, ==, occurrences);
  g_assert_cmpuint (summary->unnamed_frames, ==, unnamed);
  g_assert_cmpuint (summary->truncated_stacks, ==, truncated);
  g_assert_cmpuint (summary->processes, ==, g_hash_table_size (processes));
  g_assert_cmpuint (summary->threads, ==, g_hash_table_size (threads));
  g_assert_cmpuint (summary->stacks, ==, g_hash_table_size (stacks));
  g_assert_cmpuint (summary->frames, ==, g_hash_table_size (functions));
  g_assert_cmpuint (summary->events->len, ==, snapshot->n_events);
  for (guint i = 0; i < snapshot->n_events; i++)
    {
      const ProfEventTotal *event = &g_array_index (summary->events, ProfEventTotal, i);

      g_assert_cmpuint (event->event, ==, i);
      g_assert_cmpuint (event->samples, ==, events[i].samples);
      g_assert_cmpuint (event->weight, ==, events[i].weight);
    }
  for (guint i = 0; i < PROF_N_FRAME_KINDS; i++)
    {
      g_assert_cmpuint (summary->kind_occurrences[i], ==, kinds[i]);
      g_assert_cmpuint (summary->kind_self[i], ==, self[i]);
    }
}

static void
check_shares (ProfSnapshot *snapshot, const GArray *samples, const ProfFilter *filter)
{
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  g_autofree guint64 *processes = g_new (guint64, snapshot->n_processes);
  g_autofree guint64 *threads = g_new (guint64, snapshot->n_threads);
  guint64 kinds[PROF_N_FRAME_KINDS];
  guint seen = 0;

  prof_range_totals_update (totals, snapshot, snapshot->first_time, snapshot->end_time);
  prof_shares_by_process (snapshot, filter, totals->weights, totals->n_origins, processes, threads);
  prof_shares_by_kind (snapshot, filter, totals->weights, totals->n_origins, kinds);
  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);
      guint32 thread = snapshot->origins[sample->origin].thread;
      guint32 stack;

      if (filter && !filter->shown[sample->origin])
        continue;
      stack = snapshot->origins[sample->origin].stack;
      if (stack != 0)
        {
          const ProfFunctionRow *function =
              prof_snapshot_frame_function (snapshot, snapshot->stacks[stack].frame);

          kinds[function->carrier] -= sample->weight;
        }
      threads[thread] -= sample->weight;
      processes[snapshot->threads[thread].process] -= sample->weight;
    }
  for (guint i = 0; i < snapshot->n_threads; i++)
    g_assert_cmpuint (threads[i], ==, 0);
  for (guint i = 0; i < snapshot->n_processes; i++)
    g_assert_cmpuint (processes[i], ==, 0);
  for (guint i = 0; i < PROF_N_FRAME_KINDS; i++)
    g_assert_cmpuint (kinds[i], ==, 0);

  for (guint i = 0; i < snapshot->n_functions; i++)
    seen |= PROF_FRAME_KIND_BIT (snapshot->functions[i].kind);
  g_assert_cmpuint (prof_snapshot_get_kinds (snapshot), ==, seen);
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < 60; seed++)
    {
      g_autoptr (RandomProfile) profile = random_profile_new (seed);
      g_autoptr (ProfSnapshot) snapshot = random_profile_grow (profile, 400);
      g_autoptr (GArray) samples = flatten_samples (snapshot);

      check_summary (snapshot, samples, NULL, G_MININT64, G_MAXINT64);
      check_shares (snapshot, samples, NULL);
      for (guint i = 0; i < 4; i++)
        {
          g_autoptr (ProfQuery) query = random_query (profile->rand, snapshot);
          g_autoptr (ProfFilter) filter = prof_filter_new (snapshot, query, NULL);
          gint64 start, end;

          prof_query_get_range (query, snapshot, &start, &end);
          check_summary (snapshot, samples, filter, start, end);
          check_shares (snapshot, samples, filter);
        }
    }
}

static void
add_marker (ProfBuilder *builder, ProfMarkerKind kind, gint64 time, guint64 value)
{
  ProfMarkerRow row = {
    .time = time, .end = time, .value = value, .kind = kind, .process = PROF_NO_ID
  };

  prof_builder_marker (builder, &row);
}

static void
test_facts (void)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfSummary) summary = NULL;
  g_autoptr (ProfSummary) part = NULL;
  const ProfWarning *warning;

  add_marker (builder, PROF_MARKER_LOST, 10, 5);
  add_marker (builder, PROF_MARKER_LOST, 20, 7);
  add_marker (builder, PROF_MARKER_THROTTLE, 30, 1);
  add_marker (builder, PROF_MARKER_NOTE, 30, 99);
  prof_builder_warning (builder, 2, "A record was cut", NULL);
  prof_builder_warning (builder, 9, "No such module", "offset 7");
  prof_builder_warning (builder, 30, "A record was cut", "offset 12");
  prof_builder_warning (builder, 1, "A record was cut", "offset 99");
  prof_builder_meta (builder, PROF_META_END, "5000000000");
  g_assert_true (prof_profile_sink (prof_builder_take_batch (builder), profile, NULL));
  snapshot = prof_profile_snapshot (profile);
  summary = prof_summary_new (snapshot, NULL, G_MININT64, G_MAXINT64);

  g_assert_cmpint (summary->duration_ns, ==, 5000000000);
  g_assert_cmpuint (summary->lost, ==, 12);
  g_assert_cmpuint (summary->throttled, ==, 1);
  g_assert_cmpuint (summary->samples, ==, 0);
  g_assert_cmpuint (summary->warnings->len, ==, 2);
  warning = g_ptr_array_index (summary->warnings, 0);
  g_assert_cmpstr (warning->text, ==, "A record was cut");
  g_assert_cmpuint (warning->count, ==, 33);
  g_assert_cmpstr (warning->where, ==, "offset 12");
  warning = g_ptr_array_index (summary->warnings, 1);
  g_assert_cmpuint (warning->count, ==, 9);

  part = prof_summary_new (snapshot, NULL, 20, 30);
  g_assert_cmpuint (part->lost, ==, 7);
  g_assert_cmpuint (part->throttled, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/summary/random", test_random);
  g_test_add_func ("/summary/facts", test_facts);
  return g_test_run ();
}
