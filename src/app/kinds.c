/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/kinds.h"

#include <glib/gi18n.h>

static const struct {
  const char *label;
  const char *style;
} kinds[PROF_N_FRAME_KINDS] = {
  [PROF_FRAME_NATIVE] = { N_ ("Native"), "native" },
  [PROF_FRAME_KERNEL] = { N_ ("Kernel"), "kernel" },
  [PROF_FRAME_PYTHON] = { N_ ("Python"), "python" },
  [PROF_FRAME_JIT] = { N_ ("JIT"), "jit" },
  [PROF_FRAME_INLINED] = { N_ ("Inlined"), "inlined" },
  [PROF_FRAME_TRUNCATED] = { N_ ("Truncated"), "truncated" },
  [PROF_FRAME_UNKNOWN] = { N_ ("Unknown"), "unknown" },
};

const char *
prof_kind_get_label (ProfFrameKind kind)
{
  return kind < PROF_N_FRAME_KINDS ? _ (kinds[kind].label) : "";
}

const char *
prof_kind_get_style (ProfFrameKind kind)
{
  return kind < PROF_N_FRAME_KINDS ? kinds[kind].style : "unknown";
}
