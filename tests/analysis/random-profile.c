/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "random-profile.h"

static const char *const names[] = {
  "main",
  "Main",
  "MAIN",
  "a",
  "b",
  "B",
  "aa",
  "ab",
  "éclair",
  "ÉCLAIR",
  "straße",
  "STRASSE",
  "日本語",
  "\xf0\x9f\x98\x80",
  "f(int)",
  "f(long)",
  "operator<",
  "operator<<",
  "_start",
  "ſ",
  "İ",
  "std::vector<int>::push_back",
  "std::vector<int>::push_front",
  "std::vector<int, std::allocator<int>>::push_back",
  "eight888",
  "eight888x",
  "eight88",
  "eight888eight888",
  "eight888EIGHT888",
  "0x1234",
  "e\xcc\x81",
  "é",
};
static const char *const modules[] = { "", "/usr/lib/libc.so.6", "/bin/a", "[kernel]" };
static const char *const process_names[] = { "worker", "Worker", "server", "" };

#define PICK(self, array) (array)[g_rand_int_range ((self)->rand, 0, G_N_ELEMENTS (array))]
#define PICK_ID(self, ids)                                                                         \
  g_array_index ((ids), guint32, g_rand_int_range ((self)->rand, 0, (ids)->len))

static void
add_thread (RandomProfile *self, guint32 process)
{
  ProfThreadRow row = {
    .tid = g_rand_int_range (self->rand, -1, 2000),
    .process = process,
    .name = prof_builder_string (self->builder, PICK (self, process_names), -1),
  };
  guint32 thread = prof_builder_thread (self->builder, &row);

  g_array_append_val (self->threads, thread);
}

static void
add_process (RandomProfile *self)
{
  ProfProcessRow row = {
    .pid = g_rand_int_range (self->rand, -1, 6) * 100,
    .name = prof_builder_string (self->builder, PICK (self, process_names), -1),
  };
  guint32 process;
  guint n = g_rand_int_range (self->rand, 1, 4);

  if (row.pid < 0)
    row.pid = -1;
  process = prof_builder_process (self->builder, &row);

  for (guint i = 0; i < n; i++)
    add_thread (self, process);
}

static void
add_function (RandomProfile *self)
{
  ProfFunctionRow row = {
    .name = prof_builder_string (self->builder, PICK (self, names), -1),
    .module = prof_builder_string (self->builder, PICK (self, modules), -1),
    .line = g_rand_int_range (self->rand, 0, 2),
    .kind = g_rand_int_range (self->rand, 0, PROF_N_FRAME_KINDS),
    .flags = g_rand_int_range (self->rand, 0, 5) == 0 ? PROF_FUNCTION_UNNAMED : 0,
  };
  guint32 function;

  row.carrier = row.kind == PROF_FRAME_INLINED ? PROF_FRAME_NATIVE : row.kind;
  function = prof_builder_function (self->builder, &row);

  g_array_append_val (self->functions, function);
}

static void
add_stack (RandomProfile *self)
{
  guint32 parent = PICK_ID (self, self->stacks);
  guint32 function = PICK_ID (self, self->functions);
  guint32 frame = prof_builder_frame (self->builder, function, g_rand_int_range (self->rand, 0, 3));
  guint32 stack = prof_builder_stack (self->builder, parent, frame);

  g_array_append_val (self->stacks, stack);
  /* A run of recursion now and then. */
  if (g_rand_int_range (self->rand, 0, 8) == 0)
    {
      stack = prof_builder_stack (self->builder, stack, frame);
      stack = prof_builder_stack (self->builder, stack, frame);
      g_array_append_val (self->stacks, stack);
    }
}

RandomProfile *
random_profile_new (guint32 seed)
{
  RandomProfile *self = g_new0 (RandomProfile, 1);
  guint n;

  self->rand = g_rand_new_with_seed (seed);
  self->builder = prof_builder_new ();
  self->profile = prof_profile_new ();
  self->threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->events = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->functions = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->stacks = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->step = g_rand_int_range (self->rand, 1, 50);

  for (n = g_rand_int_range (self->rand, 1, 4); n > 0; n--)
    {
      g_autofree char *name = g_strdup_printf ("event %u", n);
      guint32 event = prof_builder_event (self->builder, name, n == 1 ? "ns" : "samples");

      g_array_append_val (self->events, event);
    }
  for (n = g_rand_int_range (self->rand, 1, 5); n > 0; n--)
    add_process (self);
  for (n = g_rand_int_range (self->rand, 1, 40); n > 0; n--)
    add_function (self);
  g_array_set_size (self->stacks, 1); /* the empty one */
  for (n = g_rand_int_range (self->rand, 0, 150); n > 0; n--)
    add_stack (self);
  return self;
}

void
random_profile_free (RandomProfile *self)
{
  g_rand_free (self->rand);
  prof_builder_free (self->builder);
  prof_profile_free (self->profile);
  g_array_unref (self->threads);
  g_array_unref (self->events);
  g_array_unref (self->functions);
  g_array_unref (self->stacks);
  g_free (self);
}

ProfSnapshot *
random_profile_grow (RandomProfile *self, guint n_samples)
{
  g_autoptr (ProfBatch) batch = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_samples; i++)
    {
      gint64 time = self->now;
      guint32 origin;

      if (g_rand_int_range (self->rand, 0, 40) == 0)
        add_stack (self);
      if (g_rand_int_range (self->rand, 0, 500) == 0)
        add_function (self);
      if (g_rand_int_range (self->rand, 0, 500) == 0)
        add_process (self);
      origin = prof_builder_origin (self->builder, PICK_ID (self, self->threads),
                                    PICK_ID (self, self->stacks), PICK_ID (self, self->events));
      if (g_rand_int_range (self->rand, 0, 10) == 0)
        time = g_rand_double (self->rand) * self->now;
      prof_builder_sample (self->builder, time, origin,
                           g_rand_int_range (self->rand, 0, 3) ? 100 : g_rand_int (self->rand));
      self->now += g_rand_int_range (self->rand, 0, 2 * self->step);
    }

  batch = prof_builder_take_batch (self->builder);
  if (batch)
    {
      prof_profile_apply (self->profile, batch, &error);
      g_assert_no_error (error);
    }
  return prof_profile_snapshot (self->profile);
}

GArray *
flatten_samples (const ProfSnapshot *snapshot)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (FlatSample));

  for (guint b = 0; b < snapshot->n_blocks; b++)
    for (guint i = 0; i < snapshot->blocks[b]->n_samples; i++)
      {
        FlatSample sample = { snapshot->blocks[b]->times[i], snapshot->blocks[b]->origins[i],
                              prof_block_get_weight (snapshot->blocks[b], i) };

        g_array_append_val (samples, sample);
      }
  g_assert_cmpuint (samples->len, ==, snapshot->n_samples);
  return samples;
}
