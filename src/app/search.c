/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/search.h"

#include <string.h>

struct _ProfSearch {
  char *needle;  /* case folded; NULL with regex */
  GRegex *regex; /* NULL with needle */
};

ProfSearch *
prof_search_new (const char *text)
{
  ProfSearch *self;
  gsize length = text ? strlen (text) : 0;

  if (length == 0)
    return NULL;
  self = g_new0 (ProfSearch, 1);
  if (length > 2 && text[0] == '/' && text[length - 1] == '/')
    {
      g_autofree char *pattern = g_strndup (text + 1, length - 2);

      self->regex = g_regex_new (pattern, G_REGEX_CASELESS, 0, NULL);
      if (self->regex == NULL)
        g_clear_pointer (&self, prof_search_free);
    }
  else
    {
      self->needle = g_utf8_casefold (text, -1);
    }
  return self;
}

void
prof_search_free (ProfSearch *self)
{
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self->needle);
  g_free (self);
}

gboolean
prof_search_matches (const ProfSearch *self, const char *name)
{
  g_autofree char *folded = NULL;

  if (self->regex)
    return g_regex_match (self->regex, name, 0, NULL);
  folded = g_utf8_casefold (name, -1);
  return strstr (folded, self->needle) != NULL;
}
