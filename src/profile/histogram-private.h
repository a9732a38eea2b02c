/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sparse: for the origins that occur in a run of samples, in ascending order, how many and what
 * they weigh together. */
typedef struct {
  guint n;
  guint32 *origins;
  guint32 *counts;
  guint64 *weights; /* NULL when every sample weighs uniform_weight */
  guint64 uniform_weight;
} ProfHistogram;

void prof_histogram_clear (ProfHistogram *self);
gsize prof_histogram_get_bytes (const ProfHistogram *self);

/* Collects a histogram: dense sums with a bitmap of what was touched, reused from one to the next. */
typedef struct {
  guint n_origins;
  guint32 *counts;
  guint64 *weights;
  guint64 *touched; /* bitmap */
  guint n_touched;
  gboolean uniform; /* so far */
  guint64 uniform_weight;
} ProfHistogramBuilder;

void prof_histogram_builder_init (ProfHistogramBuilder *self);
void prof_histogram_builder_clear (ProfHistogramBuilder *self);
/* Origins up to @n_origins may be added from now on. */
void prof_histogram_builder_reserve (ProfHistogramBuilder *self, guint n_origins);
/* Moves what was collected to @histogram and is empty again. */
void prof_histogram_builder_finish (ProfHistogramBuilder *self, ProfHistogram *histogram);

static inline void
prof_histogram_builder_add (ProfHistogramBuilder *self, guint32 origin, guint32 count,
                            guint64 weight, guint64 weight_each)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (origin & 63);

  if (!(self->touched[origin >> 6] & bit))
    {
      self->touched[origin >> 6] |= bit;
      if (self->n_touched++ == 0)
        {
          self->uniform = TRUE;
          self->uniform_weight = weight_each;
        }
    }
  if (weight_each != self->uniform_weight)
    self->uniform = FALSE;
  self->counts[origin] += count;
  self->weights[origin] += weight;
}

void prof_histogram_builder_add_histogram (ProfHistogramBuilder *self, const ProfHistogram *other);

/* Adds (or with @add FALSE subtracts) to dense sums. */
void prof_histogram_apply (const ProfHistogram *self, gboolean add, guint64 *counts,
                           guint64 *weights);

G_END_DECLS
