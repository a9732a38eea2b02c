/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perf-data-private.h"

/* Numbers of the header's feature bits. */
typedef enum {
  FEATURE_BUILD_ID = 2,
  FEATURE_HOSTNAME = 3,
  FEATURE_RELEASE = 4,
  FEATURE_N_CPUS = 7,
  FEATURE_COMMAND_LINE = 11,
  FEATURE_EVENTS = 12,
  FEATURE_CLOCK = 29,
} Feature;

/* Record flag: the byte behind the build-id holds its length (Linux 5.10). */
#define MISC_BUILD_ID_SIZE (1u << 15)
#define BUILD_ID_AT 12
#define BUILD_ID_LENGTH_AT 32
#define BUILD_ID_PATH_AT 36
#define LONGEST_BUILD_ID 20

typedef struct {
  const guint8 *bytes;
  gsize length;
  gboolean swap;
} Reader;

static const guint8 *
take (Reader *reader, gsize n)
{
  const guint8 *bytes = reader->bytes;

  if (n > reader->length)
    {
      reader->length = 0;
      return NULL;
    }
  reader->bytes += n;
  reader->length -= n;
  return bytes;
}

static guint32
take_u32 (Reader *reader)
{
  const guint8 *bytes = take (reader, 4);

  return bytes != NULL ? prof_perf_u32 (bytes, reader->swap) : 0;
}

static guint64
take_u64 (Reader *reader)
{
  const guint8 *bytes = take (reader, 8);

  return bytes != NULL ? prof_perf_u64 (bytes, reader->swap) : 0;
}

/* {u32 length, text padded with NUL}; NULL: damaged. */
static char *
take_string (Reader *reader)
{
  gsize length = take_u32 (reader);
  const guint8 *bytes = take (reader, length);

  return bytes != NULL && length > 0 ? g_strndup ((const char *) bytes, length) : NULL;
}

static void
set_string (Reader *reader, char **field)
{
  g_free (*field);
  *field = take_string (reader);
}

static void
read_command_line (PerfDataFile *self, Reader *reader)
{
  guint32 n = take_u32 (reader);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < n && reader->length > 0; i++)
    {
      g_autofree char *argument = take_string (reader);

      if (i > 0)
        g_string_append_c (text, ' ');
      if (argument != NULL)
        g_string_append (text, argument);
    }
  g_free (self->command_line);
  self->command_line = g_strdup (text->str);
}

static PerfDataEvent *
find_event (PerfDataFile *self, guint number, guint n, const guint8 *ids, guint32 n_ids)
{
  if (n_ids > 0)
    {
      guint64 id = prof_perf_u64 (ids, self->swap);

      for (guint i = 0; i < self->events->len; i++)
        {
          PerfDataEvent *event = &g_array_index (self->events, PerfDataEvent, i);

          for (guint k = 0; k < event->ids->len; k++)
            if (g_array_index (event->ids, guint64, k) == id)
              return event;
        }
    }
  return n == self->events->len ? &g_array_index (self->events, PerfDataEvent, number) : NULL;
}

static void
read_events (PerfDataFile *self, Reader *reader)
{
  guint32 n = take_u32 (reader);
  guint32 attr_size = take_u32 (reader);

  for (guint32 i = 0; i < n && reader->length > 0; i++)
    {
      const guint8 *attr = take (reader, attr_size);
      guint32 n_ids = take_u32 (reader);
      g_autofree char *name = take_string (reader);
      const guint8 *ids = take (reader, (gsize) n_ids * 8);
      PerfDataEvent *event;

      if (attr == NULL || name == NULL || ids == NULL)
        return;
      event = find_event (self, i, n, ids, n_ids);
      if (event == NULL)
        continue;
      g_free (event->name);
      event->name = g_steal_pointer (&name);
    }
}

void
perf_data_file_read_build_id (PerfDataFile *self, const guint8 *record, gsize size)
{
  ProfPerfHeader header = prof_perf_header (record, self->swap);
  char hex[2 * LONGEST_BUILD_ID + 1] = "";
  guint length = LONGEST_BUILD_ID;

  if (size <= BUILD_ID_PATH_AT)
    return;
  if (header.misc & MISC_BUILD_ID_SIZE)
    length = MIN (record[BUILD_ID_LENGTH_AT], LONGEST_BUILD_ID);
  for (guint i = 0; i < length; i++)
    g_snprintf (hex + 2 * i, 3, "%02x", record[BUILD_ID_AT + i]);
  g_hash_table_replace (
      self->build_ids,
      g_strndup ((const char *) record + BUILD_ID_PATH_AT, size - BUILD_ID_PATH_AT),
      g_strdup (hex));
}

static void
read_build_ids (PerfDataFile *self, Reader *reader)
{
  while (reader->length >= PROF_PERF_HEADER_SIZE)
    {
      gsize size = prof_perf_header (reader->bytes, self->swap).size;

      if (size < PROF_PERF_HEADER_SIZE || size > reader->length)
        return;
      perf_data_file_read_build_id (self, reader->bytes, size);
      take (reader, size);
    }
}

void
perf_data_file_read_feature (PerfDataFile *self, guint number, const guint8 *bytes, gsize length)
{
  Reader reader = { bytes, length, self->swap };

  switch (number)
    {
    case FEATURE_BUILD_ID:
      read_build_ids (self, &reader);
      break;
    case FEATURE_HOSTNAME:
      set_string (&reader, &self->hostname);
      break;
    case FEATURE_RELEASE:
      set_string (&reader, &self->release);
      break;
    case FEATURE_N_CPUS:
      take_u32 (&reader); /* that the machine could have */
      self->n_cpus = take_u32 (&reader);
      break;
    case FEATURE_COMMAND_LINE:
      read_command_line (self, &reader);
      break;
    case FEATURE_EVENTS:
      read_events (self, &reader);
      break;
    case FEATURE_CLOCK:
      take_u32 (&reader);
      take_u32 (&reader);
      self->clock_wall = take_u64 (&reader);
      self->clock_time = take_u64 (&reader);
      break;
    default:
      break;
    }
}

/* A section {u64 offset, u64 size} for each set bit, behind the records. */
void
perf_data_file_read_features (PerfDataFile *self)
{
  gsize at = self->data_end;

  for (guint i = 0; i < PROF_PERF_DATA_N_FEATURES; i++)
    {
      guint64 offset, size;

      if (!(self->features[i / 64] >> i % 64 & 1))
        continue;
      if (self->length - at < 16)
        return;
      offset = prof_perf_u64 (self->bytes + at, self->swap);
      size = prof_perf_u64 (self->bytes + at + 8, self->swap);
      at += 16;
      if (offset <= self->length && size <= self->length - offset)
        perf_data_file_read_feature (self, i, self->bytes + offset, size);
    }
}
