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
 * saving, and for a stream over a pipe. One thread at a time.
 */
typedef struct _ProfCaptureWriter ProfCaptureWriter;

/* Creates or truncates @path. */
ProfCaptureWriter *prof_capture_writer_new (const char *path, GError **error);
/* @fd stays open and the caller's. */
ProfCaptureWriter *prof_capture_writer_new_for_fd (int fd, GError **error);
/* @out stays open and the caller's. */
ProfCaptureWriter *prof_capture_writer_new_for_stream (GOutputStream *out,
                                                       GCancellable *cancellable, GError **error);
/* Writes to a temporary file beside @path; prof_capture_writer_close() renames it. */
ProfCaptureWriter *prof_capture_writer_new_for_save (const char *path, GError **error);
/* A writer not closed: what is there stays (a save: the temporary file is removed). */
void prof_capture_writer_free (ProfCaptureWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfCaptureWriter, prof_capture_writer_free)

/* Appends a chunk and hands it to the kernel. @batch stays the caller's. When it fails (disk full),
 * the file is cut back to its last whole chunk. */
gboolean prof_capture_writer_write (ProfCaptureWriter *self, const ProfBatch *batch,
                                    GError **error);
/* A #ProfBatchFunc whose user_data is a #ProfCaptureWriter: writes and frees the batch. */
gboolean prof_capture_writer_sink (ProfBatch *batch, gpointer writer, GError **error);
/* Writes the end chunk (a file without one was cut), syncs, renames a save. */
gboolean prof_capture_writer_close (ProfCaptureWriter *self, GError **error);
/* Bytes written so far. */
guint64 prof_capture_writer_get_size (ProfCaptureWriter *self);

/**
 * ProfCaptureReader:
 *
 * Reads a capture as it arrives: push bytes, get batches. For files, and for streams from a
 * recorder process.
 */
typedef struct _ProfCaptureReader ProfCaptureReader;
ProfCaptureReader *prof_capture_reader_new (ProfBatchFunc sink, gpointer sink_data);
void prof_capture_reader_free (ProfCaptureReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfCaptureReader, prof_capture_reader_free)

/**
 * prof_capture_reader_push:
 *
 * Fails when the bytes are no capture, or one of a newer version (PROF_IMPORT_ERROR, worded as
 * importer-private.h says), or when the sink fails. Damage further on does not fail: what comes
 * after it is not read, and prof_capture_reader_end() says so. A batch that the sink refuses with
 * PROF_PROFILE_ERROR_INVALID is damage too.
 */
gboolean prof_capture_reader_push (ProfCaptureReader *self, const void *bytes, gsize length,
                                   GError **error);

/**
 * prof_capture_reader_end:
 * @complete: (out) (optional): whether an undamaged end chunk was seen
 *
 * At the end of the stream. Gives the sink a last batch with a warning for what is missing.
 *
 * Returns: %FALSE with @error if there was not even a header, or if the sink failed
 */
gboolean prof_capture_reader_end (ProfCaptureReader *self, gboolean *complete, GError **error);

/* Of the batches given to the sink. */
guint64 prof_capture_reader_get_n_samples (ProfCaptureReader *self);
/* In the stream, of the first byte that is not part of what was read whole. */
guint64 prof_capture_reader_get_position (ProfCaptureReader *self);
/* The end chunk was read, or nothing more can be: bytes pushed from now on are not looked at. */
gboolean prof_capture_reader_is_done (ProfCaptureReader *self);

G_END_DECLS
