/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/elf-image-private.h"

#include <string.h>

/* Mappings begin and end at pages, segments need not. */
#define PAGE_MASK 0xfffull

GArray *
prof_elf_read_segments (Elf *elf)
{
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (ProfElfSegment));
  size_t n_headers = 0;

  if (elf_getphdrnum (elf, &n_headers) != 0)
    return segments;
  for (guint pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < n_headers; i++)
      {
        GElf_Phdr header;
        ProfElfSegment segment;

        if (!gelf_getphdr (elf, i, &header) || header.p_type != PT_LOAD)
          continue;
        segment = (ProfElfSegment){
          .offset = header.p_offset,
          .file_size = header.p_filesz,
          .address = header.p_vaddr,
          .executable = (header.p_flags & PF_X) != 0,
        };
        if (segment.executable == (pass == 0))
          g_array_append_val (segments, segment);
      }
  return segments;
}

gboolean
prof_elf_offset_to_address (const GArray *segments, guint64 offset, guint64 *address)
{
  /* Exactly inside a segment first, then inside the pages that it touches. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < segments->len; i++)
      {
        const ProfElfSegment *segment = &g_array_index (segments, ProfElfSegment, i);
        guint64 start = segment->offset;
        guint64 end = segment->offset + segment->file_size;

        if (pass == 1)
          {
            start &= ~PAGE_MASK;
            end = (end + PAGE_MASK) & ~PAGE_MASK;
          }
        if (offset >= start && offset < end)
          {
            *address = segment->address + (offset - segment->offset);
            return TRUE;
          }
      }
  return FALSE;
}

Elf_Scn *
prof_elf_find_section (Elf *elf, const char *name, GElf_Shdr *header)
{
  Elf_Scn *section = NULL;
  size_t names;

  if (elf_getshdrstrndx (elf, &names) != 0)
    return NULL;
  while ((section = elf_nextscn (elf, section)))
    {
      const char *found;

      if (!gelf_getshdr (section, header))
        continue;
      found = elf_strptr (elf, names, header->sh_name);
      if (found && strcmp (found, name) == 0)
        return section;
    }
  return NULL;
}

gboolean
prof_elf_has_section (Elf *elf, const char *name)
{
  GElf_Shdr header;

  return prof_elf_find_section (elf, name, &header) && header.sh_type != SHT_NOBITS &&
         header.sh_size > 0;
}

Elf *
prof_elf_begin (int fd)
{
  Elf *elf;

  elf_version (EV_CURRENT);
  /* Read, not mapped: a file that is cut meanwhile must not be able to kill us. */
  elf = elf_begin (fd, ELF_C_READ, NULL);
  if (elf && elf_kind (elf) != ELF_K_ELF)
    {
      elf_end (elf);
      return NULL;
    }
  return elf;
}
