/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Address ranges of numbered things, searched by address; where ranges nest, the innermost wins. */
typedef struct {
  guint64 start;
  guint64 end;   /* exclusive */
  guint64 reach; /* after sorting: the largest end up to and with this one */
  guint32 owner;
} ProfRange;

void prof_ranges_add (GArray *ranges, guint64 start, guint64 end, guint32 owner);
void prof_ranges_sort (GArray *ranges);
/* FALSE: in none. */
gboolean prof_ranges_find (const GArray *ranges, guint64 address, guint32 *owner);

G_END_DECLS
