/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/filter.h"

G_BEGIN_DECLS

typedef struct {
  guint32 event; /* row */
  guint64 samples;
  guint64 weight;
} ProfEventTotal;

/* The truth for a whole profile: what `info` prints and the status bar shows. */
typedef struct {
  gint64 duration_ns; /* from time 0 to the end of recording (or last sample), or the range's */
  guint64 samples;
  guint64 weight;            /* of the first event that has samples */
  GArray *events;            /* ProfEventTotal, a row an event */
  guint64 lost;              /* samples the kernel dropped */
  guint64 throttled;         /* times sampling was throttled */
  guint64 truncated_stacks;  /* samples whose stack has a truncated frame */
  guint64 frame_occurrences; /* frames over all samples' stacks */
  guint64 unnamed_frames;    /* of those, without a name */
  guint64 kind_occurrences[PROF_N_FRAME_KINDS];
  guint64 kind_self[PROF_N_FRAME_KINDS]; /* weight by kind of the innermost frame, chosen event */
  guint processes;                       /* rows with samples */
  guint threads;
  guint stacks;        /* distinct stacks that samples have */
  guint frames;        /* distinct functions that occur in samples */
  GPtrArray *warnings; /* ProfWarning, equal texts added up, by count */
} ProfSummary;

typedef struct {
  char *text;
  char *where; /* (nullable) */
  guint64 count;
} ProfWarning;

/* @filter and range: NULL and G_MININT64, G_MAXINT64 for the file's truth. */
ProfSummary *prof_summary_new (ProfSnapshot *snapshot, const ProfFilter *filter, gint64 start,
                               gint64 end);
void prof_summary_free (ProfSummary *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfSummary, prof_summary_free)

/* Shares for the sidebar: weight per process row [n_processes] and thread row [n_threads] (both
 * nullable) from range totals. @filter is nullable. */
void prof_shares_by_process (ProfSnapshot *snapshot, const ProfFilter *filter,
                             const guint64 *origin_weights, guint n_origins,
                             guint64 *process_weights, guint64 *thread_weights);

G_END_DECLS
