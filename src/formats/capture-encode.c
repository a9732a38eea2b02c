/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/capture-format-private.h"

/* A batch, as far as it is written, and the payload being filled. */
typedef struct {
  GByteArray *payload;
  ProfPayloadFunc func;
  gpointer user_data;
} Encoder;

static void
append_padding (GByteArray *payload)
{
  static const guint8 zeros[PROF_SECTION_ALIGNMENT];
  guint past = payload->len % PROF_SECTION_ALIGNMENT;

  if (past > 0)
    g_byte_array_append (payload, zeros, PROF_SECTION_ALIGNMENT - past);
}

static void
append_section (Encoder *encoder, guint16 id, guint16 encoding, guint32 row_size, guint32 n_rows,
                guint32 first_id, const void *data, gsize length)
{
  ProfSectionHeader header = { id, encoding, row_size, n_rows, first_id, length };

  g_byte_array_append (encoder->payload, (const guint8 *) &header, sizeof header);
  if (length > 0)
    g_byte_array_append (encoder->payload, data, length);
  append_padding (encoder->payload);
}

static gboolean
flush (Encoder *encoder, GError **error)
{
  if (encoder->payload->len == 0)
    return TRUE;
  if (!encoder->func (encoder->payload, encoder->user_data, error))
    return FALSE;
  g_byte_array_set_size (encoder->payload, 0);
  return TRUE;
}

/* Room for rows before the payload should be handed on; flushes when there is none. */
static gboolean
get_room (Encoder *encoder, gsize *room, GError **error)
{
  if (encoder->payload->len >= PROF_CHUNK_TARGET_LENGTH && !flush (encoder, error))
    return FALSE;
  *room = PROF_CHUNK_TARGET_LENGTH - encoder->payload->len;
  return TRUE;
}

static gboolean
encode_rows (Encoder *encoder, guint16 id, gsize row_size, const GArray *rows, guint32 first_id,
             gboolean has_ids, GError **error)
{
  for (guint done = 0; done < rows->len;)
    {
      gsize room;
      guint n;

      if (!get_room (encoder, &room, error))
        return FALSE;
      n = MIN (rows->len - done, MAX (1, room / row_size));
      append_section (encoder, id, PROF_ENCODING_ROWS, row_size, n, has_ids ? first_id + done : 0,
                      rows->data + done * row_size, n * row_size);
      done += n;
    }
  return TRUE;
}

static gboolean
encode_strings (Encoder *encoder, const ProfBatch *batch, GError **error)
{
  const GArray *offsets = batch->rows[PROF_TABLE_STRINGS];
  const guint32 *offset = (const guint32 *) offsets->data;

  for (guint done = 0; done < offsets->len;)
    {
      gsize begin = offset[done];
      gsize room, end;
      guint n;

      if (!get_room (encoder, &room, error))
        return FALSE;
      for (n = 0, end = begin; done + n < offsets->len; n++)
        {
          gsize next = done + n + 1 < offsets->len ? offset[done + n + 1] : batch->text->len;

          if (n > 0 && next - begin > room)
            break;
          end = next;
        }
      if (end - begin > PROF_CHUNK_MAX_LENGTH / 2)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                       "a text of %" G_GSIZE_FORMAT " bytes is too long for a capture file",
                       end - begin);
          return FALSE;
        }
      append_section (encoder, PROF_TABLE_STRINGS, PROF_ENCODING_STRINGS, 0, n,
                      batch->first[PROF_TABLE_STRINGS] + done, batch->text->str + begin,
                      end - begin);
      done += n;
    }
  return TRUE;
}

static guint8
width_of (guint64 largest)
{
  if (largest == 0)
    return 0;
  if (largest <= G_MAXUINT8)
    return 1;
  if (largest <= G_MAXUINT16)
    return 2;
  return largest <= G_MAXUINT32 ? 4 : 8;
}

static void
append_column (GByteArray *payload, ProfColumnEncoding encoding, gint64 base, gint64 first,
               const guint64 *data, guint n)
{
  ProfColumnHeader header = { .encoding = encoding, .base = base, .first = first };
  guint64 largest = 0;
  guint8 *out;
  guint start;

  for (guint i = 0; i < n; i++)
    largest |= data[i];
  header.width = width_of (largest);
  g_byte_array_append (payload, (const guint8 *) &header, sizeof header);
  start = payload->len;
  g_byte_array_set_size (payload, start + n * header.width);
  out = payload->data + start;
  switch (header.width)
    {
    case 1:
      for (guint i = 0; i < n; i++)
        out[i] = data[i];
      break;
    case 2:
      for (guint i = 0; i < n; i++)
        ((guint16 *) (gpointer) out)[i] = data[i];
      break;
    case 4:
      for (guint i = 0; i < n; i++)
        ((guint32 *) (gpointer) out)[i] = data[i];
      break;
    case 8:
      memcpy (out, data, n * sizeof (guint64));
      break;
    default:
      break;
    }
  append_padding (payload);
}

static void
append_times (GByteArray *payload, const gint64 *times, guint n, guint64 *scratch)
{
  gint64 smallest = 0;

  for (guint i = 1; i < n; i++)
    {
      gint64 difference = (gint64) ((guint64) times[i] - (guint64) times[i - 1]);

      if (i == 1 || difference < smallest)
        smallest = difference;
    }
  scratch[0] = 0;
  for (guint i = 1; i < n; i++)
    scratch[i] = (guint64) times[i] - (guint64) times[i - 1] - (guint64) smallest;
  append_column (payload, PROF_COLUMN_DIFFERENCES, smallest,
                 (gint64) ((guint64) times[0] - (guint64) smallest), scratch, n);
}

static void
append_offsets (GByteArray *payload, guint64 *values, guint n)
{
  guint64 smallest = values[0];

  for (guint i = 1; i < n; i++)
    smallest = MIN (smallest, values[i]);
  for (guint i = 0; i < n; i++)
    values[i] -= smallest;
  append_column (payload, PROF_COLUMN_OFFSETS, (gint64) smallest, 0, values, n);
}

static gboolean
encode_samples (Encoder *encoder, const ProfBatch *batch, GError **error)
{
  /* The widest a sample can get; a run is never so long that it misses the target by much. */
  const gsize widest = 3 * sizeof (guint64);
  const guint longest = 1u << 20;
  g_autofree guint64 *scratch = NULL;

  if (batch->times->len > 0)
    scratch = g_new (guint64, MIN (batch->times->len, longest));
  for (guint done = 0; done < batch->times->len;)
    {
      const gint64 *times = (const gint64 *) (gpointer) batch->times->data + done;
      const guint32 *origins = (const guint32 *) (gpointer) batch->origins->data + done;
      const guint64 *weights = (const guint64 *) (gpointer) batch->weights->data + done;
      ProfSectionHeader header = { .id = PROF_SECTION_SAMPLES, .encoding = PROF_ENCODING_COLUMNS };
      gsize room, at;
      guint n;

      if (!get_room (encoder, &room, error))
        return FALSE;
      n = MIN (batch->times->len - done, MIN (longest, MAX (1, room / widest)));
      at = encoder->payload->len;
      header.n_rows = n;
      g_byte_array_append (encoder->payload, (const guint8 *) &header, sizeof header);
      append_times (encoder->payload, times, n, scratch);
      for (guint i = 0; i < n; i++)
        scratch[i] = origins[i];
      append_offsets (encoder->payload, scratch, n);
      memcpy (scratch, weights, n * sizeof (guint64));
      append_offsets (encoder->payload, scratch, n);
      header.length = encoder->payload->len - at - sizeof header;
      memcpy (encoder->payload->data + at, &header, sizeof header);
      done += n;
    }
  return TRUE;
}

gboolean
prof_capture_encode (const ProfBatch *batch, ProfPayloadFunc func, gpointer user_data,
                     GError **error)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  Encoder encoder = { payload, func, user_data };

  if (!encode_strings (&encoder, batch, error))
    return FALSE;
  for (guint table = PROF_TABLE_STRINGS + 1; table < PROF_N_TABLES; table++)
    if (!encode_rows (&encoder, table, prof_table_row_size (table), batch->rows[table],
                      batch->first[table], TRUE, error))
      return FALSE;
  return encode_rows (&encoder, PROF_SECTION_PROCESS_UPDATES, sizeof (ProfProcessUpdate),
                      batch->process_updates, 0, FALSE, error) &&
         encode_rows (&encoder, PROF_SECTION_THREAD_UPDATES, sizeof (ProfThreadUpdate),
                      batch->thread_updates, 0, FALSE, error) &&
         encode_samples (&encoder, batch, error) && flush (&encoder, error);
}
