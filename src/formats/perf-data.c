/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perf-data-private.h"

#include "perf/record-queue.h"

/* A batch is sent when so many samples wait in it. */
#define BATCH_SAMPLES 50000

typedef struct {
  PerfDataFile file;
  const ProfImportOptions *options;
  ProfBatchFunc sink;
  gpointer sink_data;
  GError **error;
  gboolean failed; /* the sink has set @error */

  ProfBuilder *builder;
  ProfModules *modules;
  ProfResolver *resolver;
  ProfPerfConverter *converter;
  ProfRecordQueue *queue; /* NULL: the records' order in the file is all there is */
  PerfDataStream *stream; /* NULL: nothing compressed so far */
  gsize done;             /* bytes of the file */
  guint64 n_unknown;
  char kernel_symbol[16]; /* what the kernel's position was measured by */
  guint64 kernel_address;
} Import;

static gboolean
probe (const char *bytes, gsize length)
{
  static const char *const magics[] = { "PERFILE2", "2ELIFREP", "PERFFILE" };

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (length >= PROF_PERF_DATA_MAGIC_SIZE &&
        memcmp (bytes, magics[i], PROF_PERF_DATA_MAGIC_SIZE) == 0)
      return TRUE;
  return FALSE;
}

static void
warn_at (Import *self, gsize offset, const char *text)
{
  g_autofree char *where = g_strdup_printf ("offset %" G_GSIZE_FORMAT, offset);

  prof_builder_warning (self->builder, 1, text, where);
}

static gboolean
send_batch (Import *self)
{
  ProfBatch *batch;

  if (self->failed)
    return FALSE;
  batch = prof_builder_take_batch (self->builder);
  if (batch != NULL && !self->sink (batch, self->sink_data, self->error))
    self->failed = TRUE;
  if (self->options->progress != NULL)
    self->options->progress (self->done, self->file.length,
                             prof_perf_converter_get_n_samples (self->converter),
                             self->options->progress_data);
  return !self->failed;
}

static void
convert (const guint8 *record, guint64 time, gpointer data)
{
  Import *self = data;

  if (self->failed)
    return;
  prof_perf_converter_add (self->converter, record);
  if (prof_builder_get_n_pending (self->builder) >= BATCH_SAMPLES)
    send_batch (self);
}

/* Records */

/* The kernel's own mapping is called after the symbol that it was found by. */
static void
note_kernel (Import *self, const guint8 *record, const ProfPerfHeader *header)
{
  static const char prefix[] = "[kernel.kallsyms]";
  const char *name = (const char *) record + 40;

  if (header->type != PERF_RECORD_MMAP || header->size < 40 + sizeof prefix ||
      (gint32) prof_perf_u32 (record + 8, self->file.swap) != -1 ||
      strncmp (name, prefix, sizeof prefix - 1) != 0 || self->kernel_address != 0)
    return;
  name += sizeof prefix - 1;
  g_strlcpy (self->kernel_symbol, name,
             MIN (sizeof self->kernel_symbol, header->size - 40 - (sizeof prefix - 1)));
  self->kernel_address = prof_perf_u64 (record + 32, self->file.swap);
}

static void
kernel_record (Import *self, const guint8 *record, const ProfPerfHeader *header)
{
  guint64 time;

  note_kernel (self, record, header);
  time = self->queue != NULL ? prof_perf_converter_get_time (self->converter, record) : 0;
  /* What has no time was so before the recording began. */
  if (time == 0)
    convert (record, 0, self);
  else
    prof_record_queue_push (self->queue, record, time);
}

static gsize walk (Import *self, const guint8 *bytes, gsize length, gboolean is_outer);

static void
unpack (Import *self, const guint8 *record, const ProfPerfHeader *header, gsize offset)
{
  const guint8 *packed = record + PROF_PERF_HEADER_SIZE;
  gsize size = header->size - PROF_PERF_HEADER_SIZE, length, used;
  const guint8 *bytes;

  if (header->type == PERF_DATA_COMPRESSED2)
    {
      guint64 exact = size >= 8 ? prof_perf_u64 (packed, self->file.swap) : G_MAXUINT64;

      if (exact > size - MIN (size, 8))
        {
          warn_at (self, offset, "A compressed record is damaged and was skipped.");
          return;
        }
      packed += 8;
      size = exact;
    }
  if (self->stream == NULL)
    self->stream = perf_data_stream_new ();
  bytes = perf_data_stream_unpack (self->stream, packed, size, &length);
  if (bytes == NULL)
    {
      warn_at (self, offset, "A compressed record is damaged and was skipped.");
      return;
    }
  used = walk (self, bytes, length, FALSE);
  perf_data_stream_keep (self->stream, length - used);
}

static void
tool_record (Import *self, const guint8 *record, const ProfPerfHeader *header, gsize offset,
             gboolean is_outer)
{
  switch (header->type)
    {
    case PERF_DATA_FINISHED_ROUND:
      if (self->queue != NULL)
        prof_record_queue_round (self->queue);
      if (self->stream != NULL && is_outer)
        perf_data_stream_round (self->stream);
      break;
    case PERF_DATA_COMPRESSED:
    case PERF_DATA_COMPRESSED2:
      if (is_outer) /* there is no end to boxes in boxes */
        unpack (self, record, header, offset);
      break;
    default:
      if (header->type > PERF_DATA_LAST_KNOWN)
        self->n_unknown++;
      break;
    }
}

/* Goes over whole records. Returns how many bytes they were. */
static gsize
walk (Import *self, const guint8 *bytes, gsize length, gboolean is_outer)
{
  gsize at = 0;

  while (length - at >= PROF_PERF_HEADER_SIZE && !self->failed)
    {
      const guint8 *record = bytes + at;
      ProfPerfHeader header = prof_perf_header (record, self->file.swap);

      if (is_outer)
        self->done = self->file.data_start + at;
      if (header.size < PROF_PERF_HEADER_SIZE)
        {
          warn_at (self, self->done, "The records are damaged: what follows could not be read.");
          return length;
        }
      if (header.size > length - at)
        break;
      if (header.type >= PROF_PERF_RECORD_USER_START)
        tool_record (self, record, &header, self->done, is_outer);
      else
        kernel_record (self, record, &header);
      at += perf_data_record_span (record, &header, self->file.swap, length - at);
    }
  return at;
}

/* Facts */

static gboolean
is_kernel_known (gpointer data)
{
  Import *self = data;

  if (perf_data_is_running_kernel (&self->file, self->kernel_symbol, self->kernel_address))
    return TRUE;
  prof_builder_warning (self->builder, 1,
                        "Kernel functions are shown as addresses: the file was recorded on "
                        "another kernel, or before this machine was last started.",
                        NULL);
  return FALSE;
}

static const char *
find_build_id (const char *path, gpointer data)
{
  Import *self = data;

  return g_hash_table_lookup (self->file.build_ids, path);
}

static void
add_events (Import *self)
{
  for (guint i = 0; i < self->file.events->len; i++)
    {
      const PerfDataEvent *event = &g_array_index (self->file.events, PerfDataEvent, i);
      guint number = prof_perf_converter_add_event (self->converter, &event->attr, event->name,
                                                    self->file.swap);

      for (guint k = 0; k < event->ids->len; k++)
        prof_perf_converter_add_id (self->converter, number,
                                    g_array_index (event->ids, guint64, k));
    }
}

static void
add_meta (Import *self)
{
  const PerfDataFile *file = &self->file;
  const PerfDataEvent *first = &g_array_index (file->events, PerfDataEvent, 0);
  guint64 start = prof_perf_converter_get_start (self->converter);
  g_autofree char *cpus = g_strdup_printf ("%u", file->n_cpus);
  g_autofree char *frequency =
      g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) first->attr.sample_freq);
  g_autofree char *wall = NULL;

  prof_builder_meta (self->builder, PROF_META_FORMAT, "perf.data");
  if (file->hostname != NULL)
    prof_builder_meta (self->builder, PROF_META_HOSTNAME, file->hostname);
  if (file->release != NULL)
    prof_builder_meta (self->builder, PROF_META_KERNEL, file->release);
  if (file->command_line != NULL)
    prof_builder_meta (self->builder, PROF_META_COMMAND, file->command_line);
  if (file->n_cpus > 0)
    prof_builder_meta (self->builder, PROF_META_CPUS, cpus);
  if (first->attr.freq)
    prof_builder_meta (self->builder, PROF_META_FREQUENCY, frequency);
  if (file->clock_time > 0 && start > 0)
    {
      wall = g_strdup_printf ("%" G_GUINT64_FORMAT, file->clock_wall + (start - file->clock_time));
      prof_builder_meta (self->builder, PROF_META_START_WALL, wall);
    }
}

/* Which events have times, and whether side records have them too. */
static void
choose_order (Import *self)
{
  gboolean timed = FALSE, ordered = TRUE;

  for (guint i = 0; i < self->file.events->len; i++)
    {
      const struct perf_event_attr *attr =
          &g_array_index (self->file.events, PerfDataEvent, i).attr;

      timed |= (attr->sample_type & PERF_SAMPLE_TIME) != 0;
      ordered &= attr->sample_id_all && (attr->sample_type & PERF_SAMPLE_TIME) != 0;
    }
  if (ordered)
    self->queue = prof_record_queue_new (convert, self);
  if (!timed)
    prof_builder_meta (self->builder, PROF_META_NO_TIME, "1");
}

/* Where side records have no times, samples stay in the file's order, which is not that of time:
 * the earliest is time 0. */
static void
find_start (Import *self)
{
  gsize at = self->file.data_start;
  guint64 first = G_MAXUINT64;

  while (self->file.data_end - at >= PROF_PERF_HEADER_SIZE)
    {
      const guint8 *record = self->file.bytes + at;
      ProfPerfHeader header = prof_perf_header (record, self->file.swap);
      guint64 time;

      if (header.size < PROF_PERF_HEADER_SIZE || header.size > self->file.data_end - at)
        break;
      if (header.type == PERF_RECORD_SAMPLE)
        {
          time = prof_perf_converter_get_time (self->converter, record);
          if (time != 0)
            first = MIN (first, time);
        }
      at += perf_data_record_span (record, &header, self->file.swap, self->file.data_end - at);
    }
  if (first != G_MAXUINT64)
    prof_perf_converter_set_start (self->converter, first);
}

static void
add_warnings (Import *self, gsize read)
{
  const PerfDataFile *file = &self->file;
  gsize left = file->data_end - file->data_start - read;

  if (file->unfinished)
    prof_builder_warning (self->builder, 1,
                          "The recording was not brought to its end: it is read as far as it "
                          "goes.",
                          NULL);
  if (file->data_missing > 0)
    warn_at (self, file->length, "The file is cut off: later samples are missing.");
  if (left > 0 && !self->failed)
    warn_at (self, file->data_end - left, "The last record is cut off.");
  if (self->n_unknown > 0)
    prof_builder_warning (self->builder, self->n_unknown,
                          "A record of an unknown type was skipped.", NULL);
}

static gboolean
read_records (Import *self, GError **error)
{
  const PerfDataFile *file = &self->file;
  gsize read;

  add_events (self);
  choose_order (self);
  if (self->queue == NULL)
    find_start (self);
  read = walk (self, file->bytes + file->data_start, file->data_end - file->data_start, TRUE);
  if (self->queue != NULL)
    prof_record_queue_finish (self->queue);
  self->done = file->length;
  add_warnings (self, read);
  add_meta (self);
  prof_perf_converter_finish (self->converter);
  prof_resolver_report (self->resolver);
  if (self->failed)
    return FALSE;
  if (prof_perf_converter_get_n_samples (self->converter) > 0)
    return send_batch (self);
  g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_EMPTY, "it holds no samples");
  return FALSE;
}

static void
prepare (Import *self)
{
  const char *const *dirs = self->options->symbol_dirs;

  self->builder = prof_builder_new ();
  self->modules = prof_modules_new ();
  for (guint i = 0; dirs != NULL && dirs[i] != NULL; i++)
    prof_modules_add_search_dir (self->modules, dirs[i]);
  self->resolver = prof_resolver_new (self->builder, self->modules);
  if (dirs != NULL && dirs[0] != NULL)
    prof_resolver_set_perf_map_dir (self->resolver, dirs[0]);
  else if (perf_data_is_this_host (&self->file))
    prof_resolver_set_perf_map_dir (self->resolver, NULL);
  self->converter = prof_perf_converter_new (self->builder, self->modules, self->resolver);
  prof_perf_converter_set_kernel_func (self->converter, is_kernel_known, self);
  prof_perf_converter_set_build_id_func (self->converter, find_build_id, self);
  prof_perf_converter_set_foreign (self->converter, !perf_data_is_this_host (&self->file));
}

static gboolean
read_perf_data (const ProfInput *input, const ProfImportOptions *options, ProfBatchFunc sink,
                gpointer sink_data, GCancellable *cancellable, GError **error)
{
  Import self = { .options = options, .sink = sink, .sink_data = sink_data, .error = error };
  gboolean done = FALSE;

  if (perf_data_file_open (&self.file, input, error))
    {
      prepare (&self);
      done = read_records (&self, error);
      g_clear_pointer (&self.queue, prof_record_queue_free);
      g_clear_pointer (&self.stream, perf_data_stream_free);
      prof_perf_converter_free (self.converter);
      prof_resolver_free (self.resolver);
      prof_modules_free (self.modules);
      prof_builder_free (self.builder);
    }
  perf_data_file_clear (&self.file);
  return done;
}

const ProfImporter prof_perf_data_importer = { "perf.data", probe, read_perf_data };
