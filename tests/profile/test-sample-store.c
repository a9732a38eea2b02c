/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The sample store, its histograms and range totals against plain arrays. */
#include "profile/builder.h"
#include "profile/profile.h"
#include "profile/range-totals.h"

#include <string.h>

typedef struct {
  gint64 time;
  guint64 weight;
  guint32 origin;
} Sample;

typedef struct {
  ProfBuilder *builder;
  ProfProfile *profile;
  GArray *samples; /* Sample: the naive reference */
  guint n_origins;
} Fixture;

static void
fixture_set_up (Fixture *self, guint n_origins)
{
  ProfProcessRow process = { .pid = 1 };
  ProfThreadRow thread = { .tid = 1 };
  ProfFunctionRow function = { 0 };
  guint32 event, frame, stack = 0;

  self->builder = prof_builder_new ();
  self->profile = prof_profile_new ();
  self->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  self->n_origins = n_origins;

  event = prof_builder_event (self->builder, "e", "samples");
  thread.process = prof_builder_process (self->builder, &process);
  prof_builder_thread (self->builder, &thread);
  function.name = prof_builder_string (self->builder, "f", -1);
  frame = prof_builder_frame (self->builder, prof_builder_function (self->builder, &function), 0);
  for (guint i = 0; i < n_origins; i++)
    {
      stack = prof_builder_stack (self->builder, stack, frame);
      g_assert_cmpuint (prof_builder_origin (self->builder, 0, stack, event), ==, i);
    }
}

static void
fixture_clear (Fixture *self)
{
  prof_builder_free (self->builder);
  prof_profile_free (self->profile);
  g_array_unref (self->samples);
}

static void
fixture_add (Fixture *self, gint64 time, guint32 origin, guint64 weight)
{
  Sample sample = { time, weight, origin };

  g_array_append_val (self->samples, sample);
  prof_builder_sample (self->builder, time, origin, weight);
}

static void
fixture_flush (Fixture *self)
{
  g_autoptr (ProfBatch) batch = prof_builder_take_batch (self->builder);
  g_autoptr (GError) error = NULL;

  if (batch)
    {
      prof_profile_apply (self->profile, batch, &error);
      g_assert_no_error (error);
    }
}

/* Every sample is there once, in order of time. */
static void
check_contents (Fixture *self, ProfSnapshot *snapshot)
{
  gint64 last = G_MININT64;
  guint64 n = 0;
  guint64 sum = 0, expected = 0;

  for (guint b = 0; b < snapshot->n_blocks; b++)
    for (guint i = 0; i < snapshot->blocks[b]->n_samples; i++)
      {
        const ProfBlock *block = snapshot->blocks[b];

        g_assert_cmpint (block->times[i], >=, last);
        last = block->times[i];
        n++;
        sum += (guint64) block->times[i] * 31 + block->origins[i] * 7 +
               prof_block_get_weight (block, i);
      }
  for (guint i = 0; i < self->samples->len; i++)
    {
      const Sample *s = &g_array_index (self->samples, Sample, i);

      expected += (guint64) s->time * 31 + s->origin * 7 + s->weight;
    }
  g_assert_cmpuint (n, ==, self->samples->len);
  g_assert_cmpuint (n, ==, snapshot->n_samples);
  g_assert_cmpuint (sum, ==, expected);
}

static void
check_range (Fixture *self, ProfSnapshot *snapshot, ProfRangeTotals *totals, gint64 start,
             gint64 end)
{
  g_autofree guint64 *counts = g_new0 (guint64, self->n_origins);
  g_autofree guint64 *weights = g_new0 (guint64, self->n_origins);

  for (guint i = 0; i < self->samples->len; i++)
    {
      const Sample *s = &g_array_index (self->samples, Sample, i);

      if (s->time >= start && s->time < end)
        {
          counts[s->origin]++;
          weights[s->origin] += s->weight;
        }
    }
  prof_range_totals_update (totals, snapshot, start, end);
  g_assert_cmpuint (totals->n_origins, ==, self->n_origins);
  g_assert_cmpmem (totals->counts, self->n_origins * 8, counts, self->n_origins * 8);
  g_assert_cmpmem (totals->weights, self->n_origins * 8, weights, self->n_origins * 8);
}

typedef struct {
  const char *name;
  guint n_samples;
  guint n_origins;
  int jitter; /* ns a sample may be late */
  guint late_per_mille;
  guint64 max_weight; /* 0: all weigh 5 */
} Shape;

static const Shape shapes[] = {
  { "empty", 0, 3, 0, 0, 0 },
  { "one", 1, 1, 0, 0, 0 },
  { "small", 500, 10, 50, 0, 9 },
  { "uniform", 300000, 40, 200, 0, 0 },
  { "weights-32", 300000, 3000, 200, 0, 1000000 },
  { "weights-64", 300000, 40, 200, 0, G_GUINT64_CONSTANT (1) << 40 },
  { "many-origins", 300000, 90000, 10, 0, 0 },
  { "late", 400000, 50, 100, 3, 7 },
  { "very-late", 250000, 20, 100, 600, 0 },
  { "levels", 2400000, 300, 20, 0, 3 },
};

static void
test_shape (gconstpointer data)
{
  const Shape *shape = data;
  Fixture f;
  g_autoptr (GRand) rand = g_rand_new_with_seed (shape->n_samples + shape->n_origins);
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  gint64 end;

  fixture_set_up (&f, shape->n_origins);
  for (guint i = 0; i < shape->n_samples; i++)
    {
      gint64 time = (gint64) i * 10;

      if (shape->jitter)
        time += g_rand_int_range (rand, 0, shape->jitter);
      if (g_rand_int_range (rand, 0, 1000) < (int) shape->late_per_mille)
        time = g_rand_double (rand) * time;
      fixture_add (&f, time, g_rand_int_range (rand, 0, shape->n_origins),
                   shape->max_weight ? 1 + g_rand_double (rand) * shape->max_weight : 5);
      if (g_rand_int_range (rand, 0, 20000) == 0)
        fixture_flush (&f);
    }
  fixture_flush (&f);

  snapshot = prof_profile_snapshot (f.profile);
  check_contents (&f, snapshot);
  end = snapshot->end_time;

  check_range (&f, snapshot, totals, 0, end);
  check_range (&f, snapshot, totals, G_MININT64, G_MAXINT64);
  check_range (&f, snapshot, totals, end / 2, end / 2);
  check_range (&f, snapshot, totals, end, 0);
  for (guint i = 0; i < 12; i++)
    {
      gint64 a = g_rand_double (rand) * end * 1.1;
      gint64 b = g_rand_double (rand) * end * 1.1;

      check_range (&f, snapshot, totals, MIN (a, b), MAX (a, b));
      /* A drag: small moves of one or both edges. */
      check_range (&f, snapshot, totals, MIN (a, b), MAX (a, b) + g_rand_int_range (rand, 0, 999));
      check_range (&f, snapshot, totals, MIN (a, b) + g_rand_int_range (rand, 0, 99999),
                   MAX (a, b) + g_rand_int_range (rand, -999, 999));
    }
  fixture_clear (&f);
}

/* A snapshot does not change when the profile goes on, also when a late sample replaces a block. */
static void
test_snapshot_is_frozen (void)
{
  Fixture f;
  g_autoptr (ProfSnapshot) before = NULL;
  g_autoptr (ProfSnapshot) after = NULL;
  guint n;

  fixture_set_up (&f, 4);
  for (guint i = 0; i < 200000; i++)
    fixture_add (&f, i, i % 4, 1);
  fixture_flush (&f);
  before = prof_profile_snapshot (f.profile);
  check_contents (&f, before);
  n = f.samples->len;

  fixture_add (&f, 17, 2, 100);
  for (guint i = 200000; i < 300000; i++)
    fixture_add (&f, i, i % 4, 1);
  fixture_flush (&f);
  after = prof_profile_snapshot (f.profile);
  check_contents (&f, after);

  g_array_set_size (f.samples, n);
  check_contents (&f, before);
  fixture_clear (&f);
}

static void
test_memory (void)
{
  Fixture f;
  gsize samples, tables;
  const guint n = 40 * PROF_BLOCK_SIZE;

  fixture_set_up (&f, 2000);
  for (guint i = 0; i < n; i++)
    fixture_add (&f, i * 1000, (i * 7919) % 2000, 1001001);
  fixture_flush (&f);
  prof_profile_get_memory (f.profile, &samples, &tables);
  g_assert_cmpuint (samples, <=, (gsize) n * 16);
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *path = g_strconcat ("/profile/sample-store/", shapes[i].name, NULL);

      g_test_add_data_func (path, &shapes[i], test_shape);
    }
  g_test_add_func ("/profile/sample-store/snapshot-is-frozen", test_snapshot_is_frozen);
  g_test_add_func ("/profile/sample-store/memory", test_memory);
  return g_test_run ();
}
