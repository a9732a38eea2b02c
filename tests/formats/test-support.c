/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test-support.h"

#include <string.h>

#include <glib/gstdio.h>

#include "profile/builder.h"

char *
test_folder_new (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("profiler-formats-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
test_folder_free (char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

static guint32
random_string (ProfBuilder *b, GRand *rand)
{
  char text[24];
  guint length = g_rand_int_range (rand, 0, sizeof text);

  /* Any bytes: the builder escapes what is not UTF-8. */
  for (guint i = 0; i < length; i++)
    text[i] = g_rand_int_range (rand, 1, 128);
  return prof_builder_string (b, text, length);
}

static void
add_random_rows (ProfBuilder *b, GRand *rand, GArray *processes, GArray *threads, GArray *stacks)
{
  for (guint i = 0; i < 3; i++)
    {
      ProfProcessRow process = { g_rand_int (rand),
                                 PROF_TIME_UNKNOWN,
                                 g_rand_int_range (rand, 1, 99),
                                 -1,
                                 random_string (b, rand),
                                 random_string (b, rand),
                                 i,
                                 0 };
      guint32 row = prof_builder_process (b, &process);
      ProfThreadRow thread = {
        PROF_TIME_UNKNOWN, g_rand_int (rand), i, row, random_string (b, rand), 0
      };
      ProfMappingRow mapping = {
        i, g_rand_int (rand), 4096, 0, row, random_string (b, rand), random_string (b, rand), 0
      };
      ProfMarkerRow marker = { i,
                               i + 1,
                               g_rand_int (rand),
                               g_rand_int_range (rand, 0, 6),
                               i ? row : PROF_NO_ID,
                               random_string (b, rand),
                               0 };
      guint32 thread_row = prof_builder_thread (b, &thread);

      g_array_append_val (processes, row);
      g_array_append_val (threads, thread_row);
      prof_builder_mapping (b, &mapping);
      prof_builder_marker (b, &marker);
    }
  prof_builder_meta (b, "key", g_rand_boolean (rand) ? "one" : "two");
  prof_builder_warning (b, g_rand_int (rand), "Something is odd.", "line 5");
  for (guint i = 0; i < 40; i++)
    {
      guint32 parent = g_array_index (stacks, guint32, g_rand_int_range (rand, 0, stacks->len));
      ProfFunctionRow function = { random_string (b, rand),
                                   random_string (b, rand),
                                   random_string (b, rand),
                                   g_rand_int_range (rand, 0, 50),
                                   g_rand_int_range (rand, 0, PROF_N_FRAME_KINDS),
                                   0,
                                   0 };
      guint32 frame, stack;

      function.carrier = function.kind;
      frame = prof_builder_frame (b, prof_builder_function (b, &function),
                                  g_rand_int_range (rand, 0, 9));
      stack = prof_builder_stack (b, parent, frame);
      g_array_append_val (stacks, stack);
    }
}

void
test_random_profile_send (guint32 seed, guint n_batches, ProfBatchFunc sink, gpointer data)
{
  g_autoptr (ProfBuilder) b = prof_builder_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) stacks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GError) error = NULL;
  guint32 events[2] = { prof_builder_event (b, "cpu-clock", "ns"),
                        prof_builder_event (b, "faults", "faults") };
  guint32 empty = 0;
  /* Uniform, small and large weights are kept in different ways. */
  guint64 widest = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 200 : G_GUINT64_CONSTANT (1) << 40;
  gint64 time = -1000;

  g_array_append_val (stacks, empty);
  for (guint batch = 0; batch < n_batches; batch++)
    {
      guint n_samples = g_rand_int_range (rand, 0, 2000);

      add_random_rows (b, rand, processes, threads, stacks);
      if (batch > 0)
        {
          guint32 id = g_array_index (processes, guint32, 0);
          ProfProcessRow process = *prof_builder_get_process (b, id);
          ProfThreadRow thread = *prof_builder_get_thread (b, g_array_index (threads, guint32, 1));

          process.name = random_string (b, rand);
          process.end = time;
          prof_builder_update_process (b, id, &process);
          thread.name = random_string (b, rand);
          prof_builder_update_thread (b, g_array_index (threads, guint32, 1), &thread);
        }
      for (guint i = 0; i < n_samples; i++)
        {
          guint32 thread =
              g_array_index (threads, guint32, g_rand_int_range (rand, 0, threads->len));
          guint32 stack = g_array_index (stacks, guint32, g_rand_int_range (rand, 0, stacks->len));
          guint64 weight = widest == 1 ? 7 : ((guint64) g_rand_int (rand) << 16) % widest;

          time += g_rand_int_range (rand, 1, seed % 2 ? 100 : 100000);
          prof_builder_sample (
              b, time, prof_builder_origin (b, thread, stack, events[g_rand_boolean (rand)]),
              weight);
        }
      if (!sink (prof_builder_take_batch (b), data, &error))
        g_error ("%s", error->message);
    }
}

ProfSnapshot *
test_import (const char *path, const char **format, GError **error)
{
  g_autoptr (ProfProfile) profile = prof_profile_new ();

  if (!prof_import_file (path, NULL, prof_profile_sink, profile, NULL, format, error))
    return NULL;
  return prof_profile_snapshot (profile);
}

typedef struct {
  guint block;
  guint index;
} Cursor;

typedef struct {
  gint64 time;
  guint32 origin;
  guint64 weight;
} Sample;

static gboolean
next_sample (const ProfSnapshot *snapshot, Cursor *cursor, Sample *sample)
{
  const ProfBlock *block;

  while (cursor->block < snapshot->n_blocks &&
         cursor->index >= snapshot->blocks[cursor->block]->n_samples)
    {
      cursor->block++;
      cursor->index = 0;
    }
  if (cursor->block >= snapshot->n_blocks)
    return FALSE;
  block = snapshot->blocks[cursor->block];
  *sample = (Sample){ block->times[cursor->index], block->origins[cursor->index],
                      prof_block_get_weight (block, cursor->index) };
  cursor->index++;
  return TRUE;
}

#define ASSERT_SAME_ROWS(a, b, rows, n, from)                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_assert_cmpuint ((a)->n, ==, (b)->n);                                                         \
    if ((a)->n > from)                                                                             \
      g_assert_cmpmem ((a)->rows + from, ((a)->n - from) * sizeof *(a)->rows, (b)->rows + from,    \
                       ((b)->n - from) * sizeof *(b)->rows);                                       \
  }                                                                                                \
  G_STMT_END

void
test_assert_same (const ProfSnapshot *a, const ProfSnapshot *b)
{
  Cursor cursors[2] = { 0 };
  Sample x, y;

  g_assert_cmpuint (a->n_strings, ==, b->n_strings);
  for (guint i = 0; i < a->n_strings; i++)
    g_assert_cmpstr (a->strings[i], ==, b->strings[i]);
  ASSERT_SAME_ROWS (a, b, events, n_events, 0);
  ASSERT_SAME_ROWS (a, b, processes, n_processes, 0);
  ASSERT_SAME_ROWS (a, b, threads, n_threads, 0);
  ASSERT_SAME_ROWS (a, b, functions, n_functions, 0);
  ASSERT_SAME_ROWS (a, b, frames, n_frames, 0);
  ASSERT_SAME_ROWS (a, b, stacks, n_stacks, 1);
  ASSERT_SAME_ROWS (a, b, origins, n_origins, 0);
  ASSERT_SAME_ROWS (a, b, mappings, n_mappings, 0);
  ASSERT_SAME_ROWS (a, b, markers, n_markers, 0);
  ASSERT_SAME_ROWS (a, b, warnings, n_warnings, 0);
  g_assert_cmpstr (prof_snapshot_get_meta (a, "key"), ==, prof_snapshot_get_meta (b, "key"));
  g_assert_cmpuint (a->n_samples, ==, b->n_samples);
  for (guint64 i = 0; i < a->n_samples; i++)
    {
      g_assert_true (next_sample (a, &cursors[0], &x));
      g_assert_true (next_sample (b, &cursors[1], &y));
      g_assert_cmpint (x.time, ==, y.time);
      g_assert_cmpuint (x.origin, ==, y.origin);
      g_assert_cmpuint (x.weight, ==, y.weight);
    }
}

void
test_assert_prefix (const ProfSnapshot *part, const ProfSnapshot *whole)
{
  Cursor cursors[2] = { 0 };
  Sample x, y;

  g_assert_cmpuint (part->n_samples, <=, whole->n_samples);
  g_assert_cmpuint (part->n_origins, <=, whole->n_origins);
  g_assert_cmpuint (part->n_functions, <=, whole->n_functions);
  for (guint i = 0; i < part->n_functions; i++)
    g_assert_cmpstr (part->strings[part->functions[i].name], ==,
                     whole->strings[whole->functions[i].name]);
  if (part->n_origins > 0)
    g_assert_cmpmem (part->origins, part->n_origins * sizeof (ProfOriginRow), whole->origins,
                     part->n_origins * sizeof (ProfOriginRow));
  while (next_sample (part, &cursors[0], &x))
    {
      g_assert_true (next_sample (whole, &cursors[1], &y));
      g_assert_cmpint (x.time, ==, y.time);
      g_assert_cmpuint (x.origin, ==, y.origin);
      g_assert_cmpuint (x.weight, ==, y.weight);
    }
}

guint64
test_get_weight (const ProfSnapshot *snapshot, guint32 event)
{
  Cursor cursor = { 0 };
  guint64 sum = 0;
  Sample sample;

  while (next_sample (snapshot, &cursor, &sample))
    if (snapshot->origins[sample.origin].event == event)
      sum += sample.weight;
  return sum;
}

void
test_assert_sentence (const char *text)
{
  g_assert_nonnull (text);
  g_assert_cmpuint (strlen (text), >, 10);
  g_assert_null (strchr (text, '\n'));
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

char *
test_sample_path (const char *name)
{
  const char *folder = g_getenv ("PROFILER_SAMPLES");
  g_autofree char *path = NULL;

  if (folder != NULL)
    path = g_build_filename (folder, name, NULL);
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the collection of sample files is not here (PROFILER_SAMPLES)");
      return NULL;
    }
  return g_steal_pointer (&path);
}
