/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The own capture file: what is written is read again, and what is damaged is read as far as it
 * goes. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <zstd.h>

#include <glib/gstdio.h>

#include "formats/capture-file.h"
#include "formats/capture-format-private.h"
#include "formats/crc32c.h"
#include "made-profile.h"
#include "test-support.h"

typedef struct {
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *f, gconstpointer unused)
{
  f->folder = test_folder_new ();
  f->path = g_build_filename (f->folder, "file.profcap", NULL);
}

static void
tear_down (Fixture *f, gconstpointer unused)
{
  test_folder_free (f->folder);
  g_free (f->path);
}

/* Both at once: the profile that is expected, and the file. */
typedef struct {
  ProfProfile *profile;
  ProfCaptureWriter *writer;
} Both;

static gboolean
to_both (ProfBatch *batch, gpointer data, GError **error)
{
  Both *both = data;

  return prof_capture_writer_write (both->writer, batch, error) &&
         prof_profile_sink (batch, both->profile, error);
}

static ProfSnapshot *
write_random (const char *path, guint32 seed, guint n_batches, gboolean close)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfCaptureWriter) writer = prof_capture_writer_new (path, &error);
  Both both = { profile, writer };

  g_assert_no_error (error);
  test_random_profile_send (seed, n_batches, to_both, &both);
  if (close)
    g_assert_true (prof_capture_writer_close (writer, &error));
  g_assert_no_error (error);
  return prof_profile_snapshot (profile);
}

static gboolean
has_warning (const ProfSnapshot *snapshot, const char *part)
{
  for (guint i = 0; i < snapshot->n_warnings; i++)
    if (strstr (snapshot->strings[snapshot->warnings[i].text], part) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_crc (void)
{
  g_autofree guint8 *bytes = g_malloc (1000);

  /* The check value of the catalogue of parametrised CRC algorithms, and of RFC 3720. */
  g_assert_cmphex (prof_crc32c (0, "123456789", 9), ==, 0xE3069283);
  memset (bytes, 0, 32);
  g_assert_cmphex (prof_crc32c (0, bytes, 32), ==, 0x8A9136AA);
  for (guint i = 0; i < 1000; i++)
    bytes[i] = g_test_rand_int ();
  for (guint i = 0; i < 1000; i++)
    {
      guint32 whole = prof_crc32c (0, bytes, 1000 - i);
      guint cut = (1000 - i) / 3;

      g_assert_cmphex (whole, ==, prof_crc32c_portable (0, bytes, 1000 - i));
      g_assert_cmphex (whole, ==,
                       prof_crc32c (prof_crc32c (0, bytes, cut), bytes + cut, 1000 - i - cut));
    }
}

static void
test_round_trip (Fixture *f, gconstpointer unused)
{
  for (guint32 seed = 0; seed < 30; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ProfSnapshot) expected = write_random (f->path, seed, 1 + seed % 5, TRUE);
      const char *format = NULL;
      g_autoptr (ProfSnapshot) got = test_import (f->path, &format, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (format, ==, "capture");
      test_assert_same (got, expected);
    }
}

/* A saved snapshot is the same profile; and a batch beyond the target length becomes several
 * chunks. */
static void
test_save_large (Fixture *f, gconstpointer unused)
{
  const ProfMadeOptions options = { 3000000, 20000, 9, 60, 3, 5 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfCaptureWriter) writer = NULL;
  g_autoptr (ProfSnapshot) expected = NULL;
  g_autoptr (ProfSnapshot) got = NULL;

  g_assert_true (prof_made_profile_send (&options, prof_profile_sink, profile, &error));
  expected = prof_profile_snapshot (profile);
  writer = prof_capture_writer_new_for_save (f->path, &error);
  g_assert_no_error (error);
  g_assert_true (prof_snapshot_send (expected, prof_capture_writer_sink, writer, &error));
  g_assert_false (g_file_test (f->path, G_FILE_TEST_EXISTS));
  g_assert_true (prof_capture_writer_close (writer, &error));
  got = test_import (f->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (got->n_samples, ==, options.n_samples);
  test_assert_same (got, expected);
}

static gboolean
count_payload (const GByteArray *payload, gpointer data, GError **error)
{
  guint *n = data;

  g_assert_cmpuint (payload->len, <=, PROF_CHUNK_MAX_LENGTH);
  *n += 1;
  return TRUE;
}

static gboolean
decode_payload (const GByteArray *payload, gpointer data, GError **error)
{
  gpointer *state = data;
  guint64 unknown = 0;
  const char *problem = NULL;
  ProfBatch *batch =
      prof_capture_decode (payload->data, payload->len, state[1], &unknown, &problem);

  g_assert_cmpstr (problem, ==, NULL);
  g_assert_cmpuint (unknown, ==, 0);
  prof_batch_advance (batch, state[1]);
  return prof_profile_sink (batch, state[0], error);
}

static void
test_split (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) got = NULL;
  g_autoptr (ProfBatch) batch = prof_batch_new ();
  const guint n_strings = 900000;
  guint32 next[PROF_N_TABLES] = { 0 };
  gpointer state[2] = { profile, next };
  guint n_payloads = 0;

  next[PROF_TABLE_STRINGS] = 1;
  next[PROF_TABLE_STACKS] = 1;
  memcpy (batch->first, next, sizeof next);
  for (guint i = 0; i < n_strings; i++)
    {
      guint32 offset = batch->text->len;

      g_array_append_val (batch->rows[PROF_TABLE_STRINGS], offset);
      g_string_append_printf (batch->text, "%0*u", 1 + i % 200, i);
      g_string_append_c (batch->text, '\0');
    }
  for (guint i = 0; i < 2000000; i++)
    {
      ProfFunctionRow function = { .name = 1 + i % n_strings };

      g_array_append_val (batch->rows[PROF_TABLE_FUNCTIONS], function);
    }
  g_assert_true (prof_capture_encode (batch, count_payload, &n_payloads, &error));
  g_assert_cmpuint (n_payloads, >, 3);
  g_assert_true (prof_capture_encode (batch, decode_payload, state, &error));
  g_assert_no_error (error);
  got = prof_profile_snapshot (profile);
  g_assert_cmpuint (got->n_strings, ==, n_strings + 1);
  g_assert_cmpuint (got->n_functions, ==, 2000000);
  for (guint i = 0; i < n_strings; i++)
    {
      g_autofree char *expected = g_strdup_printf ("%0*u", 1 + i % 200, i);

      g_assert_cmpstr (got->strings[i + 1], ==, expected);
    }
}

static void
test_stream (Fixture *f, gconstpointer unused)
{
  g_autoptr (ProfSnapshot) expected = write_random (f->path, 77, 6, TRUE);
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (f->path, &bytes, &length, &error));
  for (guint step = 1; step < 5000; step = step * 3 + 1)
    {
      g_autoptr (ProfProfile) profile = prof_profile_new ();
      g_autoptr (ProfCaptureReader) reader = prof_capture_reader_new (prof_profile_sink, profile);
      g_autoptr (ProfSnapshot) got = NULL;
      gboolean complete = FALSE;

      for (gsize at = 0; at < length; at += step)
        {
          g_assert_false (prof_capture_reader_is_done (reader));
          g_assert_true (
              prof_capture_reader_push (reader, bytes + at, MIN (step, length - at), &error));
        }
      g_assert_true (prof_capture_reader_is_done (reader));
      g_assert_true (prof_capture_reader_end (reader, &complete, &error));
      g_assert_true (complete);
      got = prof_profile_snapshot (profile);
      test_assert_same (got, expected);
    }
}

/* ---- damage ---- */

static void
write_file (const char *path, const void *bytes, gsize length)
{
  g_autoptr (GError) error = NULL;

  /* Anew: not every GLib cuts a longer file that it writes over. */
  g_unlink (path);
  g_file_set_contents_full (path, bytes, length, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
}

static void
check_damaged (const char *path, const char *bytes, gsize length, const ProfSnapshot *whole,
               gboolean may_be_whole)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfSnapshot) got = NULL;

  write_file (path, bytes, length);
  got = test_import (path, NULL, &error);
  if (got == NULL)
    {
      test_assert_sentence (error->message);
      g_assert_nonnull (strstr (error->message, path));
      return;
    }
  test_assert_prefix (got, whole);
  if (got->n_samples < whole->n_samples || !may_be_whole)
    g_assert_true (has_warning (got, "The capture "));
}

static void
test_truncations (Fixture *f, gconstpointer unused)
{
  g_autoptr (ProfSnapshot) whole = write_random (f->path, 5, 12, TRUE);
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (f->path, &bytes, &length, NULL));
  for (guint i = 0; i < 500; i++)
    check_damaged (f->path, bytes, g_test_rand_int_range (0, length), whole, FALSE);
}

static void
test_flips (Fixture *f, gconstpointer unused)
{
  g_autoptr (ProfSnapshot) whole = write_random (f->path, 6, 12, TRUE);
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (f->path, &bytes, &length, NULL));
  for (guint i = 0; i < 500; i++)
    {
      /* The header is short and matters most: half of the flips go there and close behind it. */
      gsize at = g_test_rand_int_range (0, i % 2 ? length : 64);
      char bit = 1 << g_test_rand_int_range (0, 8);

      bytes[at] ^= bit;
      check_damaged (f->path, bytes, length, whole, at < sizeof (ProfCaptureHeader));
      bytes[at] ^= bit;
    }
}

/* Damage that a checksum does not show: payloads changed and packed again. */
static void
test_wrong_payloads (Fixture *f, gconstpointer unused)
{
  g_autoptr (ProfSnapshot) whole = write_random (f->path, 8, 1, TRUE);
  g_autofree char *bytes = NULL;
  ProfChunkHeader header;
  g_autofree guint8 *payload = NULL;
  const gsize at = sizeof (ProfCaptureHeader);
  gsize length;
  guint n_refused = 0;

  g_assert_true (g_file_get_contents (f->path, &bytes, &length, NULL));
  memcpy (&header, bytes + at, sizeof header);
  payload = g_malloc (header.raw_length);
  g_assert_cmpuint (ZSTD_decompress (payload, header.raw_length, bytes + at + sizeof header,
                                     header.stored_length),
                    ==, header.raw_length);
  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (ProfSnapshot) got = NULL;
      g_autofree guint8 *packed = g_malloc (ZSTD_compressBound (header.raw_length));
      gsize where = g_test_rand_int_range (0, header.raw_length);
      guint8 old = payload[where];

      payload[where] = g_test_rand_int ();
      header.stored_length = ZSTD_compress (packed, ZSTD_compressBound (header.raw_length), payload,
                                            header.raw_length, 1);
      header.crc = prof_crc32c (prof_crc32c (0, &header, G_STRUCT_OFFSET (ProfChunkHeader, crc)),
                                packed, header.stored_length);
      g_byte_array_append (file, (guint8 *) bytes, at);
      g_byte_array_append (file, (guint8 *) &header, sizeof header);
      g_byte_array_append (file, packed, header.stored_length);
      payload[where] = old;
      write_file (f->path, file->data, file->len);
      got = test_import (f->path, NULL, &error);
      g_assert_no_error (error);
      n_refused += has_warning (got, "The capture is damaged");
    }
  /* Most bytes are names and numbers that may be anything; the rest must be noticed. */
  g_assert_cmpuint (n_refused, >, 20);
  g_assert_cmpuint (n_refused, <, 1000);
}

static void
test_kill (Fixture *f, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) whole = NULL;
  g_autoptr (ProfSnapshot) got = NULL;
  int status;
  pid_t child;

  test_random_profile_send (9, 10, prof_profile_sink, profile);
  whole = prof_profile_snapshot (profile);
  child = fork ();
  if (child == 0)
    {
      write_random (f->path, 9, 10, FALSE);
      kill (getpid (), SIGKILL);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  got = test_import (f->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (got->n_samples, ==, whole->n_samples);
  test_assert_prefix (got, whole);
  g_assert_true (has_warning (got, "The capture was cut off"));
}

/* ---- what other versions write ---- */

static void
append_chunk (GByteArray *file, guint32 type, guint16 version, const void *payload, gsize length)
{
  g_autofree guint8 *packed = g_malloc (ZSTD_compressBound (length));
  ProfChunkHeader header = { .type = type, .version = version, .raw_length = length };

  header.stored_length = ZSTD_compress (packed, ZSTD_compressBound (length), payload, length, 1);
  header.crc = prof_crc32c (prof_crc32c (0, &header, G_STRUCT_OFFSET (ProfChunkHeader, crc)),
                            packed, header.stored_length);
  g_byte_array_append (file, (guint8 *) &header, sizeof header);
  g_byte_array_append (file, packed, header.stored_length);
}

static GByteArray *
begin_file (guint32 version, guint32 size)
{
  GByteArray *file = g_byte_array_new ();
  ProfCaptureHeader header = { .version = version, .size = size };
  guint8 more[8] = { 0 };

  memcpy (header.magic, PROF_CAPTURE_MAGIC, PROF_CAPTURE_MAGIC_SIZE);
  g_byte_array_append (file, (guint8 *) &header, sizeof header);
  if (size > sizeof header)
    g_byte_array_append (file, more, size - sizeof header);
  return file;
}

static ProfSnapshot *
import_bytes (const char *path, const GByteArray *file, GError **error)
{
  g_assert_true (g_file_set_contents (path, (char *) file->data, file->len, NULL));
  return test_import (path, NULL, error);
}

static void
append_section (GByteArray *payload, guint16 id, guint32 row_size, guint32 n, guint32 first,
                const void *data, gsize length)
{
  ProfSectionHeader header = { id,       id == 0 ? PROF_ENCODING_STRINGS : PROF_ENCODING_ROWS,
                               row_size, n,
                               first,    length };

  g_byte_array_append (payload, (guint8 *) &header, sizeof header);
  g_byte_array_append (payload, data, length);
  g_byte_array_append (payload, (guint8[8]){ 0 }, (8 - length % 8) % 8);
}

static void
test_newer (Fixture *f, gconstpointer unused)
{
  const struct {
    ProfEventRow known;
    guint32 added;
  } events[2] = { { { 1, 2 }, 99 }, { { 2, 1 }, 98 } };
  const ProfFunctionRow function = { .name = 1, .kind = 200, .carrier = 200 };
  const guint32 short_meta[2] = { 1, 2 }; /* rows of 4 bytes: the value is not there yet */
  const ProfCaptureEnd end = { 1, 0 };
  g_autoptr (GByteArray) file = begin_file (1, 24);
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfSnapshot) got = NULL;

  append_section (payload, PROF_TABLE_STRINGS, 0, 2, 1, "one\0two", 8);
  append_section (payload, 77, 4, 1, 0, "new", 4);
  append_section (payload, PROF_TABLE_EVENTS, sizeof events[0], 2, 0, events, sizeof events);
  append_section (payload, PROF_TABLE_META, 4, 2, 0, short_meta, sizeof short_meta);
  append_section (payload, PROF_TABLE_FUNCTIONS, sizeof function, 1, 0, &function, sizeof function);
  append_chunk (file, 500, 1, "something new", 13);
  append_chunk (file, PROF_CHUNK_BATCH, PROF_CHUNK_VERSION, payload->data, payload->len);
  append_chunk (file, PROF_CHUNK_BATCH, 9, "another layout", 14);
  append_chunk (file, PROF_CHUNK_END, 1, &end, sizeof end);
  got = import_bytes (f->path, file, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (got->n_events, ==, 2);
  g_assert_cmpstr (got->strings[got->events[0].name], ==, "one");
  g_assert_cmpstr (got->strings[got->events[1].unit], ==, "one");
  g_assert_cmpstr (prof_snapshot_get_meta (got, "two"), ==, "");
  g_assert_cmpuint (got->functions[0].kind, ==, PROF_FRAME_UNKNOWN);
  g_assert_true (has_warning (got, "newer version"));
  g_assert_cmpuint (got->n_warnings, ==, 1);
  g_assert_cmpuint (got->warnings[0].count, ==, 4);
}

static void
test_newer_file (Fixture *f, gconstpointer unused)
{
  g_autoptr (GByteArray) file = begin_file (2, 16);
  g_autoptr (GError) error = NULL;

  g_assert_null (import_bytes (f->path, file, &error));
  g_assert_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_UNSUPPORTED);
  test_assert_sentence (error->message);
  g_assert_nonnull (strstr (error->message, "version 2"));
}

static void
test_missing_part (Fixture *f, gconstpointer unused)
{
  g_autoptr (GByteArray) file = begin_file (1, 16);
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfSnapshot) got = NULL;
  const ProfCaptureEnd end = { 3, 1000 };

  append_chunk (file, PROF_CHUNK_END, 1, &end, sizeof end);
  got = import_bytes (f->path, file, &error);
  g_assert_no_error (error);
  g_assert_true (has_warning (got, "parts before its end are missing"));
}

/* Headers that claim what the file does not hold. */
static void
test_claims (Fixture *f, gconstpointer unused)
{
  const ProfChunkHeader claims[] = {
    { PROF_CHUNK_BATCH, 1, 0, G_MAXUINT32, 10, 0 },
    { PROF_CHUNK_BATCH, 1, 0, 10, G_MAXUINT32, 0 },
    { PROF_CHUNK_BATCH, 1, 0, PROF_CHUNK_MAX_LENGTH, PROF_CHUNK_MAX_LENGTH, 0 },
    { PROF_CHUNK_BATCH, 1, 0, 0, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_autoptr (GByteArray) file = begin_file (1, 16);
      g_autoptr (GError) error = NULL;
      g_autoptr (ProfSnapshot) got = NULL;

      g_byte_array_append (file, (guint8 *) &claims[i], sizeof claims[i]);
      got = import_bytes (f->path, file, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (got->n_samples, ==, 0);
      g_assert_true (has_warning (got, "The capture "));
    }
}

/* The file of version 1 that every later version reads. Made by `make-capture --samples 3000
 * --stacks 60 --seconds 12 --faults 5 --seed 1`. */
static void
test_version_1 (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "formats", "data", "version-1.profcap", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfSnapshot) got = test_import (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (got->n_samples, ==, 3000);
  g_assert_cmpuint (got->n_processes, ==, 7);
  g_assert_cmpuint (got->n_events, ==, 2);
  g_assert_cmpstr (got->strings[got->events[0].name], ==, "cpu-clock");
  g_assert_cmpstr (got->strings[got->processes[5].name], ==, "cc1plus");
  g_assert_cmpint (prof_snapshot_get_start_wall (got), ==, G_GINT64_CONSTANT (1767348000000000000));
  g_assert_cmpuint (got->n_warnings, ==, 1);
  g_assert_cmpuint (got->n_markers, ==, 2);
  g_assert_cmpuint (got->n_mappings, ==, 6);
  g_assert_cmpuint (test_get_weight (got, 0), ==, G_GUINT64_CONSTANT (28828282540));
  g_assert_cmpuint (test_get_weight (got, 1), ==, 146);
  g_assert_cmpuint (got->n_functions, ==, 220);
  g_assert_cmpuint (got->n_stacks, ==, 568 + 1);
  g_assert_cmpuint (got->n_origins, ==, 106);
}

/* ---- writing ---- */

static void
test_save_keeps_old (Fixture *f, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *content = NULL;
  g_autofree char *link = g_build_filename (f->folder, "link", NULL);
  g_autofree char *target = NULL;
  ProfCaptureWriter *writer;
  GDir *dir;
  guint n_files = 0;

  g_assert_true (g_file_set_contents (f->path, "old", -1, NULL));
  g_assert_cmpint (symlink ("file.profcap", link), ==, 0);

  writer = prof_capture_writer_new_for_save (link, &error);
  g_assert_no_error (error);
  prof_capture_writer_free (writer);
  g_assert_true (g_file_get_contents (f->path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "old");
  dir = g_dir_open (f->folder, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n_files++;
  g_dir_close (dir);
  g_assert_cmpuint (n_files, ==, 2);

  writer = prof_capture_writer_new_for_save (link, &error);
  g_assert_true (prof_capture_writer_close (writer, &error));
  prof_capture_writer_free (writer);
  target = g_file_read_link (link, NULL);
  g_assert_cmpstr (target, ==, "file.profcap");
  g_clear_pointer (&content, g_free);
  g_assert_true (g_file_get_contents (f->path, &content, NULL, NULL));
  g_assert_cmpint (content[0], ==, PROF_CAPTURE_MAGIC[0]);
}

static void
test_write_errors (Fixture *f, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *missing = g_build_filename (f->folder, "no", "such", "folder", NULL);

  g_assert_null (prof_capture_writer_new (missing, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  test_assert_sentence (error->message);
  g_clear_error (&error);
  g_assert_null (prof_capture_writer_new_for_save (missing, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  test_assert_sentence (error->message);
  g_clear_error (&error);
  g_assert_null (prof_capture_writer_new ("/dev/full", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  test_assert_sentence (error->message);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)
  g_test_add_func ("/capture/crc", test_crc);
  ADD ("/capture/round-trip", test_round_trip);
  ADD ("/capture/save-large", test_save_large);
  g_test_add_func ("/capture/split", test_split);
  ADD ("/capture/stream", test_stream);
  ADD ("/capture/truncations", test_truncations);
  ADD ("/capture/flips", test_flips);
  ADD ("/capture/wrong-payloads", test_wrong_payloads);
  ADD ("/capture/kill", test_kill);
  ADD ("/capture/newer", test_newer);
  ADD ("/capture/newer-file", test_newer_file);
  ADD ("/capture/missing-part", test_missing_part);
  ADD ("/capture/claims", test_claims);
  g_test_add_func ("/capture/version-1", test_version_1);
  ADD ("/capture/save-keeps-old", test_save_keeps_old);
  ADD ("/capture/write-errors", test_write_errors);
  return g_test_run ();
}
