/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/elf-symbols-private.h"

#include <string.h>

/*
 * A PLT stub of x86-64 jumps through a slot, and a relocation says whose address goes into the
 * slot. Newer stubs are split: .plt.sec jumps, while .plt only pushes the relocation's number for
 * the lazy loader. Reading the instructions covers every layout that linkers have made so far.
 */

#define STUB_SIZE 16
#define JUMP_SIZE 6 /* ff 25 rel32 */
#define PUSH_SIZE 5 /* 68 imm32 */

typedef struct {
  GHashTable *by_slot; /* address of a slot -> name */
  GPtrArray *lazy;     /* names by number of the lazy relocation (nullable) */
} Slots;

static const char *
relocation_name (ProfSymbolTable *table, Elf *elf, const GElf_Rela *relocation, Elf_Data *symbols,
                 guint strings)
{
  g_autofree char *full = NULL;
  const char *name = NULL;
  GElf_Sym symbol;

  if (GELF_R_TYPE (relocation->r_info) == R_X86_64_IRELATIVE)
    {
      const ProfSymbol *target = prof_symbol_table_find (table, relocation->r_addend);

      name = target ? target->name : NULL;
    }
  else if (symbols && gelf_getsym (symbols, GELF_R_SYM (relocation->r_info), &symbol))
    {
      name = elf_strptr (elf, strings, symbol.st_name);
    }
  if (!name || !name[0])
    return NULL;
  full = g_strconcat (name, "@plt", NULL);
  return prof_symbol_table_copy_name (table, full, strlen (full));
}

static void
read_relocations (ProfSymbolTable *table, Elf *elf, const char *section_name, gboolean is_lazy,
                  Slots *slots)
{
  GElf_Shdr header;
  GElf_Shdr symbols_header;
  Elf_Scn *section = prof_elf_find_section (elf, section_name, &header);
  Elf_Scn *symbols_section;
  Elf_Data *relocations;
  Elf_Data *symbols;
  guint strings;
  gsize n_relocations;

  if (!section || header.sh_type != SHT_RELA || header.sh_entsize == 0)
    return;
  relocations = elf_getdata (section, NULL);
  /* A static program's relocations have no symbols. */
  symbols_section = header.sh_link ? elf_getscn (elf, header.sh_link) : NULL;
  symbols = symbols_section ? elf_getdata (symbols_section, NULL) : NULL;
  strings = symbols_section && gelf_getshdr (symbols_section, &symbols_header)
                ? symbols_header.sh_link
                : 0;
  n_relocations = relocations ? relocations->d_size / header.sh_entsize : 0;
  for (gsize i = 0; i < n_relocations && i < G_MAXINT; i++)
    {
      const char *name = NULL;
      GElf_Rela relocation;
      guint type;

      if (gelf_getrela (relocations, i, &relocation))
        {
          type = GELF_R_TYPE (relocation.r_info);
          if (type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_IRELATIVE)
            name = relocation_name (table, elf, &relocation, symbols, strings);
          if (name)
            g_hash_table_insert (slots->by_slot, (gpointer) (guintptr) relocation.r_offset,
                                 (gpointer) name);
        }
      if (is_lazy)
        g_ptr_array_add (slots->lazy, (gpointer) name);
    }
}

/* Bytes that a linker may put before the jump: endbr64 (f3 0f 1e fa), bnd (f2). */
static const char *
stub_name (const guint8 *code, gsize size, guint64 address, const Slots *slots)
{
  gsize at = 0;
  gint32 value;

  if (size >= 4 && memcmp (code, "\xf3\x0f\x1e\xfa", 4) == 0)
    at += 4;
  if (at < size && code[at] == 0xf2)
    at++;
  if (at + JUMP_SIZE <= size && code[at] == 0xff && code[at + 1] == 0x25)
    {
      memcpy (&value, code + at + 2, sizeof value);
      return g_hash_table_lookup (slots->by_slot, (gpointer) (guintptr) (address + at + JUMP_SIZE +
                                                                         (guint64) (gint64) value));
    }
  if (at + PUSH_SIZE <= size && code[at] == 0x68)
    {
      memcpy (&value, code + at + 1, sizeof value);
      if (value >= 0 && (guint) value < slots->lazy->len)
        return g_ptr_array_index (slots->lazy, value);
    }
  return NULL;
}

static void
read_stubs (ProfSymbolTable *table, Elf *elf, const char *section_name, const Slots *slots)
{
  GElf_Shdr header;
  Elf_Scn *section = prof_elf_find_section (elf, section_name, &header);
  Elf_Data *code;
  gsize step;

  if (!section || header.sh_type != SHT_PROGBITS)
    return;
  code = elf_rawdata (section, NULL);
  if (!code || !code->d_buf)
    return;
  step = header.sh_entsize == 8 || header.sh_entsize == STUB_SIZE ? header.sh_entsize : STUB_SIZE;
  for (gsize at = 0; at + step <= code->d_size; at += step)
    {
      const char *name =
          stub_name ((const guint8 *) code->d_buf + at, step, header.sh_addr + at, slots);

      if (name)
        prof_symbol_table_add (table, header.sh_addr + at, step, 0, name, 0, 0);
    }
}

void
prof_elf_plt_add (ProfSymbolTable *table, Elf *elf)
{
  GElf_Ehdr header;
  Slots slots;

  if (!gelf_getehdr (elf, &header) || header.e_machine != EM_X86_64 ||
      gelf_getclass (elf) != ELFCLASS64)
    return;
  slots.by_slot = g_hash_table_new (NULL, NULL);
  slots.lazy = g_ptr_array_new ();
  read_relocations (table, elf, ".rela.plt", TRUE, &slots);
  read_relocations (table, elf, ".rela.dyn", FALSE, &slots);
  read_stubs (table, elf, ".plt", &slots);
  read_stubs (table, elf, ".plt.sec", &slots);
  read_stubs (table, elf, ".plt.got", &slots);
  g_hash_table_unref (slots.by_slot);
  g_ptr_array_unref (slots.lazy);
}
