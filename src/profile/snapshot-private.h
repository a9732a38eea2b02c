/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/column-private.h"
#include "profile/sample-store-private.h"
#include "profile/snapshot.h"

G_BEGIN_DECLS

/* The texts that string rows point into. Only the profile's thread adds; the texts live as long as
 * anybody holds the arena. */
typedef struct {
  gint ref_count;
  GPtrArray *texts;
} ProfTextArena;

ProfTextArena *prof_text_arena_new (void);
void prof_text_arena_unref (ProfTextArena *self);
static inline ProfTextArena *
prof_text_arena_ref (ProfTextArena *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

typedef struct {
  ProfSnapshot public;
  gint ref_count;
  ProfBuffer *columns[PROF_N_TABLES];
  guint n_meta;
  ProfTextArena *arena;
  guint n_sealed; /* of public.blocks, the first n_sealed have histograms and levels */
  GPtrArray *blocks;
  GPtrArray *levels[PROF_MAX_LEVELS]; /* ProfLevelNode */
} ProfSnapshotFull;

/* Adds the totals of [start, end) to dense sums, or subtracts them; with @counts NULL only counts
 * the steps that it would take. */
guint64 prof_snapshot_apply_range (const ProfSnapshot *self, gint64 start, gint64 end, gboolean add,
                                   guint64 *counts, guint64 *weights);

G_END_DECLS
