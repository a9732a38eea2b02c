/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the exporters write, against the plain meaning of a query, a sample at a time. */

#include <string.h>

#include <json-glib/json-glib.h>

#include "analysis/call-tree.h"
#include "formats/export.h"
#include "random-profile.h"
#include "reference.h"
#include "test-support.h"

#define N_PROFILES 8
#define N_QUERIES 25

static char *
export_text (ProfSnapshot *snapshot, const ProfQuery *query, const char *format, gsize *length)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (out);
  g_autoptr (GError) error = NULL;

  g_assert_true (prof_export (snapshot, query, format, out, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_output_stream_write_all (out, "", 1, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (out, NULL, NULL));
  if (length != NULL)
    *length = g_memory_output_stream_get_data_size (memory) - 1;
  return g_memory_output_stream_steal_data (memory);
}

/* ---- the plain meaning ---- */

static char *
step_name (const ProfSnapshot *snapshot, const PathStep *step)
{
  const char *name;
  gint32 number = -1;

  if (step->type == PROF_NODE_FUNCTION)
    return g_strdup (snapshot->strings[snapshot->functions[step->id].name]);
  if (step->type == PROF_NODE_PROCESS)
    {
      name = snapshot->strings[snapshot->processes[step->id].name];
      number = snapshot->processes[step->id].pid;
    }
  else
    {
      name = snapshot->strings[snapshot->threads[step->id].name];
      number = snapshot->threads[step->id].tid;
    }
  if (*name == '\0')
    name = "?";
  return number < 0 ? g_strdup (name) : g_strdup_printf ("%s (%d)", name, number);
}

static gboolean
is_selected (const ProfSnapshot *snapshot, const ProfQuery *query, const FlatSample *sample)
{
  return (!query->has_range || (sample->time >= query->start && sample->time < query->end)) &&
         reference_shows (snapshot, query, sample->origin);
}

static void
add_weight (GHashTable *table, const char *key, guint64 weight)
{
  guint64 *sum = g_hash_table_lookup (table, key);

  if (sum == NULL)
    g_hash_table_insert (table, g_strdup (key), sum = g_new0 (guint64, 1));
  *sum += weight;
}

static void
assert_same_weights (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const guint64 *other = g_hash_table_lookup (b, key);

      if (other == NULL)
        g_error ("only one side has “%s”", (const char *) key);
      g_assert_cmpuint (*(guint64 *) value, ==, *other);
    }
  g_assert_cmpuint (g_hash_table_size (a), ==, g_hash_table_size (b));
}

static GHashTable *
new_weights (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* ---- folded ---- */

static GHashTable *
reference_folded (const ProfSnapshot *snapshot, const ProfQuery *query)
{
  g_autoptr (GArray) samples = flatten_samples (snapshot);
  GHashTable *weights = new_weights ();

  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);
      g_autoptr (GString) stack = g_string_new (NULL);
      g_autoptr (GArray) path = NULL;

      if (sample->weight == 0 || !is_selected (snapshot, query, sample))
        continue;
      path = reference_path (snapshot, query, sample->origin);
      for (guint k = 0; k < path->len; k++)
        {
          g_autofree char *name = step_name (snapshot, &g_array_index (path, PathStep, k));

          g_strdelimit (name, ";", ':');
          g_strdelimit (name, "\r\n", ' ');
          if (k > 0)
            g_string_append_c (stack, ';');
          g_string_append (stack, name);
        }
      add_weight (weights, path->len ? stack->str : "[no frames]", sample->weight);
    }
  return weights;
}

static void
check_folded (ProfSnapshot *snapshot, const ProfQuery *query)
{
  g_autoptr (GHashTable) expected = reference_folded (snapshot, query);
  g_autoptr (GHashTable) got = new_weights ();
  g_autofree char *text = export_text (snapshot, query, "folded", NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *blank = strrchr (lines[i], ' ');

      if (blank == NULL)
        continue;
      *blank = '\0';
      add_weight (got, lines[i], g_ascii_strtoull (blank + 1, NULL, 10));
    }
  assert_same_weights (expected, got);
}

/* ---- JSON ---- */

static GHashTable *
reference_totals (const ProfSnapshot *snapshot, const ProfQuery *query)
{
  g_autoptr (GArray) samples = flatten_samples (snapshot);
  GHashTable *weights = new_weights ();

  add_weight (weights, "all", 0);
  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);
      g_autoptr (GString) at = g_string_new ("all");
      g_autoptr (GArray) path = NULL;

      if (sample->weight == 0 || !is_selected (snapshot, query, sample))
        continue;
      add_weight (weights, at->str, sample->weight);
      path = reference_path (snapshot, query, sample->origin);
      for (guint k = 0; k < path->len; k++)
        {
          g_autofree char *name = step_name (snapshot, &g_array_index (path, PathStep, k));

          g_string_append_printf (at, "\x01%s", name);
          add_weight (weights, at->str, sample->weight);
        }
    }
  return weights;
}

static void
collect_totals (JsonObject *node, const char *above, GHashTable *totals)
{
  JsonArray *children = json_object_get_array_member (node, "children");
  guint64 value = json_object_get_int_member (node, "value");
  g_autofree char *path = NULL;
  guint64 last = G_MAXUINT64;

  path = above ? g_strdup_printf ("%s\x01%s", above, json_object_get_string_member (node, "name"))
               : g_strdup (json_object_get_string_member (node, "name"));
  add_weight (totals, path, value);
  for (guint i = 0; i < json_array_get_length (children); i++)
    {
      JsonObject *child = json_array_get_object_element (children, i);
      guint64 weight = json_object_get_int_member (child, "value");

      g_assert_cmpuint (weight, <=, last);
      last = weight;
      collect_totals (child, path, totals);
    }
}

static void
check_json (ProfSnapshot *snapshot, const ProfQuery *query)
{
  g_autoptr (GHashTable) expected = reference_totals (snapshot, query);
  g_autoptr (GHashTable) got = new_weights ();
  g_autofree char *text = export_text (snapshot, query, "json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (json_parser_load_from_data (parser, text, -1, &error));
  g_assert_no_error (error);
  collect_totals (json_node_get_object (json_parser_get_root (parser)), NULL, got);
  assert_same_weights (expected, got);
}

/* ---- CSV ---- */

/* The next field of RFC 4180 text; @last: it ends its line. */
static char *
next_field (const char **text, gboolean *last)
{
  GString *field = g_string_new (NULL);
  const char *at = *text;

  if (*at == '"')
    for (at++; *at != '"' || at[1] == '"'; at++)
      {
        g_assert_true (*at != '\0');
        if (*at == '"')
          at++;
        g_string_append_c (field, *at);
      }
  else
    for (; strchr (",\r\n", *at) == NULL; at++)
      {
        g_assert_true (*at != '"');
        g_string_append_c (field, *at);
      }
  if (*at == '"')
    at++;
  *last = *at != ',';
  if (*last)
    g_assert_true (g_str_has_prefix (at, "\r\n"));
  *text = at + (*last ? 2 : 1);
  return g_string_free (field, FALSE);
}

static void
check_field (const char **text, const char *expected, gboolean is_last)
{
  gboolean last;
  g_autofree char *field = next_field (text, &last);

  g_assert_cmpstr (field, ==, expected);
  g_assert_true (last == is_last);
}

static void
check_int (const char **text, gint64 expected)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, expected);

  check_field (text, number, FALSE);
}

static void
check_csv (ProfSnapshot *snapshot, const ProfQuery *query)
{
  static const char *const columns[] = { "time_ns", "event", "process", "pid",   "thread",
                                         "tid",     "count", "weight",  "stack", "types" };
  g_autoptr (GArray) samples = flatten_samples (snapshot);
  g_autoptr (ProfQuery) plain = prof_query_copy (query);
  g_autofree char *csv = export_text (snapshot, query, "csv", NULL);
  const char *text = csv;

  plain->grouping = PROF_GROUP_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    check_field (&text, columns[i], i + 1 == G_N_ELEMENTS (columns));
  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);
      const ProfOriginRow *origin = &snapshot->origins[sample->origin];
      const ProfThreadRow *thread = &snapshot->threads[origin->thread];
      const ProfProcessRow *process = &snapshot->processes[thread->process];
      g_autoptr (GString) stack = g_string_new (NULL);
      g_autoptr (GString) types = g_string_new (NULL);
      g_autoptr (GArray) path = NULL;

      if (!is_selected (snapshot, query, sample))
        continue;
      path = reference_path (snapshot, plain, sample->origin);
      for (guint k = 0; k < path->len; k++)
        {
          const ProfFunctionRow *function =
              &snapshot->functions[g_array_index (path, PathStep, k).id];

          g_string_append_printf (stack, "%s%s", k ? ";" : "", snapshot->strings[function->name]);
          g_string_append_printf (types, "%s%s", k ? ";" : "",
                                  prof_frame_kind_to_string (function->kind));
        }
      check_int (&text, sample->time);
      check_field (&text, snapshot->strings[snapshot->events[origin->event].name], FALSE);
      check_field (&text, snapshot->strings[process->name], FALSE);
      if (process->pid < 0)
        check_field (&text, "", FALSE);
      else
        check_int (&text, process->pid);
      check_field (&text, snapshot->strings[thread->name], FALSE);
      if (thread->tid < 0)
        check_field (&text, "", FALSE);
      else
        check_int (&text, thread->tid);
      check_int (&text, 1);
      check_int (&text, sample->weight);
      check_field (&text, stack->str, FALSE);
      check_field (&text, types->str, TRUE);
    }
  g_assert_cmpstr (text, ==, "");
}

/* ---- capture ---- */

static ProfSnapshot *
export_capture (ProfSnapshot *snapshot, const ProfQuery *query, const char *path)
{
  g_autoptr (GError) error = NULL;
  ProfSnapshot *got;

  g_assert_true (prof_export_file (snapshot, query, "capture", path, NULL, &error));
  got = test_import (path, NULL, &error);
  g_assert_no_error (error);
  return got;
}

/* The smaller profile, looked at as a whole, is the selection of the whole one. */
static void
check_capture (ProfSnapshot *snapshot, const ProfQuery *query, const char *path)
{
  g_autoptr (ProfSnapshot) got = export_capture (snapshot, query, path);
  g_autoptr (ProfQuery) everything = prof_query_new ();
  g_autoptr (ProfQuery) upright = prof_query_copy (query);
  g_autofree char *expected_csv = NULL;
  g_autofree char *got_csv = NULL;
  guint n_lines = 0;

  upright->inverted = FALSE;
  expected_csv = export_text (snapshot, upright, "csv", NULL);
  got_csv = export_text (got, everything, "csv", NULL);
  g_assert_cmpstr (got_csv, ==, expected_csv);
  for (guint i = 0; i < got->n_frames; i++)
    n_lines += got->frames[i].line > 0;
  if (query->hidden_kinds == 0 && !query->merge && !query->focus && !query->collapse_recursion &&
      got->n_frames > 20)
    g_assert_cmpuint (n_lines, >, 0);
  g_assert_cmpint (prof_snapshot_get_start_wall (got), ==, prof_snapshot_get_start_wall (snapshot));
}

static void
test_random (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "selected.profcap", NULL);

  for (guint seed = 1; seed <= N_PROFILES; seed++)
    {
      g_autoptr (RandomProfile) random = random_profile_new (seed);
      g_autoptr (ProfSnapshot) snapshot = random_profile_grow (random, 1500);
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

      for (guint i = 0; i < N_QUERIES; i++)
        {
          g_autoptr (ProfQuery) query = random_query (rand, snapshot);

          query->inverted = FALSE;
          check_folded (snapshot, query);
          check_json (snapshot, query);
          check_csv (snapshot, query);
          check_capture (snapshot, query, path);
        }
    }
  test_folder_free (folder);
}

/* Without a selection the capture is the profile, row for row. */
static void
test_whole (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "whole.profcap", NULL);
  g_autoptr (ProfQuery) everything = prof_query_new ();

  for (guint seed = 1; seed <= 5; seed++)
    {
      g_autoptr (RandomProfile) random = random_profile_new (seed);
      g_autoptr (ProfSnapshot) snapshot = random_profile_grow (random, 3000);
      g_autoptr (ProfSnapshot) got = export_capture (snapshot, everything, path);

      test_assert_same (got, snapshot);
    }
  test_folder_free (folder);
}

/* Folded stacks that are read again have the same weights. */
static void
test_folded_again (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "again.folded", NULL);
  g_autoptr (RandomProfile) random = random_profile_new (4);
  g_autoptr (ProfSnapshot) snapshot = random_profile_grow (random, 2000);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (GHashTable) weights = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfSnapshot) again = NULL;
  GHashTableIter iter;
  gpointer weight;
  guint64 sum = 0;

  query->grouping = PROF_GROUP_THREAD;
  weights = reference_folded (snapshot, query);
  g_hash_table_iter_init (&iter, weights);
  while (g_hash_table_iter_next (&iter, NULL, &weight))
    sum += *(guint64 *) weight;
  g_assert_true (prof_export_file (snapshot, query, "folded", path, NULL, &error));
  again = test_import (path, NULL, &error);
  g_assert_no_error (error);
  /* Functions of one name in two modules are two lines of the same text. */
  g_assert_cmpuint (again->n_samples, >=, g_hash_table_size (weights));
  g_assert_cmpuint (test_get_weight (again, 0), ==, sum);
  test_folder_free (folder);
}

/* A stack of 100,000 frames goes through every format. */
static void
test_deep (void)
{
  const guint depth = 100000;
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (GError) error = NULL;
  ProfProcessRow process = { .pid = 1 };
  ProfThreadRow thread = { .tid = 1 };
  guint32 stack = 0;

  thread.process = prof_builder_process (builder, &process);
  for (guint i = 0; i < depth; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i % 3);
      ProfFunctionRow function = { .name = prof_builder_string (builder, name, -1) };

      stack = prof_builder_stack (
          builder, stack,
          prof_builder_frame (builder, prof_builder_function (builder, &function), 0));
    }
  prof_builder_sample (builder, 5,
                       prof_builder_origin (builder, prof_builder_thread (builder, &thread), stack,
                                            prof_builder_event (builder, "e", "ns")),
                       7);
  g_assert_true (prof_profile_sink (prof_builder_take_batch (builder), profile, &error));
  snapshot = prof_profile_snapshot (profile);
  for (const char *const *format = prof_export_get_formats (); *format != NULL; format++)
    {
      gsize length;
      g_autofree char *text = export_text (snapshot, query, *format, &length);

      g_assert_cmpuint (length, >, 1000);
    }
}

static void
test_errors (void)
{
  g_autoptr (RandomProfile) random = random_profile_new (1);
  g_autoptr (ProfSnapshot) snapshot = random_profile_grow (random, 100);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (ProfQuery) wrong = prof_query_new ();
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  wrong->match = g_strdup ("(");
  g_assert_false (prof_export (snapshot, query, "gif", out, NULL, &error));
  g_assert_error (error, PROF_EXPORT_ERROR, PROF_EXPORT_ERROR_UNKNOWN_FORMAT);
  g_assert_nonnull (strstr (error->message, "folded"));
  test_assert_sentence (error->message);
  for (guint i = 0; prof_export_get_formats ()[i] != NULL; i++)
    {
      g_clear_error (&error);
      g_assert_false (
          prof_export (snapshot, wrong, prof_export_get_formats ()[i], out, NULL, &error));
      g_assert_error (error, PROF_EXPORT_ERROR, PROF_EXPORT_ERROR_SELECTION);
      g_clear_error (&error);
      g_assert_false (prof_export_file (snapshot, query, prof_export_get_formats ()[i], "/dev/full",
                                        NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
      test_assert_sentence (error->message);
      g_assert_nonnull (strstr (error->message, "/dev/full"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export/random", test_random);
  g_test_add_func ("/export/whole", test_whole);
  g_test_add_func ("/export/folded-again", test_folded_again);
  g_test_add_func ("/export/deep", test_deep);
  g_test_add_func ("/export/errors", test_errors);
  return g_test_run ();
}
