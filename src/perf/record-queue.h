/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ProfRecordQueue:
 *
 * Puts the records of a perf.data file into the order of time. The perf tool writes what each CPU's
 * buffer held, one CPU after the other, and then a FINISHED_ROUND: what came before the round's
 * predecessor ended cannot come again. Records of equal time keep their order.
 *
 * Only pointers are kept: the bytes must stay where they are until they were given to @func.
 */
typedef struct _ProfRecordQueue ProfRecordQueue;

typedef void (*ProfRecordFunc) (const guint8 *record, guint64 time, gpointer user_data);

ProfRecordQueue *prof_record_queue_new (ProfRecordFunc func, gpointer user_data);
void prof_record_queue_free (ProfRecordQueue *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfRecordQueue, prof_record_queue_free)

void prof_record_queue_push (ProfRecordQueue *self, const guint8 *record, guint64 time);

/* FINISHED_ROUND: gives out all records up to the latest time pushed before the last round's end.
 * Records pushed before the last call of this are all gone after it. */
void prof_record_queue_round (ProfRecordQueue *self);

/* Gives out all that is left. */
void prof_record_queue_finish (ProfRecordQueue *self);

G_END_DECLS
