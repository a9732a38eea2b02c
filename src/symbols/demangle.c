/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/demangle-private.h"

#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

#define COLD ".cold"
#define LLVM ".llvm."
/* Nobody writes longer ones; a demangler's time can grow faster than the name. */
#define MAX_LENGTH 65536

/* LLVM makes a local name unique when it optimises across files: ".llvm." and a number. */
static gsize
length_without_llvm (const char *name, gsize length)
{
  const char *suffix = g_strrstr_len (name, length, LLVM);

  if (!suffix || suffix == name ||
      strspn (suffix + strlen (LLVM), "0123456789") != length - (suffix - name) - strlen (LLVM))
    return length;
  return suffix - name;
}

/* Version: after one or two '@' behind the name. "foo@plt" is ours. */
static gsize
length_without_version (const char *name)
{
  const char *at = strchr (name, '@');

  if (!at || at == name || strcmp (at, "@plt") == 0)
    return strlen (name);
  return at - name;
}

/* The legacy Rust mangling ends in 17h and 16 hex digits, which no one wants to read; libiberty
 * drops it only when the whole name is valid. */
static char *
demangle_plain (const char *name)
{
  char *text = NULL;

  if (name[0] != '_' && name[0] != 'R')
    return NULL;
  text = rust_demangle (name, DMGL_PARAMS | DMGL_ANSI);
  if (!text && name[0] == '_' && name[1] == 'Z')
    text = cplus_demangle_v3 (name, DMGL_PARAMS | DMGL_ANSI);
  if (!text && name[0] == '_' && name[1] == 'D')
    text = dlang_demangle (name, DMGL_PARAMS | DMGL_ANSI);
  return text;
}

char *
prof_demangle (const char *name)
{
  gsize length = length_without_version (name);
  g_autofree char *plain = NULL;
  const char *suffix = "";
  char *demangled;
  char *result;

  if (length > MAX_LENGTH)
    return g_strndup (name, MAX_LENGTH);
  length = length_without_llvm (name, length);
  plain = g_strndup (name, length);
  if (g_str_has_suffix (plain, "@plt"))
    {
      suffix = "@plt";
      plain[length - strlen (suffix)] = '\0';
    }
  else if (length > strlen (COLD) && g_str_has_suffix (plain, COLD))
    {
      plain[length - strlen (COLD)] = '\0';
    }

  demangled = demangle_plain (plain);
  if (!demangled)
    return g_strconcat (plain, suffix, NULL);
  result = g_strconcat (demangled, suffix, NULL);
  /* libiberty allocates with malloc(). */
  free (demangled);
  return result;
}
