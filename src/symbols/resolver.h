/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "process/address-space.h"
#include "profile/builder.h"

G_BEGIN_DECLS

/**
 * ProfResolver:
 *
 * Addresses to frames of a builder. Tries in order, each a small symbolizer with the same few
 * calls: perf map, ELF symbol tables with DWARF lines and inlined functions, kernel symbols; what
 * nobody names becomes a frame named by its address, flagged unnamed. Results are cached by
 * (module, offset), so a repeated address costs a hash look-up. One thread at a time.
 *
 * Unnamed frames: code of a file is named by the start of its function, where the file's unwind
 * tables know that, else by its own address; addresses as the file's symbols would have them, or
 * offsets in the file if it cannot be read. Executable memory without a file or map is
 * "[anonymous code]" of kind %PROF_FRAME_JIT; an address outside all memory is of kind
 * %PROF_FRAME_UNKNOWN, without a module. Functions from a perf map are of kind %PROF_FRAME_JIT and
 * module "[jit]".
 *
 * A frame's line is 0 where optimisation put code of another file than the function's into it.
 */
typedef struct _ProfResolver ProfResolver;

/* Both stay the caller's and must live as long as the resolver. */
ProfResolver *prof_resolver_new (ProfBuilder *builder, ProfModules *modules);
void prof_resolver_free (ProfResolver *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfResolver, prof_resolver_free)

/* Names of the running kernel, from /proc/kallsyms. FALSE: absent or all zero (kptr_restrict); a
 * warning goes to the builder, addresses are shown, stacks are kept. */
gboolean prof_resolver_load_kernel (ProfResolver *self);
/* Off: no DWARF inlines and lines, symbol tables only. Default on. To be set before the first
 * address: what was resolved stays. */
void prof_resolver_set_inlines (ProfResolver *self, gboolean inlines);
/* Read DIR/perf-PID.map for addresses outside files. @dir NULL: /tmp, of the target's own root and
 * with its own pid there. Without this call maps are read only where the modules are live, because
 * a file of another machine knows nothing of the processes here. */
void prof_resolver_set_perf_map_dir (ProfResolver *self, const char *dir);

/**
 * prof_resolver_user:
 * @address: an instruction pointer
 * @is_return: a return address: the call is the instruction before it
 * @n_frames: (out): at least 1
 *
 * Returns: (transfer none): frame ids of the builder, innermost (inlined) first; valid until the
 *   next call
 */
const guint32 *prof_resolver_user (ProfResolver *self, ProfAddressSpace *space, guint64 address,
                                   gboolean is_return, guint *n_frames);
const guint32 *prof_resolver_kernel (ProfResolver *self, guint64 address, gboolean is_return,
                                     guint *n_frames);

/* Frames for what is not code: the truncation frame, ready made. */
guint32 prof_resolver_truncated (ProfResolver *self);

/* A process has gone or its maps have changed so that per-process caches (perf maps) are stale. */
void prof_resolver_forget_process (ProfResolver *self, pid_t pid);

/* Once, at the end: a warning in the builder for each module that could not be named in full, with
 * the reason and the number of addresses. */
void prof_resolver_report (ProfResolver *self);

G_END_DECLS
