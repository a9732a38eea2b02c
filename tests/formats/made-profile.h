/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/batch.h"

G_BEGIN_DECLS

/* What to make. All zero: use PROF_MADE_DEFAULTS. */
typedef struct {
  guint64 n_samples;
  guint n_stacks;    /* distinct ones that samples are drawn from */
  guint n_processes; /* from 7 on also second and further instances of the named ones */
  guint seconds;     /* at least 3 */
  guint faults;      /* of 100 samples so many are of a second event, page-faults */
  guint seed;
} ProfMadeOptions;

#define PROF_MADE_DEFAULTS                                                                         \
  {                                                                                                \
    20000, 500, 7, 30, 0, 1                                                                        \
  }

/**
 * prof_made_profile_send:
 *
 * A profile that looks like a real one and is the same for the same options on every machine: named
 * processes with threads, stacks of every kind of frame, and one process (cc1plus) that is quiet but
 * for two seconds in which it takes most of the time. Time 0 is 2026-01-02 10:00:00 UTC.
 */
gboolean prof_made_profile_send (const ProfMadeOptions *options, ProfBatchFunc sink,
                                 gpointer sink_data, GError **error);

G_END_DECLS
