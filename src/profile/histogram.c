/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/histogram-private.h"

#include <string.h>

void
prof_histogram_clear (ProfHistogram *self)
{
  g_clear_pointer (&self->origins, g_free);
  g_clear_pointer (&self->counts, g_free);
  g_clear_pointer (&self->weights, g_free);
  self->n = 0;
}

gsize
prof_histogram_get_bytes (const ProfHistogram *self)
{
  return (gsize) self->n * (4 + 4 + (self->weights ? 8 : 0));
}

void
prof_histogram_builder_init (ProfHistogramBuilder *self)
{
  memset (self, 0, sizeof *self);
}

void
prof_histogram_builder_clear (ProfHistogramBuilder *self)
{
  g_free (self->counts);
  g_free (self->weights);
  g_free (self->touched);
  prof_histogram_builder_init (self);
}

void
prof_histogram_builder_reserve (ProfHistogramBuilder *self, guint n_origins)
{
  guint old = self->n_origins;
  guint wanted;

  if (n_origins <= old)
    return;
  wanted = MAX (n_origins, old + old / 2);
  wanted = (MIN (wanted, G_MAXUINT32 - 64) + 63) / 64 * 64;
  self->counts = g_renew (guint32, self->counts, wanted);
  self->weights = g_renew (guint64, self->weights, wanted);
  self->touched = g_renew (guint64, self->touched, wanted / 64);
  memset (self->counts + old, 0, (gsize) (wanted - old) * sizeof (guint32));
  memset (self->weights + old, 0, (gsize) (wanted - old) * sizeof (guint64));
  memset (self->touched + old / 64, 0, (gsize) (wanted - old) / 64 * sizeof (guint64));
  self->n_origins = wanted;
}

void
prof_histogram_builder_finish (ProfHistogramBuilder *self, ProfHistogram *histogram)
{
  guint n = 0;

  histogram->n = self->n_touched;
  histogram->origins = g_new (guint32, self->n_touched);
  histogram->counts = g_new (guint32, self->n_touched);
  histogram->weights = self->uniform ? NULL : g_new (guint64, self->n_touched);
  histogram->uniform_weight = self->uniform ? self->uniform_weight : 0;

  for (guint word = 0; n < self->n_touched; word++)
    {
      guint64 bits = self->touched[word];

      self->touched[word] = 0;
      for (; bits; bits &= bits - 1, n++)
        {
          guint32 origin = word * 64 + __builtin_ctzll (bits);

          histogram->origins[n] = origin;
          histogram->counts[n] = self->counts[origin];
          if (histogram->weights)
            histogram->weights[n] = self->weights[origin];
          self->counts[origin] = 0;
          self->weights[origin] = 0;
        }
    }
  self->n_touched = 0;
}

void
prof_histogram_builder_add_histogram (ProfHistogramBuilder *self, const ProfHistogram *other)
{
  for (guint i = 0; i < other->n; i++)
    if (other->weights)
      {
        prof_histogram_builder_add (self, other->origins[i], other->counts[i], other->weights[i],
                                    other->weights[i]);
        self->uniform = FALSE;
      }
    else
      prof_histogram_builder_add (self, other->origins[i], other->counts[i],
                                  other->counts[i] * other->uniform_weight, other->uniform_weight);
}

void
prof_histogram_apply (const ProfHistogram *self, gboolean add, guint64 *counts, guint64 *weights)
{
  guint64 sign = add ? 1 : G_MAXUINT64; /* times -1, modulo 2^64 */

  if (self->weights)
    for (guint i = 0; i < self->n; i++)
      {
        counts[self->origins[i]] += sign * self->counts[i];
        weights[self->origins[i]] += sign * self->weights[i];
      }
  else
    {
      guint64 each = sign * self->uniform_weight;

      for (guint i = 0; i < self->n; i++)
        {
          counts[self->origins[i]] += sign * self->counts[i];
          weights[self->origins[i]] += each * self->counts[i];
        }
    }
}
