/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/layout.h"
#include "perf/tasks.h"
#include "symbols/resolver.h"

G_BEGIN_DECLS

/**
 * ProfPerfStacks:
 *
 * Call chains to stacks of a builder. A chain is cut at its PERF_CONTEXT_* markers into segments
 * (kernel, user...); each segment goes on top of the one outside it, and each is looked up whole
 * in a cache before its addresses are resolved one by one.
 */
typedef struct _ProfPerfStacks ProfPerfStacks;

ProfPerfStacks *prof_perf_stacks_new (ProfBuilder *builder, ProfResolver *resolver,
                                      ProfPerfTasks *tasks);
void prof_perf_stacks_free (ProfPerfStacks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfPerfStacks, prof_perf_stacks_free)

/* Names may appear later (a running process's perf map): unknown ones are asked for again. */
void prof_perf_stacks_set_live (ProfPerfStacks *self, gboolean live);

/**
 * prof_perf_stacks_get:
 * @misc: of the record's header: where its ip was, before any marker
 * @attr: of the sample's event
 * @time: ns from the capture's start
 *
 * Returns: the stack; 0 if the sample has no address at all
 */
guint32 prof_perf_stacks_get (ProfPerfStacks *self, ProfPerfProcess *process,
                              const ProfPerfSample *sample, guint16 misc,
                              const struct perf_event_attr *attr, gint64 time);

/* Chains that go on in records which are not read yet, since the beginning. */
guint64 prof_perf_stacks_get_n_deferred (const ProfPerfStacks *self);

/* The first kernel address will be met: see prof_perf_converter_set_kernel_func(). */
void prof_perf_stacks_set_kernel_func (ProfPerfStacks *self, gboolean (*func) (gpointer),
                                       gpointer user_data);

G_END_DECLS
