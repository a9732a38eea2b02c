/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/batch.h"

gsize
prof_table_row_size (ProfTableId table)
{
  static const gsize sizes[PROF_N_TABLES] = {
    [PROF_TABLE_STRINGS] = sizeof (guint32),
    [PROF_TABLE_META] = sizeof (ProfMetaRow),
    [PROF_TABLE_EVENTS] = sizeof (ProfEventRow),
    [PROF_TABLE_PROCESSES] = sizeof (ProfProcessRow),
    [PROF_TABLE_THREADS] = sizeof (ProfThreadRow),
    [PROF_TABLE_FUNCTIONS] = sizeof (ProfFunctionRow),
    [PROF_TABLE_FRAMES] = sizeof (ProfFrameRow),
    [PROF_TABLE_STACKS] = sizeof (ProfStackRow),
    [PROF_TABLE_ORIGINS] = sizeof (ProfOriginRow),
    [PROF_TABLE_MAPPINGS] = sizeof (ProfMappingRow),
    [PROF_TABLE_MARKERS] = sizeof (ProfMarkerRow),
    [PROF_TABLE_WARNINGS] = sizeof (ProfWarningRow),
  };

  g_return_val_if_fail ((guint) table < PROF_N_TABLES, 0);
  return sizes[table];
}

/* The rows are written to files as they stand: no hidden padding. */
G_STATIC_ASSERT (sizeof (ProfProcessRow) == 40);
G_STATIC_ASSERT (sizeof (ProfThreadRow) == 32);
G_STATIC_ASSERT (sizeof (ProfEventRow) == 8);
G_STATIC_ASSERT (sizeof (ProfFunctionRow) == 20);
G_STATIC_ASSERT (sizeof (ProfFrameRow) == 8);
G_STATIC_ASSERT (sizeof (ProfStackRow) == 8);
G_STATIC_ASSERT (sizeof (ProfOriginRow) == 12);
G_STATIC_ASSERT (sizeof (ProfMappingRow) == 48);
G_STATIC_ASSERT (sizeof (ProfMarkerRow) == 40);
G_STATIC_ASSERT (sizeof (ProfWarningRow) == 16);
G_STATIC_ASSERT (sizeof (ProfMetaRow) == 8);

ProfBatch *
prof_batch_new (void)
{
  ProfBatch *self = g_new0 (ProfBatch, 1);

  for (guint table = 0; table < PROF_N_TABLES; table++)
    self->rows[table] = g_array_new (FALSE, FALSE, prof_table_row_size (table));
  self->text = g_string_new (NULL);
  self->process_updates = g_array_new (FALSE, FALSE, sizeof (ProfProcessUpdate));
  self->thread_updates = g_array_new (FALSE, FALSE, sizeof (ProfThreadUpdate));
  self->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->origins = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->weights = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

void
prof_batch_free (ProfBatch *self)
{
  for (guint table = 0; table < PROF_N_TABLES; table++)
    g_array_unref (self->rows[table]);
  g_string_free (self->text, TRUE);
  g_array_unref (self->process_updates);
  g_array_unref (self->thread_updates);
  g_array_unref (self->times);
  g_array_unref (self->origins);
  g_array_unref (self->weights);
  g_free (self);
}

gboolean
prof_batch_is_empty (const ProfBatch *self)
{
  for (guint table = 0; table < PROF_N_TABLES; table++)
    if (self->rows[table]->len)
      return FALSE;
  return !self->process_updates->len && !self->thread_updates->len && !self->times->len;
}
