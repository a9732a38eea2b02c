/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <elfutils/libdw.h>

#include "symbols/dwarf-info-private.h"

G_BEGIN_DECLS

/* Iterates over the address ranges of @die, those of code that the linker dropped left out. */
typedef struct {
  Dwarf_Die *die;
  ptrdiff_t offset;
  Dwarf_Addr base;
} ProfDwarfRanges;

gboolean prof_dwarf_ranges_next (ProfDwarfRanges *self, guint64 *start, guint64 *end);

/**
 * ProfDwarfUnit:
 *
 * One compilation unit: its functions by address, and its line table.
 */
typedef struct _ProfDwarfUnit ProfDwarfUnit;

/* @skeleton has the ranges and lines, @contents the functions: the same but for split DWARF.
 * @functions: where functions that are inlined are kept, by DIE; shared by all units. */
ProfDwarfUnit *prof_dwarf_unit_new (const Dwarf_Die *skeleton, const Dwarf_Die *contents,
                                    GHashTable *functions);
void prof_dwarf_unit_free (ProfDwarfUnit *self);

/* See prof_dwarf_find(). */
gboolean prof_dwarf_unit_find (ProfDwarfUnit *self, guint64 address, GArray *frames,
                               const char **file, guint32 *line);

/* Like dwarf_siblingof(), but never goes back. */
gboolean prof_dwarf_next_sibling (Dwarf_Die *die, Dwarf_Die *next);

/* (transfer full): what is known of the function @die, an inlined one's through its origin. */
ProfDwarfFunction *prof_dwarf_function_new (Dwarf_Die *die);
void prof_dwarf_function_free (ProfDwarfFunction *self);

/* The names around each function of @unit that has no linkage name: DIE address -> scope (transfer
 * full). @names keeps the strings. */
GHashTable *prof_dwarf_scopes_new (Dwarf_Die *unit, GStringChunk *names);

G_END_DECLS
