/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/capture-format-private.h"

static gsize
padded (gsize length)
{
  return (length + PROF_SECTION_ALIGNMENT - 1) & ~(gsize) (PROF_SECTION_ALIGNMENT - 1);
}

/* Rows may have grown since, or be those of an older version: the common part is taken, the rest
 * is zero. */
static gboolean
decode_rows (GArray *rows, gsize row_size, const ProfSectionHeader *header, const guint8 *data,
             const char **problem)
{
  guint old = rows->len;

  if (header->row_size == 0 || header->length / header->row_size != header->n_rows ||
      header->length % header->row_size != 0)
    {
      *problem = "a table's length does not fit its number of rows";
      return FALSE;
    }
  if ((guint64) header->n_rows * row_size > 4 * (guint64) PROF_CHUNK_MAX_LENGTH ||
      (guint64) old + header->n_rows > G_MAXINT32)
    {
      *problem = "a table claims more rows than fit";
      return FALSE;
    }
  g_array_set_size (rows, old + header->n_rows);
  if (header->row_size == row_size)
    memcpy (rows->data + old * row_size, data, header->length);
  else
    for (guint i = 0; i < header->n_rows; i++)
      {
        char *row = rows->data + (old + i) * row_size;

        memset (row, 0, row_size);
        memcpy (row, data + (gsize) i * header->row_size, MIN (row_size, header->row_size));
      }
  return TRUE;
}

/* A kind of code that a newer version distinguishes. */
static void
clamp_kinds (GArray *functions, guint first, guint64 *unknown)
{
  for (guint i = first; i < functions->len; i++)
    {
      ProfFunctionRow *row = &g_array_index (functions, ProfFunctionRow, i);

      if (row->kind < PROF_N_FRAME_KINDS && row->carrier < PROF_N_FRAME_KINDS)
        continue;
      if (row->kind >= PROF_N_FRAME_KINDS)
        row->kind = PROF_FRAME_UNKNOWN;
      if (row->carrier >= PROF_N_FRAME_KINDS)
        row->carrier = PROF_FRAME_UNKNOWN;
      *unknown += 1;
    }
}

static gboolean
decode_strings (ProfBatch *batch, const ProfSectionHeader *header, const guint8 *data,
                const char **problem)
{
  const char *text = (const char *) data;
  gsize base = batch->text->len;
  gsize at = 0;

  for (guint i = 0; i < header->n_rows; i++)
    {
      const char *nul = at < header->length ? memchr (text + at, 0, header->length - at) : NULL;
      guint32 offset = base + at;

      if (nul == NULL)
        {
          *problem = "a text has no end";
          return FALSE;
        }
      if (!g_utf8_validate (text + at, nul - (text + at), NULL))
        {
          *problem = "a text is not UTF-8";
          return FALSE;
        }
      g_array_append_val (batch->rows[PROF_TABLE_STRINGS], offset);
      at = nul - text + 1;
    }
  if (at != header->length)
    {
      *problem = "the texts are longer than their table";
      return FALSE;
    }
  g_string_append_len (batch->text, text, header->length);
  return TRUE;
}

static void
expand_column (const ProfColumnHeader *column, const guint8 *data, guint n, guint64 *values)
{
  const guint64 base = (guint64) column->base;

  switch (column->width)
    {
    case 1:
      for (guint i = 0; i < n; i++)
        values[i] = base + data[i];
      break;
    case 2:
      for (guint i = 0; i < n; i++)
        values[i] = base + ((const guint16 *) (gconstpointer) data)[i];
      break;
    case 4:
      for (guint i = 0; i < n; i++)
        values[i] = base + ((const guint32 *) (gconstpointer) data)[i];
      break;
    case 8:
      for (guint i = 0; i < n; i++)
        values[i] = base + ((const guint64 *) (gconstpointer) data)[i];
      break;
    default:
      for (guint i = 0; i < n; i++)
        values[i] = base;
      break;
    }
  if (column->encoding == PROF_COLUMN_DIFFERENCES)
    {
      guint64 value = (guint64) column->first;

      for (guint i = 0; i < n; i++)
        values[i] = value += values[i];
    }
}

static gboolean
decode_column (const guint8 **data, gsize *left, guint n, guint64 *values, const char **problem)
{
  ProfColumnHeader column;
  gsize length;

  *problem = "a column of samples is cut off";
  if (*left < sizeof column)
    return FALSE;
  memcpy (&column, *data, sizeof column);
  *data += sizeof column;
  *left -= sizeof column;
  if (column.encoding > PROF_COLUMN_DIFFERENCES ||
      !(column.width == 0 || column.width == 1 || column.width == 2 || column.width == 4 ||
        column.width == 8))
    {
      *problem = "a column of samples has an unknown encoding";
      return FALSE;
    }
  length = padded ((gsize) n * column.width);
  if (*left < length)
    return FALSE;
  expand_column (&column, *data, n, values);
  *data += length;
  *left -= length;
  *problem = NULL;
  return TRUE;
}

/* @header->n_rows is believed up to what a run of samples may hold: a column without width takes
 * no bytes that would prove it. */
static gboolean
decode_samples (ProfBatch *batch, const ProfSectionHeader *header, const guint8 *data,
                const char **problem)
{
  const guint n = header->n_rows;
  const guint old = batch->times->len;
  gsize left = header->length;
  guint64 *values;
  gint64 *times;

  if (n > PROF_CHUNK_MAX_LENGTH / sizeof (guint64) - old)
    {
      *problem = "it claims more samples than fit";
      return FALSE;
    }
  g_array_set_size (batch->times, old + n);
  g_array_set_size (batch->origins, old + n);
  g_array_set_size (batch->weights, old + n);
  times = (gint64 *) (gpointer) batch->times->data + old;
  values = (guint64 *) (gpointer) batch->weights->data + old;

  if (!decode_column (&data, &left, n, (guint64 *) times, problem))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (times[i] > PROF_CAPTURE_MAX_TIME || times[i] < -PROF_CAPTURE_MAX_TIME)
      {
        *problem = "a sample's time is out of bounds";
        return FALSE;
      }
  if (!decode_column (&data, &left, n, values, problem))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (values[i] > G_MAXUINT32)
        {
          *problem = "a sample's origin is out of bounds";
          return FALSE;
        }
      ((guint32 *) (gpointer) batch->origins->data)[old + i] = values[i];
    }
  return decode_column (&data, &left, n, values, problem);
}

static gboolean
decode_section (ProfBatch *batch, const ProfSectionHeader *header, const guint8 *data,
                guint32 *expected, guint64 *unknown, const char **problem)
{
  guint first;

  if (header->id < PROF_N_TABLES)
    {
      if (header->encoding !=
          (header->id == PROF_TABLE_STRINGS ? PROF_ENCODING_STRINGS : PROF_ENCODING_ROWS))
        {
          *problem = "a table has an unknown encoding";
          return FALSE;
        }
      if (header->first_id != expected[header->id] ||
          header->n_rows > PROF_NO_ID - header->first_id)
        {
          *problem = "a table's rows do not follow on those before";
          return FALSE;
        }
      expected[header->id] += header->n_rows;
      if (header->id == PROF_TABLE_STRINGS)
        return decode_strings (batch, header, data, problem);
      first = batch->rows[header->id]->len;
      if (!decode_rows (batch->rows[header->id], prof_table_row_size (header->id), header, data,
                        problem))
        return FALSE;
      if (header->id == PROF_TABLE_FUNCTIONS)
        clamp_kinds (batch->rows[header->id], first, unknown);
      return TRUE;
    }
  if (header->id == PROF_SECTION_PROCESS_UPDATES && header->encoding == PROF_ENCODING_ROWS)
    return decode_rows (batch->process_updates, sizeof (ProfProcessUpdate), header, data, problem);
  if (header->id == PROF_SECTION_THREAD_UPDATES && header->encoding == PROF_ENCODING_ROWS)
    return decode_rows (batch->thread_updates, sizeof (ProfThreadUpdate), header, data, problem);
  if (header->id == PROF_SECTION_SAMPLES && header->encoding == PROF_ENCODING_COLUMNS)
    return decode_samples (batch, header, data, problem);
  *unknown += 1;
  return TRUE;
}

ProfBatch *
prof_capture_decode (const guint8 *payload, gsize length, const guint32 *next, guint64 *unknown,
                     const char **problem)
{
  g_autoptr (ProfBatch) batch = prof_batch_new ();
  guint32 expected[PROF_N_TABLES];
  gsize at = 0;

  memcpy (expected, next, sizeof expected);
  memcpy (batch->first, next, sizeof expected);
  while (at < length)
    {
      ProfSectionHeader header;

      if (length - at < sizeof header)
        {
          *problem = "a section is cut off";
          return NULL;
        }
      memcpy (&header, payload + at, sizeof header);
      at += sizeof header;
      if (header.length > length - at)
        {
          *problem = "a section is longer than its chunk";
          return NULL;
        }
      if (!decode_section (batch, &header, payload + at, expected, unknown, problem))
        return NULL;
      at += MIN (padded (header.length), length - at);
    }
  return g_steal_pointer (&batch);
}

ProfBatch *
prof_warning_batch (const guint32 *next, guint64 count, const char *text, const char *where)
{
  ProfBatch *batch = prof_batch_new ();
  const guint32 offsets[2] = { 0, strlen (text) + 1 };
  ProfWarningRow row = { .count = count, .text = next[PROF_TABLE_STRINGS] };

  memcpy (batch->first, next, sizeof batch->first);
  g_string_append_len (batch->text, text, offsets[1]);
  g_array_append_val (batch->rows[PROF_TABLE_STRINGS], offsets[0]);
  if (where != NULL)
    {
      g_string_append_len (batch->text, where, strlen (where) + 1);
      g_array_append_val (batch->rows[PROF_TABLE_STRINGS], offsets[1]);
      row.where = row.text + 1;
    }
  g_array_append_val (batch->rows[PROF_TABLE_WARNINGS], row);
  return batch;
}

void
prof_batch_advance (const ProfBatch *batch, guint32 *next)
{
  for (guint table = 0; table < PROF_N_TABLES; table++)
    if (batch->rows[table]->len > 0)
      next[table] = batch->first[table] + batch->rows[table]->len;
}
