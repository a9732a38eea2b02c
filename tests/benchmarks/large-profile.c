/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "large-profile.h"

#include "profile/builder.h"

#define N_PROCESSES 24
#define THREADS_PER_PROCESS 4
#define CALLEES 12
#define BATCH 100000

typedef struct {
  const LargeProfileOptions *options;
  GRand *rand;
  ProfBuilder *builder;
  ProfProfile *profile;
  guint32 *functions;
  guint32 *callees; /* [n_functions][CALLEES] */
  guint32 *stacks;
  guint32 *threads; /* [n_stacks]: of which thread it is a stack */
  /* Walker's alias table: draws a stack in constant time. */
  guint32 *alias;
  double *keep;
} Maker;

/* 0 to n - 1, small ones more often. */
static guint
skewed (GRand *rand, guint n)
{
  double u = g_rand_double (rand);

  return u * u * u * n;
}

static void
make_functions (Maker *self)
{
  static const ProfFrameKind kinds[] = {
    PROF_FRAME_NATIVE, PROF_FRAME_NATIVE, PROF_FRAME_NATIVE,  PROF_FRAME_NATIVE, PROF_FRAME_INLINED,
    PROF_FRAME_KERNEL, PROF_FRAME_PYTHON, PROF_FRAME_INLINED, PROF_FRAME_JIT,    PROF_FRAME_NATIVE,
  };
  guint n = self->options->n_functions;

  self->functions = g_new (guint32, n);
  self->callees = g_new (guint32, n * CALLEES);
  for (guint i = 0; i < n; i++)
    {
      guint module = skewed (self->rand, 150);
      g_autofree char *name = g_strdup_printf ("std::__cxx11::project_%u::component_%u::Class%u<"
                                               "int>::method_%u(std::vector<int> const&)",
                                               module % 7, module, i % 97, i);
      g_autofree char *path = g_strdup_printf ("/usr/lib/x86_64-linux-gnu/libmodule-%u.so", module);
      ProfFunctionRow row = {
        .name = prof_builder_string (self->builder, name, -1),
        .module = prof_builder_string (self->builder, path, -1),
        .kind = kinds[g_rand_int_range (self->rand, 0, G_N_ELEMENTS (kinds))],
      };

      row.carrier = row.kind == PROF_FRAME_INLINED ? PROF_FRAME_NATIVE : row.kind;
      self->functions[i] = prof_builder_function (self->builder, &row);
      for (guint k = 0; k < CALLEES; k++)
        self->callees[i * CALLEES + k] = g_rand_int_range (self->rand, 0, n);
    }
}

static void
make_threads (Maker *self, guint32 *threads)
{
  for (guint p = 0; p < N_PROCESSES; p++)
    {
      g_autofree char *name = g_strdup_printf ("server-%u", p);
      ProfProcessRow process = {
        .pid = 1000 + p,
        .name = prof_builder_string (self->builder, name, -1),
      };
      guint32 id = prof_builder_process (self->builder, &process);

      for (guint t = 0; t < THREADS_PER_PROCESS; t++)
        {
          ProfThreadRow thread = { .tid = 1000 + p * 100 + t, .process = id, .name = process.name };

          threads[p * THREADS_PER_PROCESS + t] = prof_builder_thread (self->builder, &thread);
        }
    }
}

/* A new stack leaves an old one at some depth and goes on by itself for a few calls: the trie has
 * about five nodes a stack, and stacks are some 30 deep. */
static void
make_stacks (Maker *self)
{
  guint n = self->options->n_stacks;
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32)); /* function indices */
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) distinct = g_hash_table_new (NULL, NULL);
  guint32 threads[N_PROCESSES * THREADS_PER_PROCESS];

  make_threads (self, threads);
  self->stacks = g_new (guint32, n);
  self->threads = g_new (guint32, n);
  for (guint i = 0; i < n;)
    {
      guint32 stack = 0;
      guint depth;

      if (i < N_PROCESSES)
        {
          g_array_set_size (path, 0);
          depth = 25;
          self->threads[i] = threads[i * THREADS_PER_PROCESS];
        }
      else
        {
          guint old = g_rand_int_range (self->rand, 0, paths->len);
          GArray *from = g_ptr_array_index (paths, old);
          guint keep = g_rand_int_range (self->rand, from->len / 3, from->len + 1);
          guint process = (self->threads[old] - threads[0]) / THREADS_PER_PROCESS;

          g_array_set_size (path, 0);
          g_array_append_vals (path, from->data, keep);
          depth = keep + g_rand_int_range (self->rand, 1, 10);
          self->threads[i] =
              threads[process * THREADS_PER_PROCESS + skewed (self->rand, THREADS_PER_PROCESS)];
        }
      while (path->len < depth)
        {
          guint32 caller = path->len ? g_array_index (path, guint32, path->len - 1) : i;
          guint32 callee = self->callees[(caller % self->options->n_functions) * CALLEES +
                                         skewed (self->rand, CALLEES)];

          g_array_append_val (path, callee);
        }
      for (guint k = 0; k < path->len; k++)
        stack = prof_builder_stack (
            self->builder, stack,
            prof_builder_frame (self->builder, self->functions[g_array_index (path, guint32, k)],
                                k % 3));
      if (!g_hash_table_add (distinct, GUINT_TO_POINTER (stack)))
        continue;
      self->stacks[i++] = stack;
      /* Enough to branch from. */
      if (paths->len < 20000)
        g_ptr_array_add (paths, g_array_copy (path));
    }
}

static void
make_alias_table (Maker *self)
{
  guint n = self->options->n_stacks;
  g_autofree double *share = g_new (double, n);
  g_autofree guint32 *small = g_new (guint32, n);
  g_autofree guint32 *large = g_new (guint32, n);
  guint n_small = 0;
  guint n_large = 0;
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += share[i] = self->options->uniform ? 1 : 1.0 / (1 + i);
  /* Which stack is hot has nothing to do with when it was seen first. */
  for (guint i = n - 1; i > 0; i--)
    {
      guint k = g_rand_int_range (self->rand, 0, i + 1);
      double swap = share[i];

      share[i] = share[k];
      share[k] = swap;
    }

  self->alias = g_new0 (guint32, n);
  self->keep = g_new (double, n);
  for (guint i = 0; i < n; i++)
    {
      share[i] *= n / sum;
      if (share[i] < 1)
        small[n_small++] = i;
      else
        large[n_large++] = i;
    }
  while (n_small > 0 && n_large > 0)
    {
      guint32 less = small[--n_small];
      guint32 more = large[n_large - 1];

      self->keep[less] = share[less];
      self->alias[less] = more;
      share[more] -= 1 - share[less];
      if (share[more] < 1)
        {
          n_large--;
          small[n_small++] = more;
        }
    }
  while (n_large > 0)
    self->keep[large[--n_large]] = 1;
  while (n_small > 0)
    self->keep[small[--n_small]] = 1;
}

static void
flush (Maker *self)
{
  g_autoptr (ProfBatch) batch = prof_builder_take_batch (self->builder);
  g_autoptr (GError) error = NULL;

  if (batch && !prof_profile_apply (self->profile, batch, &error))
    g_error ("%s", error->message);
}

static void
make_samples (Maker *self)
{
  guint n = self->options->n_stacks;
  guint32 event = prof_builder_event (self->builder, "cpu-clock", "ns");
  g_autofree guint32 *origins = g_new (guint32, n);
  gint64 now = 0;

  for (guint i = 0; i < n; i++)
    origins[i] = prof_builder_origin (self->builder, self->threads[i], self->stacks[i], event);

  for (guint i = 0; i < self->options->n_samples; i++)
    {
      guint32 k = g_rand_int (self->rand) % n;

      if (g_rand_double (self->rand) >= self->keep[k])
        k = self->alias[k];
      prof_builder_sample (self->builder, now, origins[k],
                           self->options->same_weight ? 1001001
                                                      : 900000 + g_rand_int (self->rand) % 200000);
      now += 100 + g_rand_int (self->rand) % 200000; /* 10 kHz over all CPUs */
      if (prof_builder_get_n_pending (self->builder) >= BATCH)
        flush (self);
    }
  flush (self);
}

ProfProfile *
large_profile_new (const LargeProfileOptions *options)
{
  Maker maker = { .options = options, .rand = g_rand_new_with_seed (20240506) };

  maker.builder = prof_builder_new ();
  maker.profile = prof_profile_new ();
  make_functions (&maker);
  make_stacks (&maker);
  make_alias_table (&maker);
  make_samples (&maker);

  g_rand_free (maker.rand);
  prof_builder_free (maker.builder);
  g_free (maker.functions);
  g_free (maker.callees);
  g_free (maker.stacks);
  g_free (maker.threads);
  g_free (maker.alias);
  g_free (maker.keep);
  return maker.profile;
}
