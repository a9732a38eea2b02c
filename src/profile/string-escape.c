/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/string-escape-private.h"

char *
prof_string_escape (const char *text, gsize length)
{
  const char *end = text + length;
  const char *bad;
  GString *out;

  if (g_utf8_validate_len (text, length, NULL))
    return NULL;

  out = g_string_sized_new (length + 16);
  while (!g_utf8_validate_len (text, end - text, &bad))
    {
      g_string_append_len (out, text, bad - text);
      g_string_append_printf (out, "\\x%02X", (guint8) *bad);
      text = bad + 1;
    }
  g_string_append_len (out, text, end - text);
  return g_string_free (out, FALSE);
}
