/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ProfDwarf:
 *
 * The debugging information of one file: which functions, inlined ones too, an instruction belongs
 * to, and at which lines. Read as needed: the units' address ranges at the first question, a unit's
 * functions at the first address in it, a function's inlined calls at the first address in that.
 */
typedef struct _ProfDwarf ProfDwarf;

/* A function as the source has it: one object for all its inlined copies in a unit, and one for each
 * copy that has code of its own. */
typedef struct {
  const char *name;         /* (nullable) */
  const char *linkage_name; /* (nullable): mangled */
  const char *scope;        /* (nullable): "outer::inner", if there is no linkage name */
  char *file;               /* (nullable): where it is defined */
  guint32 line;             /* likewise; 0: not known */
  guint64 entry;            /* address of a copy that is not inlined; else 0 */
  guint32 value;            /* the user's; PROF_DWARF_NO_VALUE at first */
} ProfDwarfFunction;

#define PROF_DWARF_NO_VALUE G_MAXUINT32

typedef struct {
  ProfDwarfFunction *function;
  const char *file; /* (nullable): that @line is in; mostly the function's, but not always */
  guint32 line;     /* of the instruction, or of the call inlined there; 0: not known */
} ProfDwarfFrame;

/* @path: an ELF file with .debug_info. @mapped: map it, instead of reading it into memory. @build_id
 * (nullable): it must have this one. NULL: cannot be read. */
ProfDwarf *prof_dwarf_open (const char *path, const char *build_id, gboolean mapped);
void prof_dwarf_free (ProfDwarf *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfDwarf, prof_dwarf_free)

/**
 * prof_dwarf_find:
 * @address: of the file
 * @frames: ProfDwarfFrame are appended, innermost first
 * @file: (out) (transfer none) (nullable): the source file of the line table, valid for as long as
 *   @self
 * @line: (out): its line, 0 if not known
 *
 * Returns: whether any frame was appended; hand-written assembly can have a line and no function
 */
gboolean prof_dwarf_find (ProfDwarf *self, guint64 address, GArray *frames, const char **file,
                          guint32 *line);

/* Compilers write "dir/../other/./file.h": the same, plain (transfer full). */
char *prof_dwarf_clean_path (const char *path);

G_END_DECLS
