/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Workers read snapshots while the profile grows: run it under the thread sanitizer too. */
#include <pthread.h>

#include "profile/builder.h"
#include "profile/profile.h"
#include "profile/range-totals.h"

/* A hand-over of one snapshot. With pthreads, because the thread sanitizer does not know what GLib's
 * own locks order. */
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  ProfSnapshot *snapshot;
  gboolean closed;
} Slot;

/* (transfer full) (nullable): waits for the next; NULL when closed. */
static ProfSnapshot *
slot_take (Slot *self)
{
  ProfSnapshot *snapshot;

  pthread_mutex_lock (&self->mutex);
  while (self->snapshot == NULL && !self->closed)
    pthread_cond_wait (&self->changed, &self->mutex);
  snapshot = g_steal_pointer (&self->snapshot);
  pthread_mutex_unlock (&self->mutex);
  return snapshot;
}

/* Replaces one that was not taken yet; NULL closes. */
static void
slot_put (Slot *self, ProfSnapshot *snapshot)
{
  ProfSnapshot *old;

  pthread_mutex_lock (&self->mutex);
  old = self->snapshot;
  if (snapshot)
    self->snapshot = snapshot;
  else
    {
      old = NULL;
      self->closed = TRUE;
    }
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  if (old)
    prof_snapshot_unref (old);
}

static void *
read_snapshots (void *slot)
{
  ProfSnapshot *snapshot;
  guint n_read = 0;

  while ((snapshot = slot_take (slot)))
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
  return GUINT_TO_POINTER (n_read);
}

static void
test_threads (void)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  Slot slot = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, FALSE };
  pthread_t worker;
  void *n_read;
  ProfProcessRow process = { .pid = 1 };
  ProfThreadRow thread = { .tid = 1 };
  guint32 event = prof_builder_event (builder, "e", "samples");
  guint32 stack = 0;

  g_assert_cmpint (pthread_create (&worker, NULL, read_snapshots, &slot), ==, 0);
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
      slot_put (&slot, prof_profile_snapshot (profile));
    }
  slot_put (&slot, NULL);
  g_assert_cmpint (pthread_join (worker, &n_read), ==, 0);
  g_assert_cmpuint (GPOINTER_TO_UINT (n_read), >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/snapshot-threads/read-while-growing", test_threads);
  return g_test_run ();
}
