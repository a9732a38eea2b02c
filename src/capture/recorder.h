/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "profile/batch.h"

G_BEGIN_DECLS

#define PROF_RECORD_ERROR (prof_record_error_quark ())
GQuark prof_record_error_quark (void);

typedef enum {
  PROF_RECORD_ERROR_PERMISSION, /* message names the setting or privilege that is missing */
  PROF_RECORD_ERROR_NO_TARGET,  /* no such process, command not found */
  PROF_RECORD_ERROR_FAILED,
} ProfRecordError;

typedef struct {
  /* One of three targets: */
  const pid_t *pids; /* processes with all threads and future children */
  guint n_pids;
  const char *const *command; /* argv of a program to launch, NULL ended */
  const char *working_dir;    /* (nullable), for @command */
  gboolean system_wide;

  guint frequency;                /* Hz; 0: 99 */
  gint64 duration_ns;             /* 0: until stopped or the target ends */
  gboolean kernel;                /* kernel part of stacks too */
  const char *const *symbol_dirs; /* (nullable): where else to look for modules and debug files */
} ProfRecordOptions;

/**
 * ProfRecorder:
 *
 * Records on a worker thread. Batches come about ten times a second.
 *
 * @batch_func is called on the recorder's worker thread, so that a capture file is written and
 * flushed there; a window hands batches on to its main loop itself. When it fails, recording stops
 * with its error.
 */
#define PROF_TYPE_RECORDER (prof_recorder_get_type ())
G_DECLARE_FINAL_TYPE (ProfRecorder, prof_recorder, PROF, RECORDER, GObject)

/**
 * prof_recorder_start:
 *
 * Opens the kernel's events (a few ms; errors come here: no such process, no permission...), and
 * starts the worker. Time 0 is this moment. @destroy is called with @user_data when the recorder is
 * disposed of, not when the start fails.
 *
 * Returns: (transfer full): the running recorder
 */
ProfRecorder *prof_recorder_start (const ProfRecordOptions *options, ProfBatchFunc batch_func,
                                   gpointer user_data, GDestroyNotify destroy, GError **error);

/* Asks it to end; does not wait. The last batches still come. */
void prof_recorder_stop (ProfRecorder *self);
/* Paused: samples are not taken; time goes on. */
void prof_recorder_set_paused (ProfRecorder *self, gboolean paused);
gboolean prof_recorder_get_paused (ProfRecorder *self);

/**
 * ProfRecorder::finished:
 * @error: (nullable): why it ended early; %NULL: stopped, duration over, or all targets ended
 *
 * In the main context that was the thread default of prof_recorder_start(), once, after the last
 * batch.
 */
/* Waits for the end (for programs without a main loop). FALSE with @error as in ::finished. */
gboolean prof_recorder_wait (ProfRecorder *self, GError **error);

gboolean prof_recorder_is_running (ProfRecorder *self);
/* Process id of a launched command; 0 else. Stopping does not end it. */
pid_t prof_recorder_get_child (ProfRecorder *self);
/* Its exit status as a shell has it (128 + n: ended by signal n); -1 while it runs. */
int prof_recorder_get_child_status (ProfRecorder *self);

G_END_DECLS
