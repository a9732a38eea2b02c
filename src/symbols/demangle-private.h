/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * prof_demangle:
 *
 * The name of a symbol as a person wrote it: C++, Rust (v0, and legacy without its hash) and D are
 * demangled, a symbol version ("@GLIBC_2.2.5") and GCC's ".cold" (a part of the same function) go.
 *
 * Returns: (transfer full)
 */
char *prof_demangle (const char *name);

G_END_DECLS
