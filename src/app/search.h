/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the search entry means: names that contain it (case ignored), or, written "/.../", names
 * that match that regular expression. */
typedef struct _ProfSearch ProfSearch;

/* (transfer full) (nullable): NULL for no or an empty text, and for an expression that does not
 * compile. */
ProfSearch *prof_search_new (const char *text);
void prof_search_free (ProfSearch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfSearch, prof_search_free)

gboolean prof_search_matches (const ProfSearch *self, const char *name);

G_END_DECLS
