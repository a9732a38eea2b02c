/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/capture-file.h"
#include "formats/capture-format-private.h"
#include "formats/importer-private.h"

static gboolean
probe (const char *bytes, gsize length)
{
  return memcmp (bytes, PROF_CAPTURE_MAGIC, MIN (length, PROF_CAPTURE_MAGIC_SIZE)) == 0;
}

typedef struct {
  ProfCaptureReader *reader;
  const ProfInput *input;
  const ProfImportOptions *options;
  ProfBatchFunc sink;
  gpointer sink_data;
} Import;

static gboolean
take_batch (ProfBatch *batch, gpointer data, GError **error)
{
  Import *import = data;

  if (import->options->progress != NULL)
    import->options->progress (
        prof_capture_reader_get_position (import->reader), import->input->length,
        prof_capture_reader_get_n_samples (import->reader), import->options->progress_data);
  return import->sink (batch, import->sink_data, error);
}

static gboolean
read_capture (const ProfInput *input, const ProfImportOptions *options, ProfBatchFunc sink,
              gpointer sink_data, GCancellable *cancellable, GError **error)
{
  g_autoptr (ProfCaptureReader) reader = NULL;
  Import import = { NULL, input, options, sink, sink_data };

  reader = prof_capture_reader_new (take_batch, &import);
  import.reader = reader;
  return prof_capture_reader_push (reader, input->bytes, input->length, error) &&
         prof_capture_reader_end (reader, NULL, error);
}

const ProfImporter prof_capture_importer = { "capture", probe, read_capture };
