/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "profile/batch.h"

G_BEGIN_DECLS

/**
 * ProfCaptureWriter:
 *
 * Writes the own capture file (docs/capture-format.md): a header, then one chunk a batch, appended
 * and flushed, so that whatever was written survives the writer's death. Used while recording, for
 * saving, and for a stream over a pipe.
 */
typedef struct _ProfCaptureWriter ProfCaptureWriter;

/* Creates or truncates @path. */
ProfCaptureWriter *prof_capture_writer_new (const char *path, GError **error);
/* @fd stays open and the caller's. */
ProfCaptureWriter *prof_capture_writer_new_for_fd (int fd, GError **error);
/* Writes to a temporary file beside @path; prof_capture_writer_close() renames it. */
ProfCaptureWriter *prof_capture_writer_new_for_save (const char *path, GError **error);
/* A writer not closed: what is there stays (a save: the temporary file is removed). */
void prof_capture_writer_free (ProfCaptureWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfCaptureWriter, prof_capture_writer_free)

/* Appends a chunk and hands it to the kernel. @batch stays the caller's. */
gboolean prof_capture_writer_write (ProfCaptureWriter *self, const ProfBatch *batch,
                                    GError **error);
/* Writes the end chunk (a file without one was cut), syncs, renames a save. */
gboolean prof_capture_writer_close (ProfCaptureWriter *self, GError **error);

/* Reads a capture as it arrives: push bytes, get batches. For streams from a recorder process. */
typedef struct _ProfCaptureReader ProfCaptureReader;
ProfCaptureReader *prof_capture_reader_new (ProfBatchFunc sink, gpointer sink_data);
void prof_capture_reader_free (ProfCaptureReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfCaptureReader, prof_capture_reader_free)
gboolean prof_capture_reader_push (ProfCaptureReader *self, const void *bytes, gsize length,
                                   GError **error);
/* At the end of the stream; TRUE if an end chunk was seen, else the sink got a warning. */
gboolean prof_capture_reader_end (ProfCaptureReader *self, GError **error);

G_END_DECLS
