/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint64 key;
  guint32 value;
} ProfKeyed;

/**
 * prof_sort_keyed:
 * @scratch: room for @n more
 *
 * Sorts by key, ascending; equal keys keep their order. Linear time: bytes that all keys share
 * cost nothing.
 */
void prof_sort_keyed (ProfKeyed *items, guint n, ProfKeyed *scratch);

G_END_DECLS
