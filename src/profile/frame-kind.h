/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ProfFrameKind:
 * @PROF_FRAME_NATIVE: machine code of a program or library
 * @PROF_FRAME_KERNEL: kernel code
 * @PROF_FRAME_PYTHON: a Python function
 * @PROF_FRAME_JIT: code made at run time, named by a perf map or jitdump
 * @PROF_FRAME_INLINED: a function inlined into its caller; the function's carrier says into what
 * @PROF_FRAME_TRUNCATED: stands where the unwinder had to give up: the callers are not known
 * @PROF_FRAME_UNKNOWN: an address outside every known mapping
 *
 * The stack type of a frame. The values are part of the capture file format: only append.
 */
typedef enum {
  PROF_FRAME_NATIVE = 0,
  PROF_FRAME_KERNEL = 1,
  PROF_FRAME_PYTHON = 2,
  PROF_FRAME_JIT = 3,
  PROF_FRAME_INLINED = 4,
  PROF_FRAME_TRUNCATED = 5,
  PROF_FRAME_UNKNOWN = 6,
} ProfFrameKind;

#define PROF_N_FRAME_KINDS 7

/* A set of kinds as a bit mask, as in ProfQuery.hidden_kinds. */
#define PROF_FRAME_KIND_BIT(kind) (1u << (kind))

const char *prof_frame_kind_to_string (ProfFrameKind kind);
gboolean prof_frame_kind_from_string (const char *name, ProfFrameKind *kind);

G_END_DECLS
