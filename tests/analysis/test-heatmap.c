/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/activity.h"
#include "analysis/call-tree.h"
#include "analysis/heatmap.h"

#include "random-profile.h"
#include "reference.h"

__extension__ typedef __int128 Wide;

/* When a cell begins, straight from its definition. */
static gint64
cell_start (const ProfHeatmap *map, gint64 column, guint row)
{
  return map->origin_ns + column * map->column_ns +
         (gint64) ((Wide) row * map->column_ns / map->n_rows);
}

/* Every sample put into the one cell that contains it. */
static void
check_cells (const ProfHeatmap *map, const GArray *samples, const ProfFilter *filter, gint64 start,
             gint64 end)
{
  gsize n_cells = (gsize) map->n_columns * map->n_rows;
  g_autofree guint32 *counts = g_new0 (guint32, MAX (n_cells, 1));
  g_autofree guint64 *weights = g_new0 (guint64, MAX (n_cells, 1));
  guint64 n = 0;
  guint32 max_count = 0;
  guint64 max_weight = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);
      gint64 column;
      guint row = map->n_rows - 1;
      gint64 found_column, from, to;
      guint found_row;

      if (sample->time < start || sample->time >= end || sample->time < map->origin_ns ||
          (filter && !filter->shown[sample->origin]))
        continue;
      column = (sample->time - map->origin_ns) / map->column_ns;
      while (cell_start (map, column, row) > sample->time)
        row--;
      g_assert_cmpint (column, <, map->n_columns);
      counts[column * map->n_rows + row]++;
      weights[column * map->n_rows + row] += sample->weight;
      n++;

      prof_heatmap_locate (map, sample->time, &found_column, &found_row);
      g_assert_cmpint (found_column, ==, column);
      g_assert_cmpuint (found_row, ==, row);
      g_assert_true (prof_heatmap_get_cell_range (map, column, row, &from, &to));
      g_assert_cmpint (from, ==, cell_start (map, column, row));
      g_assert_cmpint (to, ==, cell_start (map, column, row + 1));
      g_assert_true (from <= sample->time && sample->time < to);
    }

  g_assert_cmpuint (map->n_samples, ==, n);
  g_assert_cmpuint (map->n_beyond, ==, 0);
  for (gsize i = 0; i < n_cells; i++)
    {
      g_assert_cmpuint (map->counts[i], ==, counts[i]);
      g_assert_cmpuint (map->weights[i], ==, weights[i]);
      max_count = MAX (max_count, counts[i]);
      max_weight = MAX (max_weight, weights[i]);
    }
  g_assert_cmpuint (map->max_count, ==, max_count);
  g_assert_cmpuint (map->max_weight, ==, max_weight);
}

static ProfHeatmap *
random_map (GRand *rand, const ProfSnapshot *snapshot)
{
  gint64 column = 1 + g_rand_double (rand) * snapshot->end_time / g_rand_int_range (rand, 1, 60);
  gint64 origin = g_rand_boolean (rand) ? 0 : g_rand_int_range (rand, -50, 50);

  return prof_heatmap_new (origin, column, g_rand_int_range (rand, 1, 61));
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < 60; seed++)
    {
      g_autoptr (RandomProfile) profile = random_profile_new (seed);
      g_autoptr (ProfSnapshot) snapshot = random_profile_grow (profile, 400);
      g_autoptr (GArray) samples = flatten_samples (snapshot);

      for (guint i = 0; i < 8; i++)
        {
          g_autoptr (ProfHeatmap) map = random_map (profile->rand, snapshot);
          g_autoptr (ProfQuery) query = random_query (profile->rand, snapshot);
          g_autoptr (ProfFilter) filter = i % 2 ? prof_filter_new (snapshot, query, NULL) : NULL;
          gint64 start, end;

          prof_query_get_range (query, snapshot, &start, &end);
          prof_heatmap_fill (map, snapshot, filter, start, end);
          check_cells (map, samples, filter, start, end);
          /* Filling again begins anew. */
          prof_heatmap_fill (map, snapshot, NULL, snapshot->first_time, snapshot->end_time);
          check_cells (map, samples, NULL, snapshot->first_time, snapshot->end_time);
        }
    }
}

/* The sum of the cells, the root of the tree and the totals of shown origins are one number. */
static void
test_agrees_with_tree (void)
{
  for (guint32 seed = 100; seed < 130; seed++)
    {
      g_autoptr (RandomProfile) profile = random_profile_new (seed);
      g_autoptr (ProfSnapshot) snapshot = random_profile_grow (profile, 1000);
      g_autoptr (ProfQuery) query = random_query (profile->rand, snapshot);
      g_autoptr (ProfFilter) filter = prof_filter_new (snapshot, query, NULL);
      g_autoptr (ProfCallTree) tree = prof_call_tree_new (snapshot, filter, query);
      g_autoptr (ProfHeatmap) map = prof_heatmap_new (0, 977, 7);
      g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
      gint64 start, end;
      guint64 weight = 0;
      guint64 origin_weight = 0;

      prof_query_get_range (query, snapshot, &start, &end);
      prof_range_totals_update (totals, snapshot, start, end);
      prof_call_tree_set_totals (tree, totals);
      prof_heatmap_fill (map, snapshot, filter, start, end);
      for (gsize i = 0; i < (gsize) map->n_columns * map->n_rows; i++)
        weight += map->weights[i];
      for (guint i = 0; i < totals->n_origins; i++)
        origin_weight += filter->shown[i] ? totals->weights[i] : 0;
      g_assert_cmpuint (weight, ==, tree->total[0]);
      g_assert_cmpuint (weight, ==, origin_weight);
      g_assert_cmpuint (map->n_samples, ==, tree->total_count[0]);
    }
}

/* A map that goes on with each snapshot holds what a new one would. With enough samples for blocks
 * to be sealed, and late ones that change them. */
static void
test_update (void)
{
  g_autoptr (RandomProfile) profile = random_profile_new (3);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (ProfHeatmap) all = prof_heatmap_new (0, 500000, 50);
  g_autoptr (ProfHeatmap) some = prof_heatmap_new (1000, 300000, 13);

  query->include_processes = g_strdupv ((char *[]){ (char *) "worker", (char *) "server", NULL });
  for (guint round = 0; round < 40; round++)
    {
      g_autoptr (ProfSnapshot) snapshot =
          random_profile_grow (profile, round % 7 == 0 ? 40000 : 3000);
      g_autoptr (GArray) samples = flatten_samples (snapshot);
      g_autoptr (ProfFilter) filter = NULL;
      gint64 end = round < 30 ? G_MAXINT64 : snapshot->end_time / 2;

      /* Another filter after a while. */
      if (round == 20)
        {
          g_clear_pointer (&query->include_processes, g_strfreev);
          query->hidden_process_ids = g_array_new (FALSE, TRUE, sizeof (guint32));
          g_array_set_size (query->hidden_process_ids, 1);
        }
      filter = prof_filter_new (snapshot, query, NULL);
      prof_heatmap_update (all, snapshot, NULL, snapshot->first_time, snapshot->end_time);
      check_cells (all, samples, NULL, snapshot->first_time, snapshot->end_time);
      prof_heatmap_update (some, snapshot, filter, 5000, end);
      check_cells (some, samples, filter, 5000, end);
    }
  /* An unrelated profile: nothing is left of the first. */
  {
    g_autoptr (RandomProfile) other = random_profile_new (4);
    g_autoptr (ProfSnapshot) snapshot = random_profile_grow (other, 100);
    g_autoptr (GArray) samples = flatten_samples (snapshot);

    prof_heatmap_update (all, snapshot, NULL, snapshot->first_time, snapshot->end_time);
    check_cells (all, samples, NULL, snapshot->first_time, snapshot->end_time);
  }
}

static ProfSnapshot *
profile_of_times (const gint64 *times, guint n)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  ProfProcessRow process = { .pid = 1 };
  ProfThreadRow thread = { .tid = 1 };
  guint32 event = prof_builder_event (builder, "e", "samples");
  guint32 origin;

  thread.process = prof_builder_process (builder, &process);
  origin = prof_builder_origin (builder, prof_builder_thread (builder, &thread), 0, event);
  for (guint i = 0; i < n; i++)
    prof_builder_sample (builder, times[i], origin, 2);
  g_assert_true (prof_profile_sink (prof_builder_take_batch (builder), profile, NULL));
  return prof_profile_snapshot (profile);
}

/* Times at the ends of what a gint64 holds. */
static void
test_extremes (void)
{
  const gint64 times[] = {
    0, 1, 999999999, G_GINT64_CONSTANT (1000000000), G_MAXINT64 / 2, G_MAXINT64 - 2
  };
  g_autoptr (ProfSnapshot) snapshot = profile_of_times (times, G_N_ELEMENTS (times));
  g_autoptr (ProfHeatmap) seconds = prof_heatmap_new (0, 1000000000, 50);
  g_autoptr (ProfHeatmap) huge = prof_heatmap_new (G_MININT64, G_MAXINT64, 1000);
  g_autoptr (ProfHeatmap) tiny = prof_heatmap_new (0, 3, 10);
  gint64 column, start, end;
  guint row;

  /* 292 years of seconds are too many cells: what does not fit is counted apart. */
  prof_heatmap_fill (seconds, snapshot, NULL, G_MININT64, G_MAXINT64);
  g_assert_cmpuint (seconds->n_samples, ==, 4);
  g_assert_cmpuint (seconds->n_beyond, ==, 2);
  g_assert_cmpuint (seconds->counts[0], ==, 2);
  g_assert_cmpuint (seconds->counts[49], ==, 1);
  g_assert_cmpuint (seconds->counts[50], ==, 1);
  g_assert_cmpuint ((guint64) seconds->n_columns * 50, <=, PROF_HEATMAP_MAX_CELLS);

  prof_heatmap_fill (huge, snapshot, NULL, G_MININT64, G_MAXINT64);
  g_assert_cmpuint (huge->n_samples, ==, 6);
  prof_heatmap_locate (huge, 0, &column, &row);
  g_assert_cmpint (column, ==, 1);
  g_assert_cmpuint (row, ==, 0);
  prof_heatmap_locate (huge, G_MAXINT64, &column, &row);
  g_assert_cmpint (column, ==, 2);

  /* More rows than nanoseconds: cells without time stay empty. */
  prof_heatmap_fill (tiny, snapshot, NULL, 0, 10);
  g_assert_cmpuint (tiny->n_samples, ==, 2);
  g_assert_cmpuint (tiny->counts[3], ==, 1);
  g_assert_cmpuint (tiny->counts[6], ==, 1);

  prof_heatmap_locate (seconds, -1, &column, &row);
  g_assert_cmpint (column, ==, -1);
  g_assert_cmpuint (row, ==, 49);
  prof_heatmap_locate (seconds, -1000000000, &column, &row);
  g_assert_cmpint (column, ==, -1);
  g_assert_cmpuint (row, ==, 0);
  prof_heatmap_locate (seconds, G_MININT64, &column, &row);
  g_assert_cmpint (column, ==, -9223372037);

  g_assert_false (prof_heatmap_get_cell_range (seconds, seconds->n_columns, 0, &start, &end));
  g_assert_cmpint (end - start, ==, 20000000);
}

static void
test_empty (void)
{
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = prof_profile_snapshot (profile);
  g_autoptr (ProfHeatmap) map = prof_heatmap_new (0, 1000, 10);

  prof_heatmap_fill (map, snapshot, NULL, 0, 1000000);
  g_assert_cmpuint (map->n_columns, ==, 0);
  prof_heatmap_update (map, snapshot, NULL, 10, 5);
  g_assert_cmpuint (map->n_samples, ==, 0);
}

static void
test_auto_column (void)
{
  const gint64 second = 1000000000;

  g_assert_cmpint (prof_heatmap_auto_column (0, 100), ==, 1000000);
  g_assert_cmpint (prof_heatmap_auto_column (second, 100), ==, second / 100);
  g_assert_cmpint (prof_heatmap_auto_column (second + 1, 100), ==, second / 50);
  g_assert_cmpint (prof_heatmap_auto_column (60 * second, 60), ==, second);
  g_assert_cmpint (prof_heatmap_auto_column (3600 * second, 100), ==, 60 * second);
  g_assert_cmpint (prof_heatmap_auto_column (86400 * second, 100), ==, 1800 * second);
  for (guint i = 0; i < 62; i++)
    for (guint columns = 1; columns < 2000; columns = columns * 3 + 1)
      {
        gint64 length = G_GINT64_CONSTANT (1) << i;
        gint64 column = prof_heatmap_auto_column (length, columns);

        g_assert_cmpint ((length - 1) / column, <, columns);
      }
}

static void
test_activity (void)
{
  for (guint32 seed = 0; seed < 30; seed++)
    {
      g_autoptr (RandomProfile) profile = random_profile_new (seed);
      g_autoptr (ProfSnapshot) snapshot = random_profile_grow (profile, 500);
      g_autoptr (GArray) samples = flatten_samples (snapshot);
      g_autoptr (ProfQuery) query = random_query (profile->rand, snapshot);
      g_autoptr (ProfFilter) filter = prof_filter_new (snapshot, query, NULL);
      guint n = g_rand_int_range (profile->rand, 1, 50);
      gint64 start, end;
      g_autoptr (ProfActivity) activity = NULL;
      g_autofree guint64 *threads = g_new0 (guint64, snapshot->n_threads * n);
      g_autofree guint64 *processes = g_new0 (guint64, snapshot->n_processes * n);

      prof_query_get_range (query, snapshot, &start, &end);
      activity = prof_activity_new (snapshot, filter, start, end, n);
      for (guint i = 0; i < samples->len; i++)
        {
          const FlatSample *sample = &g_array_index (samples, FlatSample, i);
          guint32 thread = snapshot->origins[sample->origin].thread;
          guint column = n - 1;

          if (!filter->shown[sample->origin] || sample->time < start || sample->time >= end)
            continue;
          while (start + (gint64) ((Wide) (end - start) * column / n) > sample->time)
            column--;
          threads[thread * n + column] += sample->weight;
          processes[snapshot->threads[thread].process * n + column] += sample->weight;
        }
      g_assert_cmpmem (threads, snapshot->n_threads * n * sizeof (guint64), activity->threads,
                       activity->n_threads * n * sizeof (guint64));
      g_assert_cmpmem (processes, snapshot->n_processes * n * sizeof (guint64), activity->processes,
                       activity->n_processes * n * sizeof (guint64));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heatmap/random", test_random);
  g_test_add_func ("/heatmap/agrees-with-tree", test_agrees_with_tree);
  g_test_add_func ("/heatmap/update", test_update);
  g_test_add_func ("/heatmap/extremes", test_extremes);
  g_test_add_func ("/heatmap/empty", test_empty);
  g_test_add_func ("/heatmap/auto-column", test_auto_column);
  g_test_add_func ("/activity/random", test_activity);
  return g_test_run ();
}
