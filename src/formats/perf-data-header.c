/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perf-data-private.h"

/* struct perf_file_header, offsets in bytes. */
#define HEADER_SIZE_AT 8
#define ATTR_SIZE_AT 16
#define ATTRS_AT 24
#define DATA_AT 40
#define FEATURES_AT 72
#define FILE_HEADER_SIZE 104
#define PIPE_HEADER_SIZE 16
/* The first struct perf_event_attr, and the section of ids behind each. */
#define SMALLEST_ATTR 64
#define IDS_SECTION 16
/* A file with more events than this is none. */
#define MAX_EVENTS 4096

static void
event_clear (gpointer data)
{
  PerfDataEvent *event = data;

  g_free (event->name);
  g_array_unref (event->ids);
}

void
perf_data_file_clear (PerfDataFile *self)
{
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->build_ids, g_hash_table_unref);
  g_clear_pointer (&self->hostname, g_free);
  g_clear_pointer (&self->release, g_free);
  g_clear_pointer (&self->command_line, g_free);
}

static guint8
reverse_bits (guint8 byte)
{
  byte = (guint8) (byte >> 4 | byte << 4);
  byte = (guint8) ((byte & 0xcc) >> 2 | (byte & 0x33) << 2);
  return (guint8) ((byte & 0xaa) >> 1 | (byte & 0x55) << 1);
}

#define SWAP_FIELD(attr, field)                                                                    \
  (attr)->field = sizeof (attr)->field == 8 ? GUINT64_SWAP_LE_BE ((guint64) (attr)->field)         \
                                            : GUINT32_SWAP_LE_BE ((guint32) (attr)->field)

static void
swap_attr (struct perf_event_attr *attr)
{
  gsize flags = G_STRUCT_OFFSET (struct perf_event_attr, read_format) + 8;

  SWAP_FIELD (attr, type);
  SWAP_FIELD (attr, size);
  SWAP_FIELD (attr, config);
  SWAP_FIELD (attr, sample_period);
  SWAP_FIELD (attr, sample_type);
  SWAP_FIELD (attr, read_format);
  /* Bit fields are counted from the other end of each byte. */
  for (guint i = 0; i < 8; i++)
    ((guint8 *) attr)[flags + i] = reverse_bits (((guint8 *) attr)[flags + i]);
  SWAP_FIELD (attr, branch_sample_type);
  SWAP_FIELD (attr, sample_regs_user);
  SWAP_FIELD (attr, sample_stack_user);
  attr->sample_max_stack = GUINT16_SWAP_LE_BE (attr->sample_max_stack);
}

gboolean
perf_data_read_attr (const guint8 *bytes, gsize length, gboolean swap, struct perf_event_attr *attr)
{
  if (length < SMALLEST_ATTR)
    return FALSE;
  memset (attr, 0, sizeof *attr);
  memcpy (attr, bytes, MIN (length, sizeof *attr));
  if (swap)
    swap_attr (attr);
  return TRUE;
}

void
perf_data_file_add_event (PerfDataFile *self, const struct perf_event_attr *attr)
{
  PerfDataEvent event = { *attr, NULL, g_array_new (FALSE, FALSE, sizeof (guint64)) };

  g_array_append_val (self->events, event);
}

static void
add_ids (PerfDataFile *self, const guint8 *bytes, gsize length)
{
  PerfDataEvent *event = &g_array_index (self->events, PerfDataEvent, self->events->len - 1);

  for (gsize i = 0; i + 8 <= length; i += 8)
    {
      guint64 id = prof_perf_u64 (bytes + i, self->swap);

      g_array_append_val (event->ids, id);
    }
}

/* A section {offset, size} at @at that lies within the file. */
static gboolean
get_section (const PerfDataFile *self, gsize at, guint64 *offset, guint64 *size)
{
  *offset = prof_perf_u64 (self->bytes + at, self->swap);
  *size = prof_perf_u64 (self->bytes + at + 8, self->swap);
  return *offset <= self->length && *size <= self->length - *offset;
}

static gboolean
read_events (PerfDataFile *self, GError **error)
{
  guint64 attr_size = prof_perf_u64 (self->bytes + ATTR_SIZE_AT, self->swap);
  guint64 offset, size;

  if (!get_section (self, ATTRS_AT, &offset, &size))
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                   "its list of events (offset %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
                   " bytes) lies past the end of the file",
                   offset, size);
      return FALSE;
    }
  if (attr_size < SMALLEST_ATTR + IDS_SECTION || attr_size > G_MAXUINT16)
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                   "its header gives events an impossible size (%" G_GUINT64_FORMAT
                   " bytes at offset %d)",
                   attr_size, ATTR_SIZE_AT);
      return FALSE;
    }
  for (guint64 at = offset; at + attr_size <= offset + size && self->events->len < MAX_EVENTS;
       at += attr_size)
    {
      struct perf_event_attr attr;
      guint64 ids_offset, ids_size;

      perf_data_read_attr (self->bytes + at, attr_size - IDS_SECTION, self->swap, &attr);
      perf_data_file_add_event (self, &attr);
      if (get_section (self, at + attr_size - IDS_SECTION, &ids_offset, &ids_size))
        add_ids (self, self->bytes + ids_offset, ids_size);
    }
  if (self->events->len > 0)
    return TRUE;
  g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
               "its header lists no events (offset %d)", ATTRS_AT);
  return FALSE;
}

static gboolean
read_file_header (PerfDataFile *self, GError **error)
{
  guint64 offset, size;

  if (self->length < FILE_HEADER_SIZE)
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                   "its header is cut off at byte %" G_GSIZE_FORMAT, self->length);
      return FALSE;
    }
  if (!read_events (self, error))
    return FALSE;
  get_section (self, DATA_AT, &offset, &size);
  if (offset < FILE_HEADER_SIZE || offset > self->length)
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                   "its records begin at offset %" G_GUINT64_FORMAT ", outside the file", offset);
      return FALSE;
    }
  self->data_start = offset;
  self->unfinished = size == 0;
  if (size == 0 || size > self->length - offset)
    {
      self->data_end = self->length;
      self->data_missing = size == 0 ? 0 : size - (self->length - offset);
      return TRUE; /* then there are no features either */
    }
  self->data_end = offset + size;
  for (guint i = 0; i < G_N_ELEMENTS (self->features); i++)
    self->features[i] = prof_perf_u64 (self->bytes + FEATURES_AT + 8 * i, self->swap);
  perf_data_file_read_features (self);
  return TRUE;
}

gboolean
perf_data_file_open (PerfDataFile *self, const ProfInput *input, GError **error)
{
  memset (self, 0, sizeof *self);
  self->bytes = (const guint8 *) input->bytes;
  self->length = input->length;
  self->events = g_array_new (FALSE, FALSE, sizeof (PerfDataEvent));
  g_array_set_clear_func (self->events, event_clear);
  self->build_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (self->length < PIPE_HEADER_SIZE)
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                   "its header is cut off at byte %" G_GSIZE_FORMAT, self->length);
      return FALSE;
    }
  self->swap = self->bytes[0] != 'P';
  self->is_pipe = prof_perf_u64 (self->bytes + HEADER_SIZE_AT, self->swap) == PIPE_HEADER_SIZE;
  if (!self->is_pipe)
    return read_file_header (self, error);
  self->data_start = PIPE_HEADER_SIZE;
  self->data_end = self->length;
  perf_data_file_scan_pipe (self);
  if (self->events->len > 0)
    return TRUE;
  g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
               "it is a piped recording without any event");
  return FALSE;
}

static void
read_attr_record (PerfDataFile *self, const guint8 *record, gsize size)
{
  struct perf_event_attr attr;
  gsize attr_size;

  if (!perf_data_read_attr (record + PROF_PERF_HEADER_SIZE, size - PROF_PERF_HEADER_SIZE,
                            self->swap, &attr) ||
      self->events->len >= MAX_EVENTS)
    return;
  attr_size = attr.size > 0 ? attr.size : SMALLEST_ATTR;
  perf_data_file_add_event (self, &attr);
  if (PROF_PERF_HEADER_SIZE + attr_size <= size)
    add_ids (self, record + PROF_PERF_HEADER_SIZE + attr_size,
             size - PROF_PERF_HEADER_SIZE - attr_size);
}

/* PERF_RECORD_EVENT_UPDATE: {u64 type, u64 id, name} for type 2. */
static void
read_event_update (PerfDataFile *self, const guint8 *record, gsize size)
{
  guint64 id;

  if (size < 24 || prof_perf_u64 (record + 8, self->swap) != 2)
    return;
  id = prof_perf_u64 (record + 16, self->swap);
  for (guint i = 0; i < self->events->len; i++)
    {
      PerfDataEvent *event = &g_array_index (self->events, PerfDataEvent, i);

      for (guint k = 0; k < event->ids->len; k++)
        if (g_array_index (event->ids, guint64, k) == id)
          {
            g_free (event->name);
            event->name = g_strndup ((const char *) record + 24, size - 24);
          }
    }
}

void
perf_data_file_scan_pipe (PerfDataFile *self)
{
  gsize at = self->data_start;

  while (self->data_end - at >= PROF_PERF_HEADER_SIZE)
    {
      const guint8 *record = self->bytes + at;
      ProfPerfHeader header = prof_perf_header (record, self->swap);

      if (header.size < PROF_PERF_HEADER_SIZE || header.size > self->data_end - at)
        return;
      if (header.type == PERF_DATA_ATTR)
        read_attr_record (self, record, header.size);
      else if (header.type == PERF_DATA_EVENT_UPDATE)
        read_event_update (self, record, header.size);
      else if (header.type == PERF_DATA_BUILD_ID)
        perf_data_file_read_build_id (self, record, header.size);
      else if (header.type == PERF_DATA_FEATURE && header.size >= 16)
        perf_data_file_read_feature (self,
                                     (guint) MIN (prof_perf_u64 (record + 8, self->swap), 255),
                                     record + 16, header.size - 16);
      at += perf_data_record_span (record, &header, self->swap, self->data_end - at);
    }
}

gsize
perf_data_record_span (const guint8 *record, const ProfPerfHeader *header, gboolean swap,
                       gsize left)
{
  guint64 payload = 0;

  /* These two say how much follows them that is no record. (Android's simpleperf puts tracing data
   * into the record.) */
  if (header->type == PERF_DATA_AUXTRACE && header->size >= 16)
    payload = prof_perf_u64 (record + 8, swap);
  else if (header->type == PERF_DATA_TRACING_DATA && header->size >= 12 && header->size <= 16)
    payload = ((guint64) prof_perf_u32 (record + 8, swap) + 7) & ~(guint64) 7;
  return payload > left - header->size ? left : header->size + payload;
}
