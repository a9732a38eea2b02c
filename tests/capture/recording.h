/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "capture/recorder.h"
#include "profile/profile.h"

G_BEGIN_DECLS

/* A workload that runs, and what was recorded of it. */

typedef struct {
  GPid pid;
  int input;
  int output;
} Workload;

/* Starts a program of tests/workloads/ (@arguments NULL: none) and waits until it says that it is ready. */
void workload_start (Workload *self, const char *name, const char *const *arguments);
void workload_kill (Workload *self);
char *workload_path (const char *name);

/* Skips the test and gives FALSE where the kernel does not let us record. */
gboolean can_record (void);

/* Records until it ends by itself; fails the test on an error. */
ProfSnapshot *record (const ProfRecordOptions *options);

/* A sink that needs a #ProfProfile. */
ProfRecorder *record_into (const ProfRecordOptions *options, ProfProfile *profile);

/* The weight of samples whose innermost frame (or any frame) is @function, of all weight; threads
 * of kernel and idle processes do not count. */
double self_share (const ProfSnapshot *snapshot, const char *function);
double total_share (const ProfSnapshot *snapshot, const char *function);

/* "main;run;burn" of a stack, from @root on (NULL: from the outermost frame). */
char *stack_text (const ProfSnapshot *snapshot, guint32 stack, const char *root);
/* The share of all samples that have this stack from @root on, kernel frames left out: exactly, or
 * with callees (a function that asks the clock). */
double stack_share (const ProfSnapshot *snapshot, const char *root, const char *text);

/* Samples of threads with this name; -1 for an unknown one. */
gint64 samples_of_thread (const ProfSnapshot *snapshot, const char *name);
gint64 samples_of_function (const ProfSnapshot *snapshot, const char *function);
guint count_markers (const ProfSnapshot *snapshot, ProfMarkerKind kind);
guint64 lost_samples (const ProfSnapshot *snapshot);

G_END_DECLS
