/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/session.h"

#include "capture/permission.h"

#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  guint64 time;
  const guint8 *record;
  ProfRing *ring;
} Head;

guint64
prof_session_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (guint64) now.tv_sec * 1000000000 + now.tv_nsec;
}

static guint
allowed_frequency (void)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents ("/proc/sys/kernel/perf_event_max_sample_rate", &text, NULL, NULL))
    return G_MAXUINT;
  return MAX (atoi (text), 1);
}

ProfSession *
prof_session_new (guint frequency, gboolean kernel)
{
  ProfSession *self = g_new0 (ProfSession, 1);
  guint allowed = allowed_frequency ();

  self->start = prof_session_clock ();
  self->frequency = frequency;
  if (frequency > allowed)
    self->max_frequency = frequency = allowed;
  prof_perf_events_init (&self->events, frequency, kernel);
  self->builder = prof_builder_new ();
  self->modules = prof_modules_new ();
  prof_modules_set_live (self->modules, TRUE);
  self->resolver = prof_resolver_new (self->builder, self->modules);
  self->converter = prof_perf_converter_new (self->builder, self->modules, self->resolver);
  prof_perf_converter_set_live (self->converter, TRUE);
  prof_perf_converter_set_start (self->converter, self->start);
  self->heap = g_array_new (FALSE, FALSE, sizeof (Head));
  return self;
}

void
prof_session_free (ProfSession *self)
{
  prof_perf_events_clear (&self->events);
  prof_perf_converter_free (self->converter);
  prof_resolver_free (self->resolver);
  prof_modules_free (self->modules);
  prof_builder_free (self->builder);
  g_array_unref (self->heap);
  g_free (self);
}

static void
add_meta (ProfSession *self, const char *target)
{
  struct timespec now;
  struct utsname names;
  g_autofree char *wall = NULL;
  g_autofree char *cpus = g_strdup_printf ("%u", self->events.cpus->len);
  g_autofree char *frequency = NULL;
  gint64 wall_start;

  clock_gettime (CLOCK_REALTIME, &now);
  wall_start = (gint64) now.tv_sec * 1000000000 + now.tv_nsec -
               (gint64) (prof_session_clock () - self->start);
  wall = g_strdup_printf ("%" G_GINT64_FORMAT, wall_start);
  frequency = g_strdup_printf ("%u", (guint) self->events.attr.sample_freq);
  prof_builder_meta (self->builder, PROF_META_START_WALL, wall);
  if (uname (&names) == 0)
    {
      prof_builder_meta (self->builder, PROF_META_HOSTNAME, names.nodename);
      prof_builder_meta (self->builder, PROF_META_KERNEL, names.release);
    }
  prof_builder_meta (self->builder, PROF_META_CPUS, cpus);
  prof_builder_meta (self->builder, PROF_META_FREQUENCY, frequency);
  if (g_get_prgname () != NULL)
    prof_builder_meta (self->builder, PROF_META_COMMAND, g_get_prgname ());
  prof_builder_meta (self->builder, PROF_META_TARGET, target);
}

static void
add_warnings (ProfSession *self)
{
  g_autofree char *text = NULL;

  if (self->events.no_kernel)
    {
      text = g_strdup_printf ("Time in the kernel is not recorded: that needs root, the capability "
                              "CAP_PERFMON, or kernel.perf_event_paranoid at 1 or lower (it is "
                              "%d).",
                              prof_perf_paranoid ());
      prof_builder_warning (self->builder, 1, text, NULL);
      g_clear_pointer (&text, g_free);
    }
  if (self->events.small_rings)
    {
      text = g_strdup_printf ("The limit of locked memory leaves only %" G_GSIZE_FORMAT " KiB for "
                              "each CPU's buffer: samples may be lost at high rates.",
                              self->events.ring_size / 1024);
      prof_builder_warning (self->builder, 1, text, NULL);
      g_clear_pointer (&text, g_free);
    }
  if (self->max_frequency > 0)
    {
      text = g_strdup_printf ("Sampled at %u Hz instead of %u Hz, the most that "
                              "kernel.perf_event_max_sample_rate allows.",
                              self->max_frequency, self->frequency);
      prof_builder_warning (self->builder, 1, text, NULL);
    }
}

void
prof_session_begin (ProfSession *self, const char *target)
{
  prof_perf_converter_add_event (self->converter, &self->events.attr, NULL, FALSE);
  add_meta (self, target);
  add_warnings (self);
}

/* The rings' records in the order of time: each ring is in order, and the heap knows whose next
 * record is the oldest. */

static void
sift_down (GArray *heap, guint i)
{
  Head *heads = (Head *) (gpointer) heap->data;

  for (;;)
    {
      guint least = i, left = 2 * i + 1;
      Head swap;

      if (left < heap->len && heads[left].time < heads[least].time)
        least = left;
      if (left + 1 < heap->len && heads[left + 1].time < heads[least].time)
        least = left + 1;
      if (least == i)
        return;
      swap = heads[i];
      heads[i] = heads[least];
      heads[least] = swap;
      i = least;
    }
}

/* FALSE: the ring has nothing up to @limit. */
static gboolean
read_head (ProfSession *self, Head *head, guint64 limit)
{
  head->record = prof_ring_peek (head->ring);
  if (head->record == NULL)
    return FALSE;
  head->time = prof_perf_converter_get_time (self->converter, head->record);
  return head->time <= limit;
}

void
prof_session_drain (ProfSession *self, guint64 limit)
{
  GArray *heap = self->heap;

  g_array_set_size (heap, 0);
  for (guint i = 0; i < self->events.n_rings; i++)
    {
      Head head = { .ring = &self->events.rings[i] };

      prof_ring_refresh (head.ring);
      if (read_head (self, &head, limit))
        g_array_append_val (heap, head);
    }
  for (guint i = heap->len; i > 0; i--)
    sift_down (heap, i - 1);
  while (heap->len > 0)
    {
      Head *top = &g_array_index (heap, Head, 0);

      prof_perf_converter_add (self->converter, top->record);
      prof_ring_next (top->ring, top->record);
      if (!read_head (self, top, limit))
        {
          *top = g_array_index (heap, Head, heap->len - 1);
          g_array_set_size (heap, heap->len - 1);
        }
      sift_down (heap, 0);
    }
  for (guint i = 0; i < self->events.n_rings; i++)
    prof_ring_release (&self->events.rings[i]);
}

void
prof_session_end (ProfSession *self)
{
  g_autofree char *end =
      g_strdup_printf ("%" G_GUINT64_FORMAT, prof_session_clock () - self->start);

  prof_perf_events_disable (&self->events);
  prof_session_drain (self, G_MAXUINT64);
  prof_perf_converter_finish (self->converter);
  prof_resolver_report (self->resolver);
  prof_builder_meta (self->builder, PROF_META_END, end);
}
