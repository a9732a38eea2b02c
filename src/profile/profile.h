/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/batch.h"
#include "profile/snapshot.h"

G_BEGIN_DECLS

#define PROF_PROFILE_ERROR (prof_profile_error_quark ())
GQuark prof_profile_error_quark (void);

typedef enum {
  PROF_PROFILE_ERROR_INVALID, /* a batch refers to rows that do not exist, or has a wrong shape */
} ProfProfileError;

/**
 * ProfProfile:
 *
 * The profile in memory: takes batches, gives snapshots. It belongs to one thread (the main one);
 * other threads read snapshots.
 */
typedef struct _ProfProfile ProfProfile;

ProfProfile *prof_profile_new (void);
void prof_profile_free (ProfProfile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfProfile, prof_profile_free)

/**
 * prof_profile_apply:
 *
 * Adds all of @batch. Every id in it is checked first: a wrong batch (from a damaged file) changes
 * nothing and gives %PROF_PROFILE_ERROR_INVALID.
 */
gboolean prof_profile_apply (ProfProfile *self, const ProfBatch *batch, GError **error);

/* (transfer full): the profile as it is now. Repeated calls without a change are free. */
ProfSnapshot *prof_profile_snapshot (ProfProfile *self);

/**
 * prof_profile_sink:
 *
 * A #ProfBatchFunc whose user_data is a #ProfProfile: applies and frees the batch.
 */
gboolean prof_profile_sink (ProfBatch *batch, gpointer profile, GError **error);

/* Bytes used by samples and their histograms, and by the tables. */
void prof_profile_get_memory (ProfProfile *self, gsize *samples, gsize *tables);

/**
 * prof_snapshot_send:
 * @sink: takes the batches
 *
 * The whole of @self as batches again, the tables first and then the samples a block at a time:
 * how an open profile is saved.
 */
gboolean prof_snapshot_send (const ProfSnapshot *self, ProfBatchFunc sink, gpointer user_data,
                             GError **error);

G_END_DECLS
