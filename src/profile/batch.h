/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/rows.h"

G_BEGIN_DECLS

/**
 * ProfBatch:
 *
 * What crosses from a source (recorder, file reader) to a sink (profile in memory, capture file,
 * pipe): newly seen table rows, then a run of samples that refer to rows of this batch or of
 * earlier ones. Symbols are already resolved: nothing behind a batch needs an address.
 *
 * Ids are given by the source, one after the other: the rows of table T in a batch get the ids
 * first[T], first[T] + 1, ... Processes and threads may change after they were sent (a name, an
 * end): @process_updates and @thread_updates hold whole rows that replace an earlier one.
 *
 * Batches are plain data: fill and read the members directly. A batch belongs to one thread at a
 * time.
 */
typedef struct {
  guint32 first[PROF_N_TABLES]; /* id of the first new row */
  GArray *rows[PROF_N_TABLES];  /* never NULL; element size prof_table_row_size() */
  GString *text;                /* the new strings, each ended by NUL; rows[STRINGS] = offsets */

  GArray *process_updates; /* ProfProcessUpdate */
  GArray *thread_updates;  /* ProfThreadUpdate */

  /* The samples: three arrays of equal length, nearly sorted by time. */
  GArray *times;   /* gint64, ns */
  GArray *origins; /* guint32 */
  GArray *weights; /* guint64, in the origin's event's unit */
} ProfBatch;

typedef struct {
  guint32 id;
  guint32 reserved;
  ProfProcessRow row;
} ProfProcessUpdate;

typedef struct {
  guint32 id;
  guint32 reserved;
  ProfThreadRow row;
} ProfThreadUpdate;

ProfBatch *prof_batch_new (void);
void prof_batch_free (ProfBatch *self);
gboolean prof_batch_is_empty (const ProfBatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfBatch, prof_batch_free)

/**
 * ProfBatchFunc:
 * @batch: (transfer full): the next batch
 * @error: where the sink says why it cannot go on (disk full, ...)
 *
 * A sink for batches. Called in order, from one thread.
 *
 * Returns: %FALSE with @error set to stop the source
 */
typedef gboolean (*ProfBatchFunc) (ProfBatch *batch, gpointer user_data, GError **error);

G_END_DECLS
