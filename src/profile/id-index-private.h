/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * An open-addressing hash index from hashes to ids (row numbers); the rows themselves live in the
 * owner's table, which also knows when two are equal:
 *
 *   for (i = prof_id_index_begin (&index, hash); index.slots[i].id != PROF_ID_INDEX_EMPTY;
 *        i = prof_id_index_next (&index, i))
 *     if (index.slots[i].hash == hash && equal (rows[index.slots[i].id], key))
 *       return index.slots[i].id;
 *   prof_id_index_insert (&index, hash, new_id);
 */
#define PROF_ID_INDEX_EMPTY G_MAXUINT32

typedef struct {
  guint32 hash;
  guint32 id;
} ProfIdSlot;

typedef struct {
  ProfIdSlot *slots;
  guint mask;
  guint n_used;
} ProfIdIndex;

void prof_id_index_init (ProfIdIndex *self);
void prof_id_index_clear (ProfIdIndex *self);
void prof_id_index_insert (ProfIdIndex *self, guint32 hash, guint32 id);

static inline guint
prof_id_index_begin (const ProfIdIndex *self, guint32 hash)
{
  return hash & self->mask;
}

static inline guint
prof_id_index_next (const ProfIdIndex *self, guint i)
{
  return (i + 1) & self->mask;
}

/* Mixes @value into @hash (a finalising multiply-xorshift step). */
static inline guint32
prof_hash_mix (guint32 hash, guint32 value)
{
  guint64 h = ((guint64) hash << 32 | value) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);

  h ^= h >> 29;
  h *= G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  return (guint32) (h >> 32);
}

G_END_DECLS
