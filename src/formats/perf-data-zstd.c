/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perf-data-private.h"

#include <zstd.h>

/* One compressed record holds less than 64 KiB: unpacking to more than this is an attack. */
#define MAX_UNPACKED (256u << 20)

typedef struct {
  guint round;
  GByteArray *bytes;
} Piece;

struct _PerfDataStream {
  ZSTD_DStream *stream;
  GQueue pieces; /* Piece, oldest first: records in them may be waiting for their turn */
  gsize n_kept;  /* bytes at the end of the last piece */
  guint round;
};

static void
piece_free (gpointer data)
{
  Piece *piece = data;

  g_byte_array_unref (piece->bytes);
  g_free (piece);
}

PerfDataStream *
perf_data_stream_new (void)
{
  PerfDataStream *self = g_new0 (PerfDataStream, 1);

  self->stream = ZSTD_createDStream ();
  g_queue_init (&self->pieces);
  return self;
}

void
perf_data_stream_free (PerfDataStream *self)
{
  ZSTD_freeDStream (self->stream);
  g_queue_clear_full (&self->pieces, piece_free);
  g_free (self);
}

static gboolean
unpack (PerfDataStream *self, ZSTD_inBuffer *in, GByteArray *bytes)
{
  ZSTD_outBuffer out;

  do
    {
      gsize used = bytes->len;
      gsize result;

      if (used > MAX_UNPACKED)
        return FALSE;
      g_byte_array_set_size (bytes, used + ZSTD_DStreamOutSize ());
      out = (ZSTD_outBuffer){ bytes->data + used, bytes->len - used, 0 };
      result = ZSTD_decompressStream (self->stream, &out, in);
      g_byte_array_set_size (bytes, used + out.pos);
      if (ZSTD_isError (result))
        return FALSE;
    }
  /* A full buffer may leave more behind. */
  while (in->pos < in->size || out.pos == out.size);
  return TRUE;
}

const guint8 *
perf_data_stream_unpack (PerfDataStream *self, const guint8 *packed, gsize size, gsize *length)
{
  ZSTD_inBuffer in = { packed, size, 0 };
  Piece *last = g_queue_peek_tail (&self->pieces);
  Piece *piece = g_new0 (Piece, 1);

  piece->round = self->round;
  piece->bytes = g_byte_array_new ();
  if (self->n_kept > 0)
    g_byte_array_append (piece->bytes, last->bytes->data + last->bytes->len - self->n_kept,
                         self->n_kept);
  self->n_kept = 0;
  g_queue_push_tail (&self->pieces, piece);
  if (!unpack (self, &in, piece->bytes))
    return NULL;
  *length = piece->bytes->len;
  return piece->bytes->data;
}

void
perf_data_stream_keep (PerfDataStream *self, gsize n)
{
  self->n_kept = n;
}

void
perf_data_stream_round (PerfDataStream *self)
{
  Piece *piece;

  self->round++;
  while ((piece = g_queue_peek_head (&self->pieces)) != NULL && piece->round + 2 <= self->round &&
         (self->n_kept == 0 || self->pieces.length > 1))
    piece_free (g_queue_pop_head (&self->pieces));
}
