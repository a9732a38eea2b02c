/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/pattern-private.h"

GRegex *
prof_pattern_compile (const char *pattern, GError **error)
{
  g_autoptr (GError) reason = NULL;
  GRegex *regex;

  if (!g_utf8_validate (pattern, -1, NULL))
    {
      g_set_error (error, PROF_QUERY_ERROR, PROF_QUERY_ERROR_PATTERN,
                   "The pattern is not valid UTF-8 text");
      return NULL;
    }
  regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, &reason);
  if (!regex)
    g_set_error (error, PROF_QUERY_ERROR, PROF_QUERY_ERROR_PATTERN,
                 "“%s” is not a regular expression: %s", pattern, reason->message);
  return regex;
}

guint8 *
prof_pattern_match_functions (const ProfSnapshot *snapshot, const char *pattern, GError **error)
{
  enum { UNTRIED, NO, YES };
  g_autoptr (GRegex) regex = prof_pattern_compile (pattern, error);
  g_autofree guint8 *by_name = NULL;
  g_autofree guint8 *mask = NULL;

  if (!regex)
    return NULL;

  by_name = g_new0 (guint8, snapshot->n_strings);
  mask = g_new0 (guint8, MAX (snapshot->n_functions, 1));
  for (guint f = 0; f < snapshot->n_functions; f++)
    {
      guint32 name = snapshot->functions[f].name;

      if (by_name[name] == UNTRIED)
        {
          g_autoptr (GError) reason = NULL;
          gboolean found =
              g_regex_match_full (regex, snapshot->strings[name], -1, 0, 0, NULL, &reason);

          /* A backtracking limit was met: to call that "no match" would be a silent lie. */
          if (reason)
            {
              g_set_error (error, PROF_QUERY_ERROR, PROF_QUERY_ERROR_PATTERN,
                           "The regular expression “%s” is too costly to search for", pattern);
              return NULL;
            }
          by_name[name] = found ? YES : NO;
        }
      mask[f] = by_name[name] == YES;
    }
  return g_steal_pointer (&mask);
}
