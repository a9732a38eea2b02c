/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/snapshot-private.h"

ProfTextArena *
prof_text_arena_new (void)
{
  ProfTextArena *self = g_new0 (ProfTextArena, 1);

  g_atomic_int_set (&self->ref_count, 1);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
prof_text_arena_unref (ProfTextArena *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;
  g_ptr_array_unref (self->texts);
  g_free (self);
}

ProfSnapshot *
prof_snapshot_ref (ProfSnapshot *self)
{
  g_atomic_int_inc (&((ProfSnapshotFull *) self)->ref_count);
  return self;
}

void
prof_snapshot_unref (ProfSnapshot *snapshot)
{
  ProfSnapshotFull *self = (ProfSnapshotFull *) snapshot;

  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;
  for (guint i = 0; i < PROF_N_TABLES; i++)
    g_clear_pointer (&self->columns[i], prof_buffer_unref);
  g_ptr_array_unref (self->blocks);
  for (guint i = 0; i < PROF_MAX_LEVELS; i++)
    g_ptr_array_unref (self->levels[i]);
  prof_text_arena_unref (self->arena);
  g_free (self);
}

const char *
prof_snapshot_get_meta (const ProfSnapshot *snapshot, const char *key)
{
  const ProfSnapshotFull *self = (const ProfSnapshotFull *) snapshot;
  const ProfMetaRow *rows = (gconstpointer) self->columns[PROF_TABLE_META]->data;

  for (guint i = self->n_meta; i > 0; i--)
    if (g_str_equal (snapshot->strings[rows[i - 1].key], key))
      return snapshot->strings[rows[i - 1].value];
  return NULL;
}

gint64
prof_snapshot_get_start_wall (const ProfSnapshot *self)
{
  const char *text = prof_snapshot_get_meta (self, PROF_META_START_WALL);

  return text ? g_ascii_strtoll (text, NULL, 10) : 0;
}

guint
prof_snapshot_find_block (const ProfSnapshot *self, gint64 time)
{
  guint low = 0;
  guint high = self->n_blocks;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const ProfBlock *block = self->blocks[middle];

      if (block->times[block->n_samples - 1] < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static guint64
apply_part (const ProfBlock *block, guint from, guint to, gboolean add, guint64 *counts,
            guint64 *weights)
{
  const ProfBlockFull *full = (const ProfBlockFull *) block;

  if (from == 0 && to == block->n_samples && full->has_histogram)
    {
      if (counts)
        prof_histogram_apply (&full->histogram, add, counts, weights);
      return full->histogram.n;
    }
  if (counts)
    prof_block_apply (block, from, to, add, counts, weights);
  return to - from;
}

/* Applies whole blocks from @i on with the highest level node that begins there and ends not after
 * @end; returns the next block. */
static guint
apply_whole (const ProfSnapshotFull *self, guint i, guint end, gboolean add, guint64 *counts,
             guint64 *weights, guint64 *steps)
{
  const ProfLevelNode *node = NULL;
  guint length = 1;
  guint span = 1;

  for (guint level = 0; level < PROF_MAX_LEVELS; level++)
    {
      span *= PROF_LEVEL_FANOUT;
      if (i % span != 0 || i / span >= self->levels[level]->len || end - i < span)
        break;
      node = g_ptr_array_index (self->levels[level], i / span);
      length = span;
    }
  if (node)
    {
      if (counts)
        prof_histogram_apply (&node->histogram, add, counts, weights);
      *steps += node->histogram.n;
    }
  else
    *steps += apply_part (self->public.blocks[i], 0, self->public.blocks[i]->n_samples, add, counts,
                          weights);
  return i + length;
}

guint64
prof_snapshot_apply_range (const ProfSnapshot *snapshot, gint64 start, gint64 end, gboolean add,
                           guint64 *counts, guint64 *weights)
{
  const ProfSnapshotFull *self = (const ProfSnapshotFull *) snapshot;
  guint first = prof_snapshot_find_block (snapshot, start);
  guint last = prof_snapshot_find_block (snapshot, end); /* holds @end, or lies behind it */
  guint64 steps = 0;
  guint from;

  if (start >= end || first >= snapshot->n_blocks)
    return 0;

  from = prof_block_find (snapshot->blocks[first], start);
  if (first == last)
    {
      guint to = prof_block_find (snapshot->blocks[first], end);

      return apply_part (snapshot->blocks[first], from, to, add, counts, weights);
    }
  if (from > 0)
    {
      const ProfBlock *block = snapshot->blocks[first];

      steps += apply_part (block, from, block->n_samples, add, counts, weights);
      first++;
    }
  while (first < last)
    first = apply_whole (self, first, last, add, counts, weights, &steps);
  if (last < snapshot->n_blocks)
    {
      guint to = prof_block_find (snapshot->blocks[last], end);

      if (to > 0)
        steps += apply_part (snapshot->blocks[last], 0, to, add, counts, weights);
    }
  return steps;
}
