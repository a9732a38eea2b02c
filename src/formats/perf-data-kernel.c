/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perf-data-private.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>

gboolean
perf_data_is_this_host (const PerfDataFile *file)
{
  struct utsname names;

  return file->hostname != NULL && uname (&names) == 0 &&
         strcmp (file->hostname, names.nodename) == 0;
}

/* The GNU build-id among the running kernel's ELF notes, as hex. */
static char *
running_build_id (void)
{
  g_autofree char *notes = NULL;
  gsize length, at = 0;

  if (!g_file_get_contents ("/sys/kernel/notes", &notes, &length, NULL))
    return NULL;
  while (length - at >= sizeof (Elf64_Nhdr))
    {
      Elf64_Nhdr note;
      gsize name_size, text_size;

      memcpy (&note, notes + at, sizeof note);
      at += sizeof note;
      name_size = ((gsize) note.n_namesz + 3) & ~(gsize) 3;
      text_size = ((gsize) note.n_descsz + 3) & ~(gsize) 3;
      if (name_size > length - at || text_size > length - at - name_size)
        return NULL;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
          memcmp (notes + at, "GNU", 4) == 0)
        {
          GString *hex = g_string_new (NULL);

          for (guint i = 0; i < note.n_descsz; i++)
            g_string_append_printf (hex, "%02x", (guint8) notes[at + name_size + i]);
          return g_string_free (hex, FALSE);
        }
      at += name_size + text_size;
    }
  return NULL;
}

/* 0: not found, or hidden. */
static guint64
running_address (const char *symbol)
{
  FILE *file = fopen ("/proc/kallsyms", "re");
  char line[512], name[256];
  guint64 address, found = 0;

  if (file == NULL)
    return 0;
  while (found == 0 && fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "%" G_GINT64_MODIFIER "x %*c %255s", &address, name) == 2 &&
        strcmp (name, symbol) == 0)
      found = address;
  fclose (file);
  return found;
}

gboolean
perf_data_is_running_kernel (const PerfDataFile *file, const char *symbol, guint64 reference)
{
  const char *build_id = g_hash_table_lookup (file->build_ids, "[kernel.kallsyms]");
  struct utsname names;

  if (build_id != NULL)
    {
      g_autofree char *running = running_build_id ();

      if (running != NULL && !g_str_has_prefix (build_id, running))
        return FALSE;
    }
  else if (!perf_data_is_this_host (file))
    return FALSE;
  if (file->release != NULL && (uname (&names) != 0 || strcmp (file->release, names.release) != 0))
    return FALSE;
  /* Each boot may put the kernel elsewhere. */
  return reference != 0 && running_address (symbol) == reference;
}
