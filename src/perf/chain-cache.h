/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ProfChainCache:
 *
 * Remembers which stack a run of addresses became, so that a chain seen before costs one look-up
 * instead of one a frame. The key is a 128-bit hash of everything the answer depends on: two
 * different keys with equal hashes are not to be met in practice (a chance of 10^-26 with a million
 * chains), so the chains themselves are not kept.
 */
typedef struct _ProfChainCache ProfChainCache;

typedef struct {
  guint64 a;
  guint64 b;
} ProfChainKey;

ProfChainCache *prof_chain_cache_new (void);
void prof_chain_cache_free (ProfChainCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfChainCache, prof_chain_cache_free)

/* @context: what the answer depends on besides the addresses. */
ProfChainKey prof_chain_key (const guint64 *context, guint n_context, const guint64 *addresses,
                             guint n_addresses);

/* @now: seconds on any clock; entries are only found until their own @until. */
gboolean prof_chain_cache_find (ProfChainCache *self, ProfChainKey key, guint32 now,
                                guint32 *stack);
void prof_chain_cache_put (ProfChainCache *self, ProfChainKey key, guint32 until, guint32 stack);

#define PROF_CHAIN_FOREVER G_MAXUINT32

G_END_DECLS
