/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/dwarf-info-private.h"

#include <dwarf.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/module.h"
#include "symbols/dwarf-unit-private.h"
#include "symbols/elf-image-private.h"
#include "symbols/range-index-private.h"

/* A file of more bytes is mapped in any case. */
#define MAX_IN_MEMORY (256ll << 20)

struct _ProfDwarf {
  Elf *elf;
  Dwarf *dwarf;
  gboolean indexed;
  GPtrArray *units;      /* ProfDwarfUnit, by number */
  GArray *ranges;        /* ProfRange: of units */
  GHashTable *functions; /* DIE address -> ProfDwarfFunction: inlined ones */
};

static Elf *
open_elf (int fd, gboolean mapped)
{
  struct stat attributes;

  if (fstat (fd, &attributes) != 0)
    return NULL;
  elf_version (EV_CURRENT);
  return elf_begin (fd, mapped || attributes.st_size > MAX_IN_MEMORY ? ELF_C_READ_MMAP : ELF_C_READ,
                    NULL);
}

ProfDwarf *
prof_dwarf_open (const char *path, const char *build_id, gboolean mapped)
{
  int fd = prof_open_regular (path);
  g_autofree char *found_id = fd >= 0 ? prof_elf_read_build_id (fd) : NULL;
  ProfDwarf *self;
  Dwarf *dwarf = NULL;
  Elf *elf = NULL;

  if (fd >= 0 && (!build_id || g_strcmp0 (found_id, build_id) == 0))
    elf = open_elf (fd, mapped);
  if (elf)
    dwarf = dwarf_begin_elf (elf, DWARF_C_READ, NULL);
  if (dwarf)
    {
      /* All sections are in memory by now. */
      elf_cntl (elf, ELF_C_FDDONE);
      self = g_new0 (ProfDwarf, 1);
      self->elf = elf;
      self->dwarf = dwarf;
      self->units = g_ptr_array_new_with_free_func ((GDestroyNotify) prof_dwarf_unit_free);
      self->ranges = g_array_new (FALSE, FALSE, sizeof (ProfRange));
      self->functions =
          g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) prof_dwarf_function_free);
    }
  else
    {
      self = NULL;
      if (elf)
        elf_end (elf);
    }
  if (fd >= 0)
    close (fd);
  return self;
}

void
prof_dwarf_free (ProfDwarf *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->units);
  g_array_unref (self->ranges);
  g_hash_table_unref (self->functions);
  dwarf_end (self->dwarf);
  elf_end (self->elf);
  g_free (self);
}

gboolean
prof_dwarf_ranges_next (ProfDwarfRanges *self, guint64 *start, guint64 *end)
{
  Dwarf_Addr from;
  Dwarf_Addr to;

  while ((self->offset = dwarf_ranges (self->die, self->offset, &self->base, &from, &to)) > 0)
    /* Linkers let the debugging information of what they drop point to 0, 1 or the very end. */
    if (from > 1 && from < to && from < G_MAXUINT64 - 2)
      {
        *start = from;
        *end = to;
        return TRUE;
      }
  return FALSE;
}

/* Whole units are found by their own ranges; .debug_aranges is not in every file. */
static void
index_units (ProfDwarf *self)
{
  Dwarf_CU *unit = NULL;
  Dwarf_Half version;
  uint8_t type;
  Dwarf_Die die;
  Dwarf_Die split;

  self->indexed = TRUE;
  while (dwarf_get_units (self->dwarf, unit, &unit, &version, &type, &die, &split) == 0)
    {
      ProfDwarfRanges ranges = { .die = &die };
      guint32 number = self->units->len;
      gboolean any = FALSE;
      guint64 start;
      guint64 end;

      if (type == DW_UT_type || type == DW_UT_split_type || dwarf_tag (&die) == DW_TAG_partial_unit)
        continue;
      while (prof_dwarf_ranges_next (&ranges, &start, &end))
        {
          prof_ranges_add (self->ranges, start, end, number);
          any = TRUE;
        }
      if (any)
        g_ptr_array_add (self->units, prof_dwarf_unit_new (
                                          &die, type == DW_UT_skeleton && split.cu ? &split : &die,
                                          self->functions));
    }
  prof_ranges_sort (self->ranges);
}

gboolean
prof_dwarf_find (ProfDwarf *self, guint64 address, GArray *frames, const char **file, guint32 *line)
{
  guint32 number;

  *file = NULL;
  *line = 0;
  if (!self->indexed)
    index_units (self);
  if (!prof_ranges_find (self->ranges, address, &number))
    return FALSE;
  return prof_dwarf_unit_find (self->units->pdata[number], address, frames, file, line);
}
