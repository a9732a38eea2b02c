/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf.data files made for the purpose: what records say about processes, order, chains, and what
 * damage does. */
#include "formats/import.h"
#include "made-perf-data.h"
#include "profile/profile.h"

#include <glib/gstdio.h>
#include <zstd.h>

#define US 1000

static ProfSnapshot *
import_bytes (const GByteArray *bytes, GError **error)
{
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autofree char *path = NULL;
  gboolean done;
  int fd = g_file_open_tmp ("made-XXXXXX.perf.data", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  done = prof_import_file (path, NULL, prof_profile_sink, profile, NULL, NULL, error);
  g_unlink (path);
  return done ? prof_profile_snapshot (profile) : NULL;
}

static ProfSnapshot *
import_made (const MadeData *made)
{
  g_autoptr (GByteArray) bytes = made_file (made);
  g_autoptr (GError) error = NULL;
  ProfSnapshot *snapshot = import_bytes (bytes, &error);

  g_assert_no_error (error);
  return snapshot;
}

/* "process:pid thread:tid root;...;leaf weight" of a sample, frames as module!name. */
static char *
sample_text (const ProfSnapshot *snapshot, guint64 index)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GPtrArray) frames = g_ptr_array_new_with_free_func (g_free);
  const ProfBlock *block;
  const ProfOriginRow *origin;
  const ProfThreadRow *thread;
  const ProfProcessRow *process;
  guint i = 0;

  while (index >= snapshot->blocks[i]->n_samples)
    index -= snapshot->blocks[i++]->n_samples;
  block = snapshot->blocks[i];
  origin = &snapshot->origins[block->origins[index]];
  thread = &snapshot->threads[origin->thread];
  process = &snapshot->processes[thread->process];
  for (guint32 stack = origin->stack; stack != 0; stack = snapshot->stacks[stack].parent)
    {
      const ProfFunctionRow *function =
          prof_snapshot_frame_function (snapshot, snapshot->stacks[stack].frame);

      g_ptr_array_add (frames,
                       g_strdup_printf ("%s!%s", prof_snapshot_string (snapshot, function->module),
                                        prof_snapshot_string (snapshot, function->name)));
    }
  g_string_append_printf (text, "%s:%d %s:%d ", prof_snapshot_string (snapshot, process->name),
                          process->pid, prof_snapshot_string (snapshot, thread->name), thread->tid);
  for (guint k = frames->len; k > 0; k--)
    g_string_append_printf (text, "%s%s", (char *) g_ptr_array_index (frames, k - 1),
                            k > 1 ? ";" : "");
  g_string_append_printf (text, " %" G_GUINT64_FORMAT, prof_block_get_weight (block, index));
  return g_string_free (text, FALSE);
}

static void
assert_samples (const ProfSnapshot *snapshot, const char *const *expected)
{
  guint n = g_strv_length ((char **) expected);

  for (guint i = 0; i < snapshot->n_samples; i++)
    {
      g_autofree char *text = sample_text (snapshot, i);

      g_assert_cmpuint (i, <, n);
      g_assert_cmpstr (text, ==, expected[i]);
    }
  g_assert_cmpuint (snapshot->n_samples, ==, n);
}

/* One process with a mapping; three samples. */
static void
make_simple (MadeData *made)
{
  const guint64 chain[] = { PERF_CONTEXT_USER, 0x10010, 0x10020, 0x10030, 0 };
  const guint64 other[] = { PERF_CONTEXT_USER, 0x10040, 0x10030, 0 };

  made_comm (made, 7, 7, "seven", FALSE, 0);
  made_mmap2 (made, 7, 0x10000, 0x1000, 0, "/no/such/seven", 0);
  made_sample (made, 0, 7, 7, 0x10010, chain, 100 * US);
  made_sample (made, 0, 7, 8, 0x10040, other, 200 * US);
  made_sample (made, 0, 7, 7, 0x10010, chain, 300 * US);
  made_round (made);
}

/* Without a file, frames are named by their offset in it. */
static const char *const simple_samples[] = {
  "seven:7 seven:7 /no/such/seven!0x30;/no/such/seven!0x20;/no/such/seven!0x10 1000",
  "seven:7 seven:8 /no/such/seven!0x30;/no/such/seven!0x40 1000",
  "seven:7 seven:7 /no/such/seven!0x30;/no/such/seven!0x20;/no/such/seven!0x10 1000",
  NULL,
};

static void
test_byte_orders (void)
{
  for (guint swap = 0; swap < 2; swap++)
    {
      g_autoptr (ProfSnapshot) snapshot = NULL;
      MadeData made;

      made_init (&made, swap, MADE_SAMPLE_TYPE);
      make_simple (&made);
      snapshot = import_made (&made);
      assert_samples (snapshot, simple_samples);
      g_assert_cmpint (snapshot->first_time, ==, 0);
      g_assert_cmpint (snapshot->end_time, ==, 200 * US + 1);
      g_assert_cmpstr (prof_snapshot_string (snapshot, snapshot->events[0].name), ==, "cpu-clock");
      g_assert_cmpstr (prof_snapshot_string (snapshot, snapshot->events[0].unit), ==, "ns");
      made_clear (&made);
    }
}

static void
test_pipe (void)
{
  for (guint swap = 0; swap < 2; swap++)
    {
      g_autoptr (ProfSnapshot) snapshot = NULL;
      g_autoptr (GByteArray) bytes = NULL;
      MadeData made;

      made_init (&made, swap, MADE_SAMPLE_TYPE);
      make_simple (&made);
      bytes = made_pipe (&made);
      snapshot = import_bytes (bytes, NULL);
      g_assert_nonnull (snapshot);
      assert_samples (snapshot, simple_samples);
      made_clear (&made);
    }
}

/* Two CPUs' buffers one after the other, twice; the second tells of a mapping that the first's
 * samples need. */
static void
test_rounds (void)
{
  static const char *const expected[] = {
    "a:1 a:1 /one!0x10 1000", "a:1 a:1 /one!0x20 1000", "a:1 a:1 /two!0x30 1000",
    "a:1 a:1 /two!0x40 1000", "a:1 a:1 /two!0x50 1000", NULL,
  };
  g_autoptr (ProfSnapshot) snapshot = NULL;
  MadeData made;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  made_comm (&made, 1, 1, "a", FALSE, 0);
  made_mmap2 (&made, 1, 0x1000, 0x1000, 0, "/one", 0);
  made_sample (&made, 0, 1, 1, 0x1010, NULL, 100);
  made_sample (&made, 0, 1, 1, 0x1030, NULL, 400);
  made_sample (&made, 0, 1, 1, 0x1020, NULL, 200);
  made_mmap2 (&made, 1, 0x1000, 0x1000, 0, "/two", 300);
  made_round (&made);
  made_sample (&made, 0, 1, 1, 0x1050, NULL, 600);
  made_sample (&made, 0, 1, 1, 0x1040, NULL, 500);
  made_round (&made);
  snapshot = import_made (&made);
  assert_samples (snapshot, expected);
  made_clear (&made);
}

static guint
count_markers (const ProfSnapshot *snapshot, ProfMarkerKind kind)
{
  guint n = 0;

  for (guint i = 0; i < snapshot->n_markers; i++)
    n += snapshot->markers[i].kind == kind;
  return n;
}

static void
test_fork_exec_exit (void)
{
  static const char *const expected[] = {
    "shell:1 shell:1 /bin/shell!0x10 1000",
    "shell:2 shell:2 /bin/shell!0x10 1000", /* the child has its parent's maps */
    "tool:2 tool:2 /bin/tool!0x10 1000",
    "tool:2 tool:2 !0x1010 1000",           /* and has lost them */
    "shell:1 shell:1 /bin/shell!0x10 1000", /* the parent has not */
    "shell:2 shell:2 /bin/shell!0x10 1000", /* another life of the pid */
    NULL,
  };
  g_autoptr (ProfSnapshot) snapshot = NULL;
  MadeData made;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  made_comm (&made, 1, 1, "shell", FALSE, 0);
  made_mmap2 (&made, 1, 0x1000, 0x1000, 0, "/bin/shell", 0);
  made_sample (&made, 0, 1, 1, 0x1010, NULL, 100);
  made_fork (&made, 2, 1, 2, 1, 200);
  made_sample (&made, 0, 2, 2, 0x1010, NULL, 300);
  made_comm (&made, 2, 2, "tool", TRUE, 400);
  made_mmap2 (&made, 2, 0x5000, 0x1000, 0, "/bin/tool", 410);
  made_sample (&made, 0, 2, 2, 0x5010, NULL, 500);
  made_sample (&made, 0, 2, 2, 0x1010, NULL, 600);
  made_sample (&made, 0, 1, 1, 0x1010, NULL, 700);
  made_exit (&made, 2, 1, 2, 800);
  made_fork (&made, 2, 1, 2, 1, 900);
  made_sample (&made, 0, 2, 2, 0x1010, NULL, 1000);
  snapshot = import_made (&made);
  assert_samples (snapshot, expected);
  g_assert_cmpuint (snapshot->n_processes, ==, 4);
  g_assert_cmpuint (snapshot->n_threads, ==, 4);
  g_assert_cmpuint (count_markers (snapshot, PROF_MARKER_PROCESS_START), ==, 2);
  g_assert_cmpuint (count_markers (snapshot, PROF_MARKER_EXEC), ==, 1);
  g_assert_cmpuint (count_markers (snapshot, PROF_MARKER_PROCESS_EXIT), ==, 1);
  /* Times count from the first one of the file, 100. */
  g_assert_cmpint (snapshot->processes[0].start, ==, PROF_TIME_UNKNOWN);
  g_assert_cmpint (snapshot->processes[1].start, ==, 100);
  g_assert_cmpint (snapshot->processes[1].end, ==, 300);
  g_assert_cmpint (snapshot->processes[2].start, ==, 300);
  g_assert_cmpint (snapshot->processes[2].end, ==, 700);
  g_assert_cmpint (snapshot->processes[3].start, ==, 800);
  g_assert_cmpint (snapshot->processes[3].end, ==, PROF_TIME_UNKNOWN);
  g_assert_cmpint (snapshot->processes[3].ppid, ==, 1);
  made_clear (&made);
}

static void
test_renames (void)
{
  static const char *const expected[] = {
    "main:1 worker:2 !0x10 1000",
    "main:1 busy:2 !0x10 1000",
    "later:1 later:1 !0x10 1000",
    NULL,
  };
  g_autoptr (ProfSnapshot) snapshot = NULL;
  MadeData made;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  made_comm (&made, 1, 1, "main", FALSE, 0);
  made_fork (&made, 1, 1, 2, 1, 100);
  made_comm (&made, 1, 2, "worker", FALSE, 200); /* has no samples: the row gets the name */
  made_sample (&made, 0, 1, 2, 0x10, NULL, 300);
  made_comm (&made, 1, 2, "busy", FALSE, 400); /* has: it goes on in a new row */
  made_sample (&made, 0, 1, 2, 0x10, NULL, 500);
  made_comm (&made, 1, 1, "later", FALSE, 600);
  made_sample (&made, 0, 1, 1, 0x10, NULL, 700);
  snapshot = import_made (&made);
  g_assert_cmpuint (snapshot->n_threads, ==, 3);
  g_assert_cmpuint (snapshot->n_processes, ==, 1);
  /* The process is called as its main thread is called last. */
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *text = sample_text (snapshot, i);

      g_assert_cmpstr (strchr (text, ' '), ==, strchr (expected[i], ' '));
    }
  g_assert_cmpstr (prof_snapshot_string (snapshot, snapshot->processes[0].name), ==, "later");
  g_assert_cmpint (snapshot->threads[0].start, ==, 0);
  g_assert_cmpint (snapshot->threads[0].end, ==, 300);
  g_assert_cmpint (snapshot->threads[1].start, ==, 300);
  made_clear (&made);
}

static void
test_special_processes (void)
{
  g_autoptr (ProfSnapshot) snapshot = NULL;
  MadeData made;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  made_fork (&made, 20, 2, 20, 2, 0);
  made_comm (&made, 20, 20, "kworker/0:1", FALSE, 0);
  made_sample (&made, 0, 0, 0, 0x10, NULL, 100);
  made_sample (&made, 0, 20, 20, 0x10, NULL, 200);
  made_sample (&made, 0, 30, 30, 0x10, NULL, 300);
  snapshot = import_made (&made);
  g_assert_cmpuint (snapshot->n_processes, ==, 3);
  g_assert_cmpuint (snapshot->processes[0].flags, ==, PROF_PROCESS_IDLE);
  g_assert_cmpuint (snapshot->processes[1].flags, ==, PROF_PROCESS_KERNEL);
  g_assert_cmpuint (snapshot->processes[2].flags, ==, 0);
  g_assert_cmpstr (prof_snapshot_string (snapshot, snapshot->processes[1].name), ==, "kworker/0:1");
  g_assert_cmpstr (prof_snapshot_string (snapshot, snapshot->processes[2].name), ==, "pid 30");
  made_clear (&made);
}

static void
test_events (void)
{
  g_autoptr (ProfSnapshot) snapshot = NULL;
  MadeData made;
  guint64 counts[3] = { 0 };

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  made.n_events = 3;
  made_sample (&made, 1, 1, 1, 0x10, NULL, 100);
  made_sample (&made, 0, 1, 1, 0x10, NULL, 200);
  made_sample (&made, 1, 1, 1, 0x10, NULL, 300);
  snapshot = import_made (&made);
  g_assert_cmpuint (snapshot->n_events, ==, 3);
  g_assert_cmpstr (prof_snapshot_string (snapshot, snapshot->events[1].name), ==, "page-faults");
  for (guint i = 0; i < snapshot->n_samples; i++)
    counts[snapshot->origins[snapshot->blocks[0]->origins[i]].event]++;
  g_assert_cmpuint (counts[0], ==, 1);
  g_assert_cmpuint (counts[1], ==, 2);
  g_assert_cmpuint (counts[2], ==, 0);
  made_clear (&made);
}

/* The period is in each sample, or the same for all, or not known. */
static void
test_weights (void)
{
  const guint64 without = MADE_SAMPLE_TYPE & ~(guint64) PERF_SAMPLE_PERIOD;
  static const struct {
    gboolean sampled;
    gboolean freq;
    guint64 weight;
    const char *unit;
  } cases[] = {
    { TRUE, FALSE, 1000, "ns" },
    { TRUE, TRUE, 1000, "ns" },
    { FALSE, FALSE, 1000, "ns" },
    { FALSE, TRUE, 1, "samples" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ProfSnapshot) snapshot = NULL;
      MadeData made;

      made_init (&made, FALSE, cases[i].sampled ? MADE_SAMPLE_TYPE : without);
      made.freq = cases[i].freq;
      make_simple (&made);
      snapshot = import_made (&made);
      g_assert_cmpuint (prof_block_get_weight (snapshot->blocks[0], 0), ==, cases[i].weight);
      g_assert_cmpstr (prof_snapshot_string (snapshot, snapshot->events[0].unit), ==,
                       cases[i].unit);
      made_clear (&made);
    }
}

static void
test_no_times (void)
{
  g_autoptr (ProfSnapshot) snapshot = NULL;
  MadeData made;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE & ~(guint64) PERF_SAMPLE_TIME);
  make_simple (&made);
  snapshot = import_made (&made);
  assert_samples (snapshot, simple_samples);
  g_assert_cmpstr (prof_snapshot_get_meta (snapshot, PROF_META_NO_TIME), ==, "1");
  made_clear (&made);
}

static void
test_chains (void)
{
  const guint64 both[] = { PERF_CONTEXT_KERNEL,
                           0xffffffff81000010,
                           0xffffffff81000020,
                           PERF_CONTEXT_USER,
                           0x1010,
                           0x1020,
                           0 };
  const guint64 guest[] = { PERF_CONTEXT_GUEST_KERNEL, 0xffffffff81000010, 0 };
  const guint64 deferred[] = { PERF_CONTEXT_KERNEL, 0xffffffff81000010,
                               PROF_PERF_CONTEXT_USER_DEFERRED, 4711, 0 };
  const guint64 broken[] = { PERF_CONTEXT_USER, 0x1010, 0x1020, 8, 0 }; /* 8: no code */
  guint64 deep[1 + 127 + 1] = { PERF_CONTEXT_USER };
  static const ProfFrameKind roots[] = { PROF_FRAME_NATIVE, PROF_FRAME_UNKNOWN,
                                         PROF_FRAME_TRUNCATED, PROF_FRAME_TRUNCATED,
                                         PROF_FRAME_TRUNCATED };
  static const ProfFrameKind leaves[] = { PROF_FRAME_KERNEL, PROF_FRAME_UNKNOWN, PROF_FRAME_KERNEL,
                                          PROF_FRAME_NATIVE, PROF_FRAME_NATIVE };
  static const guint depths[] = { 4, 1, 2, 128, 3 };
  g_autoptr (ProfSnapshot) snapshot = NULL;
  MadeData made;

  for (guint i = 1; i < 128; i++)
    deep[i] = 0x1000 + i * 8;
  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  made_mmap2 (&made, 1, 0x1000, 0x1000, 0, "/one", 0);
  made_sample (&made, 0, 1, 1, 0x1010, both, 100);
  made_sample (&made, 0, 1, 1, 0x1010, guest, 200);
  made_sample (&made, 0, 1, 1, 0x1010, deferred, 300);
  made_sample (&made, 0, 1, 1, 0x1010, deep, 400);
  made_sample (&made, 0, 1, 1, 0x1010, broken, 500);
  snapshot = import_made (&made);
  g_assert_cmpuint (snapshot->n_samples, ==, G_N_ELEMENTS (roots));
  for (guint i = 0; i < snapshot->n_samples; i++)
    {
      guint32 leaf = snapshot->origins[snapshot->blocks[0]->origins[i]].stack, root = leaf;
      guint depth = 1;

      for (; snapshot->stacks[root].parent != 0; depth++)
        root = snapshot->stacks[root].parent;
      g_assert_cmpuint (depth, ==, depths[i]);
      g_assert_cmpint (prof_snapshot_frame_function (snapshot, snapshot->stacks[root].frame)->kind,
                       ==, roots[i]);
      g_assert_cmpint (prof_snapshot_frame_function (snapshot, snapshot->stacks[leaf].frame)->kind,
                       ==, leaves[i]);
    }
  made_clear (&made);
}

static gboolean
has_warning (const ProfSnapshot *snapshot, const char *part)
{
  for (guint i = 0; i < snapshot->n_warnings; i++)
    if (strstr (prof_snapshot_string (snapshot, snapshot->warnings[i].text), part) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_losses (void)
{
  g_autoptr (GByteArray) lost = g_byte_array_new ();
  g_autoptr (GByteArray) lost_samples = g_byte_array_new ();
  g_autoptr (GByteArray) throttle = g_byte_array_new ();
  g_autoptr (GByteArray) bad = g_byte_array_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  guint64 n_lost = 0;
  MadeData made;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  make_simple (&made);
  made_u64 (&made, lost, 100);
  made_u64 (&made, lost, 40);
  made_record (&made, PERF_RECORD_LOST, 0, lost, 7, 7, 400 * US);
  made_u64 (&made, lost_samples, 2);
  made_record (&made, PERF_RECORD_LOST_SAMPLES, 0, lost_samples, 7, 7, 500 * US);
  for (guint i = 0; i < 3; i++)
    made_u64 (&made, throttle, 600 * US);
  made_record (&made, PERF_RECORD_THROTTLE, 0, throttle, 7, 7, 600 * US);
  made_u64 (&made, bad, 0);
  made_record (&made, 55, 0, bad, 7, 7, 700 * US);                /* a type of a kernel to come */
  made_record (&made, PERF_RECORD_MMAP2, 0, bad, 7, 7, 800 * US); /* too short */
  snapshot = import_made (&made);
  assert_samples (snapshot, simple_samples);
  for (guint i = 0; i < snapshot->n_markers; i++)
    if (snapshot->markers[i].kind == PROF_MARKER_LOST)
      n_lost += snapshot->markers[i].value;
  g_assert_cmpuint (n_lost, ==, 42);
  g_assert_cmpuint (count_markers (snapshot, PROF_MARKER_THROTTLE), ==, 1);
  g_assert_true (has_warning (snapshot, "unknown type"));
  g_assert_true (has_warning (snapshot, "damaged record"));
  made_clear (&made);
}

/* The same records compressed, cut anywhere, in one stream. */
static void
test_compressed (void)
{
  for (guint exact = 0; exact < 2; exact++)
    {
      g_autoptr (ProfSnapshot) snapshot = NULL;
      g_autoptr (GByteArray) plain = NULL;
      ZSTD_CStream *stream = ZSTD_createCStream ();
      guint8 packed[4096];
      MadeData made;

      made_init (&made, FALSE, MADE_SAMPLE_TYPE);
      make_simple (&made);
      plain = made.records;
      made.records = g_byte_array_new ();
      ZSTD_initCStream (stream, 1);
      for (gsize at = 0; at < plain->len; at += 50)
        {
          ZSTD_inBuffer in = { plain->data + at, MIN (50, plain->len - at), 0 };
          ZSTD_outBuffer out = { packed + 8 * exact, sizeof packed - 8, 0 };
          guint64 size;

          ZSTD_compressStream (stream, &out, &in);
          g_assert_cmpuint (ZSTD_flushStream (stream, &out), ==, 0);
          size = out.pos;
          if (exact)
            {
              memcpy (packed, &size, sizeof size);
              memset (packed + 8 + size, 0xaa, 8); /* is not looked at */
              size = 8 + ((size + 7) & ~(guint64) 7);
            }
          made_tool_record (&made, exact ? 83 : 81, packed, size);
        }
      ZSTD_freeCStream (stream);
      snapshot = import_made (&made);
      assert_samples (snapshot, simple_samples);
      made_clear (&made);
    }
}

static void
test_damaged_stream (void)
{
  g_autoptr (ProfSnapshot) snapshot = NULL;
  MadeData made;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  make_simple (&made);
  made_tool_record (&made, 81, "no zstd frame begins like this", 30);
  snapshot = import_made (&made);
  assert_samples (snapshot, simple_samples);
  g_assert_true (has_warning (snapshot, "compressed record is damaged"));
  made_clear (&made);
}

/* Any beginning of a file gives the first samples or one sentence. */
static void
test_cut_off (void)
{
  g_autoptr (GByteArray) whole = NULL;
  guint last = 0;
  MadeData made;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  make_simple (&made);
  whole = made_file (&made);
  for (gsize length = 8; length < whole->len; length++)
    {
      g_autoptr (GByteArray) part = g_byte_array_new ();
      g_autoptr (ProfSnapshot) snapshot = NULL;
      g_autoptr (GError) error = NULL;

      g_byte_array_append (part, whole->data, length);
      snapshot = import_bytes (part, &error);
      if (snapshot == NULL)
        {
          g_assert_true (error->domain == PROF_IMPORT_ERROR);
          g_assert_null (strchr (error->message, '\n'));
          g_assert_cmpuint (last, ==, 0);
          continue;
        }
      g_assert_true (has_warning (snapshot, "cut off"));
      g_assert_cmpuint (snapshot->n_samples, >=, last);
      last = snapshot->n_samples;
      for (guint i = 0; i < last; i++)
        {
          g_autofree char *text = sample_text (snapshot, i);

          g_assert_cmpstr (text, ==, simple_samples[i]);
        }
    }
  g_assert_cmpuint (last, ==, 3);
  made_clear (&made);
}

/* Damage anywhere: no crash, and an error is a sentence. */
static void
test_flipped_bits (void)
{
  MadeData made;
  g_autoptr (GByteArray) whole = NULL;
  guint n_read = 0;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  made.n_events = 2;
  make_simple (&made);
  made_fork (&made, 9, 7, 9, 7, 400 * US);
  made_comm (&made, 9, 9, "nine", TRUE, 500 * US);
  made_exit (&made, 9, 7, 9, 600 * US);
  whole = made_file (&made);
  for (guint round = 0; round < 1500; round++)
    {
      g_autoptr (GByteArray) damaged = g_byte_array_new ();
      g_autoptr (ProfSnapshot) snapshot = NULL;
      g_autoptr (GError) error = NULL;

      g_byte_array_append (damaged, whole->data, whole->len);
      for (int n = g_test_rand_int_range (1, 6); n > 0; n--)
        damaged->data[g_test_rand_int_range (8, whole->len)] ^= 1 << g_test_rand_int_range (0, 8);
      snapshot = import_bytes (damaged, &error);
      if (snapshot == NULL)
        g_assert_true (error->domain == PROF_IMPORT_ERROR);
      else
        n_read++;
    }
  g_assert_cmpuint (n_read, >, 500);
  made_clear (&made);
}

/* A header that promises more than there is memory. */
static void
test_great_claims (void)
{
  static const gsize claims[] = { 24, 32, 40, 48 };

  for (guint i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_autoptr (GByteArray) bytes = NULL;
      g_autoptr (ProfSnapshot) snapshot = NULL;
      g_autoptr (GError) error = NULL;
      const guint64 huge = G_GUINT64_CONSTANT (0x7ffffffffffffff8);
      MadeData made;

      made_init (&made, FALSE, MADE_SAMPLE_TYPE);
      make_simple (&made);
      bytes = made_file (&made);
      memcpy (bytes->data + claims[i], &huge, sizeof huge);
      snapshot = import_bytes (bytes, &error);
      if (claims[i] == 48) /* the size of the records: they are read as far as they go */
        assert_samples (snapshot, simple_samples);
      else
        g_assert_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED);
      made_clear (&made);
    }
}

static void
test_unfinished (void)
{
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (ProfSnapshot) snapshot = NULL;
  MadeData made;

  made_init (&made, FALSE, MADE_SAMPLE_TYPE);
  make_simple (&made);
  bytes = made_file (&made);
  memset (bytes->data + 48, 0, 8);
  snapshot = import_bytes (bytes, NULL);
  g_assert_nonnull (snapshot);
  assert_samples (snapshot, simple_samples);
  g_assert_true (has_warning (snapshot, "not brought to its end"));
  made_clear (&made);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/made-perf-data/byte-orders", test_byte_orders);
  g_test_add_func ("/made-perf-data/pipe", test_pipe);
  g_test_add_func ("/made-perf-data/rounds", test_rounds);
  g_test_add_func ("/made-perf-data/fork-exec-exit", test_fork_exec_exit);
  g_test_add_func ("/made-perf-data/renames", test_renames);
  g_test_add_func ("/made-perf-data/special-processes", test_special_processes);
  g_test_add_func ("/made-perf-data/events", test_events);
  g_test_add_func ("/made-perf-data/weights", test_weights);
  g_test_add_func ("/made-perf-data/no-times", test_no_times);
  g_test_add_func ("/made-perf-data/chains", test_chains);
  g_test_add_func ("/made-perf-data/losses", test_losses);
  g_test_add_func ("/made-perf-data/compressed", test_compressed);
  g_test_add_func ("/made-perf-data/damaged-stream", test_damaged_stream);
  g_test_add_func ("/made-perf-data/cut-off", test_cut_off);
  g_test_add_func ("/made-perf-data/flipped-bits", test_flipped_bits);
  g_test_add_func ("/made-perf-data/great-claims", test_great_claims);
  g_test_add_func ("/made-perf-data/unfinished", test_unfinished);
  return g_test_run ();
}
