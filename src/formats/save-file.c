/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/save-file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

struct _ProfSaveFile {
  int fd;
  char *path;      /* where it goes, links resolved */
  char *temporary; /* (nullable): written directly */
};

static void
set_error (GError **error, const char *doing, const char *path, int code)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s “%s”: %s", doing, name,
               g_strerror (code));
}

ProfSaveFile *
prof_save_file_new (const char *path, GError **error)
{
  g_autoptr (ProfSaveFile) self = g_new0 (ProfSaveFile, 1);
  char *resolved = realpath (path, NULL);
  struct stat info;
  gboolean exists = stat (path, &info) == 0;

  self->fd = -1;
  self->path = g_strdup (resolved != NULL ? resolved : path);
  free (resolved);
  if (exists && !S_ISREG (info.st_mode))
    {
      self->fd = open (path, O_WRONLY | O_CLOEXEC);
      if (self->fd < 0)
        {
          set_error (error, "Cannot write", path, errno);
          return NULL;
        }
      return g_steal_pointer (&self);
    }

  self->temporary = g_strconcat (self->path, ".XXXXXX", NULL);
  self->fd = g_mkstemp_full (self->temporary, O_RDWR | O_CLOEXEC, 0666);
  if (self->fd < 0)
    {
      int code = errno;

      g_clear_pointer (&self->temporary, g_free);
      set_error (error, "Cannot write", path, code);
      return NULL;
    }
  /* Permissions of the file that is replaced; where that is refused, those of a new file do. */
  if (exists && fchmod (self->fd, info.st_mode & 07777) != 0)
    g_debug ("permissions of %s not kept: %s", path, g_strerror (errno));
  return g_steal_pointer (&self);
}

void
prof_save_file_free (ProfSaveFile *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    close (self->fd);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self);
}

int
prof_save_file_get_fd (ProfSaveFile *self)
{
  return self->fd;
}

/* So that the new name survives a power cut; a file system that cannot is no reason to fail. */
static void
sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return;
  if (fsync (fd) != 0)
    g_debug ("cannot sync %s: %s", folder, g_strerror (errno));
  close (fd);
}

gboolean
prof_save_file_commit (ProfSaveFile *self, GError **error)
{
  int fd = g_steal_fd (&self->fd);

  if (self->temporary != NULL && fsync (fd) != 0 && errno != EINVAL && errno != ENOTSUP)
    {
      set_error (error, "Cannot write", self->path, errno);
      close (fd);
      return FALSE;
    }
  if (close (fd) != 0 && errno != EINTR)
    {
      set_error (error, "Cannot write", self->path, errno);
      return FALSE;
    }
  if (self->temporary == NULL)
    return TRUE;
  if (g_rename (self->temporary, self->path) != 0)
    {
      set_error (error, "Cannot replace", self->path, errno);
      return FALSE;
    }
  g_clear_pointer (&self->temporary, g_free);
  sync_folder (self->path);
  return TRUE;
}

gboolean
prof_write_all (int fd, const void *bytes, gsize length, GError **error)
{
  const char *at = bytes;

  while (length > 0)
    {
      ssize_t n = write (fd, at, MIN (length, 1u << 30));

      if (n >= 0)
        {
          at += n;
          length -= n;
        }
      else if (errno == EAGAIN)
        {
          struct pollfd ready = { fd, POLLOUT, 0 };

          poll (&ready, 1, -1);
        }
      else if (errno != EINTR)
        {
          g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno),
                               g_strerror (errno));
          return FALSE;
        }
    }
  return TRUE;
}
