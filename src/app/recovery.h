/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * While something is recorded, all of it is also written to a capture in the person's cache
 * folder. It is removed when the recording is saved or discarded, so one that is found at the
 * start of the program is what an earlier run, killed or crashed, left behind.
 */

/* (transfer full): the path for a new recovery capture, named by this process and the time; its
 * folder exists. NULL with @error: it could not be made. */
char *prof_recovery_new_path (GError **error);

/* (transfer full) (element-type filename): captures of runs that are no longer there, the newest
 * first. */
GPtrArray *prof_recovery_list (void);

/* (transfer full) (nullable): when the capture at @path was begun. */
GDateTime *prof_recovery_get_time (const char *path);

/* TRUE for a file inside the recovery folder. */
gboolean prof_recovery_is_recovery (const char *path);

void prof_recovery_remove (const char *path);

G_END_DECLS
