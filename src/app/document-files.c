/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/recovery.h"
#include "formats/export.h"
#include "formats/import.h"

ProfOpenProgress *
prof_open_progress_new (void)
{
  ProfOpenProgress *self = g_new0 (ProfOpenProgress, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  return self;
}

ProfOpenProgress *
prof_open_progress_ref (ProfOpenProgress *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
prof_open_progress_unref (ProfOpenProgress *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* Opening */

typedef struct {
  char *path;
  ProfOpenProgress *progress;
  ProfProfile *profile;
  const char *format;
} OpenJob;

static void
open_job_free (gpointer data)
{
  OpenJob *job = data;

  g_free (job->path);
  g_clear_pointer (&job->progress, prof_open_progress_unref);
  g_clear_pointer (&job->profile, prof_profile_free);
  g_free (job);
}

static void
on_import_progress (guint64 done, guint64 total, guint64 samples, gpointer user_data)
{
  ProfOpenProgress *progress = user_data;

  g_mutex_lock (&progress->mutex);
  progress->done = done;
  progress->total = total;
  progress->samples = samples;
  g_mutex_unlock (&progress->mutex);
}

static void
open_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  OpenJob *job = task_data;
  const ProfImportOptions options = {
    .progress = on_import_progress,
    .progress_data = job->progress,
  };
  GError *error = NULL;

  job->profile = prof_profile_new ();
  if (!prof_import_file (job->path, &options, prof_profile_sink, job->profile, cancellable,
                         &job->format, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  /* Makes the snapshot here, where nobody waits for it. */
  prof_snapshot_unref (prof_profile_snapshot (job->profile));
  g_task_return_boolean (task, TRUE);
}

void
prof_document_open (GFile *file, ProfOpenProgress *progress, GCancellable *cancellable,
                    GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (file, cancellable, callback, user_data);
  OpenJob *job = g_new0 (OpenJob, 1);

  g_task_set_source_tag (task, prof_document_open);
  job->path = g_file_get_path (file);
  job->progress = prof_open_progress_ref (progress);
  g_task_set_task_data (task, job, open_job_free);
  if (job->path == NULL)
    {
      g_autofree char *uri = g_file_get_uri (file);

      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                               _ ("%s is not a file on this machine; copy it here to open it."),
                               uri);
      return;
    }
  g_task_run_in_thread (task, open_in_thread);
}

ProfDocument *
prof_document_open_finish (GAsyncResult *result, GError **error)
{
  GTask *task = G_TASK (result);
  OpenJob *job = g_task_get_task_data (task);
  g_autofree char *name = NULL;
  ProfDocument *self;

  if (!g_task_propagate_boolean (task, error))
    return NULL;
  name = g_path_get_basename (job->path);
  self = prof_document_new_for_profile (g_steal_pointer (&job->profile), name);
  if (prof_recovery_is_recovery (job->path))
    {
      /* An interrupted recording: it is nowhere else, and stays where it is until it is saved. */
      prof_document_set_title (self, _ ("Recovered recording"));
      self->recovery = g_strdup (job->path);
      self->unsaved = TRUE;
    }
  else if (g_strcmp0 (job->format, "capture") == 0)
    {
      self->path = g_strdup (job->path);
    }
  return self;
}

/* Saving */

typedef struct {
  char *path;
  ProfSnapshot *snapshot;
  ProfQuery *query;
  char *format;
  ProfCaptureWriter *writer;
  GCancellable *cancellable;
} WriteJob;

static void
write_job_free (gpointer data)
{
  WriteJob *job = data;

  g_free (job->path);
  g_free (job->format);
  g_clear_pointer (&job->writer, prof_capture_writer_free);
  g_clear_pointer (&job->snapshot, prof_snapshot_unref);
  g_clear_pointer (&job->query, prof_query_unref);
  g_clear_object (&job->cancellable);
  g_free (job);
}

static GTask *
new_write_task (ProfDocument *self, GFile *file, GCancellable *cancellable,
                GAsyncReadyCallback callback, gpointer user_data, gpointer tag)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WriteJob *job = g_new0 (WriteJob, 1);

  g_task_set_source_tag (task, tag);
  job->path = g_file_get_path (file);
  job->snapshot = prof_snapshot_ref (self->snapshot);
  job->cancellable = cancellable ? g_object_ref (cancellable) : NULL;
  g_task_set_task_data (task, job, write_job_free);
  if (job->path == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                               _ ("Files can only be written to folders of this machine."));
      g_clear_object (&task);
    }
  return task;
}

static gboolean
write_batch (ProfBatch *batch, gpointer user_data, GError **error)
{
  WriteJob *job = user_data;
  g_autoptr (ProfBatch) owned = batch;

  if (g_cancellable_set_error_if_cancelled (job->cancellable, error))
    return FALSE;
  return prof_capture_writer_write (job->writer, owned, error);
}

static void
save_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  WriteJob *job = task_data;
  GError *error = NULL;

  job->writer = prof_capture_writer_new_for_save (job->path, &error);
  if (job->writer == NULL || !prof_snapshot_send (job->snapshot, write_batch, job, &error) ||
      !prof_capture_writer_close (job->writer, &error))
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

void
prof_document_save (ProfDocument *self, GFile *file, GCancellable *cancellable,
                    GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task =
      new_write_task (self, file, cancellable, callback, user_data, prof_document_save);

  if (task)
    g_task_run_in_thread (task, save_in_thread);
}

gboolean
prof_document_save_finish (ProfDocument *self, GAsyncResult *result, GError **error)
{
  WriteJob *job = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;

  /* Something may have been recorded since. */
  if (job->snapshot->revision != self->snapshot->revision || self->recorder)
    return TRUE;
  g_free (self->path);
  self->path = g_strdup (job->path);
  name = g_path_get_basename (job->path);
  prof_document_set_title (self, name);
  prof_document_set_unsaved (self, FALSE);
  if (self->recovery)
    {
      prof_recovery_remove (self->recovery);
      g_clear_pointer (&self->recovery, g_free);
    }
  return TRUE;
}

/* Exporting */

static void
export_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  WriteJob *job = task_data;
  GError *error = NULL;

  if (prof_export_file (job->snapshot, job->query, job->format, job->path, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
prof_document_export (ProfDocument *self, ProfQuery *query, const char *format, GFile *file,
                      GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task =
      new_write_task (self, file, cancellable, callback, user_data, prof_document_export);
  WriteJob *job;

  if (task == NULL)
    return;
  job = g_task_get_task_data (task);
  job->query = prof_query_ref (query);
  job->format = g_strdup (format);
  g_task_run_in_thread (task, export_in_thread);
}

gboolean
prof_document_export_finish (ProfDocument *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
