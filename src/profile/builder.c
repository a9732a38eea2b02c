/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/builder.h"

#include <string.h>

#include "profile/id-index-private.h"
#include "profile/string-escape-private.h"

/* A table that is kept whole here: new rows are looked up and updated ones compared. */
typedef struct {
  GArray *rows;
  guint n_sent;      /* rows that earlier batches took */
  ProfIdIndex index; /* of interned tables; slots NULL for processes and threads */
} BuilderTable;

struct _ProfBuilder {
  BuilderTable tables[PROF_N_TABLES];

  GStringChunk *text;
  GPtrArray *strings; /* char *, owned by text; id 0 is "" */
  ProfIdIndex string_index;
  guint n_strings_sent;

  GHashTable *changed_processes; /* ids of sent rows that changed since */
  GHashTable *changed_threads;

  ProfBatch *pending;            /* samples, and the rows of tables that are not kept */
  guint n_passed[PROF_N_TABLES]; /* of those tables: rows in earlier batches */
};

static gboolean
is_kept (ProfTableId table)
{
  return table >= PROF_TABLE_EVENTS && table <= PROF_TABLE_ORIGINS;
}

static gboolean
is_interned (ProfTableId table)
{
  return is_kept (table) && table != PROF_TABLE_PROCESSES && table != PROF_TABLE_THREADS;
}

ProfBuilder *
prof_builder_new (void)
{
  ProfBuilder *self = g_new0 (ProfBuilder, 1);
  ProfStackRow empty_stack = { 0, PROF_NO_ID };

  for (guint i = 0; i < PROF_N_TABLES; i++)
    {
      if (!is_kept (i))
        continue;
      self->tables[i].rows = g_array_new (FALSE, FALSE, prof_table_row_size (i));
      if (is_interned (i))
        prof_id_index_init (&self->tables[i].index);
    }
  g_array_append_val (self->tables[PROF_TABLE_STACKS].rows, empty_stack);
  self->tables[PROF_TABLE_STACKS].n_sent = 1;

  self->text = g_string_chunk_new (16384);
  self->strings = g_ptr_array_new ();
  g_ptr_array_add (self->strings, (gpointer) "");
  self->n_strings_sent = 1;
  prof_id_index_init (&self->string_index);

  self->changed_processes = g_hash_table_new (NULL, NULL);
  self->changed_threads = g_hash_table_new (NULL, NULL);
  self->pending = prof_batch_new ();
  return self;
}

void
prof_builder_free (ProfBuilder *self)
{
  for (guint i = 0; i < PROF_N_TABLES; i++)
    {
      g_clear_pointer (&self->tables[i].rows, g_array_unref);
      prof_id_index_clear (&self->tables[i].index);
    }
  g_string_chunk_free (self->text);
  g_ptr_array_unref (self->strings);
  prof_id_index_clear (&self->string_index);
  g_hash_table_unref (self->changed_processes);
  g_hash_table_unref (self->changed_threads);
  prof_batch_free (self->pending);
  g_free (self);
}

static guint32
hash_bytes (const guint8 *bytes, gsize length)
{
  guint32 hash = (guint32) length;
  guint32 word;

  for (; length >= 4; bytes += 4, length -= 4)
    {
      memcpy (&word, bytes, 4);
      hash = prof_hash_mix (hash, word);
    }
  word = 0;
  memcpy (&word, bytes, length);
  return prof_hash_mix (hash, word);
}

guint32
prof_builder_string (ProfBuilder *self, const char *text, gssize length)
{
  g_autofree char *escaped = NULL;
  guint32 hash;
  guint i;

  if (text == NULL)
    return 0;
  if (length < 0)
    length = strlen (text);
  if (length == 0)
    return 0;
  escaped = prof_string_escape (text, length);
  if (escaped)
    {
      text = escaped;
      length = strlen (escaped);
    }

  hash = hash_bytes ((const guint8 *) text, length);
  for (i = prof_id_index_begin (&self->string_index, hash);
       self->string_index.slots[i].id != PROF_ID_INDEX_EMPTY;
       i = prof_id_index_next (&self->string_index, i))
    {
      const char *known = g_ptr_array_index (self->strings, self->string_index.slots[i].id);

      if (self->string_index.slots[i].hash == hash && strncmp (known, text, length) == 0 &&
          known[length] == '\0')
        return self->string_index.slots[i].id;
    }

  g_ptr_array_add (self->strings, g_string_chunk_insert_len (self->text, text, length));
  prof_id_index_insert (&self->string_index, hash, self->strings->len - 1);
  return self->strings->len - 1;
}

const char *
prof_builder_get_string (ProfBuilder *self, guint32 id)
{
  g_return_val_if_fail (id < self->strings->len, "");
  return g_ptr_array_index (self->strings, id);
}

/* Rows have no padding, so equal rows are equal bytes. */
static inline guint32
intern (ProfBuilder *self, ProfTableId id, gconstpointer row, gsize row_size)
{
  BuilderTable *table = &self->tables[id];
  guint32 hash = hash_bytes (row, row_size);
  guint i;

  for (i = prof_id_index_begin (&table->index, hash);
       table->index.slots[i].id != PROF_ID_INDEX_EMPTY; i = prof_id_index_next (&table->index, i))
    {
      ProfIdSlot slot = table->index.slots[i];

      if (slot.hash == hash && memcmp (table->rows->data + slot.id * row_size, row, row_size) == 0)
        return slot.id;
    }
  g_array_append_vals (table->rows, row, 1);
  prof_id_index_insert (&table->index, hash, table->rows->len - 1);
  return table->rows->len - 1;
}

guint32
prof_builder_event (ProfBuilder *self, const char *name, const char *unit)
{
  ProfEventRow row = { prof_builder_string (self, name, -1), prof_builder_string (self, unit, -1) };

  return intern (self, PROF_TABLE_EVENTS, &row, sizeof row);
}

guint32
prof_builder_function (ProfBuilder *self, const ProfFunctionRow *row)
{
  return intern (self, PROF_TABLE_FUNCTIONS, row, sizeof *row);
}

guint32
prof_builder_frame (ProfBuilder *self, guint32 function, guint32 line)
{
  ProfFrameRow row = { function, line };

  return intern (self, PROF_TABLE_FRAMES, &row, sizeof row);
}

guint32
prof_builder_stack (ProfBuilder *self, guint32 parent, guint32 frame)
{
  ProfStackRow row = { parent, frame };

  return intern (self, PROF_TABLE_STACKS, &row, sizeof row);
}

guint32
prof_builder_origin (ProfBuilder *self, guint32 thread, guint32 stack, guint32 event)
{
  ProfOriginRow row = { thread, stack, event };

  return intern (self, PROF_TABLE_ORIGINS, &row, sizeof row);
}

#define GET_ROW(self, TABLE, Type, id)                                                             \
  (&g_array_index ((self)->tables[PROF_TABLE_##TABLE].rows, Type, id))

const ProfFunctionRow *
prof_builder_get_function (ProfBuilder *self, guint32 id)
{
  return GET_ROW (self, FUNCTIONS, ProfFunctionRow, id);
}

const ProfFrameRow *
prof_builder_get_frame (ProfBuilder *self, guint32 id)
{
  return GET_ROW (self, FRAMES, ProfFrameRow, id);
}

const ProfStackRow *
prof_builder_get_stack (ProfBuilder *self, guint32 id)
{
  return GET_ROW (self, STACKS, ProfStackRow, id);
}

const ProfProcessRow *
prof_builder_get_process (ProfBuilder *self, guint32 id)
{
  return GET_ROW (self, PROCESSES, ProfProcessRow, id);
}

const ProfThreadRow *
prof_builder_get_thread (ProfBuilder *self, guint32 id)
{
  return GET_ROW (self, THREADS, ProfThreadRow, id);
}

guint32
prof_builder_process (ProfBuilder *self, const ProfProcessRow *row)
{
  GArray *rows = self->tables[PROF_TABLE_PROCESSES].rows;

  g_array_append_vals (rows, row, 1);
  return rows->len - 1;
}

guint32
prof_builder_thread (ProfBuilder *self, const ProfThreadRow *row)
{
  GArray *rows = self->tables[PROF_TABLE_THREADS].rows;

  g_array_append_vals (rows, row, 1);
  return rows->len - 1;
}

void
prof_builder_update_process (ProfBuilder *self, guint32 id, const ProfProcessRow *row)
{
  *GET_ROW (self, PROCESSES, ProfProcessRow, id) = *row;
  if (id < self->tables[PROF_TABLE_PROCESSES].n_sent)
    g_hash_table_add (self->changed_processes, GUINT_TO_POINTER (id));
}

void
prof_builder_update_thread (ProfBuilder *self, guint32 id, const ProfThreadRow *row)
{
  *GET_ROW (self, THREADS, ProfThreadRow, id) = *row;
  if (id < self->tables[PROF_TABLE_THREADS].n_sent)
    g_hash_table_add (self->changed_threads, GUINT_TO_POINTER (id));
}

void
prof_builder_mapping (ProfBuilder *self, const ProfMappingRow *row)
{
  g_array_append_vals (self->pending->rows[PROF_TABLE_MAPPINGS], row, 1);
}

void
prof_builder_marker (ProfBuilder *self, const ProfMarkerRow *row)
{
  g_array_append_vals (self->pending->rows[PROF_TABLE_MARKERS], row, 1);
}

void
prof_builder_meta (ProfBuilder *self, const char *key, const char *value)
{
  ProfMetaRow row = { prof_builder_string (self, key, -1), prof_builder_string (self, value, -1) };

  g_array_append_val (self->pending->rows[PROF_TABLE_META], row);
}

void
prof_builder_warning (ProfBuilder *self, guint64 count, const char *text, const char *where)
{
  ProfWarningRow row = { count, prof_builder_string (self, text, -1),
                         prof_builder_string (self, where, -1) };

  g_array_append_val (self->pending->rows[PROF_TABLE_WARNINGS], row);
}

void
prof_builder_sample (ProfBuilder *self, gint64 time, guint32 origin, guint64 weight)
{
  g_array_append_val (self->pending->times, time);
  g_array_append_val (self->pending->origins, origin);
  g_array_append_val (self->pending->weights, weight);
}

guint
prof_builder_get_n_pending (ProfBuilder *self)
{
  return self->pending->times->len;
}

static void
take_strings (ProfBuilder *self, ProfBatch *batch)
{
  batch->first[PROF_TABLE_STRINGS] = self->n_strings_sent;
  for (guint i = self->n_strings_sent; i < self->strings->len; i++)
    {
      const char *text = g_ptr_array_index (self->strings, i);
      guint32 offset = batch->text->len;

      g_array_append_val (batch->rows[PROF_TABLE_STRINGS], offset);
      g_string_append_len (batch->text, text, strlen (text) + 1);
    }
  self->n_strings_sent = self->strings->len;
}

static void
take_updates (ProfBuilder *self, ProfBatch *batch)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->changed_processes);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint32 id = GPOINTER_TO_UINT (key);
      ProfProcessUpdate update = { id, 0, *prof_builder_get_process (self, id) };

      g_array_append_val (batch->process_updates, update);
    }
  g_hash_table_iter_init (&iter, self->changed_threads);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint32 id = GPOINTER_TO_UINT (key);
      ProfThreadUpdate update = { id, 0, *prof_builder_get_thread (self, id) };

      g_array_append_val (batch->thread_updates, update);
    }
  g_hash_table_remove_all (self->changed_processes);
  g_hash_table_remove_all (self->changed_threads);
}

ProfBatch *
prof_builder_take_batch (ProfBuilder *self)
{
  ProfBatch *batch = self->pending;

  take_strings (self, batch);
  for (guint i = 0; i < PROF_N_TABLES; i++)
    {
      BuilderTable *table = &self->tables[i];

      if (i == PROF_TABLE_STRINGS)
        continue;
      if (!is_kept (i))
        {
          batch->first[i] = self->n_passed[i];
          self->n_passed[i] += batch->rows[i]->len;
          continue;
        }
      batch->first[i] = table->n_sent;
      if (table->rows->len > table->n_sent)
        g_array_append_vals (batch->rows[i],
                             table->rows->data + table->n_sent * prof_table_row_size (i),
                             table->rows->len - table->n_sent);
      table->n_sent = table->rows->len;
    }
  take_updates (self, batch);

  if (prof_batch_is_empty (batch))
    return NULL; /* pending stays: it is empty too */
  self->pending = prof_batch_new ();
  return batch;
}
