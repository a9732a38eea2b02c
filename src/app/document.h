/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/query.h"
#include "app/record-request.h"
#include "profile/snapshot.h"

G_BEGIN_DECLS

/**
 * ProfDocument:
 *
 * A profile and how it came to be: recorded live, or read from a file. It knows whether it holds
 * something that is nowhere else yet. Main thread only.
 *
 * Properties: "title" (what to call it), "recording", "paused", "unsaved".
 *
 * Signals:
 * - ::changed: there is a new snapshot
 * - ::ended (message): recording ended; @message (nullable) says in a sentence why it ended early
 * - ::trouble (message): something went wrong that the recording survives
 */
#define PROF_TYPE_DOCUMENT (prof_document_get_type ())
G_DECLARE_FINAL_TYPE (ProfDocument, prof_document, PROF, DOCUMENT, GObject)

/* Starts recording. (transfer full); NULL with @error: one sentence. */
ProfDocument *prof_document_record (const ProfRecordRequest *request, GError **error);

/* How far an opening is. Written by the worker, read by anyone. */
typedef struct {
  GMutex mutex;
  guint64 done;
  guint64 total;
  guint64 samples;
  gatomicrefcount ref_count;
} ProfOpenProgress;

ProfOpenProgress *prof_open_progress_new (void);
ProfOpenProgress *prof_open_progress_ref (ProfOpenProgress *self);
void prof_open_progress_unref (ProfOpenProgress *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfOpenProgress, prof_open_progress_unref)

/* Reads @file, whatever its format, on a worker thread. */
void prof_document_open (GFile *file, ProfOpenProgress *progress, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);
/* (transfer full) */
ProfDocument *prof_document_open_finish (GAsyncResult *result, GError **error);

/* (transfer none): the latest; immutable */
ProfSnapshot *prof_document_get_snapshot (ProfDocument *self);
const char *prof_document_get_title (ProfDocument *self);
/* (nullable): the capture file that holds all of it */
const char *prof_document_get_path (ProfDocument *self);
gboolean prof_document_is_unsaved (ProfDocument *self);
/* (transfer full): a file name to suggest, with the extension of captures */
char *prof_document_suggest_name (ProfDocument *self);
/* The example is not the person's own: it is not asked about, and has no place among the recent. */
void prof_document_set_title (ProfDocument *self, const char *title);

gboolean prof_document_is_recording (ProfDocument *self);
gboolean prof_document_is_paused (ProfDocument *self);
void prof_document_set_paused (ProfDocument *self, gboolean paused);
/* Asks the recorder to end; ::ended follows. */
void prof_document_stop (ProfDocument *self);
/* ns since the recording began, until it ended */
gint64 prof_document_get_elapsed (ProfDocument *self);
/* ns: what there is to look at: up to now while recording, else to the capture's end */
gint64 prof_document_get_duration (ProfDocument *self);

/* Writes everything to @file on a worker thread, which is then this document's file. */
void prof_document_save (ProfDocument *self, GFile *file, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);
gboolean prof_document_save_finish (ProfDocument *self, GAsyncResult *result, GError **error);

/* Writes what @query selects to @file in @format (of formats/export.h) on a worker thread. */
void prof_document_export (ProfDocument *self, ProfQuery *query, const char *format, GFile *file,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data);
gboolean prof_document_export_finish (ProfDocument *self, GAsyncResult *result, GError **error);

/* The person does not want it: what was kept for recovery is removed. */
void prof_document_discard (ProfDocument *self);

G_END_DECLS
