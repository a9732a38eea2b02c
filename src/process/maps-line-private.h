/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A line of /proc/PID/maps. */
typedef struct {
  guint64 start;
  guint64 end;
  guint64 offset;
  guint64 device; /* as makedev() makes it; 0: no file */
  guint64 inode;
  guint32 protection; /* PROT_* */
  gboolean deleted;   /* the name was taken from the file since */
  char *path;         /* inside the text, plain; "" for memory without a name */
} ProfMapsLine;

/* Reads one line, ended by '\n' or NUL, changing the text, and moves @cursor behind it. FALSE: not
 * in the form of a maps line. */
gboolean prof_maps_line_parse (char **cursor, ProfMapsLine *line);

G_END_DECLS
