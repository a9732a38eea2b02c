/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perf/record-queue.h"

#include <string.h>

typedef struct {
  guint64 time;
  const guint8 *record;
} Entry;

struct _ProfRecordQueue {
  ProfRecordFunc func;
  gpointer user_data;
  GArray *entries; /* Entry */
  GArray *spare;   /* Entry: the merge's other side */
  GArray *runs;    /* guint: where each ascending run of entries ends */
  guint64 latest;  /* of all pushed */
  guint64 limit;   /* the latest when the last round ended */
};

ProfRecordQueue *
prof_record_queue_new (ProfRecordFunc func, gpointer user_data)
{
  ProfRecordQueue *self = g_new0 (ProfRecordQueue, 1);

  self->func = func;
  self->user_data = user_data;
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->spare = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->runs = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
prof_record_queue_free (ProfRecordQueue *self)
{
  g_array_unref (self->entries);
  g_array_unref (self->spare);
  g_array_unref (self->runs);
  g_free (self);
}

void
prof_record_queue_push (ProfRecordQueue *self, const guint8 *record, guint64 time)
{
  Entry entry = { time, record };

  self->latest = MAX (self->latest, time);
  g_array_append_val (self->entries, entry);
}

static guint
merge (const Entry *from, guint start, guint middle, guint end, Entry *to)
{
  guint a = start, b = middle, n = start;

  while (a < middle && b < end)
    to[n++] = from[b].time < from[a].time ? from[b++] : from[a++];
  memcpy (to + n, from + a, (middle - a) * sizeof *to);
  n += middle - a;
  memcpy (to + n, from + b, (end - b) * sizeof *to);
  return end;
}

/* A natural merge sort: the records of one CPU come sorted, so there are few, long runs. */
static void
sort (ProfRecordQueue *self)
{
  const Entry *entries = (const Entry *) (gconstpointer) self->entries->data;
  guint n = self->entries->len;

  g_array_set_size (self->runs, 0);
  for (guint i = 1; i < n; i++)
    if (entries[i].time < entries[i - 1].time)
      g_array_append_val (self->runs, i);
  g_array_append_val (self->runs, n);
  while (self->runs->len > 1)
    {
      guint *ends = (guint *) (gpointer) self->runs->data;
      guint start = 0, n_merged = 0;
      GArray *swap;

      g_array_set_size (self->spare, n);
      for (guint i = 0; i < self->runs->len; i += 2)
        {
          guint last = MIN (i + 1, self->runs->len - 1);

          start = merge ((const Entry *) (gconstpointer) self->entries->data, start, ends[i],
                         ends[last], (Entry *) (gpointer) self->spare->data);
          ends[n_merged++] = start;
        }
      g_array_set_size (self->runs, n_merged);
      swap = self->entries;
      self->entries = self->spare;
      self->spare = swap;
    }
}

static void
flush (ProfRecordQueue *self, guint64 limit)
{
  guint n = 0;

  sort (self);
  while (n < self->entries->len)
    {
      Entry entry = g_array_index (self->entries, Entry, n);

      if (entry.time > limit)
        break;
      self->func (entry.record, entry.time, self->user_data);
      n++;
    }
  g_array_remove_range (self->entries, 0, n);
}

void
prof_record_queue_round (ProfRecordQueue *self)
{
  flush (self, self->limit);
  self->limit = self->latest;
}

void
prof_record_queue_finish (ProfRecordQueue *self)
{
  flush (self, G_MAXUINT64);
}
