/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "profile/batch.h"

G_BEGIN_DECLS

#define PROF_IMPORT_ERROR (prof_import_error_quark ())
GQuark prof_import_error_quark (void);

typedef enum {
  PROF_IMPORT_ERROR_UNKNOWN_FORMAT, /* none of the formats we read; the message says what it seems */
  PROF_IMPORT_ERROR_DAMAGED,        /* nothing could be read; the message names place and reason */
  PROF_IMPORT_ERROR_UNSUPPORTED,    /* a known format in a form we do not read; says which */
  PROF_IMPORT_ERROR_EMPTY,
} ProfImportError;

/* done and total in bytes (total 0: unknown); called from the importing thread. */
typedef void (*ProfProgressFunc) (guint64 done, guint64 total, guint64 samples, gpointer user_data);

typedef struct {
  const char *const *symbol_dirs; /* (nullable): where to look for modules and debug files */
  ProfProgressFunc progress;      /* (nullable) */
  gpointer progress_data;
} ProfImportOptions;

/**
 * prof_import_file:
 * @path: a file, or "-" for standard input
 * @options: (nullable)
 * @format: (out) (transfer none) (optional): name of the format found: "capture", "perf.data", ...
 *
 * Reads any profile file. The format is found by content. Gives batches to @sink, in the calling
 * thread. What could be read in part is: the batches carry warnings for the rest, and the result is
 * %TRUE. Every error message is one sentence that names the file.
 */
gboolean prof_import_file (const char *path, const ProfImportOptions *options, ProfBatchFunc sink,
                           gpointer sink_data, GCancellable *cancellable, const char **format,
                           GError **error);

G_END_DECLS
