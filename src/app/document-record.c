/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document-private.h"

#include <glib/gi18n.h>

#include "app/recovery.h"

/* Where the recorder's worker leaves batches for the main loop. It outlives the document when a
 * recorder that was let go still has something to say. */
struct _ProfInbox {
  gatomicrefcount ref_count;
  GMutex mutex;
  GQueue batches;         /* guarded by mutex */
  gboolean scheduled;     /* guarded by mutex */
  char *recovery_message; /* guarded by mutex; why the recovery capture is given up */
  gboolean closed;        /* guarded by mutex: nobody listens any more */

  ProfCaptureWriter *writer; /* the worker's; (nullable) */
  ProfDocument *document;    /* main thread only; (unowned), NULL once let go */
};

static ProfInbox *
prof_inbox_new (ProfDocument *document)
{
  ProfInbox *self = g_new0 (ProfInbox, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  self->document = document;
  return self;
}

static ProfInbox *
prof_inbox_ref (ProfInbox *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
prof_inbox_unref (gpointer data)
{
  ProfInbox *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_queue_clear_full (&self->batches, (GDestroyNotify) prof_batch_free);
  g_clear_pointer (&self->writer, prof_capture_writer_free);
  g_free (self->recovery_message);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* Applies what has come. FALSE: nothing had. */
static gboolean
drain (ProfInbox *inbox)
{
  ProfDocument *self = inbox->document;
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;
  GQueue batches = G_QUEUE_INIT;
  ProfBatch *batch;
  gboolean any = FALSE;

  g_mutex_lock (&inbox->mutex);
  inbox->scheduled = FALSE;
  batches = inbox->batches;
  g_queue_init (&inbox->batches);
  message = g_steal_pointer (&inbox->recovery_message);
  g_mutex_unlock (&inbox->mutex);

  while ((batch = g_queue_pop_head (&batches)))
    {
      if (self && error == NULL)
        {
          any = TRUE;
          if (!prof_profile_apply (self->profile, batch, &error))
            prof_recorder_stop (self->recorder);
        }
      prof_batch_free (batch);
    }
  if (self == NULL)
    return FALSE;
  if (any)
    prof_document_emit_changed (self);
  if (error)
    prof_document_emit_trouble (self, error->message);
  if (message)
    prof_document_emit_trouble (self, message);
  return any;
}

static gboolean
on_idle (gpointer data)
{
  drain (data);
  return G_SOURCE_REMOVE;
}

/* On the recorder's worker: first to disk, so that a crash of the window loses nothing of it. */
static gboolean
receive_batch (ProfBatch *batch, gpointer user_data, GError **error)
{
  ProfInbox *inbox = user_data;
  g_autoptr (GError) write_error = NULL;
  gboolean schedule;

  if (inbox->writer && !prof_capture_writer_write (inbox->writer, batch, &write_error))
    g_clear_pointer (&inbox->writer, prof_capture_writer_free);

  g_mutex_lock (&inbox->mutex);
  if (inbox->closed)
    {
      g_mutex_unlock (&inbox->mutex);
      prof_batch_free (batch);
      return TRUE;
    }
  if (write_error)
    inbox->recovery_message = g_strdup_printf (
        _ ("Recording goes on, but no longer into a recovery file: %s"), write_error->message);
  g_queue_push_tail (&inbox->batches, batch);
  schedule = !inbox->scheduled;
  inbox->scheduled = TRUE;
  g_mutex_unlock (&inbox->mutex);

  if (schedule)
    g_idle_add_full (G_PRIORITY_DEFAULT, on_idle, prof_inbox_ref (inbox), prof_inbox_unref);
  return TRUE;
}

static void
on_finished (ProfRecorder *recorder, const GError *error, ProfDocument *self)
{
  g_autoptr (ProfDocument) keep = g_object_ref (self);

  if (recorder != self->recorder)
    return;
  drain (self->inbox);
  self->elapsed = (g_get_monotonic_time () - self->started) * 1000;

  /* The worker is done with the writer. The file stays until the recording is saved. */
  if (self->inbox->writer)
    prof_capture_writer_close (self->inbox->writer, NULL);
  g_clear_pointer (&self->inbox->writer, prof_capture_writer_free);

  prof_document_abandon_recorder (self);
  prof_document_notify_state (self);
  prof_document_emit_changed (self);
  prof_document_emit_ended (self, error ? error->message : NULL);
}

ProfDocument *
prof_document_record (const ProfRecordRequest *request, GError **error)
{
  g_autoptr (ProfDocument) self = NULL;
  g_autoptr (GError) recovery_error = NULL;
  ProfRecordOptions options;

  self = prof_document_new_for_profile (prof_profile_new (), request->title);
  self->inbox = prof_inbox_new (self);

  self->recovery = prof_recovery_new_path (&recovery_error);
  if (self->recovery)
    self->inbox->writer = prof_capture_writer_new (self->recovery, &recovery_error);

  prof_record_request_get_options (request, &options);
  self->started = g_get_monotonic_time ();
  self->recorder = prof_recorder_start (&options, receive_batch, prof_inbox_ref (self->inbox),
                                        prof_inbox_unref, error);
  if (self->recorder == NULL)
    {
      if (self->recovery)
        prof_recovery_remove (self->recovery);
      return NULL;
    }
  g_signal_connect_object (self->recorder, "finished", G_CALLBACK (on_finished), self, 0);
  self->unsaved = TRUE;

  if (recovery_error)
    {
      g_mutex_lock (&self->inbox->mutex);
      self->inbox->recovery_message =
          g_strdup_printf (_ ("This recording has no recovery file: %s"), recovery_error->message);
      g_mutex_unlock (&self->inbox->mutex);
    }
  return g_steal_pointer (&self);
}

void
prof_document_abandon_recorder (ProfDocument *self)
{
  if (self->recorder)
    {
      g_signal_handlers_disconnect_by_data (self->recorder, self);
      prof_recorder_stop (self->recorder);
    }
  if (self->inbox)
    {
      g_mutex_lock (&self->inbox->mutex);
      self->inbox->closed = TRUE;
      g_mutex_unlock (&self->inbox->mutex);
      self->inbox->document = NULL;
    }
  g_clear_object (&self->recorder);
  g_clear_pointer (&self->inbox, prof_inbox_unref);
}

gboolean
prof_document_is_recording (ProfDocument *self)
{
  return self->recorder != NULL;
}

gboolean
prof_document_is_paused (ProfDocument *self)
{
  return self->recorder && prof_recorder_get_paused (self->recorder);
}

void
prof_document_set_paused (ProfDocument *self, gboolean paused)
{
  if (self->recorder == NULL || prof_document_is_paused (self) == paused)
    return;
  prof_recorder_set_paused (self->recorder, paused);
  prof_document_notify_state (self);
}

void
prof_document_stop (ProfDocument *self)
{
  if (self->recorder)
    prof_recorder_stop (self->recorder);
}

gint64
prof_document_get_elapsed (ProfDocument *self)
{
  if (self->recorder)
    return (g_get_monotonic_time () - self->started) * 1000;
  return MAX (self->elapsed, 0);
}
