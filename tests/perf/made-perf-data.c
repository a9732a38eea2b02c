/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "made-perf-data.h"

#include <sys/mman.h>

#define ATTR_SIZE 128
#define FIRST_ID 100

void
made_init (MadeData *self, gboolean swap, guint64 sample_type)
{
  *self = (MadeData){ .swap = swap,
                      .sample_type = sample_type,
                      .period = 1000,
                      .n_events = 1,
                      .records = g_byte_array_new () };
}

void
made_clear (MadeData *self)
{
  g_byte_array_unref (self->records);
}

static void
put_u16 (const MadeData *self, GByteArray *bytes, guint16 value)
{
  if (self->swap)
    value = GUINT16_SWAP_LE_BE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

void
made_u32 (const MadeData *self, GByteArray *bytes, guint32 value)
{
  if (self->swap)
    value = GUINT32_SWAP_LE_BE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

void
made_u64 (const MadeData *self, GByteArray *bytes, guint64 value)
{
  if (self->swap)
    value = GUINT64_SWAP_LE_BE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static void
put_text (GByteArray *bytes, const char *text)
{
  static const guint8 zeros[8] = { 0 };
  gsize length = strlen (text) + 1;

  g_byte_array_append (bytes, (const guint8 *) text, length);
  g_byte_array_append (bytes, zeros, (8 - length % 8) % 8);
}

static void
put_header (const MadeData *self, GByteArray *bytes, guint32 type, guint16 misc, gsize size)
{
  made_u32 (self, bytes, type);
  put_u16 (self, bytes, misc);
  put_u16 (self, bytes, (guint16) (size + PROF_PERF_HEADER_SIZE));
}

void
made_record (MadeData *self, guint32 type, guint16 misc, const GByteArray *body, pid_t pid,
             pid_t tid, guint64 time)
{
  g_autoptr (GByteArray) tail = g_byte_array_new ();

  if (self->sample_type & PERF_SAMPLE_TID)
    {
      made_u32 (self, tail, pid);
      made_u32 (self, tail, tid);
    }
  if (self->sample_type & PERF_SAMPLE_TIME)
    made_u64 (self, tail, time);
  if (self->sample_type & PERF_SAMPLE_IDENTIFIER)
    made_u64 (self, tail, FIRST_ID);
  put_header (self, self->records, type, misc, body->len + tail->len);
  g_byte_array_append (self->records, body->data, body->len);
  g_byte_array_append (self->records, tail->data, tail->len);
}

void
made_tool_record (MadeData *self, guint32 type, const void *body, gsize size)
{
  put_header (self, self->records, type, 0, size);
  if (size > 0)
    g_byte_array_append (self->records, body, size);
}

void
made_comm (MadeData *self, pid_t pid, pid_t tid, const char *name, gboolean exec, guint64 time)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  made_u32 (self, body, pid);
  made_u32 (self, body, tid);
  put_text (body, name);
  made_record (self, PERF_RECORD_COMM, exec ? PERF_RECORD_MISC_COMM_EXEC : 0, body, pid, tid, time);
}

static void
put_task (MadeData *self, guint32 type, pid_t pid, pid_t ppid, pid_t tid, pid_t ptid, guint64 time)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  made_u32 (self, body, pid);
  made_u32 (self, body, ppid);
  made_u32 (self, body, tid);
  made_u32 (self, body, ptid);
  made_u64 (self, body, time);
  made_record (self, type, 0, body, pid, tid, time);
}

void
made_fork (MadeData *self, pid_t pid, pid_t ppid, pid_t tid, pid_t ptid, guint64 time)
{
  put_task (self, PERF_RECORD_FORK, pid, ppid, tid, ptid, time);
}

void
made_exit (MadeData *self, pid_t pid, pid_t ppid, pid_t tid, guint64 time)
{
  put_task (self, PERF_RECORD_EXIT, pid, ppid, tid, tid, time);
}

void
made_mmap2 (MadeData *self, pid_t pid, guint64 address, guint64 size, guint64 offset,
            const char *path, guint64 time)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  made_u32 (self, body, pid);
  made_u32 (self, body, pid);
  made_u64 (self, body, address);
  made_u64 (self, body, size);
  made_u64 (self, body, offset);
  made_u32 (self, body, 8);
  made_u32 (self, body, 1);
  made_u64 (self, body, 4711);
  made_u64 (self, body, 0);
  made_u32 (self, body, PROT_READ | PROT_EXEC);
  made_u32 (self, body, MAP_PRIVATE);
  put_text (body, path);
  made_record (self, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, body, pid, pid, time);
}

void
made_round (MadeData *self)
{
  made_tool_record (self, 68, NULL, 0);
}

void
made_sample (MadeData *self, guint event, pid_t pid, pid_t tid, guint64 ip, const guint64 *chain,
             guint64 time)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();
  guint n = 0;

  if (self->sample_type & PERF_SAMPLE_IDENTIFIER)
    made_u64 (self, body, FIRST_ID + event);
  if (self->sample_type & PERF_SAMPLE_IP)
    made_u64 (self, body, ip);
  if (self->sample_type & PERF_SAMPLE_TID)
    {
      made_u32 (self, body, pid);
      made_u32 (self, body, tid);
    }
  if (self->sample_type & PERF_SAMPLE_TIME)
    made_u64 (self, body, time);
  if (self->sample_type & PERF_SAMPLE_PERIOD)
    made_u64 (self, body, self->period);
  if (self->sample_type & PERF_SAMPLE_CALLCHAIN)
    {
      while (chain != NULL && chain[n] != 0)
        n++;
      made_u64 (self, body, n);
      for (guint i = 0; i < n; i++)
        made_u64 (self, body, chain[i]);
    }
  put_header (self, self->records, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, body->len);
  g_byte_array_append (self->records, body->data, body->len);
}

/* The flags are bit fields: a machine of the other order counts them from the other end. */
static void
put_flags (const MadeData *self, GByteArray *bytes)
{
  struct perf_event_attr attr = { .freq = self->freq,
                                  .sample_id_all = 1,
                                  .mmap = 1,
                                  .mmap2 = 1,
                                  .comm = 1,
                                  .comm_exec = 1,
                                  .task = 1 };
  const guint8 *flags =
      (const guint8 *) &attr + G_STRUCT_OFFSET (struct perf_event_attr, read_format) + 8;

  for (guint i = 0; i < 8; i++)
    {
      guint8 byte = 0;

      for (guint bit = 0; bit < 8; bit++)
        if (flags[i] >> bit & 1)
          byte |= (guint8) (self->swap ? 0x80 >> bit : 1 << bit);
      g_byte_array_append (bytes, &byte, 1);
    }
}

static void
put_attr (const MadeData *self, GByteArray *bytes, guint event)
{
  static const guint8 zeros[ATTR_SIZE] = { 0 };
  static const guint64 configs[] = { PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_PAGE_FAULTS,
                                     PERF_COUNT_SW_CONTEXT_SWITCHES };
  guint start = bytes->len;

  made_u32 (self, bytes, PERF_TYPE_SOFTWARE);
  made_u32 (self, bytes, ATTR_SIZE);
  made_u64 (self, bytes, configs[event % G_N_ELEMENTS (configs)]);
  made_u64 (self, bytes, self->period);
  made_u64 (self, bytes, self->sample_type);
  made_u64 (self, bytes, 0);
  put_flags (self, bytes);
  g_byte_array_append (bytes, zeros, ATTR_SIZE - (bytes->len - start));
}

GByteArray *
made_file (const MadeData *self)
{
  GByteArray *bytes = g_byte_array_new ();
  gsize ids = 104, attrs = ids + 8 * self->n_events;
  gsize data = attrs + (ATTR_SIZE + 16) * self->n_events;

  g_byte_array_append (bytes, (const guint8 *) (self->swap ? "2ELIFREP" : "PERFILE2"), 8);
  made_u64 (self, bytes, 104);
  made_u64 (self, bytes, ATTR_SIZE + 16);
  made_u64 (self, bytes, attrs);
  made_u64 (self, bytes, data - attrs);
  made_u64 (self, bytes, data);
  made_u64 (self, bytes, self->records->len);
  for (guint i = 0; i < 6; i++)
    made_u64 (self, bytes, 0);
  for (guint i = 0; i < self->n_events; i++)
    made_u64 (self, bytes, FIRST_ID + i);
  for (guint i = 0; i < self->n_events; i++)
    {
      put_attr (self, bytes, i);
      made_u64 (self, bytes, ids + 8 * i);
      made_u64 (self, bytes, 8);
    }
  g_byte_array_append (bytes, self->records->data, self->records->len);
  return bytes;
}

GByteArray *
made_pipe (const MadeData *self)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) (self->swap ? "2ELIFREP" : "PERFILE2"), 8);
  made_u64 (self, bytes, 16);
  for (guint i = 0; i < self->n_events; i++)
    {
      put_header (self, bytes, 64, 0, ATTR_SIZE + 8);
      put_attr (self, bytes, i);
      made_u64 (self, bytes, FIRST_ID + i);
    }
  g_byte_array_append (bytes, self->records->data, self->records->len);
  return bytes;
}
