/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/query.h"

G_BEGIN_DECLS

#define PROF_EXPORT_ERROR (prof_export_error_quark ())
GQuark prof_export_error_quark (void);

typedef enum {
  PROF_EXPORT_ERROR_UNKNOWN_FORMAT, /* the message lists the known ones */
  PROF_EXPORT_ERROR_SELECTION,      /* the query cannot be used (regex, event) */
} ProfExportError;

/* (array zero-terminated=1): names for prof_export(): "capture", "folded", "csv", "json",
 * "svg". */
const char *const *prof_export_get_formats (void);

/**
 * prof_export:
 * @query: what to write: range, filters, hidden kinds, transforms, grouping all apply
 *
 * Writes the selected part of @snapshot to @out, which stays open.
 */
gboolean prof_export (ProfSnapshot *snapshot, const ProfQuery *query, const char *format,
                      GOutputStream *out, GCancellable *cancellable, GError **error);

/* To a file: written beside it and renamed. @path "-": standard output. */
gboolean prof_export_file (ProfSnapshot *snapshot, const ProfQuery *query, const char *format,
                           const char *path, GCancellable *cancellable, GError **error);

G_END_DECLS
