/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <archive.h>

#include "formats/input-private.h"

typedef struct {
  char *bytes;
  gsize length;
  gsize size;
} Buffer;

/* What may be held in memory: three quarters of the machine's. */
static gsize
get_limit (void)
{
  gint64 pages = sysconf (_SC_PHYS_PAGES);
  gint64 page = sysconf (_SC_PAGESIZE);

  return pages > 0 && page > 0 ? (gsize) pages / 4 * 3 * (gsize) page : (gsize) 1 << 30;
}

static gboolean
buffer_reserve (Buffer *buffer, gsize more, gsize limit, GError **error)
{
  char *bytes;
  gsize size;

  if (buffer->size - buffer->length >= more)
    return TRUE;
  size = MAX (buffer->size * 2, buffer->length + more);
  bytes = size <= limit ? g_try_realloc (buffer->bytes, size) : NULL;
  if (bytes == NULL)
    {
      g_autofree char *text = g_format_size (limit);

      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_UNSUPPORTED,
                   "its content does not fit into memory (%s)", text);
      return FALSE;
    }
  buffer->bytes = bytes;
  buffer->size = size;
  return TRUE;
}

static gboolean
read_all (int fd, Buffer *buffer, GCancellable *cancellable, GError **error)
{
  const gsize limit = get_limit ();

  for (;;)
    {
      ssize_t n;

      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          !buffer_reserve (buffer, 1 << 16, limit, error))
        return FALSE;
      n = read (fd, buffer->bytes + buffer->length, buffer->size - buffer->length);
      if (n == 0)
        return TRUE;
      if (n > 0)
        buffer->length += n;
      else if (errno != EINTR)
        {
          g_set_error_literal (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                               g_strerror (errno));
          return FALSE;
        }
    }
}

static const char *
get_wrapper (const char *bytes, gsize length)
{
  if (length >= 2 && memcmp (bytes, "\x1f\x8b", 2) == 0)
    return "gzip";
  if (length >= 6 && memcmp (bytes,
                             "\xfd"
                             "7zXZ\0",
                             6) == 0)
    return "xz";
  if (length >= 4 && memcmp (bytes, "\x28\xb5\x2f\xfd", 4) == 0)
    return "zstd";
  return NULL;
}

static gboolean
unwrap_into (struct archive *archive, const ProfInput *input, Buffer *buffer,
             GCancellable *cancellable, char **problem, GError **error)
{
  const gsize limit = get_limit ();
  struct archive_entry *entry;
  int status;

  if (archive_read_support_filter_gzip (archive) != ARCHIVE_OK ||
      archive_read_support_filter_xz (archive) != ARCHIVE_OK ||
      archive_read_support_filter_zstd (archive) < ARCHIVE_WARN ||
      archive_read_support_format_raw (archive) != ARCHIVE_OK ||
      archive_read_open_memory (archive, input->bytes, input->length) != ARCHIVE_OK)
    {
      *problem = g_strdup (archive_error_string (archive));
      return TRUE;
    }
  status = archive_read_next_header (archive, &entry);
  /* With only the raw bytes as a filter, libarchive sees no wrapper. */
  if ((status == ARCHIVE_OK || status == ARCHIVE_WARN) && archive_filter_count (archive) < 2)
    {
      *problem = g_strdup ("its header is wrong");
      return TRUE;
    }
  while (status == ARCHIVE_OK || status == ARCHIVE_WARN)
    {
      const void *block;
      size_t length;
      la_int64_t offset;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      status = archive_read_data_block (archive, &block, &length, &offset);
      if ((status == ARCHIVE_OK || status == ARCHIVE_WARN) && length > 0)
        {
          if (!buffer_reserve (buffer, length, limit, error))
            return FALSE;
          memcpy (buffer->bytes + buffer->length, block, length);
          buffer->length += length;
        }
    }
  if (status != ARCHIVE_EOF)
    *problem = g_strdup (archive_error_string (archive));
  return TRUE;
}

static gboolean
unwrap (ProfLoadedInput *self, const char *wrapper, GCancellable *cancellable, GError **error)
{
  struct archive *archive = archive_read_new ();
  g_autofree char *problem = NULL;
  Buffer buffer = { NULL, 0, 0 };
  gboolean done;

  done = unwrap_into (archive, &self->input, &buffer, cancellable, &problem, error);
  archive_read_free (archive);
  if (done && problem != NULL && buffer.length == 0)
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                   "its %s wrapper is damaged from the start (%s)", wrapper, problem);
      done = FALSE;
    }
  if (!done)
    {
      g_free (buffer.bytes);
      return FALSE;
    }
  if (problem != NULL)
    self->warning = g_strdup_printf ("The file's %s wrapper is cut off or damaged (%s): only what "
                                     "comes before that was read.",
                                     wrapper, problem);
  g_free (self->owned);
  self->owned = buffer.bytes;
  g_clear_pointer (&self->mapped, g_mapped_file_unref);
  self->input.path = NULL;
  self->input.bytes = self->owned;
  self->input.length = buffer.length;
  return TRUE;
}

static gboolean
load_fd (ProfLoadedInput *self, int fd, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) refused = NULL;
  Buffer buffer = { NULL, 0, 0 };
  struct stat info;

  if (fstat (fd, &info) != 0)
    {
      g_set_error_literal (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED, g_strerror (errno));
      return FALSE;
    }
  if (S_ISDIR (info.st_mode))
    {
      g_set_error_literal (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_UNKNOWN_FORMAT,
                           "it is a folder, not a profile");
      return FALSE;
    }
  if (S_ISREG (info.st_mode) && self->input.path != NULL)
    self->mapped = g_mapped_file_new_from_fd (fd, FALSE, &refused);
  if (self->mapped != NULL)
    {
      self->input.bytes = g_mapped_file_get_contents (self->mapped);
      self->input.length = g_mapped_file_get_length (self->mapped);
      return TRUE;
    }
  self->input.path = NULL;
  if (!read_all (fd, &buffer, cancellable, error))
    {
      g_free (buffer.bytes);
      return FALSE;
    }
  self->owned = buffer.bytes;
  self->input.bytes = buffer.bytes;
  self->input.length = buffer.length;
  return TRUE;
}

gboolean
prof_loaded_input_load (ProfLoadedInput *self, const char *path, GCancellable *cancellable,
                        GError **error)
{
  const char *wrapper;
  gboolean loaded;

  memset (self, 0, sizeof *self);
  if (strcmp (path, "-") == 0)
    {
      self->display_name = g_strdup ("standard input");
      self->input.name = self->display_name;
      loaded = load_fd (self, STDIN_FILENO, cancellable, error);
    }
  else
    {
      int fd = open (path, O_RDONLY | O_CLOEXEC);

      self->display_name = g_filename_display_name (path);
      self->input.name = self->display_name;
      self->input.path = path;
      if (fd < 0)
        {
          g_set_error_literal (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                               g_strerror (errno));
          return FALSE;
        }
      loaded = load_fd (self, fd, cancellable, error);
      close (fd);
    }
  if (!loaded)
    return FALSE;

  wrapper = get_wrapper (self->input.bytes, self->input.length);
  if (wrapper != NULL && !unwrap (self, wrapper, cancellable, error))
    return FALSE;
  if (self->input.length == 0)
    {
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_EMPTY, "%s is empty",
                   wrapper != NULL ? "what its wrapper holds" : "it");
      return FALSE;
    }
  return TRUE;
}

void
prof_loaded_input_clear (ProfLoadedInput *self)
{
  g_clear_pointer (&self->mapped, g_mapped_file_unref);
  g_clear_pointer (&self->owned, g_free);
  g_clear_pointer (&self->display_name, g_free);
  g_clear_pointer (&self->warning, g_free);
}
