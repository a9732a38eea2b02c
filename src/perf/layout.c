/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perf/layout.h"

/* perf_event_open(2), PERF_RECORD_SAMPLE: the fields that come before the time, in order. */
static int
sample_offset (guint64 sample_type, guint64 field)
{
  static const guint64 order[] = {
    PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP,   PERF_SAMPLE_TID,
    PERF_SAMPLE_TIME,       PERF_SAMPLE_ADDR, PERF_SAMPLE_ID,
  };
  int offset = PROF_PERF_HEADER_SIZE;

  if (!(sample_type & field))
    return -1;
  for (guint i = 0; i < G_N_ELEMENTS (order) && order[i] != field; i++)
    if (sample_type & order[i])
      offset += 8;
  return offset;
}

/* The same for struct sample_id at the end of other records, counted from its end. */
static int
tail_distance (guint64 sample_type, guint64 field)
{
  static const guint64 order[] = {
    PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_CPU,  PERF_SAMPLE_STREAM_ID,
    PERF_SAMPLE_ID,         PERF_SAMPLE_TIME,
  };
  int distance = 8;

  if (!(sample_type & field))
    return -1;
  for (guint i = 0; i < G_N_ELEMENTS (order) && order[i] != field; i++)
    if (sample_type & order[i])
      distance += 8;
  return distance;
}

void
prof_perf_layout_init (ProfPerfLayout *self, const struct perf_event_attr *attr, gboolean swap)
{
  guint64 id_field =
      attr->sample_type & PERF_SAMPLE_IDENTIFIER ? PERF_SAMPLE_IDENTIFIER : PERF_SAMPLE_ID;

  *self = (ProfPerfLayout){
    .sample_type = attr->sample_type,
    .read_format = attr->read_format,
    .branch_sample_type = attr->branch_sample_type,
    .n_user_regs = __builtin_popcountll (attr->sample_regs_user),
    .swap = swap,
    .sample_time = sample_offset (attr->sample_type, PERF_SAMPLE_TIME),
    .sample_id = sample_offset (attr->sample_type, id_field),
    .tail_time = -1,
    .tail_id = -1,
  };
  if (attr->sample_id_all)
    {
      self->tail_time = tail_distance (attr->sample_type, PERF_SAMPLE_TIME);
      self->tail_id = tail_distance (attr->sample_type, id_field);
    }
}

static gboolean
get_field (const ProfPerfLayout *self, const guint8 *record, const ProfPerfHeader *header,
           int sample, int tail, guint64 *value)
{
  if (header->type == PERF_RECORD_SAMPLE)
    {
      if (sample < 0 || sample + 8 > header->size)
        return FALSE;
      *value = prof_perf_u64 (record + sample, self->swap);
      return TRUE;
    }
  if (tail < 0 || PROF_PERF_HEADER_SIZE + tail > header->size)
    return FALSE;
  *value = prof_perf_u64 (record + header->size - tail, self->swap);
  return TRUE;
}

gboolean
prof_perf_layout_get_time (const ProfPerfLayout *self, const guint8 *record,
                           const ProfPerfHeader *header, guint64 *time)
{
  return get_field (self, record, header, self->sample_time, self->tail_time, time);
}

gboolean
prof_perf_layout_get_id (const ProfPerfLayout *self, const guint8 *record,
                         const ProfPerfHeader *header, guint64 *id)
{
  return get_field (self, record, header, self->sample_id, self->tail_id, id);
}

guint
prof_perf_layout_get_tail (const ProfPerfLayout *self)
{
  return self->tail_time < 0 && self->tail_id < 0
             ? 0
             : 8 * __builtin_popcountll (self->sample_type &
                                         (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_CPU |
                                          PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_ID |
                                          PERF_SAMPLE_TIME | PERF_SAMPLE_TID));
}

/* A place in a record and its end. Reading past the end gives 0 and clears @at. */
typedef struct {
  const guint8 *at;
  const guint8 *end;
  gboolean swap;
} Cursor;

static inline gboolean
skip (Cursor *cursor, guint64 n)
{
  if (cursor->at == NULL || n > (guint64) (cursor->end - cursor->at))
    {
      cursor->at = NULL;
      return FALSE;
    }
  cursor->at += n;
  return TRUE;
}

static inline guint64
take_u64 (Cursor *cursor)
{
  return skip (cursor, 8) ? prof_perf_u64 (cursor->at - 8, cursor->swap) : 0;
}

static inline void
take_pair (Cursor *cursor, guint32 *first, guint32 *second)
{
  if (skip (cursor, 8))
    {
      *first = prof_perf_u32 (cursor->at - 8, cursor->swap);
      *second = prof_perf_u32 (cursor->at - 4, cursor->swap);
    }
}

static void
skip_words (Cursor *cursor, guint64 n, guint words_each)
{
  /* Cannot overflow: a count past the record's 64 KiB is refused by itself. */
  skip (cursor, n > G_MAXUINT16 ? G_MAXUINT64 : n * words_each * 8);
}

static void
skip_read (const ProfPerfLayout *self, Cursor *cursor)
{
  guint times = !!(self->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
                !!(self->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING);
  guint each = 1 + !!(self->read_format & PERF_FORMAT_ID) + !!(self->read_format & (1u << 4));

  if (self->read_format & PERF_FORMAT_GROUP)
    {
      guint64 n = take_u64 (cursor);

      skip_words (cursor, times, 1);
      skip_words (cursor, n, each);
    }
  else
    skip_words (cursor, times + each, 1);
}

static void
take_chain (Cursor *cursor, GArray *scratch, ProfPerfSample *sample)
{
  guint64 n = take_u64 (cursor);
  const guint8 *words = cursor->at;

  if (n > G_MAXUINT16 || !skip (cursor, n * 8))
    {
      cursor->at = NULL;
      return;
    }
  sample->has_chain = TRUE;
  sample->n_chain = n;
  if (!cursor->swap && GPOINTER_TO_SIZE (words) % 8 == 0)
    {
      sample->chain = (const guint64 *) (gconstpointer) words;
      return;
    }
  g_array_set_size (scratch, n);
  for (guint i = 0; i < n; i++)
    g_array_index (scratch, guint64, i) = prof_perf_u64 (words + 8 * i, cursor->swap);
  sample->chain = (const guint64 *) (gconstpointer) scratch->data;
}

static void
skip_branches (const ProfPerfLayout *self, Cursor *cursor)
{
  guint64 n = take_u64 (cursor);

  if (self->branch_sample_type & PROF_PERF_BRANCH_HW_INDEX)
    skip (cursor, 8);
  skip_words (cursor, n, 3);
  if (self->branch_sample_type & PROF_PERF_BRANCH_COUNTERS)
    skip_words (cursor, n, 1);
}

gboolean
prof_perf_layout_read_sample (const ProfPerfLayout *self, const guint8 *record,
                              const ProfPerfHeader *header, GArray *scratch, ProfPerfSample *sample)
{
  Cursor cursor = { record, record + header->size, self->swap };
  guint64 type = self->sample_type;
  guint32 unused;

  memset (sample, 0, sizeof *sample);
  sample->cpu = G_MAXUINT32;
  skip (&cursor, PROF_PERF_HEADER_SIZE);
  if (type & PERF_SAMPLE_IDENTIFIER)
    skip (&cursor, 8);
  if (type & PERF_SAMPLE_IP)
    {
      sample->ip = take_u64 (&cursor);
      sample->has_ip = TRUE;
    }
  if (type & PERF_SAMPLE_TID)
    take_pair (&cursor, &sample->pid, &sample->tid);
  if (type & PERF_SAMPLE_TIME)
    sample->time = take_u64 (&cursor);
  if (type & PERF_SAMPLE_ADDR)
    skip (&cursor, 8);
  if (type & PERF_SAMPLE_ID)
    skip (&cursor, 8);
  if (type & PERF_SAMPLE_STREAM_ID)
    skip (&cursor, 8);
  if (type & PERF_SAMPLE_CPU)
    take_pair (&cursor, &sample->cpu, &unused);
  if (type & PERF_SAMPLE_PERIOD)
    {
      sample->period = take_u64 (&cursor);
      sample->has_period = TRUE;
    }
  if (type & PERF_SAMPLE_READ)
    skip_read (self, &cursor);
  if (type & PERF_SAMPLE_CALLCHAIN)
    take_chain (&cursor, scratch, sample);
  if (type & PERF_SAMPLE_STACK_USER)
    {
      /* Nothing behind the stack is of use here; the record's size says where the next begins. */
      if (type & PERF_SAMPLE_RAW && skip (&cursor, 4))
        skip (&cursor, prof_perf_u32 (cursor.at - 4, cursor.swap));
      if (type & PERF_SAMPLE_BRANCH_STACK)
        skip_branches (self, &cursor);
      if (type & PERF_SAMPLE_REGS_USER && take_u64 (&cursor) != PERF_SAMPLE_REGS_ABI_NONE)
        skip_words (&cursor, self->n_user_regs, 1);
      sample->stack_dump = take_u64 (&cursor);
      skip (&cursor, sample->stack_dump);
    }
  return cursor.at != NULL;
}
