/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/sample-store-private.h"

void
prof_sample_store_init (ProfSampleStore *self)
{
  *self = (ProfSampleStore){ .open_is_sorted = TRUE };
  self->blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) prof_block_unref);
  for (guint i = 0; i < PROF_MAX_LEVELS; i++)
    self->levels[i] = g_ptr_array_new_with_free_func ((GDestroyNotify) prof_level_node_unref);
  self->open = g_array_sized_new (FALSE, FALSE, sizeof (ProfSample), 0);
  self->late = g_array_new (FALSE, FALSE, sizeof (ProfSample));
  prof_histogram_builder_init (&self->builder);
}

void
prof_sample_store_clear (ProfSampleStore *self)
{
  g_ptr_array_unref (self->blocks);
  for (guint i = 0; i < PROF_MAX_LEVELS; i++)
    g_ptr_array_unref (self->levels[i]);
  g_array_unref (self->open);
  g_array_unref (self->late);
  prof_histogram_builder_clear (&self->builder);
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer unused)
{
  gint64 x = ((const ProfSample *) a)->time;
  gint64 y = ((const ProfSample *) b)->time;

  return (x > y) - (x < y);
}

/* Stable: samples of equal time stay in the order in which they came. */
static void
sort_samples (GArray *samples)
{
  if (samples->len)
    g_qsort_with_data (samples->data, samples->len, sizeof (ProfSample), compare_times, NULL);
}

static ProfLevelNode *
level_node_new (ProfSampleStore *self, guint level, guint index)
{
  ProfLevelNode *node = g_new0 (ProfLevelNode, 1);

  g_atomic_int_set (&node->ref_count, 1);
  for (guint i = index * PROF_LEVEL_FANOUT; i < (index + 1) * PROF_LEVEL_FANOUT; i++)
    {
      if (level > 0)
        {
          ProfLevelNode *child = g_ptr_array_index (self->levels[level - 1], i);

          prof_histogram_builder_add_histogram (&self->builder, &child->histogram);
        }
      else
        {
          ProfBlockFull *block = g_ptr_array_index (self->blocks, i);

          if (block->has_histogram)
            prof_histogram_builder_add_histogram (&self->builder, &block->histogram);
          else
            for (guint s = 0; s < block->public.n_samples; s++)
              {
                guint64 weight = prof_block_get_weight (&block->public, s);

                prof_histogram_builder_add (&self->builder, block->public.origins[s], 1, weight,
                                            weight);
              }
        }
    }
  prof_histogram_builder_finish (&self->builder, &node->histogram);
  self->bytes += prof_histogram_get_bytes (&node->histogram);
  return node;
}

static guint
level_length (ProfSampleStore *self, guint level)
{
  guint below = level > 0 ? self->levels[level - 1]->len : self->blocks->len;

  return below / PROF_LEVEL_FANOUT;
}

static void
extend_levels (ProfSampleStore *self)
{
  for (guint level = 0; level < PROF_MAX_LEVELS; level++)
    while (self->levels[level]->len < level_length (self, level))
      g_ptr_array_add (self->levels[level], level_node_new (self, level, self->levels[level]->len));
}

static void
seal (ProfSampleStore *self, const ProfSample *samples, guint n)
{
  ProfBlockFull *block = prof_block_new (samples, n, &self->builder);

  g_ptr_array_add (self->blocks, block);
  self->bytes += block->bytes;
  extend_levels (self);
}

static void
sort_open (ProfSampleStore *self)
{
  if (!self->open_is_sorted)
    sort_samples (self->open);
  self->open_is_sorted = TRUE;
}

static gint64
sealed_end (ProfSampleStore *self)
{
  ProfBlockFull *last;

  if (self->blocks->len == 0)
    return G_MININT64;
  last = g_ptr_array_index (self->blocks, self->blocks->len - 1);
  return last->public.times[last->public.n_samples - 1];
}

/* The last block that begins not after @time: where a sample of that time belongs. */
static guint
block_for (ProfSampleStore *self, gint64 time)
{
  guint low = 0;
  guint high = self->blocks->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;
      ProfBlockFull *block = g_ptr_array_index (self->blocks, middle);

      if (block->public.times[0] <= time)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
append_block_samples (GArray *samples, const ProfBlock *block)
{
  for (guint i = 0; i < block->n_samples; i++)
    {
      ProfSample sample = { block->times[i], prof_block_get_weight (block, i), block->origins[i] };

      g_array_append_val (samples, sample);
    }
}

/* @block's samples and the sorted @late ones in one order; of equal times the block's come first. */
static GArray *
merge_samples (const ProfBlock *block, const ProfSample *late, guint n_late)
{
  GArray *merged = g_array_sized_new (FALSE, FALSE, sizeof (ProfSample), block->n_samples + n_late);
  guint i = 0;

  for (guint l = 0; l <= n_late; l++)
    {
      for (; i < block->n_samples && (l == n_late || block->times[i] <= late[l].time); i++)
        {
          ProfSample sample = { block->times[i], prof_block_get_weight (block, i),
                                block->origins[i] };

          g_array_append_val (merged, sample);
        }
      if (l < n_late)
        g_array_append_val (merged, late[l]);
    }
  return merged;
}

static void
rebuild_levels_above (ProfSampleStore *self, guint block)
{
  guint index = block;

  for (guint level = 0; level < PROF_MAX_LEVELS; level++)
    {
      ProfLevelNode *old;

      index /= PROF_LEVEL_FANOUT;
      if (index >= self->levels[level]->len)
        return;
      old = g_ptr_array_index (self->levels[level], index);
      self->bytes -= prof_histogram_get_bytes (&old->histogram);
      g_ptr_array_index (self->levels[level], index) = level_node_new (self, level, index);
      prof_level_node_unref (old);
    }
}

/* A level node covers the same blocks for ever, so a block that grows is replaced, not split;
 * unless it would double, when everything from it on is cut anew. */
static void
recut_from (ProfSampleStore *self, guint first_block, GArray *merged)
{
  guint n_whole;

  for (guint i = first_block + 1; i < self->blocks->len; i++)
    {
      ProfBlockFull *block = g_ptr_array_index (self->blocks, i);

      append_block_samples (merged, &block->public);
    }
  for (guint i = first_block; i < self->blocks->len; i++)
    self->bytes -= ((ProfBlockFull *) g_ptr_array_index (self->blocks, i))->bytes;
  g_ptr_array_set_size (self->blocks, first_block);
  for (guint level = 0; level < PROF_MAX_LEVELS; level++)
    {
      guint keep = level_length (self, level);

      for (guint i = keep; i < self->levels[level]->len; i++)
        {
          ProfLevelNode *node = g_ptr_array_index (self->levels[level], i);

          self->bytes -= prof_histogram_get_bytes (&node->histogram);
        }
      g_ptr_array_set_size (self->levels[level], MIN (keep, self->levels[level]->len));
    }

  n_whole = merged->len / PROF_BLOCK_SIZE;
  for (guint i = 0; i < n_whole; i++)
    seal (self, &g_array_index (merged, ProfSample, i * PROF_BLOCK_SIZE), PROF_BLOCK_SIZE);
  if (merged->len > n_whole * PROF_BLOCK_SIZE)
    seal (self, &g_array_index (merged, ProfSample, n_whole * PROF_BLOCK_SIZE),
          merged->len - n_whole * PROF_BLOCK_SIZE);
}

static void
place_late_samples (ProfSampleStore *self)
{
  guint done = 0;

  sort_samples (self->late);
  while (done < self->late->len)
    {
      const ProfSample *late = &g_array_index (self->late, ProfSample, done);
      guint index = block_for (self, late->time);
      ProfBlockFull *old = g_ptr_array_index (self->blocks, index);
      gint64 end = G_MAXINT64;
      guint n = 0;
      g_autoptr (GArray) merged = NULL;

      if (index + 1 < self->blocks->len)
        end = ((ProfBlockFull *) g_ptr_array_index (self->blocks, index + 1))->public.times[0];
      while (done + n < self->late->len && (late[n].time < end || index + 1 == self->blocks->len))
        n++;

      merged = merge_samples (&old->public, late, n);
      done += n;

      if (merged->len > 2 * PROF_BLOCK_SIZE)
        recut_from (self, index, merged);
      else
        {
          ProfBlockFull *block =
              prof_block_new (&g_array_index (merged, ProfSample, 0), merged->len, &self->builder);

          self->bytes += block->bytes - old->bytes;
          g_ptr_array_index (self->blocks, index) = block;
          prof_block_unref (old);
          rebuild_levels_above (self, index);
        }
    }
  g_array_set_size (self->late, 0);
}

void
prof_sample_store_add (ProfSampleStore *self, const gint64 *times, const guint32 *origins,
                       const guint64 *weights, guint n, guint n_origins)
{
  gint64 end = sealed_end (self);
  gint64 last = self->open->len ? g_array_index (self->open, ProfSample, self->open->len - 1).time
                                : G_MININT64;

  prof_histogram_builder_reserve (&self->builder, n_origins);
  for (guint i = 0; i < n; i++)
    {
      ProfSample sample = { times[i], weights[i], origins[i] };

      if (sample.time < end)
        {
          g_array_append_val (self->late, sample);
          continue;
        }
      if (sample.time < last)
        self->open_is_sorted = FALSE;
      last = sample.time;
      g_array_append_val (self->open, sample);
      if (self->open->len == 2 * PROF_BLOCK_SIZE)
        {
          sort_open (self);
          seal (self, (ProfSample *) (gpointer) self->open->data, PROF_BLOCK_SIZE);
          g_array_remove_range (self->open, 0, PROF_BLOCK_SIZE);
          end = sealed_end (self);
          last = g_array_index (self->open, ProfSample, self->open->len - 1).time;
        }
    }
  if (self->late->len)
    place_late_samples (self);
  self->n_samples += n;
}

void
prof_sample_store_copy_open (ProfSampleStore *self, GPtrArray *blocks)
{
  sort_open (self);
  for (guint from = 0; from < self->open->len; from += PROF_BLOCK_SIZE)
    g_ptr_array_add (blocks, prof_block_new (&g_array_index (self->open, ProfSample, from),
                                             MIN (PROF_BLOCK_SIZE, self->open->len - from), NULL));
}
