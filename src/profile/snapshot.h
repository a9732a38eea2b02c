/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/rows.h"

G_BEGIN_DECLS

/* A run of samples, sorted by time. Immutable once in a snapshot. At most PROF_BLOCK_SIZE samples
 * each unless late samples were put in. */
#define PROF_BLOCK_SIZE 65536

typedef struct _ProfBlock ProfBlock;

struct _ProfBlock {
  /*< public, read only >*/
  guint n_samples;
  const gint64 *times;
  const guint32 *origins;
  guint64 uniform_weight;   /* of every sample, when both arrays below are NULL */
  const guint32 *weights32; /* (nullable) */
  const guint64 *weights64; /* (nullable) */
};

static inline guint64
prof_block_get_weight (const ProfBlock *block, guint i)
{
  if (block->weights32)
    return block->weights32[i];
  return block->weights64 ? block->weights64[i] : block->uniform_weight;
}

/* First sample with a time not before @time; n_samples if none. */
guint prof_block_find (const ProfBlock *block, gint64 time);

/**
 * ProfSnapshot:
 *
 * A profile at one moment. Immutable, cheap to make, and safe to read from any thread while
 * recording goes on. All members are read only. Reference counted (atomic).
 */
typedef struct {
  guint n_strings;
  const char *const *strings;
  guint n_events;
  const ProfEventRow *events;
  guint n_processes;
  const ProfProcessRow *processes;
  guint n_threads;
  const ProfThreadRow *threads;
  guint n_functions;
  const ProfFunctionRow *functions;
  guint n_frames;
  const ProfFrameRow *frames;
  guint n_stacks; /* at least 1: stack 0 is empty */
  const ProfStackRow *stacks;
  guint n_origins;
  const ProfOriginRow *origins;
  guint n_mappings;
  const ProfMappingRow *mappings;
  guint n_markers;
  const ProfMarkerRow *markers;
  guint n_warnings; /* as they came; equal texts not yet added up */
  const ProfWarningRow *warnings;

  guint64 n_samples;
  gint64 first_time; /* of the first sample; 0 without samples */
  gint64 end_time;   /* last sample's time + 1; 0 without samples: [first_time, end_time) has all */
  guint n_blocks;
  ProfBlock *const *blocks; /* in order of time */

  guint64 revision; /* grows with every applied batch; equal revisions of one profile are equal */
} ProfSnapshot;

ProfSnapshot *prof_snapshot_ref (ProfSnapshot *self);
void prof_snapshot_unref (ProfSnapshot *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfSnapshot, prof_snapshot_unref)

/* (nullable): the value of the last meta row with @key. */
const char *prof_snapshot_get_meta (const ProfSnapshot *self, const char *key);

/* Wall clock of time 0, ns since the Unix epoch; 0 if the source did not say. */
gint64 prof_snapshot_get_start_wall (const ProfSnapshot *self);

/* Index of the first block that holds a sample not before @time; n_blocks if none. */
guint prof_snapshot_find_block (const ProfSnapshot *self, gint64 time);

static inline const char *
prof_snapshot_string (const ProfSnapshot *self, guint32 id)
{
  return id < self->n_strings ? self->strings[id] : "";
}

static inline const ProfFunctionRow *
prof_snapshot_frame_function (const ProfSnapshot *self, guint32 frame)
{
  return &self->functions[self->frames[frame].function];
}

G_END_DECLS
