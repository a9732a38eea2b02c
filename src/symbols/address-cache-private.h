/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ProfAddressCache:
 *
 * (space, address) -> a few frame ids. Open addressing: a look-up is one or two cache lines.
 */
typedef struct _ProfAddressCache ProfAddressCache;

ProfAddressCache *prof_address_cache_new (void);
void prof_address_cache_free (ProfAddressCache *self);

/* (transfer none) (nullable): valid until the next insert. @space is the caller's number of a
 * module; what has been inserted is never forgotten. */
const guint32 *prof_address_cache_find (const ProfAddressCache *self, guint32 space,
                                        guint64 address, guint *n_frames);
const guint32 *prof_address_cache_insert (ProfAddressCache *self, guint32 space, guint64 address,
                                          const guint32 *frames, guint n_frames);

G_END_DECLS
