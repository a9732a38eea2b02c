/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/elf-symbols-private.h"

#include <lzma.h>
#include <string.h>

/* .gnu_debugdata unpacks to some MiB at most; more is an attack or damage. */
#define MAX_MINI_SIZE (256u << 20)
#define LZMA_MEMORY (128ull << 20)

/* Which of several names at one address is the best known. */
enum {
  RANK_GLOBAL = 0,
  RANK_LOCAL = 1,
  RANK_LABEL = 2, /* no function by its type */
};

/* What matters of a section to the symbols in it. */
typedef struct {
  guint64 end;
  gboolean executable;
} Section;

static Section *
read_sections (Elf *elf, gsize *n_sections)
{
  size_t n = 0;
  Section *sections;
  Elf_Scn *section = NULL;

  if (elf_getshdrnum (elf, &n) != 0)
    n = 0;
  sections = g_new0 (Section, n + 1);
  while ((section = elf_nextscn (elf, section)))
    {
      GElf_Shdr header;
      size_t index = elf_ndxscn (section);

      if (index < n && gelf_getshdr (section, &header))
        {
          sections[index].end = header.sh_addr + header.sh_size;
          sections[index].executable = (header.sh_flags & SHF_EXECINSTR) != 0;
        }
    }
  *n_sections = n;
  return sections;
}

static void
add_symbol (ProfSymbolTable *table, const GElf_Sym *symbol, const char *name, gsize max_length,
            const Section *section, gboolean is_arm)
{
  guint type = GELF_ST_TYPE (symbol->st_info);
  guint binding = GELF_ST_BIND (symbol->st_info);
  gboolean is_function = type == STT_FUNC || type == STT_GNU_IFUNC;
  gboolean is_global = binding != STB_LOCAL;
  gsize length = strnlen (name, max_length);
  guint64 start = symbol->st_value;

  /* Labels of hand-written assembly may have no type; local ones are places inside a function. */
  if (!is_function && !(type == STT_NOTYPE && is_global && section->executable))
    return;
  if (length == 0 || (!section->executable && section->end))
    return;
  /* The lowest bit only says that the code is Thumb. */
  if (is_arm && is_function)
    start &= ~1ull;
  prof_symbol_table_add (table, start, symbol->st_size, section->end ? section->end : G_MAXUINT64,
                         prof_symbol_table_copy_name (table, name, length),
                         symbol->st_size == 0 ? PROF_ELF_SYMBOL_UNSIZED : 0,
                         !is_function ? RANK_LABEL
                         : is_global  ? RANK_GLOBAL
                                      : RANK_LOCAL);
}

static gboolean
add_section (ProfSymbolTable *table, Elf *elf, Elf_Scn *scn, const GElf_Shdr *header,
             const Section *sections, gsize n_sections, gboolean is_arm)
{
  Elf_Data *symbols = elf_getdata (scn, NULL);
  Elf_Scn *string_section = elf_getscn (elf, header->sh_link);
  Elf_Data *strings = string_section ? elf_getdata (string_section, NULL) : NULL;
  gsize entry_size = gelf_fsize (elf, ELF_T_SYM, 1, EV_CURRENT);
  gsize n_symbols;

  if (!symbols || !strings || !symbols->d_buf || !strings->d_buf || entry_size == 0)
    return FALSE;
  n_symbols = MIN (symbols->d_size / entry_size, G_MAXINT);
  for (gsize i = 0; i < n_symbols; i++)
    {
      GElf_Sym symbol;

      if (!gelf_getsym (symbols, i, &symbol) || symbol.st_shndx == SHN_UNDEF ||
          symbol.st_shndx >= n_sections || symbol.st_name >= strings->d_size)
        continue;
      add_symbol (table, &symbol, (const char *) strings->d_buf + symbol.st_name,
                  strings->d_size - symbol.st_name, &sections[symbol.st_shndx], is_arm);
    }
  return n_symbols > 1;
}

static ProfElfSymbolsFound
add_tables (ProfSymbolTable *table, Elf *elf)
{
  ProfElfSymbolsFound found = PROF_ELF_SYMBOLS_NONE;
  gsize n_sections;
  g_autofree Section *sections = read_sections (elf, &n_sections);
  Elf_Scn *section = NULL;
  GElf_Ehdr file_header;
  gboolean is_arm = gelf_getehdr (elf, &file_header) && file_header.e_machine == EM_ARM;

  while ((section = elf_nextscn (elf, section)))
    {
      GElf_Shdr header;

      if (gelf_getshdr (section, &header) &&
          (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) &&
          add_section (table, elf, section, &header, sections, n_sections, is_arm))
        {
          found |= header.sh_type == SHT_SYMTAB ? PROF_ELF_SYMBOLS_FULL : PROF_ELF_SYMBOLS_DYNAMIC;
        }
    }
  return found;
}

static guint8 *
unpack_xz (const guint8 *data, gsize size, gsize *unpacked_size)
{
  lzma_stream stream = LZMA_STREAM_INIT;
  GByteArray *unpacked = g_byte_array_new ();
  lzma_ret result = lzma_stream_decoder (&stream, LZMA_MEMORY, 0);

  stream.next_in = data;
  stream.avail_in = size;
  while (result == LZMA_OK && unpacked->len < MAX_MINI_SIZE)
    {
      guint used = unpacked->len;

      g_byte_array_set_size (unpacked, used + MAX (used, 65536));
      stream.next_out = unpacked->data + used;
      stream.avail_out = unpacked->len - used;
      result = lzma_code (&stream, LZMA_FINISH);
      g_byte_array_set_size (unpacked, unpacked->len - stream.avail_out);
    }
  lzma_end (&stream);
  if (result != LZMA_STREAM_END)
    {
      g_byte_array_unref (unpacked);
      return NULL;
    }
  *unpacked_size = unpacked->len;
  return g_byte_array_free (unpacked, FALSE);
}

static ProfElfSymbolsFound
add_mini_debug_info (ProfSymbolTable *table, Elf *elf)
{
  ProfElfSymbolsFound found = PROF_ELF_SYMBOLS_NONE;
  g_autofree guint8 *unpacked = NULL;
  gsize size = 0;
  GElf_Shdr header;
  Elf_Scn *section = prof_elf_find_section (elf, ".gnu_debugdata", &header);
  Elf_Data *packed = section ? elf_rawdata (section, NULL) : NULL;
  Elf *mini;

  if (!packed || !packed->d_buf)
    return found;
  unpacked = unpack_xz (packed->d_buf, packed->d_size, &size);
  mini = unpacked ? elf_memory ((char *) unpacked, size) : NULL;
  if (mini && elf_kind (mini) == ELF_K_ELF && (add_tables (table, mini) & PROF_ELF_SYMBOLS_FULL))
    found = PROF_ELF_SYMBOLS_MINI;
  if (mini)
    elf_end (mini);
  return found;
}

ProfElfSymbolsFound
prof_elf_symbols_add (ProfSymbolTable *table, Elf *elf)
{
  ProfElfSymbolsFound found = add_tables (table, elf);

  if (!(found & PROF_ELF_SYMBOLS_FULL))
    found |= add_mini_debug_info (table, elf);
  return found;
}
