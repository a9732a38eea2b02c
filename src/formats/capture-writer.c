/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zstd.h>

#include "formats/capture-file.h"
#include "formats/capture-format-private.h"
#include "formats/crc32c.h"
#include "formats/save-file.h"

/* Level 1 packs ten million samples in a fraction of a second; higher ones gain a few percent. */
#define COMPRESSION_LEVEL 1

struct _ProfCaptureWriter {
  int fd; /* -1: @stream */
  gboolean owns_fd;
  char *path; /* (nullable): for messages */
  GOutputStream *stream;
  GCancellable *cancellable;
  ProfSaveFile *save;
  ZSTD_CCtx *compressor;
  GByteArray *chunk; /* header and zstd frame, reused */
  guint64 size;      /* whole chunks written */
  off_t begin;       /* in the file at @fd; -1: no file to go back in */
  ProfCaptureEnd written;
};

static void
prefix_error (ProfCaptureWriter *self, GError **error)
{
  g_autofree char *name = NULL;

  if (self->path == NULL ||
      g_error_matches (error ? *error : NULL, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  name = g_filename_display_name (self->path);
  g_prefix_error (error, "Cannot write “%s”: ", name);
}

static gboolean
put (ProfCaptureWriter *self, const void *bytes, gsize length, GError **error)
{
  gboolean done;

  if (self->stream != NULL)
    done = g_output_stream_write_all (self->stream, bytes, length, NULL, self->cancellable, error);
  else
    done = prof_write_all (self->fd, bytes, length, error);
  if (done)
    {
      self->size += length;
      return TRUE;
    }
  /* A full disk: without the half-written chunk the file is whole as far as it goes. */
  if (self->begin >= 0 && self->size > 0 &&
      lseek (self->fd, self->begin + (off_t) self->size, SEEK_SET) >= 0 &&
      ftruncate (self->fd, self->begin + (off_t) self->size) != 0)
    g_debug ("cannot cut the file back: %s", g_strerror (errno));
  prefix_error (self, error);
  return FALSE;
}

static ProfCaptureWriter *
writer_new (void)
{
  ProfCaptureWriter *self = g_new0 (ProfCaptureWriter, 1);

  self->fd = -1;
  self->begin = -1;
  self->chunk = g_byte_array_new ();
  self->compressor = ZSTD_createCCtx ();
  g_assert (self->compressor != NULL);
  ZSTD_CCtx_setParameter (self->compressor, ZSTD_c_compressionLevel, COMPRESSION_LEVEL);
  return self;
}

static ProfCaptureWriter *
begin (ProfCaptureWriter *writer, GError **error)
{
  g_autoptr (ProfCaptureWriter) self = writer;
  ProfCaptureHeader header = { .version = PROF_CAPTURE_VERSION, .size = sizeof header };

  memcpy (header.magic, PROF_CAPTURE_MAGIC, PROF_CAPTURE_MAGIC_SIZE);
  if (self->fd >= 0 && !(fcntl (self->fd, F_GETFL) & O_APPEND))
    self->begin = lseek (self->fd, 0, SEEK_CUR);
  return put (self, &header, sizeof header, error) ? g_steal_pointer (&self) : NULL;
}

ProfCaptureWriter *
prof_capture_writer_new (const char *path, GError **error)
{
  g_autoptr (ProfCaptureWriter) self = writer_new ();

  self->path = g_strdup (path);
  self->owns_fd = TRUE;
  self->fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (self->fd < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
      prefix_error (self, error);
      return NULL;
    }
  return begin (g_steal_pointer (&self), error);
}

ProfCaptureWriter *
prof_capture_writer_new_for_fd (int fd, GError **error)
{
  ProfCaptureWriter *self = writer_new ();

  self->fd = fd;
  return begin (self, error);
}

ProfCaptureWriter *
prof_capture_writer_new_for_stream (GOutputStream *out, GCancellable *cancellable, GError **error)
{
  ProfCaptureWriter *self = writer_new ();

  self->stream = g_object_ref (out);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  return begin (self, error);
}

ProfCaptureWriter *
prof_capture_writer_new_for_save (const char *path, GError **error)
{
  g_autoptr (ProfCaptureWriter) self = writer_new ();

  self->path = g_strdup (path);
  self->save = prof_save_file_new (path, error);
  if (self->save == NULL)
    return NULL;
  self->fd = prof_save_file_get_fd (self->save);
  return begin (g_steal_pointer (&self), error);
}

void
prof_capture_writer_free (ProfCaptureWriter *self)
{
  if (self == NULL)
    return;
  if (self->owns_fd && self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->save, prof_save_file_free);
  g_clear_object (&self->stream);
  g_clear_object (&self->cancellable);
  ZSTD_freeCCtx (self->compressor);
  g_byte_array_unref (self->chunk);
  g_free (self->path);
  g_free (self);
}

static gboolean
put_chunk (ProfCaptureWriter *self, ProfChunkType type, const void *payload, gsize length,
           GError **error)
{
  ProfChunkHeader header = { .type = type, .version = PROF_CHUNK_VERSION, .raw_length = length };
  const gsize crc_at = G_STRUCT_OFFSET (ProfChunkHeader, crc);
  gsize bound = ZSTD_compressBound (length);
  gsize stored;

  if (length > PROF_CHUNK_MAX_LENGTH)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                           "A batch of samples is too long for a capture file");
      return FALSE;
    }
  g_byte_array_set_size (self->chunk, sizeof header + bound);
  stored =
      ZSTD_compress2 (self->compressor, self->chunk->data + sizeof header, bound, payload, length);
  if (ZSTD_isError (stored))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "Cannot compress: %s",
                   ZSTD_getErrorName (stored));
      return FALSE;
    }
  header.stored_length = stored;
  header.crc =
      prof_crc32c (prof_crc32c (0, &header, crc_at), self->chunk->data + sizeof header, stored);
  memcpy (self->chunk->data, &header, sizeof header);
  return put (self, self->chunk->data, sizeof header + stored, error);
}

static gboolean
put_batch (const GByteArray *payload, gpointer writer, GError **error)
{
  ProfCaptureWriter *self = writer;

  if (!put_chunk (self, PROF_CHUNK_BATCH, payload->data, payload->len, error))
    return FALSE;
  self->written.n_batches++;
  return TRUE;
}

gboolean
prof_capture_writer_write (ProfCaptureWriter *self, const ProfBatch *batch, GError **error)
{
  if (!prof_capture_encode (batch, put_batch, self, error))
    return FALSE;
  self->written.n_samples += batch->times->len;
  return TRUE;
}

gboolean
prof_capture_writer_sink (ProfBatch *batch, gpointer writer, GError **error)
{
  g_autoptr (ProfBatch) owned = batch;

  return prof_capture_writer_write (writer, owned, error);
}

/* 0, or an error number; a pipe cannot be synced and need not be. */
static int
sync_fd (int fd)
{
  return fdatasync (fd) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP ? 0 : errno;
}

gboolean
prof_capture_writer_close (ProfCaptureWriter *self, GError **error)
{
  if (!put_chunk (self, PROF_CHUNK_END, &self->written, sizeof self->written, error))
    return FALSE;
  if (self->save != NULL)
    {
      self->fd = -1;
      return prof_save_file_commit (self->save, error);
    }
  if (self->fd >= 0)
    {
      int code = sync_fd (self->fd);

      if (self->owns_fd && close (g_steal_fd (&self->fd)) != 0 && errno != EINTR && code == 0)
        code = errno;
      if (code != 0)
        {
          g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
          prefix_error (self, error);
          return FALSE;
        }
    }
  return TRUE;
}

guint64
prof_capture_writer_get_size (ProfCaptureWriter *self)
{
  return self->size;
}
