/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/elf-image-private.h"
#include "symbols/symbol-table-private.h"

G_BEGIN_DECLS

typedef enum {
  PROF_ELF_SYMBOLS_NONE = 0,
  PROF_ELF_SYMBOLS_DYNAMIC = 1 << 0, /* what the file exports and imports */
  PROF_ELF_SYMBOLS_MINI = 1 << 1,    /* .gnu_debugdata: functions, no lines */
  PROF_ELF_SYMBOLS_FULL = 1 << 2,    /* .symtab */
} ProfElfSymbolsFound;

/* Tag of a symbol whose end is a guess. */
#define PROF_ELF_SYMBOL_UNSIZED 1

/* Adds the functions of @elf's symbol tables, those in .gnu_debugdata too. Names are copied. */
ProfElfSymbolsFound prof_elf_symbols_add (ProfSymbolTable *table, Elf *elf);

/* Adds the stubs through which @elf calls into other files, as "name@plt". */
void prof_elf_plt_add (ProfSymbolTable *table, Elf *elf);

G_END_DECLS
