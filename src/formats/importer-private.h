/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/import.h"

G_BEGIN_DECLS

/**
 * ProfInput:
 *
 * A whole input in memory: a mapped file, or what came out of a gzip, xz or zstd wrapper or a pipe.
 * Lives as long as the call it is given to.
 */
typedef struct {
  const char *name;  /* for messages: the path, or "standard input" */
  const char *path;  /* (nullable): the file, where @bytes are that file's own bytes */
  const char *bytes; /* never NULL; not ended by NUL */
  gsize length;      /* at least 1 */
} ProfInput;

/**
 * ProfImporter:
 *
 * One file format. import.c asks each importer of its list in turn whether it knows the content;
 * the first that does reads it.
 *
 * @probe looks at @bytes only as far as it must: a magic number, or the first lines of a text. It
 * never fails and never warns. @length may be any length from 1.
 *
 * @read gives batches to @sink. Errors are in PROF_IMPORT_ERROR, worded as the second half of a
 * sentence without a full stop ("the header is cut off at byte 24"): import.c puts the file's name
 * in front. What can be read in part returns %TRUE and a warning row in a batch. Errors of @sink are
 * passed on as they are. @options is never NULL; its progress may be.
 */
typedef struct {
  const char *name; /* as in `info --json`: "perf.data" */
  gboolean (*probe) (const char *bytes, gsize length);
  gboolean (*read) (const ProfInput *input, const ProfImportOptions *options, ProfBatchFunc sink,
                    gpointer sink_data, GCancellable *cancellable, GError **error);
} ProfImporter;

/* Each is defined in the file of its format and listed in import.c, most certain probe first. */
extern const ProfImporter prof_capture_importer;
extern const ProfImporter prof_perf_data_importer;
extern const ProfImporter prof_folded_importer;

G_END_DECLS
