/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/query.h"

G_BEGIN_DECLS

/* Compiles @pattern; NULL with PROF_QUERY_ERROR_PATTERN. */
GRegex *prof_pattern_compile (const char *pattern, GError **error);

/* (transfer full): [n_functions] 1 where @pattern matches the function's name. Each distinct name
 * is tried once. */
guint8 *prof_pattern_match_functions (const ProfSnapshot *snapshot, const char *pattern,
                                      GError **error);

static inline gboolean
prof_pattern_is_set (const char *pattern)
{
  return pattern && *pattern;
}

G_END_DECLS
