/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/call-tree.h"
#include "formats/export.h"

G_BEGIN_DECLS

/**
 * ProfExportView:
 *
 * What a query selects, ready to be written: its filter, its call tree with the weights of its
 * range, upright whatever the query says. The numbers are those of analysis/.
 */
typedef struct {
  ProfSnapshot *snapshot;
  ProfFilter *filter;
  ProfCallTree *tree;
  gint64 start;
  gint64 end;
} ProfExportView;

/* @grouping: of the tree; exporters whose rows name the process themselves want none. FALSE with
 * PROF_EXPORT_ERROR_SELECTION; @self is to be cleared in any case. */
gboolean prof_export_view_init (ProfExportView *self, ProfSnapshot *snapshot,
                                const ProfQuery *query, ProfGrouping grouping, GError **error);
void prof_export_view_clear (ProfExportView *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProfExportView, prof_export_view_clear)

/* The exporters, by the names of prof_export_get_formats(). */
typedef gboolean (*ProfExportFunc) (ProfSnapshot *snapshot, const ProfQuery *query,
                                    GOutputStream *out, GCancellable *cancellable, GError **error);

gboolean prof_export_capture (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                              GCancellable *cancellable, GError **error);
gboolean prof_export_folded (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                             GCancellable *cancellable, GError **error);
gboolean prof_export_csv (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                          GCancellable *cancellable, GError **error);
gboolean prof_export_json (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                           GCancellable *cancellable, GError **error);

G_END_DECLS
