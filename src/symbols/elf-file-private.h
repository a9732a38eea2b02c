/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <elfutils/libdw.h>

#include "process/module.h"
#include "symbols/dwarf-info-private.h"
#include "symbols/elf-symbols-private.h"

G_BEGIN_DECLS

/**
 * ProfElfFile:
 *
 * What is known of one ELF file: its symbols, from itself and from its debug file. Once loaded, no
 * file stays open.
 */
typedef struct {
  /*< public, read only >*/
  char *build_id; /* (nullable) */
  ProfElfSymbolsFound found;
  ProfSymbolTable *symbols;
  guint n_functions;       /* in symbols, the stubs of calls into other files aside */
  GArray *segments;        /* ProfElfSegment */
  char *dwarf_path;        /* (nullable): the file that has .debug_info */
  gboolean dwarf_is_apart; /* it is a separate debug file */

  /*< the symbolizer's >*/
  ProfDwarf *dwarf; /* (nullable): opened when asked first; freed with this */
  gboolean dwarf_tried;

  /*< private >*/
  gboolean unwind_tried;
  Elf *unwind_elf;
  Dwarf_CFI *unwind; /* (nullable) */
  ProfModules *modules;
  ProfModule *module;
} ProfElfFile;

/* @fd stays the caller's and may be closed after. NULL: not an ELF file. */
ProfElfFile *prof_elf_file_load (ProfModules *modules, ProfModule *module, int fd,
                                 const char *opened_path);
/* From a copy of an image in memory (the vdso). */
ProfElfFile *prof_elf_file_load_image (char *image, gsize size);
void prof_elf_file_free (ProfElfFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfElfFile, prof_elf_file_free)

/* The symbol at a file address (transfer none) (nullable). */
const ProfSymbol *prof_elf_file_find_symbol (ProfElfFile *self, guint64 address);

/* Where the function around @address starts, by the file's unwind tables: for code without
 * symbols. FALSE: not known. */
gboolean prof_elf_file_find_function_start (ProfElfFile *self, guint64 address, guint64 *start);

G_END_DECLS
