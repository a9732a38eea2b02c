/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * prof_demangle:
 *
 * The name of a symbol as a person wrote it: C++, Rust (v0, and legacy without its hash) and D are
 * demangled. A symbol version ("@GLIBC_2.2.5"), a compiler's ".cold" (a part of the same function) and
 * ".llvm.1234" (a number that makes it unique) go.
 *
 * Returns: (transfer full)
 */
char *prof_demangle (const char *name);

G_END_DECLS
