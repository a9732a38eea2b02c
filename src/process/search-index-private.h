/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ProfSearchIndex:
 *
 * The ELF files below a directory by build-id and by base name. Made once, at the first question,
 * and bounded: what lies deeper or comes after very many files is not found.
 */
typedef struct _ProfSearchIndex ProfSearchIndex;

ProfSearchIndex *prof_search_index_new (const char *dir);
void prof_search_index_free (ProfSearchIndex *self);

/* (transfer none) (nullable) (element-type utf8): paths, those nearer to @dir first. */
const GPtrArray *prof_search_index_by_build_id (ProfSearchIndex *self, const char *build_id);
const GPtrArray *prof_search_index_by_name (ProfSearchIndex *self, const char *base_name);

G_END_DECLS
