/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gelf.h>
#include <glib.h>

G_BEGIN_DECLS

/* One PT_LOAD segment. */
typedef struct {
  guint64 offset; /* in the file */
  guint64 file_size;
  guint64 address; /* of offset, in the file's own address space */
  gboolean executable;
} ProfElfSegment;

/* (element-type ProfElfSegment) (transfer full): executable ones first. */
GArray *prof_elf_read_segments (Elf *elf);

/* From a file offset to the file's own address, as its symbols use it. FALSE: not mapped by any
 * segment. */
gboolean prof_elf_offset_to_address (const GArray *segments, guint64 offset, guint64 *address);

/* (nullable): the first section of that name. */
Elf_Scn *prof_elf_find_section (Elf *elf, const char *name, GElf_Shdr *header);
/* Whether the section is there and not empty, with contents (not SHT_NOBITS). */
gboolean prof_elf_has_section (Elf *elf, const char *name);

/* Opens @fd as an ELF file; NULL if it is none. @fd stays the caller's and must stay open. */
Elf *prof_elf_begin (int fd);

G_END_DECLS
