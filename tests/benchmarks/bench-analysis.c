/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person waits for with ten million samples and 200,000 stacks open: a time range dragged,
 * a filter or grouping changed, the heat map filled. One line of JSON for each kind of profile.
 *
 * Times are processor time of the thread that works, so that other work on the machine counts
 * little; those ending in _wall_ms are by the clock on the wall. */

#include "analysis/activity.h"
#include "analysis/functions.h"
#include "analysis/heatmap.h"
#include "analysis/summary.h"

#include "large-profile.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N_MOVES 500

static double
now_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static double
wall_ms (void)
{
  return g_get_monotonic_time () / 1000.0;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

/* Of @n times, which are sorted for it. */
static double
percentile (double *times, guint n, guint percent)
{
  qsort (times, n, sizeof *times, compare_doubles);
  return times[MIN (n - 1, n * percent / 100)];
}

/* A scripted drag: mostly an edge that moves a little, as under a pointer; now and then the whole
 * range steps, jumps far, or takes another size. */
static void
next_range (GRand *rand, gint64 whole, gint64 *start, gint64 *end)
{
  gint64 length = *end - *start;
  guint dice = g_rand_int_range (rand, 0, 100);

  if (dice < 70)
    *end += (g_rand_double (rand) - 0.45) * whole / 200;
  else if (dice < 80)
    *start += (g_rand_double (rand) - 0.5) * whole / 50;
  else if (dice < 90)
    {
      *start += length;
      *end += length;
    }
  else
    {
      *start = g_rand_double (rand) * whole;
      length = whole * g_rand_double (rand) * g_rand_double (rand);
      *end = *start + length;
    }
  if (*start < 0 || *start >= whole)
    *start = g_rand_double (rand) * whole / 2;
  *end = CLAMP (*end, *start + 1000000, whole);
}

static void
bench_moves (ProfSnapshot *snapshot)
{
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (ProfFilter) filter = NULL;
  g_autoptr (ProfCallTree) tree = NULL;
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  gint64 start = snapshot->end_time / 3;
  gint64 end = snapshot->end_time / 2;
  double range[N_MOVES], weights[N_MOVES], functions[N_MOVES], all[N_MOVES], wall[N_MOVES];

  query->grouping = PROF_GROUP_PROCESS;
  filter = prof_filter_new (snapshot, query, NULL);
  tree = prof_call_tree_new (snapshot, filter, query);
  for (guint i = 0; i < N_MOVES; i++)
    {
      double t0, t1, t2, t3;
      g_autoptr (GArray) list = NULL;

      next_range (rand, snapshot->end_time, &start, &end);
      wall[i] = wall_ms ();
      t0 = now_ms ();
      prof_range_totals_update (totals, snapshot, start, end);
      t1 = now_ms ();
      prof_call_tree_set_totals (tree, totals);
      t2 = now_ms ();
      list = prof_functions_from_tree (tree);
      t3 = now_ms ();
      range[i] = t1 - t0;
      weights[i] = t2 - t1;
      functions[i] = t3 - t2;
      all[i] = t3 - t0;
      wall[i] = wall_ms () - wall[i];
    }
  g_print (",\"tree_nodes\":%u,\"move_median_ms\":%.2f,\"move_p99_ms\":%.2f,\"move_max_ms\":%.2f",
           tree->n_nodes, percentile (all, N_MOVES, 50), percentile (all, N_MOVES, 99),
           percentile (all, N_MOVES, 100));
  g_print (",\"move_median_wall_ms\":%.2f,\"move_p99_wall_ms\":%.2f",
           percentile (wall, N_MOVES, 50), percentile (wall, N_MOVES, 99));
  g_print (",\"range_totals_median_ms\":%.2f,\"range_totals_p99_ms\":%.2f",
           percentile (range, N_MOVES, 50), percentile (range, N_MOVES, 99));
  g_print (",\"set_totals_p99_ms\":%.2f,\"functions_p99_ms\":%.2f",
           percentile (weights, N_MOVES, 99), percentile (functions, N_MOVES, 99));
}

/* A changed query, from the filter to all numbers ready to draw. */
static double
change_query (ProfSnapshot *snapshot, const ProfQuery *query, double parts[4])
{
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  g_autoptr (ProfHeatmap) map = prof_heatmap_new (0, 1000000000, 50);
  g_autoptr (ProfFilter) filter = NULL;
  g_autoptr (ProfCallTree) tree = NULL;
  g_autoptr (GArray) functions = NULL;
  double t0, t1, t2, t3, t4;

  /* The range stays: its totals are there already. */
  prof_range_totals_update (totals, snapshot, snapshot->first_time, snapshot->end_time);
  t0 = now_ms ();
  filter = prof_filter_new (snapshot, query, NULL);
  t1 = now_ms ();
  tree = prof_call_tree_new (snapshot, filter, query);
  t2 = now_ms ();
  prof_call_tree_set_totals (tree, totals);
  if (!query->inverted)
    functions = prof_functions_from_tree (tree);
  t3 = now_ms ();
  prof_heatmap_fill (map, snapshot, filter, snapshot->first_time, snapshot->end_time);
  t4 = now_ms ();
  parts[0] = t1 - t0;
  parts[1] = t2 - t1;
  parts[2] = t3 - t2;
  parts[3] = t4 - t3;
  return t4 - t0;
}

static void
bench_queries (ProfSnapshot *snapshot)
{
  static const char *const names[] = { "none",  "process", "thread",       "hide_native",
                                       "match", "focus",   "hide_process", "inverted" };

  g_print (",\"changes\":{");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (ProfQuery) query = prof_query_new ();
      double best = G_MAXDOUBLE;
      double parts[4], best_parts[4] = { 0 };

      query->grouping = i == 2 ? PROF_GROUP_THREAD : i == 0 ? PROF_GROUP_NONE : PROF_GROUP_PROCESS;
      query->hidden_kinds = i == 3 ? PROF_FRAME_KIND_BIT (PROF_FRAME_NATIVE) : 0;
      query->match = g_strdup (i == 4 ? "method_1.*int" : NULL);
      query->focus = g_strdup (i == 5 ? "component_2" : NULL);
      if (i == 6)
        {
          query->hidden_process_ids = g_array_new (FALSE, TRUE, sizeof (guint32));
          g_array_set_size (query->hidden_process_ids, 1);
        }
      query->inverted = i == 7;
      for (guint round = 0; round < 5; round++)
        {
          double time = change_query (snapshot, query, parts);

          if (time < best)
            memcpy (best_parts, parts, sizeof parts);
          best = MIN (best, time);
        }
      g_print (
          "%s\"%s\":{\"ms\":%.1f,\"filter\":%.1f,\"tree\":%.1f,\"totals\":%.1f,\"heatmap\":%.1f}",
          i ? "," : "", names[i], best, best_parts[0], best_parts[1], best_parts[2], best_parts[3]);
    }
  g_print ("}");
}

static void
bench_scans (ProfSnapshot *snapshot)
{
  g_autoptr (ProfHeatmap) all = prof_heatmap_new (0, 1000000000, 50);
  g_autoptr (ProfHeatmap) fine = prof_heatmap_new (0, 10000000, 20);
  double t0 = now_ms ();
  double t1, t2, t3, t4;
  g_autoptr (ProfActivity) activity = NULL;
  g_autoptr (ProfSummary) summary = NULL;

  prof_heatmap_fill (all, snapshot, NULL, snapshot->first_time, snapshot->end_time);
  t1 = now_ms ();
  prof_heatmap_fill (fine, snapshot, NULL, snapshot->first_time, snapshot->end_time);
  t2 = now_ms ();
  activity = prof_activity_new (snapshot, NULL, snapshot->first_time, snapshot->end_time, 60);
  t3 = now_ms ();
  summary = prof_summary_new (snapshot, NULL, G_MININT64, G_MAXINT64);
  t4 = now_ms ();
  g_print (",\"heatmap_ms\":%.1f,\"heatmap_half_ms_cells_ms\":%.1f,\"activity_ms\":%.1f,"
           "\"summary_ms\":%.1f",
           t1 - t0, t2 - t1, t3 - t2, t4 - t3);
}

/* A recording that goes on: a thousand samples come, and the heat map takes them in. */
static void
bench_live (ProfProfile *profile)
{
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (ProfHeatmap) map = prof_heatmap_new (0, 1000000000, 50);
  double snapshots[50], filters[50], maps[50];

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      g_autoptr (ProfSnapshot) before = prof_profile_snapshot (profile);
      g_autoptr (ProfSnapshot) snapshot = NULL;
      g_autoptr (ProfBatch) batch = prof_batch_new ();
      g_autoptr (ProfFilter) filter = NULL;
      g_autoptr (GError) error = NULL;
      const guint counts[PROF_N_TABLES] = {
        [PROF_TABLE_STRINGS] = before->n_strings,     [PROF_TABLE_EVENTS] = before->n_events,
        [PROF_TABLE_PROCESSES] = before->n_processes, [PROF_TABLE_THREADS] = before->n_threads,
        [PROF_TABLE_FUNCTIONS] = before->n_functions, [PROF_TABLE_FRAMES] = before->n_frames,
        [PROF_TABLE_STACKS] = before->n_stacks,       [PROF_TABLE_ORIGINS] = before->n_origins,
      };
      double t0, t1, t2, t3;

      if (i == 0)
        {
          filter = prof_filter_new (before, query, NULL);
          prof_heatmap_update (map, before, filter, G_MININT64, G_MAXINT64);
          g_clear_pointer (&filter, prof_filter_unref);
        }
      memcpy (batch->first, counts, sizeof counts);
      for (guint k = 0; k < 1000; k++)
        {
          gint64 time = before->end_time + k * 100000;
          guint32 origin = k * 1009 % before->n_origins;
          guint64 weight = 1001001;

          g_array_append_val (batch->times, time);
          g_array_append_val (batch->origins, origin);
          g_array_append_val (batch->weights, weight);
        }
      if (!prof_profile_apply (profile, batch, &error))
        g_error ("%s", error->message);
      t0 = now_ms ();
      snapshot = prof_profile_snapshot (profile);
      t1 = now_ms ();
      filter = prof_filter_new (snapshot, query, NULL);
      t2 = now_ms ();
      prof_heatmap_update (map, snapshot, filter, G_MININT64, G_MAXINT64);
      t3 = now_ms ();
      if (map->n_samples != snapshot->n_samples)
        g_error ("The heat map lost samples");
      snapshots[i] = t1 - t0;
      filters[i] = t2 - t1;
      maps[i] = t3 - t2;
    }
  g_print (",\"live_snapshot_ms\":%.2f,\"live_filter_ms\":%.2f,\"live_heatmap_ms\":%.2f",
           percentile (snapshots, G_N_ELEMENTS (maps), 50),
           percentile (filters, G_N_ELEMENTS (maps), 50),
           percentile (maps, G_N_ELEMENTS (maps), 50));
}

static void
bench (const char *name, guint n_samples, gboolean uniform, gboolean same_weight, guint n_functions)
{
  LargeProfileOptions options = {
    .n_samples = n_samples,
    .n_stacks = 200 * 1000,
    .n_functions = n_functions,
    .uniform = uniform,
    .same_weight = same_weight,
  };
  double t0 = now_ms ();
  g_autoptr (ProfProfile) profile = large_profile_new (&options);
  double t1 = now_ms ();
  g_autoptr (ProfSnapshot) snapshot = prof_profile_snapshot (profile);
  gsize samples, tables;

  prof_profile_get_memory (profile, &samples, &tables);
  g_print ("{\"benchmark\":\"analysis\",\"profile\":\"%s\",\"samples\":%" G_GUINT64_FORMAT
           ",\"stacks\":%u,\"trie\":%u,\"origins\":%u,\"functions\":%u",
           name, snapshot->n_samples, options.n_stacks, snapshot->n_stacks, snapshot->n_origins,
           snapshot->n_functions);
  g_print (",\"build_ms\":%.0f,\"bytes_per_sample\":%.2f,\"tables_mb\":%.1f", t1 - t0,
           (double) samples / snapshot->n_samples, tables / 1e6);
  bench_moves (snapshot);
  bench_queries (snapshot);
  bench_scans (snapshot);
  bench_live (profile);
  g_print ("}\n");
}

/* Arguments, for trying things out: one kind of profile, and how many samples. */
int
main (int argc, char **argv)
{
  const char *only = argc > 1 ? argv[1] : NULL;
  guint n = argc > 2 ? atoi (argv[2]) : 10 * 1000 * 1000;

  if (!only || g_str_equal (only, "skewed"))
    bench ("skewed", n, FALSE, TRUE, 20000);
  if (!only || g_str_equal (only, "weighted"))
    bench ("weighted", n, FALSE, FALSE, 20000);
  if (!only || g_str_equal (only, "uniform"))
    bench ("uniform", n, TRUE, TRUE, 20000);
  if (!only || g_str_equal (only, "functions"))
    bench ("functions", n, FALSE, TRUE, 200000);
  return 0;
}
