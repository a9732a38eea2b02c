/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <zstd.h>

#include "formats/capture-file.h"
#include "formats/capture-format-private.h"
#include "formats/crc32c.h"
#include "formats/importer-private.h"
#include "profile/profile.h"

typedef enum {
  STATE_HEADER,
  STATE_CHUNKS,
  STATE_COMPLETE, /* behind the end chunk */
  STATE_DAMAGED,
} State;

struct _ProfCaptureReader {
  ProfBatchFunc sink;
  gpointer sink_data;
  State state;
  GByteArray *pending; /* the begun header or chunk */
  gsize needed;        /* length of @pending at which to look at it again */
  GByteArray *payload; /* of the chunk at hand, reused */
  ZSTD_DCtx *decompressor;

  guint64 position;  /* in the stream, of the first byte not yet taken */
  guint64 ignored;   /* bytes behind the end or the damage */
  char *damage;      /* what is wrong at @position */
  guint64 n_unknown; /* chunks and sections of a newer version */
  guint32 next[PROF_N_TABLES];
  ProfCaptureEnd seen;
};

ProfCaptureReader *
prof_capture_reader_new (ProfBatchFunc sink, gpointer sink_data)
{
  ProfCaptureReader *self = g_new0 (ProfCaptureReader, 1);

  self->sink = sink;
  self->sink_data = sink_data;
  self->pending = g_byte_array_new ();
  self->payload = g_byte_array_new ();
  self->decompressor = ZSTD_createDCtx ();
  g_assert (self->decompressor != NULL);
  /* String 0 and stack 0 are there before any batch. */
  self->next[PROF_TABLE_STRINGS] = 1;
  self->next[PROF_TABLE_STACKS] = 1;
  return self;
}

void
prof_capture_reader_free (ProfCaptureReader *self)
{
  if (self == NULL)
    return;
  g_byte_array_unref (self->pending);
  g_byte_array_unref (self->payload);
  ZSTD_freeDCtx (self->decompressor);
  g_free (self->damage);
  g_free (self);
}

static void
set_damage (ProfCaptureReader *self, const char *reason)
{
  self->state = STATE_DAMAGED;
  self->damage = g_strdup (reason);
}

static gboolean
take_header (ProfCaptureReader *self, const guint8 *bytes, gsize length, gsize *taken,
             GError **error)
{
  ProfCaptureHeader header;

  *taken = 0;
  self->needed = sizeof header;
  if (memcmp (bytes, PROF_CAPTURE_MAGIC, MIN (length, PROF_CAPTURE_MAGIC_SIZE)) != 0)
    {
      g_set_error_literal (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_UNKNOWN_FORMAT,
                           "it is not a capture");
      return FALSE;
    }
  if (length < sizeof header)
    return TRUE;
  memcpy (&header, bytes, sizeof header);
  if (header.version == 0 || header.version > PROF_CAPTURE_VERSION)
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_UNSUPPORTED,
                   "it is a capture of version %u, and this program reads up to version %u",
                   header.version, PROF_CAPTURE_VERSION);
      return FALSE;
    }
  if (header.size < sizeof header || header.size > 65536)
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                   "the capture's header claims a size of %u bytes", header.size);
      return FALSE;
    }
  self->needed = header.size;
  if (length < header.size)
    return TRUE;
  *taken = header.size;
  self->state = STATE_CHUNKS;
  return TRUE;
}

static gboolean
take_batch (ProfCaptureReader *self, GError **error)
{
  g_autoptr (ProfBatch) batch = NULL;
  g_autoptr (GError) refused = NULL;
  const char *problem = NULL;
  guint32 next[PROF_N_TABLES];
  guint n_samples;

  batch = prof_capture_decode (self->payload->data, self->payload->len, self->next,
                               &self->n_unknown, &problem);
  if (batch == NULL)
    {
      set_damage (self, problem);
      return TRUE;
    }
  memcpy (next, self->next, sizeof next);
  prof_batch_advance (batch, next);
  n_samples = batch->times->len;
  if (!self->sink (g_steal_pointer (&batch), self->sink_data, &refused))
    {
      if (refused->domain == PROF_PROFILE_ERROR)
        {
          set_damage (self, refused->message);
          return TRUE;
        }
      g_propagate_error (error, g_steal_pointer (&refused));
      return FALSE;
    }
  memcpy (self->next, next, sizeof next);
  self->seen.n_batches++;
  self->seen.n_samples += n_samples;
  return TRUE;
}

static void
take_end (ProfCaptureReader *self)
{
  ProfCaptureEnd end;

  if (self->payload->len < sizeof end)
    {
      set_damage (self, "its end is too short");
      return;
    }
  memcpy (&end, self->payload->data, sizeof end);
  if (end.n_batches != self->seen.n_batches || end.n_samples != self->seen.n_samples)
    set_damage (self, "parts before its end are missing");
  else
    self->state = STATE_COMPLETE;
}

/* The unpacked payload must have exactly the length that the header and the zstd frame claim. */
static gboolean
unpack (ProfCaptureReader *self, const ProfChunkHeader *header, const guint8 *stored)
{
  guint64 claimed = ZSTD_getFrameContentSize (stored, header->stored_length);
  gsize length;

  if (claimed != header->raw_length)
    return FALSE;
  g_byte_array_set_size (self->payload, header->raw_length);
  length = ZSTD_decompressDCtx (self->decompressor, self->payload->data, header->raw_length, stored,
                                header->stored_length);
  return !ZSTD_isError (length) && length == header->raw_length;
}

static gboolean
take_chunk (ProfCaptureReader *self, const guint8 *bytes, gsize length, gsize *taken,
            GError **error)
{
  const gsize crc_at = G_STRUCT_OFFSET (ProfChunkHeader, crc);
  const guint8 *stored = bytes + sizeof (ProfChunkHeader);
  ProfChunkHeader header;
  gboolean known;

  *taken = 0;
  self->needed = sizeof header;
  if (length < sizeof header)
    return TRUE;
  memcpy (&header, bytes, sizeof header);
  if (header.stored_length > PROF_CHUNK_MAX_LENGTH || header.raw_length > PROF_CHUNK_MAX_LENGTH)
    {
      set_damage (self, "a chunk claims an impossible length");
      return TRUE;
    }
  self->needed = sizeof header + header.stored_length;
  if (length < self->needed)
    return TRUE;
  if (prof_crc32c (prof_crc32c (0, &header, crc_at), stored, header.stored_length) != header.crc)
    {
      set_damage (self, "a chunk's checksum does not match");
      return TRUE;
    }

  known = header.version == PROF_CHUNK_VERSION &&
          (header.type == PROF_CHUNK_BATCH || header.type == PROF_CHUNK_END);
  if (!known)
    self->n_unknown++;
  else if (!unpack (self, &header, stored))
    set_damage (self, "a chunk does not unpack");
  else if (header.type == PROF_CHUNK_END)
    take_end (self);
  else if (!take_batch (self, error))
    return FALSE;
  if (self->state != STATE_DAMAGED)
    *taken = self->needed;
  return TRUE;
}

static gboolean
is_reading (const ProfCaptureReader *self)
{
  return self->state == STATE_HEADER || self->state == STATE_CHUNKS;
}

/* Takes the header or one chunk from @bytes if it is there whole; else @taken is 0 and self->needed
 * says how many bytes it wants, as far as that is known by now. */
static gboolean
take_one (ProfCaptureReader *self, const guint8 *bytes, gsize length, gsize *taken, GError **error)
{
  gboolean done = self->state == STATE_HEADER ? take_header (self, bytes, length, taken, error)
                                              : take_chunk (self, bytes, length, taken, error);

  if (done)
    self->position += *taken;
  return done;
}

gboolean
prof_capture_reader_push (ProfCaptureReader *self, const void *bytes, gsize length, GError **error)
{
  const guint8 *at = bytes;
  gsize taken;

  while (length > 0 && is_reading (self))
    {
      if (self->pending->len > 0)
        {
          gsize more = MIN (length, self->needed - self->pending->len);

          g_byte_array_append (self->pending, at, more);
          at += more;
          length -= more;
          if (!take_one (self, self->pending->data, self->pending->len, &taken, error))
            return FALSE;
          if (taken > 0)
            g_byte_array_set_size (self->pending, 0);
          continue;
        }
      /* Straight from the caller's bytes; only an unfinished rest is copied. */
      if (!take_one (self, at, length, &taken, error))
        return FALSE;
      at += taken;
      length -= taken;
      if (taken == 0 && is_reading (self))
        {
          g_byte_array_append (self->pending, at, length);
          return TRUE;
        }
    }
  self->ignored += length;
  return TRUE;
}

static gboolean
warn (ProfCaptureReader *self, guint64 count, const char *text, const char *where, GError **error)
{
  ProfBatch *batch = prof_warning_batch (self->next, count, text, where);

  prof_batch_advance (batch, self->next);
  return self->sink (batch, self->sink_data, error);
}

static gboolean
warn_damaged (ProfCaptureReader *self, GError **error)
{
  g_autofree char *where = g_strdup_printf ("byte %" G_GUINT64_FORMAT, self->position);
  g_autofree char *text = NULL;
  guint64 lost = self->ignored + self->pending->len;

  if (self->state == STATE_COMPLETE)
    text = g_strdup_printf (
        "The capture has a part behind its end that was not read: %" G_GUINT64_FORMAT " bytes.",
        lost);
  else if (self->state == STATE_DAMAGED)
    text = g_strdup_printf ("The capture is damaged: %s; the last %" G_GUINT64_FORMAT
                            " bytes were not read, and the samples in them are missing.",
                            self->damage, lost);
  else if (lost > 0)
    text = g_strdup_printf ("The capture was cut off: its last part (%" G_GUINT64_FORMAT
                            " bytes) is not whole, and the samples in it and after it are missing.",
                            lost);
  else
    text = g_strdup ("The capture was cut off: it ends without being closed, and samples after "
                     "the last ones here may be missing.");
  return warn (self, 1, text, where, error);
}

gboolean
prof_capture_reader_end (ProfCaptureReader *self, gboolean *complete, GError **error)
{
  gboolean whole = self->state == STATE_COMPLETE;

  if (complete != NULL)
    *complete = whole;
  if (self->state == STATE_HEADER)
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                   "the capture's header is cut off at byte %u", self->pending->len);
      return FALSE;
    }
  if (self->n_unknown > 0 &&
      !warn (self, self->n_unknown,
             "A part of the capture is of a newer version of the program and was skipped.", NULL,
             error))
    return FALSE;
  if (whole && self->ignored == 0)
    return TRUE;
  return warn_damaged (self, error);
}

guint64
prof_capture_reader_get_n_samples (ProfCaptureReader *self)
{
  return self->seen.n_samples;
}

guint64
prof_capture_reader_get_position (ProfCaptureReader *self)
{
  return self->position;
}

gboolean
prof_capture_reader_is_done (ProfCaptureReader *self)
{
  return self->state == STATE_COMPLETE || self->state == STATE_DAMAGED;
}
