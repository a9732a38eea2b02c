/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/module.h"

#include <elf.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

/* A linker writes 8, 16, 20 or 32 bytes. */
#define MAX_BUILD_ID 64
/* Notes are short: what claims more is damaged. */
#define MAX_NOTES (1u << 20)

static char *
find_in_notes (Elf_Data *data)
{
  GElf_Nhdr note;
  size_t name_offset;
  size_t desc_offset;
  size_t offset = 0;
  size_t next;

  while ((next = gelf_getnote (data, offset, &note, &name_offset, &desc_offset)) > 0)
    {
      const guint8 *bytes = data->d_buf;

      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof ELF_NOTE_GNU &&
          memcmp (bytes + name_offset, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0 &&
          note.n_descsz > 0 && note.n_descsz <= MAX_BUILD_ID)
        {
          GString *hex = g_string_sized_new (2 * note.n_descsz);

          for (guint i = 0; i < note.n_descsz; i++)
            g_string_append_printf (hex, "%02x", bytes[desc_offset + i]);
          return g_string_free (hex, FALSE);
        }
      offset = next;
    }
  return NULL;
}

static char *
find_in_segments (Elf *elf)
{
  size_t n_segments = 0;

  if (elf_getphdrnum (elf, &n_segments) != 0)
    return NULL;
  for (size_t i = 0; i < n_segments; i++)
    {
      GElf_Phdr header;
      Elf_Data *data;
      char *build_id;

      if (!gelf_getphdr (elf, i, &header) || header.p_type != PT_NOTE ||
          header.p_filesz > MAX_NOTES)
        continue;
      data = elf_getdata_rawchunk (elf, header.p_offset, header.p_filesz,
                                   header.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
      build_id = data ? find_in_notes (data) : NULL;
      if (build_id)
        return build_id;
    }
  return NULL;
}

/* Kernel modules have no segments, and in debug files they may point to nothing. */
static char *
find_in_sections (Elf *elf)
{
  Elf_Scn *section = NULL;

  while ((section = elf_nextscn (elf, section)))
    {
      GElf_Shdr header;
      Elf_Data *data;
      char *build_id;

      if (!gelf_getshdr (section, &header) || header.sh_type != SHT_NOTE ||
          header.sh_size > MAX_NOTES)
        continue;
      data = elf_getdata (section, NULL);
      build_id = data ? find_in_notes (data) : NULL;
      if (build_id)
        return build_id;
    }
  return NULL;
}

char *
prof_elf_read_build_id (int fd)
{
  char *build_id = NULL;
  Elf *elf;

  elf_version (EV_CURRENT);
  /* Not mapped: a file that shrinks meanwhile must not be able to kill us. */
  elf = elf_begin (fd, ELF_C_READ, NULL);
  if (!elf)
    return NULL;
  if (elf_kind (elf) == ELF_K_ELF)
    {
      build_id = find_in_segments (elf);
      if (!build_id)
        build_id = find_in_sections (elf);
    }
  elf_end (elf);
  return build_id;
}
