/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "capture/perf-events.h"
#include "perf/converter.h"

G_BEGIN_DECLS

/**
 * ProfSession:
 *
 * All that a recording works with: the events, and the way from their rings to batches. Made by the
 * thread that starts the recording, then used by the worker thread alone.
 */
typedef struct {
  ProfPerfEvents events;
  ProfBuilder *builder;
  ProfModules *modules;
  ProfResolver *resolver;
  ProfPerfConverter *converter;
  GArray *heap;        /* Head: the rings that have records, the oldest record on top */
  guint64 start;       /* CLOCK_MONOTONIC of time 0 */
  guint frequency;     /* Hz, as asked for */
  guint max_frequency; /* Hz, what the kernel allows; 0: as asked for */
} ProfSession;

ProfSession *prof_session_new (guint frequency, gboolean kernel);
void prof_session_free (ProfSession *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfSession, prof_session_free)

guint64 prof_session_clock (void);

/* Once the events are open: the capture's first facts. @target in words. */
void prof_session_begin (ProfSession *self, const char *target);
/* Converts all records up to @limit of prof_session_clock(). */
void prof_session_drain (ProfSession *self, guint64 limit);
/* No more samples: converts what is left, and adds the last facts. */
void prof_session_end (ProfSession *self);

G_END_DECLS
