/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/profile.h"

#include <string.h>

#include "profile/snapshot-private.h"

static void
fill_tables (const ProfSnapshot *self, ProfBatch *batch)
{
  const ProfSnapshotFull *full = (const ProfSnapshotFull *) self;
  const guint lengths[PROF_N_TABLES] = {
    [PROF_TABLE_STRINGS] = self->n_strings, [PROF_TABLE_META] = full->n_meta,
    [PROF_TABLE_EVENTS] = self->n_events,   [PROF_TABLE_PROCESSES] = self->n_processes,
    [PROF_TABLE_THREADS] = self->n_threads, [PROF_TABLE_FUNCTIONS] = self->n_functions,
    [PROF_TABLE_FRAMES] = self->n_frames,   [PROF_TABLE_STACKS] = self->n_stacks,
    [PROF_TABLE_ORIGINS] = self->n_origins, [PROF_TABLE_MAPPINGS] = self->n_mappings,
    [PROF_TABLE_MARKERS] = self->n_markers, [PROF_TABLE_WARNINGS] = self->n_warnings,
  };

  for (guint i = 1; i < self->n_strings; i++)
    {
      guint32 offset = batch->text->len;

      g_array_append_val (batch->rows[PROF_TABLE_STRINGS], offset);
      g_string_append_len (batch->text, self->strings[i], strlen (self->strings[i]) + 1);
    }
  batch->first[PROF_TABLE_STRINGS] = 1;
  batch->first[PROF_TABLE_STACKS] = 1;
  for (guint i = PROF_TABLE_STRINGS + 1; i < PROF_N_TABLES; i++)
    if (lengths[i] > batch->first[i])
      g_array_append_vals (batch->rows[i],
                           full->columns[i]->data + batch->first[i] * prof_table_row_size (i),
                           lengths[i] - batch->first[i]);
}

static void
fill_samples (const ProfBlock *block, const ProfBatch *tables, ProfBatch *batch)
{
  for (guint i = 0; i < PROF_N_TABLES; i++)
    batch->first[i] = tables->first[i] + tables->rows[i]->len;
  g_array_append_vals (batch->times, block->times, block->n_samples);
  g_array_append_vals (batch->origins, block->origins, block->n_samples);
  g_array_set_size (batch->weights, block->n_samples);
  for (guint i = 0; i < block->n_samples; i++)
    g_array_index (batch->weights, guint64, i) = prof_block_get_weight (block, i);
}

gboolean
prof_snapshot_send (const ProfSnapshot *self, ProfBatchFunc sink, gpointer user_data,
                    GError **error)
{
  g_autoptr (ProfBatch) ends = prof_batch_new (); /* only its lengths are used, after the tables */
  ProfBatch *tables = prof_batch_new ();

  fill_tables (self, tables);
  for (guint i = 0; i < PROF_N_TABLES; i++)
    ends->first[i] = tables->first[i] + tables->rows[i]->len;
  if (!sink (tables, user_data, error))
    return FALSE;
  for (guint i = 0; i < self->n_blocks; i++)
    {
      ProfBatch *batch = prof_batch_new ();

      fill_samples (self->blocks[i], ends, batch);
      if (!sink (batch, user_data, error))
        return FALSE;
    }
  return TRUE;
}
