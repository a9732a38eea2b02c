/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/**
 * ProfPerfMap:
 *
 * A file in which a process names the code that it makes at run time: lines of start, size (both
 * hexadecimal) and a name. It only grows; memory is used again, so a later line hides what it
 * overlaps of earlier ones.
 */
typedef struct _ProfPerfMap ProfPerfMap;

typedef struct {
  guint64 start;
  guint64 end;
  const char *name;
  guint32 value; /* the finder's; PROF_PERF_MAP_NO_VALUE at first */
} ProfPerfMapRange;

#define PROF_PERF_MAP_NO_VALUE G_MAXUINT32

ProfPerfMap *prof_perf_map_new (const char *path);
void prof_perf_map_free (ProfPerfMap *self);

/* Reads what has been added to the file. FALSE: nothing new. A file changed last before @not_before
 * (seconds since the epoch) is another process's and not read. */
gboolean prof_perf_map_update (ProfPerfMap *self, gint64 not_before);

/* (transfer none) (nullable): valid until the next update. */
ProfPerfMapRange *prof_perf_map_find (ProfPerfMap *self, guint64 address);

G_END_DECLS
