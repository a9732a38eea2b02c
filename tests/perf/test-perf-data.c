/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads every perf.data file of TRUTH.tsv and compares with numbers that were derived by readers
 * other than this one. */
#include "formats/import.h"
#include "profile/profile.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  char *path;
  char *truth;
} Row;

static void
row_clear (gpointer data)
{
  Row *row = data;

  g_free (row->path);
  g_free (row->truth);
}

static GArray *
read_rows (const char *dir)
{
  g_autofree char *path = g_build_filename (dir, "TRUTH.tsv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

  g_array_set_clear_func (rows, row_clear);
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return rows;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], "\t", -1);
      Row row;

      if (g_strv_length (fields) < 7 ||
          !(g_str_has_prefix (fields[0], "perf.data/") ||
            (g_str_has_prefix (fields[0], "malformed/") && strstr (fields[0], "perf") != NULL)))
        continue;
      row = (Row){ g_build_filename (dir, fields[0], NULL), g_strdup (fields[6]) };
      g_array_append_val (rows, row);
    }
  return rows;
}

/* The number behind "KEY=" in @truth; -1: not there. */
static gint64
truth_number (const char *truth, const char *key)
{
  g_autofree char *pattern = g_strdup_printf ("(?:^| )%s=(-?\\d+)", key);
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *number = NULL;

  if (!g_regex_match (regex, truth, 0, &match))
    return -1;
  number = g_match_info_fetch (match, 1);
  return g_ascii_strtoll (number, NULL, 10);
}

typedef struct {
  guint64 samples;
  guint64 weight;
} Total;

/* "events=NAME n=N w=W; NAME n=N w=W; ... t=" */
static void
check_events (const char *truth, const ProfSnapshot *snapshot, const Total *totals)
{
  g_autoptr (GRegex) regex = g_regex_new ("(\\S+) n=(\\d+) w=(\\d+)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  guint64 n_listed = 0;

  g_regex_match (regex, truth, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);
      g_autofree char *samples = g_match_info_fetch (match, 2);
      g_autofree char *weight = g_match_info_fetch (match, 3);
      const char *bare = g_str_has_prefix (name, "events=") ? name + strlen ("events=") : name;
      gboolean found = FALSE;

      n_listed += g_ascii_strtoull (samples, NULL, 10);
      if (strcmp (samples, "0") == 0)
        continue;
      for (guint i = 0; i < snapshot->n_events && !found; i++)
        {
          /* "type0:0x0": the file has no names, and ours is made from the attributes. */
          if (!g_str_has_prefix (bare, "type") &&
              strcmp (prof_snapshot_string (snapshot, snapshot->events[i].name), bare) != 0)
            continue;
          found = totals[i].samples == g_ascii_strtoull (samples, NULL, 10) &&
                  totals[i].weight == g_ascii_strtoull (weight, NULL, 10);
        }
      if (!found)
        for (guint i = 0; i < snapshot->n_events; i++)
          g_test_message ("event %s: %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                          prof_snapshot_string (snapshot, snapshot->events[i].name),
                          totals[i].samples, totals[i].weight);
      if (!found)
        g_test_message ("no event %s with %s samples that weigh %s", bare, samples, weight);
      g_assert_true (found);
    }
  g_assert_cmpuint (n_listed, ==, snapshot->n_samples);
}

static void
check_file (const Row *row, const ProfSnapshot *snapshot)
{
  g_autofree Total *totals = g_new0 (Total, snapshot->n_events);
  g_autoptr (GHashTable) pids = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) tids = g_hash_table_new (NULL, NULL);
  gint64 span;

  g_assert_cmpint (snapshot->n_samples, ==, truth_number (row->truth, "samples"));
  for (guint i = 0; i < snapshot->n_blocks; i++)
    for (guint k = 0; k < snapshot->blocks[i]->n_samples; k++)
      {
        const ProfOriginRow *origin = &snapshot->origins[snapshot->blocks[i]->origins[k]];
        const ProfThreadRow *thread = &snapshot->threads[origin->thread];

        totals[origin->event].samples++;
        totals[origin->event].weight += prof_block_get_weight (snapshot->blocks[i], k);
        g_hash_table_add (pids, GINT_TO_POINTER (snapshot->processes[thread->process].pid));
        g_hash_table_add (tids, GINT_TO_POINTER (thread->tid));
      }
  check_events (row->truth, snapshot, totals);
  g_assert_cmpint (g_hash_table_size (pids), ==, truth_number (row->truth, "pids"));
  g_assert_cmpint (g_hash_table_size (tids), ==, truth_number (row->truth, "tids"));
  if (strstr (row->truth, " NO TIME ") != NULL)
    {
      g_assert_cmpstr (prof_snapshot_get_meta (snapshot, PROF_META_NO_TIME), ==, "1");
      return;
    }
  span = truth_number (row->truth, "span_ns");
  g_assert_cmpint (snapshot->first_time, >=, 0);
  g_assert_cmpint (snapshot->end_time - 1 - snapshot->first_time, ==, span);
}

static void
test_file (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (GError) error = NULL;
  const char *format = NULL;
  gboolean done =
      prof_import_file (row->path, NULL, prof_profile_sink, profile, NULL, &format, &error);

  snapshot = prof_profile_snapshot (profile);
  for (guint i = 0; i < snapshot->n_warnings; i++)
    g_test_message ("%" G_GUINT64_FORMAT " × %s %s", snapshot->warnings[i].count,
                    prof_snapshot_string (snapshot, snapshot->warnings[i].text),
                    prof_snapshot_string (snapshot, snapshot->warnings[i].where));
  if (g_str_has_prefix (row->truth, "REJECT") || truth_number (row->truth, "samples") == 0)
    {
      g_assert_false (done);
      g_assert_nonnull (error);
      g_assert_true (error->domain == PROF_IMPORT_ERROR);
      g_test_message ("%s", error->message);
      g_assert_null (strchr (error->message, '\n'));
      return;
    }
  g_assert_no_error (error);
  g_assert_true (done);
  g_assert_cmpstr (format, ==, "perf.data");
  check_file (row, snapshot);
}

static void
skip_all (void)
{
  g_test_skip ("the folder of sample files is not here (PROFILER_SAMPLES)");
}

int
main (int argc, char **argv)
{
  const char *dir = g_getenv ("PROFILER_SAMPLES");
  g_autoptr (GArray) rows = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  rows = read_rows (dir != NULL ? dir : "");
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      g_autofree char *base = g_path_get_basename (row->path);
      g_autofree char *name = g_strdup_printf ("/perf-data/truth/%s", base);

      g_test_add_data_func (name, row, test_file);
    }
  if (rows->len == 0)
    g_test_add_func ("/perf-data/truth", skip_all);
  result = g_test_run ();
  return result;
}
