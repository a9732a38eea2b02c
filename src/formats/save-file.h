/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ProfSaveFile:
 *
 * A file being saved: what is written goes to a temporary file in the same folder, which takes the
 * file's name only when it is complete and on the disk. A symbolic link keeps pointing to what it
 * points to. What is not a regular file (a pipe, a terminal) is written directly.
 */
typedef struct _ProfSaveFile ProfSaveFile;

ProfSaveFile *prof_save_file_new (const char *path, GError **error);
/* Without a commit before: the temporary file is removed, the old file stays. */
void prof_save_file_free (ProfSaveFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfSaveFile, prof_save_file_free)

int prof_save_file_get_fd (ProfSaveFile *self);

/* Syncs and renames. */
gboolean prof_save_file_commit (ProfSaveFile *self, GError **error);

/* Writes all of @bytes to @fd, waiting where it would block. */
gboolean prof_write_all (int fd, const void *bytes, gsize length, GError **error);

G_END_DECLS
