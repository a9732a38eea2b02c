/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/histogram-private.h"
#include "profile/snapshot.h"

G_BEGIN_DECLS

/* How many nodes of one level the next level sums. */
#define PROF_LEVEL_FANOUT 16
#define PROF_MAX_LEVELS 6

/* A sealed or copied run of samples; what others see is the public head. */
typedef struct {
  ProfBlock public;
  gint ref_count;
  gsize bytes;
  gboolean has_histogram; /* not where so many origins differ that scanning is as fast */
  ProfHistogram histogram;
} ProfBlockFull;

typedef struct {
  gint64 time;
  guint64 weight;
  guint32 origin;
} ProfSample;

/* @samples sorted by time; with @builder (its origins reserved) a histogram is made. */
ProfBlockFull *prof_block_new (const ProfSample *samples, guint n_samples,
                               ProfHistogramBuilder *builder);
ProfBlockFull *prof_block_ref (ProfBlockFull *self);
void prof_block_unref (ProfBlockFull *self);
/* Adds or subtracts samples [from, to). */
void prof_block_apply (const ProfBlock *self, guint from, guint to, gboolean add, guint64 *counts,
                       guint64 *weights);

/* The sums of PROF_LEVEL_FANOUT nodes of the level below. */
typedef struct {
  gint ref_count;
  ProfHistogram histogram;
} ProfLevelNode;

ProfLevelNode *prof_level_node_ref (ProfLevelNode *self);
void prof_level_node_unref (ProfLevelNode *self);

/**
 * ProfSampleStore:
 *
 * Sealed blocks in order of time with their histogram levels, and the open end: up to two blocks'
 * worth of samples that may still be reordered. That is the reorder window: a sample late by less
 * than 65,536 samples costs nothing; one later than that goes into the sealed block it belongs in,
 * which is replaced by a new one.
 */
typedef struct {
  GPtrArray *blocks;                  /* ProfBlockFull, sealed */
  GPtrArray *levels[PROF_MAX_LEVELS]; /* ProfLevelNode; [0] sums 16 blocks each, ... */
  GArray *open;                       /* ProfSample */
  gboolean open_is_sorted;
  GArray *late; /* ProfSample, for sealed blocks */
  ProfHistogramBuilder builder;
  guint64 n_samples;
  gsize bytes; /* of sealed blocks and levels */
} ProfSampleStore;

void prof_sample_store_init (ProfSampleStore *self);
void prof_sample_store_clear (ProfSampleStore *self);
/* Origins below @n_origins occur. */
void prof_sample_store_add (ProfSampleStore *self, const gint64 *times, const guint32 *origins,
                            const guint64 *weights, guint n, guint n_origins);
/* The open samples as blocks without histogram (ProfBlockFull, (transfer full)), appended. */
void prof_sample_store_copy_open (ProfSampleStore *self, GPtrArray *blocks);

G_END_DECLS
