/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/sample-store-private.h"

/*
 * Layout of a block's memory, one allocation: the struct, times, origins, and weights only where
 * they differ (as 32 bits where all fit). So a sample costs 12 bytes with a uniform weight, 16 or
 * 20 else.
 */
ProfBlockFull *
prof_block_new (const ProfSample *samples, guint n_samples, ProfHistogramBuilder *builder)
{
  guint64 max_weight = 0;
  gboolean uniform = TRUE;
  gsize weight_size;
  gsize bytes;
  ProfBlockFull *self;
  guint8 *data;
  gint64 *times;
  guint32 *origins;

  for (guint i = 0; i < n_samples; i++)
    {
      max_weight = MAX (max_weight, samples[i].weight);
      uniform &= samples[i].weight == samples[0].weight;
    }
  weight_size = uniform ? 0 : max_weight <= G_MAXUINT32 ? 4 : 8;

  bytes = sizeof (ProfBlockFull) + n_samples * (sizeof (gint64) + weight_size + sizeof (guint32));
  self = g_malloc (bytes);
  g_atomic_int_set (&self->ref_count, 1);
  self->bytes = bytes;
  self->has_histogram = FALSE;
  self->histogram = (ProfHistogram){ 0 };

  /* Widest elements first keeps all of them aligned. */
  data = (guint8 *) (self + 1);
  times = (gpointer) data;
  data += n_samples * sizeof (gint64);
  self->public = (ProfBlock){ .n_samples = n_samples, .times = times };
  if (weight_size == 8)
    {
      guint64 *weights = (gpointer) data;

      for (guint i = 0; i < n_samples; i++)
        weights[i] = samples[i].weight;
      self->public.weights64 = weights;
      data += n_samples * sizeof (guint64);
    }
  else if (weight_size == 4)
    {
      guint32 *weights = (gpointer) data;

      for (guint i = 0; i < n_samples; i++)
        weights[i] = samples[i].weight;
      self->public.weights32 = weights;
      data += n_samples * sizeof (guint32);
    }
  else
    self->public.uniform_weight = n_samples ? samples[0].weight : 0;
  origins = (gpointer) data;
  self->public.origins = origins;

  for (guint i = 0; i < n_samples; i++)
    {
      times[i] = samples[i].time;
      origins[i] = samples[i].origin;
    }

  if (builder)
    {
      guint n_distinct;

      for (guint i = 0; i < n_samples; i++)
        prof_histogram_builder_add (builder, samples[i].origin, 1, samples[i].weight,
                                    samples[i].weight);
      n_distinct = builder->n_touched;
      prof_histogram_builder_finish (builder, &self->histogram);
      /* A histogram nearly as long as the samples saves no time and only costs memory. */
      if (n_distinct > n_samples / (uniform ? 2 : 4))
        prof_histogram_clear (&self->histogram);
      else
        {
          self->has_histogram = TRUE;
          self->bytes += prof_histogram_get_bytes (&self->histogram);
        }
    }
  return self;
}

ProfBlockFull *
prof_block_ref (ProfBlockFull *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
prof_block_unref (ProfBlockFull *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;
  prof_histogram_clear (&self->histogram);
  g_free (self);
}

guint
prof_block_find (const ProfBlock *block, gint64 time)
{
  guint low = 0;
  guint high = block->n_samples;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (block->times[middle] < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
prof_block_apply (const ProfBlock *self, guint from, guint to, gboolean add, guint64 *counts,
                  guint64 *weights)
{
  guint64 sign = add ? 1 : G_MAXUINT64;

  if (self->weights32)
    for (guint i = from; i < to; i++)
      {
        counts[self->origins[i]] += sign;
        weights[self->origins[i]] += sign * self->weights32[i];
      }
  else if (self->weights64)
    for (guint i = from; i < to; i++)
      {
        counts[self->origins[i]] += sign;
        weights[self->origins[i]] += sign * self->weights64[i];
      }
  else
    for (guint i = from; i < to; i++)
      {
        counts[self->origins[i]] += sign;
        weights[self->origins[i]] += sign * self->uniform_weight;
      }
}

ProfLevelNode *
prof_level_node_ref (ProfLevelNode *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
prof_level_node_unref (ProfLevelNode *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;
  prof_histogram_clear (&self->histogram);
  g_free (self);
}
