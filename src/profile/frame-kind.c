/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/frame-kind.h"

static const char *const names[PROF_N_FRAME_KINDS] = {
  [PROF_FRAME_NATIVE] = "native",   [PROF_FRAME_KERNEL] = "kernel",
  [PROF_FRAME_PYTHON] = "python",   [PROF_FRAME_JIT] = "jit",
  [PROF_FRAME_INLINED] = "inlined", [PROF_FRAME_TRUNCATED] = "truncated",
  [PROF_FRAME_UNKNOWN] = "unknown",
};

/* The name that files and the command line use; "unknown" for values of a newer version. */
const char *
prof_frame_kind_to_string (ProfFrameKind kind)
{
  return (guint) kind < PROF_N_FRAME_KINDS ? names[kind] : names[PROF_FRAME_UNKNOWN];
}

gboolean
prof_frame_kind_from_string (const char *name, ProfFrameKind *kind)
{
  for (guint i = 0; i < PROF_N_FRAME_KINDS; i++)
    if (g_str_equal (name, names[i]))
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}
