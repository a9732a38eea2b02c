/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding formats by content, taking wrappers off, refusing in one sentence; folded stacks. */

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>

#include "formats/folded-line-private.h"
#include "test-support.h"

typedef struct {
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *f, gconstpointer unused)
{
  f->folder = test_folder_new ();
  f->path = g_build_filename (f->folder, "file", NULL);
}

static void
tear_down (Fixture *f, gconstpointer unused)
{
  test_folder_free (f->folder);
  g_free (f->path);
}

static ProfSnapshot *
import_text (Fixture *f, const char *text, gssize length, const char **format)
{
  g_autoptr (GError) error = NULL;
  ProfSnapshot *snapshot;

  g_assert_true (g_file_set_contents (f->path, text, length, NULL));
  snapshot = test_import (f->path, format, &error);
  g_assert_no_error (error);
  return snapshot;
}

/* "event weight root;…;leaf" of each sample, a line each, in the order of the file. */
static char *
list_samples (const ProfSnapshot *snapshot)
{
  GString *list = g_string_new (NULL);

  for (guint b = 0; b < snapshot->n_blocks; b++)
    for (guint i = 0; i < snapshot->blocks[b]->n_samples; i++)
      {
        const ProfOriginRow *origin = &snapshot->origins[snapshot->blocks[b]->origins[i]];
        const ProfEventRow *event = &snapshot->events[origin->event];
        g_autofree char *stack = g_strdup ("");

        for (guint32 at = origin->stack; at != 0; at = snapshot->stacks[at].parent)
          {
            const ProfFunctionRow *function =
                prof_snapshot_frame_function (snapshot, snapshot->stacks[at].frame);
            g_autofree char *longer =
                g_strdup_printf (";%s%s", snapshot->strings[function->name], stack);

            g_free (g_steal_pointer (&stack));
            stack = g_steal_pointer (&longer);
          }
        g_string_append_printf (
            list, "%s %" G_GUINT64_FORMAT " %s|", snapshot->strings[event->name],
            prof_block_get_weight (snapshot->blocks[b], i), *stack ? stack + 1 : stack);
      }
  return g_string_free (list, FALSE);
}

static const struct {
  const char *text;
  const char *samples;
  const char *unit;
  guint n_bad;
} folded[] = {
  { "a;b 1\na;c 2\n", "samples 1 a;b|samples 2 a;c|", "samples", 0 },
  { "a;b 1", "samples 1 a;b|", "samples", 0 },
  { "a;b 1  \r\na;c\t2\t\r\n\r\n", "samples 1 a;b|samples 2 a;c|", "samples", 0 },
  { "\xef\xbb\xbf"
    "a;b 1\n",
    "samples 1 a;b|", "samples", 0 },
  { "a;b 1e3\na;c +2\n", "samples 1000 a;b|samples 2 a;c|", "samples", 0 },
  { "a;b 1.5e3\na;c 2.0\n", "samples 1500 a;b|samples 2 a;c|", "samples", 0 },
  { "a;b 0.25\na;c 3\n", "samples 250 a;b|samples 3000 a;c|", "thousandths", 0 },
  { "a;b 1.25e-2\na;c 3\n", "samples 12500 a;b|samples 3000000 a;c|", "millionths", 0 },
  { "operator new(unsigned long);std::map<int, char>::at 7\n",
    "samples 7 operator new(unsigned long);std::map<int, char>::at|", "samples", 0 },
  { "täble-✓;наука 3\n", "samples 3 täble-✓;наука|", "samples", 0 },
  { "a\xff;b 3\n", "samples 3 a\\xFF;b|", "samples", 0 },
  /* A frame that ends in a number is no second column unless all lines have one. */
  { "main;thread 12 5\nmain;work 7\n", "samples 5 main;thread 12|samples 7 main;work|", "samples",
    0 },
  { "main;thread 12 5\n", "samples 5 main;thread 12|", "samples", 0 },
  { "a;b 1 2\na;c 0 5\n", "after 2 a;b|before 1 a;b|after 5 a;c|before 0 a;c|", "samples", 0 },
  { "a;b 1\nno number here\na;c 2\n-5\na;d -5\na;b nan\na;b 4\na;b 6\na;b 7\n",
    "samples 1 a;b|samples 2 a;c|samples 4 a;b|samples 6 a;b|samples 7 a;b|", "samples", 4 },
  { "# a comment\na;b 1\n", "samples 1 a;b|", "samples", 0 },
  { ";a;;b; 3\n", "samples 3 a;b|", "samples", 0 },
  { "a 1\nb 2\n", "samples 1 a|samples 2 b|", "samples", 0 },
  { "a;b 18446744073709551615\n", "samples 18446744073709551615 a;b|", "samples", 0 },
  { "a;b 1\na;c 18446744073709551616\na;c 2\n", "samples 1 a;b|samples 2 a;c|", "samples", 1 },
  { "[kernel];read 4\n[unknown];b 1\n", "samples 4 [kernel];read|samples 1 [unknown];b|", "samples",
    0 },
};

static void
test_folded (Fixture *f, gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (folded); i++)
    {
      const char *format = NULL;
      g_autoptr (ProfSnapshot) snapshot = import_text (f, folded[i].text, -1, &format);
      g_autofree char *samples = list_samples (snapshot);
      guint64 n_bad = 0;

      g_assert_cmpstr (format, ==, "folded");
      g_assert_cmpstr (samples, ==, folded[i].samples);
      g_assert_cmpstr (snapshot->strings[snapshot->events[0].unit], ==, folded[i].unit);
      g_assert_cmpstr (prof_snapshot_get_meta (snapshot, PROF_META_NO_TIME), ==, "1");
      for (guint w = 0; w < snapshot->n_warnings; w++)
        n_bad += snapshot->warnings[w].count;
      g_assert_cmpuint (n_bad, ==, folded[i].n_bad);
    }
}

static void
test_folded_kinds (Fixture *f, gconstpointer unused)
{
  g_autoptr (ProfSnapshot) snapshot =
      import_text (f, "a;b_[k];c_[j];d_[i];e_[0];f[k];g_[x] 1\n", -1, NULL);
  const ProfFrameKind expected[] = { PROF_FRAME_NATIVE,  PROF_FRAME_KERNEL, PROF_FRAME_JIT,
                                     PROF_FRAME_INLINED, PROF_FRAME_JIT,    PROF_FRAME_NATIVE,
                                     PROF_FRAME_NATIVE };

  g_assert_cmpuint (snapshot->n_functions, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (snapshot->functions[i].kind, ==, expected[i]);
}

static void
test_folded_deep (Fixture *f, gconstpointer unused)
{
  const guint depth = 100000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ProfSnapshot) snapshot = NULL;
  guint n = 0;

  for (guint i = 0; i < depth; i++)
    g_string_append_printf (text, "f%u;", i % 7);
  g_string_append (text, "leaf 5\nmain 1\n");
  snapshot = import_text (f, text->str, text->len, NULL);
  for (guint32 at = snapshot->origins[0].stack; at != 0; at = snapshot->stacks[at].parent)
    n++;
  g_assert_cmpuint (n, ==, depth + 1);
}

static void
test_numbers (void)
{
  static const struct {
    const char *text;
    guint64 digits;
    guint decimals;
  } good[] = { { "0", 0, 0 },
               { "12", 12, 0 },
               { "1.50", 15, 1 },
               { ".5", 5, 1 },
               { "5.", 5, 0 },
               { "1e2", 100, 0 },
               { "1E+2", 100, 0 },
               { "12e-1", 12, 1 },
               { "120e-1", 12, 0 },
               { "0.000", 0, 0 },
               { "1e-9", 1, 9 },
               { "1e-12", 0, 0 },
               { "0.1234567890123456789012345", 123456789, 9 } };
  static const char *const bad[] = { "",
                                     ".",
                                     "e5",
                                     "1e",
                                     "1e+",
                                     "-1",
                                     "1.2.3",
                                     "0x10",
                                     "1_000",
                                     "1e99",
                                     "1e99999",
                                     "inf",
                                     "99999999999999999999",
                                     "1 2" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      ProfFoldedNumber number;

      g_assert_true (prof_folded_parse_number (good[i].text, strlen (good[i].text), &number));
      g_assert_cmpuint (number.digits, ==, good[i].digits);
      g_assert_cmpuint (number.decimals, ==, good[i].decimals);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      ProfFoldedNumber number;

      g_assert_false (prof_folded_parse_number (bad[i], strlen (bad[i]), &number));
    }
}

/* ---- wrappers ---- */

static gsize
wrap (const char *text, gsize length, int filter, char *wrapped, gsize size)
{
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();
  size_t used = 0;

  g_assert_cmpint (archive_write_add_filter (archive, filter), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_set_format_raw (archive), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_open_memory (archive, wrapped, size, &used), ==, ARCHIVE_OK);
  archive_entry_set_filetype (entry, AE_IFREG);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (archive, text, length), ==, (int) length);
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_entry_free (entry);
  archive_write_free (archive);
  return used;
}

static void
test_wrappers (Fixture *f, gconstpointer unused)
{
  const int filters[] = { ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "main;f%u %u\n", i, g_test_rand_int_range (1, 100));
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      const gsize size = 1 << 20;
      g_autofree char *once = g_malloc (size);
      g_autofree char *twice = g_malloc (size);
      gsize length = wrap (text->str, text->len, filters[i], once, size);
      gsize length2 = wrap (once, length, filters[(i + 1) % 3], twice, size);
      g_autoptr (ProfSnapshot) a = import_text (f, once, length, NULL);
      g_autoptr (ProfSnapshot) b = import_text (f, twice, length2, NULL);
      g_autoptr (ProfSnapshot) cut = import_text (f, once, length / 2, NULL);

      g_assert_cmpuint (a->n_samples, ==, 20000);
      g_assert_cmpuint (b->n_samples, ==, 20000);
      g_assert_cmpuint (cut->n_samples, <, 20000);
      g_assert_cmpuint (cut->n_samples, >, 100);
      g_assert_cmpuint (cut->n_warnings, >=, 1);
      g_assert_nonnull (
          strstr (cut->strings[cut->warnings[cut->n_warnings - 1].text], "wrapper is cut off"));
    }
}

/* ---- refusals ---- */

static void
assert_refused (const char *path, const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfSnapshot) snapshot = test_import (path, NULL, &error);
  g_autofree char *name = g_path_get_basename (path);

  if (snapshot != NULL)
    g_error ("%s was read", path);
  test_assert_sentence (error->message);
  g_assert_nonnull (strstr (error->message, name));
  if (part != NULL && strstr (error->message, part) == NULL)
    g_error ("“%s” does not say “%s”", error->message, part);
}

static void
test_refusals (Fixture *f, gconstpointer unused)
{
  static const struct {
    const char *bytes;
    gsize length; /* 0: up to the NUL */
    const char *part;
  } files[] = {
    { "\x7f"
      "ELF\2\1\1\0",
      8, "ELF" },
    { "PK\3\4 ...", 0, "zip archive" },
    { "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\"}", 0, "speedscope" },
    { "{\"traceEvents\":[]}", 0, "Chrome trace" },
    { "[{\"ph\":\"X\",\"ts\":1", 0, "Chrome trace" },
    { "{\"nodes\":[{\"id\":1,\"callFrame\":{}}],\"samples\":[]}", 0, "Chrome CPU profile" },
    { "{\"meta\":{\"preprocessedProfileVersion\":44}}", 0, "Firefox" },
    { "{\"some\": \"thing\"}", 0, "JSON document" },
    { "# callgrind format\nevents: Ir\nfn=main\n1 2\n", 0, "callgrind" },
    { "version: 1\nevents: Ir\n\nfn=main\n1 2\n", 0, "callgrind" },
    { "bash 12 813.369905:    1001001 cpu-clock: \n\tffffffff821cf0b5 mas+0x1 ([kernel])\n\n", 0,
      "perf script" },
    { "FLR\0\0\2\0\0", 8, "Flight Recorder" },
    { "\x5e\x97\xca\xfd\1\1\0\0", 8, "Sysprof" },
    { "\x0a\x04\x08\x01\x10\x02\x12\x02\x10\x05\x32\x00\x32\x03"
      "cpu"
      "\x32\x02"
      "ns",
      21, "pprof" },
    { "Once upon a time\nthere was a file.\n", 0, "a text of no profile format" },
    { "\1\2\3\4\5\6\7\xff\xfe", 9, "binary data" },
    { "\0\0\0\0\0\0\0\0", 8, "zero bytes" },
    { "\x1f\x8b\x08\x00 broken gzip", 0, "gzip" },
    { "\n\n\n", 0, "a text of no profile format" },
  };
  g_autofree char *missing = g_build_filename (f->folder, "missing", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      gsize length = files[i].length ? files[i].length : strlen (files[i].bytes);

      g_assert_true (g_file_set_contents (f->path, files[i].bytes, length, NULL));
      assert_refused (f->path, files[i].part);
    }
  g_assert_true (g_file_set_contents (f->path, "", 0, NULL));
  assert_refused (f->path, "empty");
  assert_refused (f->folder, "folder");
  assert_refused (missing, "No such file");
}

static void
test_cancelled (Fixture *f, gconstpointer unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (f->path, "a;b 1\n", -1, NULL));
  g_cancellable_cancel (cancellable);
  g_assert_false (
      prof_import_file (f->path, NULL, prof_profile_sink, profile, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gboolean
refuse_batch (ProfBatch *batch, gpointer n_calls, GError **error)
{
  prof_batch_free (batch);
  *(guint *) n_calls += 1;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "the disk is full");
  return FALSE;
}

static void
test_sink_error (Fixture *f, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  guint n_calls = 0;

  g_assert_true (g_file_set_contents (f->path, "a;b 1\n", -1, NULL));
  g_assert_false (prof_import_file (f->path, NULL, refuse_batch, &n_calls, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_cmpstr (error->message, ==, "the disk is full");
  g_assert_cmpuint (n_calls, ==, 1);
}

/* ---- the collection ---- */

static gint64
truth_number (const char *truth, const char *key)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\": ", key);
  const char *at = strstr (truth, quoted);

  return at != NULL ? g_ascii_strtoll (at + strlen (quoted), NULL, 10) : -1;
}

static void
check_folded_row (const char *path, const char *truth)
{
  g_autoptr (GError) error = NULL;
  const char *format = NULL;
  g_autoptr (ProfSnapshot) snapshot = test_import (path, &format, &error);
  g_autoptr (GHashTable) stacks = g_hash_table_new (NULL, NULL);
  guint deepest = 0;

  g_assert_no_error (error);
  g_assert_cmpstr (format, ==, "folded");
  for (guint i = 0; i < snapshot->n_origins; i++)
    {
      guint depth = 0;

      for (guint32 at = snapshot->origins[i].stack; at != 0; at = snapshot->stacks[at].parent)
        depth++;
      deepest = MAX (deepest, depth);
      g_hash_table_add (stacks, GUINT_TO_POINTER (snapshot->origins[i].stack));
    }
  g_assert_cmpint (snapshot->n_samples, ==, truth_number (truth, "lines"));
  g_assert_cmpint (test_get_weight (snapshot, 0), ==, truth_number (truth, "total"));
  g_assert_cmpint (g_hash_table_size (stacks), ==, truth_number (truth, "distinct_stacks"));
  g_assert_cmpint (deepest, ==, truth_number (truth, "max_depth"));
}

static void
test_truth (void)
{
  g_autofree char *table = test_sample_path ("TRUTH.tsv");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_checked = 0;

  if (table == NULL)
    return;
  g_assert_true (g_file_get_contents (table, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], "\t", -1);
      g_autofree char *path = NULL;

      if (g_strv_length (fields) < 7 || !g_str_equal (fields[1], "folded"))
        continue;
      path = test_sample_path (fields[0]);
      if (path == NULL)
        return;
      check_folded_row (path, fields[6]);
      n_checked++;
    }
  g_assert_cmpuint (n_checked, >, 10);
}

/* Whatever these hold: refused in a sentence, or read as far as they go. */
static void
test_not_profiles (void)
{
  static const char *const folders[] = { "other", "malformed", "jfr", "modules", "perf-map" };
  guint n_files = 0;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = test_sample_path (folders[i]);
      g_autoptr (GDir) dir = NULL;
      const char *name;

      if (folder == NULL)
        return;
      dir = g_dir_open (folder, 0, NULL);
      while ((name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (folder, name, NULL);
          g_autoptr (GError) error = NULL;
          g_autoptr (ProfSnapshot) snapshot = NULL;

          if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
            continue;
          snapshot = test_import (path, NULL, &error);
          if (snapshot == NULL)
            test_assert_sentence (error->message);
          else
            g_assert_true (g_str_equal (folders[i], "malformed"));
          n_files++;
        }
    }
  g_assert_cmpuint (n_files, >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)
  ADD ("/import/folded", test_folded);
  ADD ("/import/folded-kinds", test_folded_kinds);
  ADD ("/import/folded-deep", test_folded_deep);
  g_test_add_func ("/import/numbers", test_numbers);
  ADD ("/import/wrappers", test_wrappers);
  ADD ("/import/refusals", test_refusals);
  ADD ("/import/cancelled", test_cancelled);
  ADD ("/import/sink-error", test_sink_error);
  g_test_add_func ("/import/truth", test_truth);
  g_test_add_func ("/import/not-profiles", test_not_profiles);
  return g_test_run ();
}
