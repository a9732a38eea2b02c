/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/batch.h"

G_BEGIN_DECLS

/**
 * ProfBuilder:
 *
 * The source's side of a profile: interns strings, functions, frames, stacks and origins to ids,
 * and collects what is new, and the samples, into the next batch. Every recorder and every reader
 * has one. Not thread safe: one thread at a time.
 *
 * All interning functions return the same id for equal arguments.
 */
typedef struct _ProfBuilder ProfBuilder;

ProfBuilder *prof_builder_new (void);
void prof_builder_free (ProfBuilder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfBuilder, prof_builder_free)

/* @length in bytes, -1: up to the NUL. Bytes that are not UTF-8 (and NUL) become \xNN. NULL is
 * string 0, "". */
guint32 prof_builder_string (ProfBuilder *self, const char *text, gssize length);
const char *prof_builder_get_string (ProfBuilder *self, guint32 id);

guint32 prof_builder_event (ProfBuilder *self, const char *name, const char *unit);
guint32 prof_builder_function (ProfBuilder *self, const ProfFunctionRow *row);
guint32 prof_builder_frame (ProfBuilder *self, guint32 function, guint32 line);
/* @parent 0: @frame is the root (outermost) frame. */
guint32 prof_builder_stack (ProfBuilder *self, guint32 parent, guint32 frame);
guint32 prof_builder_origin (ProfBuilder *self, guint32 thread, guint32 stack, guint32 event);

const ProfFunctionRow *prof_builder_get_function (ProfBuilder *self, guint32 id);
const ProfFrameRow *prof_builder_get_frame (ProfBuilder *self, guint32 id);
const ProfStackRow *prof_builder_get_stack (ProfBuilder *self, guint32 id);

/* Processes and threads are not interned: each call begins a new life. */
guint32 prof_builder_process (ProfBuilder *self, const ProfProcessRow *row);
guint32 prof_builder_thread (ProfBuilder *self, const ProfThreadRow *row);
const ProfProcessRow *prof_builder_get_process (ProfBuilder *self, guint32 id);
const ProfThreadRow *prof_builder_get_thread (ProfBuilder *self, guint32 id);
void prof_builder_update_process (ProfBuilder *self, guint32 id, const ProfProcessRow *row);
void prof_builder_update_thread (ProfBuilder *self, guint32 id, const ProfThreadRow *row);

void prof_builder_mapping (ProfBuilder *self, const ProfMappingRow *row);
void prof_builder_marker (ProfBuilder *self, const ProfMarkerRow *row);
void prof_builder_meta (ProfBuilder *self, const char *key, const char *value);
void prof_builder_warning (ProfBuilder *self, guint64 count, const char *text, const char *where);

/* @time: ns from the capture's start; @weight in the unit of the origin's event. Samples may come
 * out of order. */
void prof_builder_sample (ProfBuilder *self, gint64 time, guint32 origin, guint64 weight);

/* Samples waiting in the next batch. */
guint prof_builder_get_n_pending (ProfBuilder *self);

/**
 * prof_builder_take_batch:
 *
 * Returns: (transfer full) (nullable): all that was added since the last call; %NULL if nothing was
 */
ProfBatch *prof_builder_take_batch (ProfBuilder *self);

G_END_DECLS
