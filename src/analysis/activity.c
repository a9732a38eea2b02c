/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/activity.h"

__extension__ typedef unsigned __int128 Wide;

/* Where column @column begins. */
static gint64
column_start (const ProfActivity *self, guint column)
{
  guint64 length = (guint64) self->end - (guint64) self->start;

  return (gint64) ((guint64) self->start + (guint64) ((Wide) length * column / self->n_columns));
}

static void
add_samples (ProfActivity *self, const guint32 *origin_thread, const ProfBlock *block, guint from,
             guint to, guint column)
{
  for (guint i = from; i < to; i++)
    {
      guint32 thread = origin_thread[block->origins[i]];

      if (thread != PROF_NO_ID)
        self->threads[(gsize) thread * self->n_columns + column] +=
            prof_block_get_weight (block, i);
    }
}

ProfActivity *
prof_activity_new (ProfSnapshot *snapshot, const ProfFilter *filter, gint64 start, gint64 end,
                   guint n_columns)
{
  ProfActivity *self;
  g_autofree guint32 *origin_thread = g_new (guint32, MAX (snapshot->n_origins, 1));
  guint column = 0;

  g_return_val_if_fail (n_columns > 0, NULL);

  self = g_new0 (ProfActivity, 1);
  self->start = start;
  self->end = MAX (start, end);
  self->n_columns = n_columns;
  self->n_processes = snapshot->n_processes;
  self->n_threads = snapshot->n_threads;
  self->processes = g_new0 (guint64, (gsize) MAX (self->n_processes, 1) * n_columns);
  self->threads = g_new0 (guint64, (gsize) MAX (self->n_threads, 1) * n_columns);

  for (guint i = 0; i < snapshot->n_origins; i++)
    origin_thread[i] =
        !filter || prof_filter_shows (filter, i) ? snapshot->origins[i].thread : PROF_NO_ID;

  for (guint b = prof_snapshot_find_block (snapshot, self->start); b < snapshot->n_blocks; b++)
    {
      const ProfBlock *block = snapshot->blocks[b];
      guint from = prof_block_find (block, self->start);
      guint to = prof_block_find (block, self->end);

      while (from < to)
        {
          guint next;

          while (column + 1 < n_columns && column_start (self, column + 1) <= block->times[from])
            column++;
          next = column + 1 < n_columns
                     ? MIN (to, prof_block_find (block, column_start (self, column + 1)))
                     : to;
          add_samples (self, origin_thread, block, from, next, column);
          from = next;
        }
    }

  for (guint t = 0; t < self->n_threads; t++)
    for (guint c = 0; c < n_columns; c++)
      self->processes[(gsize) snapshot->threads[t].process * n_columns + c] +=
          self->threads[(gsize) t * n_columns + c];
  return self;
}

void
prof_activity_free (ProfActivity *self)
{
  g_free (self->processes);
  g_free (self->threads);
  g_free (self);
}
