/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/converter.h"

#include "perf/stacks.h"

G_BEGIN_DECLS

typedef struct {
  struct perf_event_attr attr;
  ProfPerfLayout layout;
  char *name;
  guint32 row; /* PROF_NO_ID: not yet in the builder */
} ProfPerfEvent;

struct _ProfPerfConverter {
  ProfBuilder *builder;
  ProfModules *modules;
  ProfPerfTasks *tasks;
  ProfPerfStacks *stacks;
  GArray *events;  /* ProfPerfEvent */
  GHashTable *ids; /* guint64 -> event number + 1; the keys are owned */
  GArray *scratch; /* guint64: a chain that cannot be used in place */
  ProfPerfBuildIdFunc build_id_func;
  gpointer build_id_data;
  gboolean is_foreign;

  guint64 start; /* 0: not known yet */
  gboolean start_is_set;
  GArray *pauses;      /* ProfPerfPause */
  gint64 latest;       /* time of the last record that had one */
  gboolean side_timed; /* records that are not samples have times */
  gboolean has_sampled;
  gboolean events_sent;

  guint64 n_samples;
  guint64 n_damaged;
  guint64 n_unknown;
  guint64 n_traces;
  guint64 n_stack_dumps;
};

/* Time of a record in ns from the capture's start; PROF_TIME_UNKNOWN if it has none. */
gint64 prof_perf_converter_relative (ProfPerfConverter *self, guint64 time);

/* Everything but samples. */
void prof_perf_converter_side_record (ProfPerfConverter *self, const guint8 *record,
                                      const ProfPerfHeader *header, const ProfPerfLayout *layout,
                                      gint64 time);

G_END_DECLS
