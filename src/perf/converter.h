/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/layout.h"
#include "perf/tasks.h"
#include "symbols/resolver.h"

G_BEGIN_DECLS

/**
 * ProfPerfConverter:
 *
 * Turns the kernel's perf records into rows and samples of a builder: the same for a live ring
 * buffer and for a perf.data file. Records come in the order of time; what they say about
 * processes, threads and mappings is followed (tasks.h), and each sample's addresses are resolved
 * with what was mapped at that moment.
 */
typedef struct _ProfPerfConverter ProfPerfConverter;

/* All three stay the caller's and must live as long as the converter. */
ProfPerfConverter *prof_perf_converter_new (ProfBuilder *builder, ProfModules *modules,
                                            ProfResolver *resolver);
void prof_perf_converter_free (ProfPerfConverter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfPerfConverter, prof_perf_converter_free)

/* The records are of processes that run on this machine now: what the kernel does not tell is
 * looked up in /proc. */
void prof_perf_converter_set_live (ProfPerfConverter *self, gboolean live);
ProfPerfTasks *prof_perf_converter_get_tasks (ProfPerfConverter *self);

/* The records are of another machine: a file known by its path alone is not looked for there. */
void prof_perf_converter_set_foreign (ProfPerfConverter *self, gboolean foreign);

/* Asked once, at the first kernel address: may the running kernel's symbols name it? Without a
 * function: yes. */
typedef gboolean (*ProfPerfKernelFunc) (gpointer user_data);
void prof_perf_converter_set_kernel_func (ProfPerfConverter *self, ProfPerfKernelFunc func,
                                          gpointer user_data);
/* (transfer none) (nullable): the build-id of a file whose mapping came without. */
typedef const char *(*ProfPerfBuildIdFunc) (const char *path, gpointer user_data);
void prof_perf_converter_set_build_id_func (ProfPerfConverter *self, ProfPerfBuildIdFunc func,
                                            gpointer user_data);

/**
 * prof_perf_converter_add_event:
 * @attr: in native byte order
 * @name: (nullable): %NULL: after its attributes
 * @swap: the event's records are of the other byte order
 *
 * All events are added before the first record is converted.
 *
 * Returns: the event's number, from 0
 */
guint prof_perf_converter_add_event (ProfPerfConverter *self, const struct perf_event_attr *attr,
                                     const char *name, gboolean swap);
/* A record with this id belongs to @event. Without any id all records belong to event 0. */
void prof_perf_converter_add_id (ProfPerfConverter *self, guint event, guint64 id);
guint prof_perf_converter_get_n_events (ProfPerfConverter *self);
void prof_perf_converter_set_event_name (ProfPerfConverter *self, guint event, const char *name);
/* The event with @id, or -1. */
int prof_perf_converter_find_event (ProfPerfConverter *self, guint64 id);

/* 0: has no time. */
guint64 prof_perf_converter_get_time (ProfPerfConverter *self, const guint8 *record);

/* The clock's value at the capture's start; unset: the first record's time. */
void prof_perf_converter_set_start (ProfPerfConverter *self, guint64 time);
guint64 prof_perf_converter_get_start (ProfPerfConverter *self);

typedef struct {
  guint64 start;
  guint64 end; /* exclusive */
} ProfPerfPause;

/* Samples of these times (of the records' clock) are not taken; the rest of the story is followed.
 * @pauses is copied. */
void prof_perf_converter_set_pauses (ProfPerfConverter *self, const ProfPerfPause *pauses,
                                     guint n_pauses);

/**
 * prof_perf_converter_add:
 * @record: a whole record (its header's size was checked)
 *
 * Converts one record. Damaged and unknown ones are counted.
 */
void prof_perf_converter_add (ProfPerfConverter *self, const guint8 *record);

/* Adds warnings for what was counted, and events that never sampled. */
void prof_perf_converter_finish (ProfPerfConverter *self);

guint64 prof_perf_converter_get_n_samples (ProfPerfConverter *self);

G_END_DECLS
