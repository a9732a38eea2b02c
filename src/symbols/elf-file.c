/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/elf-file-private.h"

#include <elfutils/libdw.h>
#include <stdlib.h>
#include <unistd.h>

#include "symbols/debug-file-private.h"

static void
load_main (ProfElfFile *self, Elf *elf)
{
  self->segments = prof_elf_read_segments (elf);
  self->symbols = prof_symbol_table_new ();
  self->found = prof_elf_symbols_add (self->symbols, elf);
}

static void
load_debug_file (ProfElfFile *self, Elf *elf, const char *opened_path)
{
  g_autofree char *path = NULL;
  int fd =
      prof_debug_file_open (self->modules, self->module, elf, opened_path, self->build_id, &path);
  Elf *debug;

  if (fd < 0)
    return;
  debug = prof_elf_begin (fd);
  if (debug)
    {
      if (!(self->found & PROF_ELF_SYMBOLS_FULL))
        self->found |= prof_elf_symbols_add (self->symbols, debug);
      if (prof_elf_has_section (debug, ".debug_info"))
        {
          self->dwarf_path = g_steal_pointer (&path);
          self->dwarf_is_apart = TRUE;
        }
      elf_end (debug);
    }
  close (fd);
}

ProfElfFile *
prof_elf_file_load (ProfModules *modules, ProfModule *module, int fd, const char *opened_path)
{
  Elf *elf = prof_elf_begin (fd);
  ProfElfFile *self;

  if (!elf)
    return NULL;
  self = g_new0 (ProfElfFile, 1);
  self->modules = modules;
  self->module = module;
  self->build_id = prof_elf_read_build_id (fd);
  load_main (self, elf);
  if (prof_elf_has_section (elf, ".debug_info"))
    self->dwarf_path = g_strdup (opened_path);
  if (!self->dwarf_path || !(self->found & PROF_ELF_SYMBOLS_FULL))
    load_debug_file (self, elf, opened_path);
  prof_symbol_table_finish (self->symbols);
  self->n_functions = prof_symbol_table_get_n (self->symbols);
  /* The stubs' names need the finished table, and belong into it. */
  prof_elf_plt_add (self->symbols, elf);
  prof_symbol_table_finish (self->symbols);
  elf_end (elf);
  return self;
}

ProfElfFile *
prof_elf_file_load_image (char *image, gsize size)
{
  ProfElfFile *self = NULL;
  Elf *elf;

  elf_version (EV_CURRENT);
  elf = elf_memory (image, size);
  if (elf && elf_kind (elf) == ELF_K_ELF)
    {
      self = g_new0 (ProfElfFile, 1);
      load_main (self, elf);
      prof_symbol_table_finish (self->symbols);
      self->unwind_tried = TRUE;
    }
  if (elf)
    elf_end (elf);
  return self;
}

void
prof_elf_file_free (ProfElfFile *self)
{
  if (!self)
    return;
  g_free (self->build_id);
  g_free (self->dwarf_path);
  prof_dwarf_free (self->dwarf);
  prof_symbol_table_free (self->symbols);
  g_array_unref (self->segments);
  if (self->unwind)
    dwarf_cfi_end (self->unwind);
  if (self->unwind_elf)
    elf_end (self->unwind_elf);
  g_free (self);
}

/* Most files have a symbol for all their code: only one that has not is opened again for this. */
static void
open_unwind_tables (ProfElfFile *self)
{
  int fd = prof_modules_open (self->modules, self->module, NULL, NULL);

  self->unwind_tried = TRUE;
  if (fd < 0)
    return;
  self->unwind_elf = prof_elf_begin (fd);
  if (self->unwind_elf)
    {
      self->unwind = dwarf_getcfi_elf (self->unwind_elf);
      elf_cntl (self->unwind_elf, ELF_C_FDDONE);
    }
  close (fd);
}

gboolean
prof_elf_file_find_function_start (ProfElfFile *self, guint64 address, guint64 *start)
{
  Dwarf_Frame *frame = NULL;
  Dwarf_Addr from;
  Dwarf_Addr to;
  bool is_signal_frame;
  gboolean found;

  if (!self->unwind_tried)
    open_unwind_tables (self);
  if (!self->unwind || dwarf_cfi_addrframe (self->unwind, address, &frame) != 0)
    return FALSE;
  found = dwarf_frame_info (frame, &from, &to, &is_signal_frame) >= 0 && from <= address &&
          address < to;
  free (frame);
  if (found)
    *start = from;
  return found;
}

const ProfSymbol *
prof_elf_file_find_symbol (ProfElfFile *self, guint64 address)
{
  const ProfSymbol *symbol = prof_symbol_table_find (self->symbols, address);
  guint64 start;

  /* Where only exported functions have symbols, one without size would reach over many others. */
  if (symbol && symbol->tag == PROF_ELF_SYMBOL_UNSIZED &&
      !(self->found & (PROF_ELF_SYMBOLS_FULL | PROF_ELF_SYMBOLS_MINI)) &&
      prof_elf_file_find_function_start (self, address, &start) && start > symbol->start)
    return NULL;
  return symbol;
}
