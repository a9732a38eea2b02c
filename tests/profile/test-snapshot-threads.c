/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Workers read snapshots while the profile grows: run it under the thread sanitizer too. */
#include "profile/builder.h"
#include "profile/profile.h"
#include "profile/range-totals.h"

static gpointer
read_snapshots (gpointer data)
{
  GAsyncQueue *queue = data;
  ProfSnapshot *snapshot;
  guint64 n_read = 0;

  while ((snapshot = g_async_queue_pop (queue)) != (gpointer) queue)
    {
      g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
      guint64 sum = 0;

      prof_range_totals_update (totals, snapshot, G_MININT64, G_MAXINT64);
      for (guint i = 0; i < totals->n_origins; i++)
        {
          guint32 stack = snapshot->origins[i].stack;

          sum += totals->counts[i];
          g_assert_cmpuint (snapshot->stacks[stack].parent, <, stack);
          g_assert_cmpstr (
              prof_snapshot_string (snapshot, snapshot->threads[snapshot->origins[i].thread].name),
              !=, NULL);
        }
      g_assert_cmpuint (sum, ==, snapshot->n_samples);
      n_read++;
      prof_snapshot_unref (snapshot);
    }
  return GUINT_TO_POINTER ((guint) n_read);
}

static void
test_threads (void)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (GAsyncQueue) queue = g_async_queue_new ();
  GThread *worker = g_thread_new ("reader", read_snapshots, queue);
  ProfProcessRow process = { .pid = 1 };
  ProfThreadRow thread = { .tid = 1 };
  guint32 event = prof_builder_event (builder, "e", "samples");
  guint32 stack = 0;

  thread.process = prof_builder_process (builder, &process);
  prof_builder_thread (builder, &thread);
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (ProfBatch) batch = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *name = g_strdup_printf ("function %u", round);
      ProfFunctionRow function = { .name = prof_builder_string (builder, name, -1) };
      guint32 frame = prof_builder_frame (builder, prof_builder_function (builder, &function), 0);
      guint32 origin;

      stack = prof_builder_stack (builder, stack, frame);
      origin = prof_builder_origin (builder, 0, stack, event);
      for (guint i = 0; i < 3000; i++)
        prof_builder_sample (builder, (gint64) round * 3000 + i - (i % 50 == 0 ? 150000 : 0),
                             origin, 1);
      thread.name = prof_builder_string (builder, name, -1);
      prof_builder_update_thread (builder, 0, &thread);
      batch = prof_builder_take_batch (builder);
      prof_profile_apply (profile, batch, &error);
      g_assert_no_error (error);
      if (g_async_queue_length (queue) < 2)
        g_async_queue_push (queue, prof_profile_snapshot (profile));
    }
  g_async_queue_push (queue, queue);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_thread_join (worker)), >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/snapshot-threads/read-while-growing", test_threads);
  return g_test_run ();
}
