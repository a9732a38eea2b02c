/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/debug-file-private.h"

#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define SYSTEM_DIR "/usr/lib/debug"

typedef struct {
  const char *build_id; /* (nullable): of the module's file */
  char *link_name;      /* (nullable): of .gnu_debuglink */
  guint32 link_crc;
  int fd;
  char *path;
} Search;

static void
read_debug_link (Elf *elf, Search *search)
{
  GElf_Shdr header;
  GElf_Ehdr file_header;
  Elf_Scn *section = prof_elf_find_section (elf, ".gnu_debuglink", &header);
  Elf_Data *data = section ? elf_rawdata (section, NULL) : NULL;
  const char *name;
  gsize length;
  gsize crc_at;
  guint32 crc;

  if (!data || !data->d_buf || !gelf_getehdr (elf, &file_header))
    return;
  name = data->d_buf;
  length = strnlen (name, data->d_size);
  crc_at = (length + 4) & ~(gsize) 3;
  if (length == 0 || crc_at + sizeof crc > data->d_size || memchr (name, '/', length))
    return;
  memcpy (&crc, name + crc_at, sizeof crc);
  search->link_crc =
      file_header.e_ident[EI_DATA] == ELFDATA2MSB ? GUINT32_FROM_BE (crc) : GUINT32_FROM_LE (crc);
  search->link_name = g_strndup (name, length);
}

static gboolean
has_crc (int fd, guint32 expected)
{
  gsize size = 1 << 20;
  g_autofree guint8 *buffer = g_malloc (size);
  uLong crc = crc32 (0, NULL, 0);
  gint64 offset = 0;
  ssize_t n;

  while ((n = pread (fd, buffer, size, offset)) > 0)
    {
      crc = crc32 (crc, buffer, n);
      offset += n;
    }
  return n == 0 && (guint32) crc == expected;
}

static gboolean
fits (int fd, const Search *search)
{
  g_autofree char *build_id = prof_elf_read_build_id (fd);
  gboolean same;
  Elf *elf;

  if (build_id && search->build_id)
    same = strcmp (build_id, search->build_id) == 0;
  else
    same = search->link_name && has_crc (fd, search->link_crc);
  if (!same)
    return FALSE;

  /* The module's own file has the same build-id: it must be one with something to tell. */
  elf = prof_elf_begin (fd);
  same =
      elf && (prof_elf_has_section (elf, ".symtab") || prof_elf_has_section (elf, ".debug_info"));
  if (elf)
    elf_end (elf);
  return same;
}

/* Takes @path and @fd. TRUE: found, look no further. */
static gboolean
try_fd (Search *search, char *path, int fd)
{
  if (fd >= 0 && fits (fd, search))
    {
      search->fd = fd;
      search->path = path;
      return TRUE;
    }
  if (fd >= 0)
    close (fd);
  g_free (path);
  return FALSE;
}

static gboolean
try_path (Search *search, char *path)
{
  return try_fd (search, path, prof_open_regular (path));
}

static gboolean
try_root (Search *search, const char *root, const char *module_dir)
{
  if (search->build_id && strlen (search->build_id) > 2 &&
      try_path (search, g_strdup_printf ("%s" SYSTEM_DIR "/.build-id/%.2s/%s.debug", root,
                                         search->build_id, search->build_id + 2)))
    return TRUE;
  if (!search->link_name)
    return FALSE;
  return try_path (search, g_strdup_printf ("%s%s/%s", root, module_dir, search->link_name)) ||
         try_path (search,
                   g_strdup_printf ("%s%s/.debug/%s", root, module_dir, search->link_name)) ||
         try_path (search,
                   g_strdup_printf ("%s" SYSTEM_DIR "%s/%s", root, module_dir, search->link_name));
}

static gboolean
try_search_dirs (ProfModules *modules, Search *search)
{
  guint index = 0;
  char *path;
  int fd;

  for (guint i = 0; search->build_id && i < prof_modules_get_n_search_dirs (modules); i++)
    if (try_path (search, g_strdup_printf ("%s/.build-id/%.2s/%s.debug",
                                           prof_modules_get_search_dir (modules, i),
                                           search->build_id, search->build_id + 2)))
      return TRUE;
  for (;; index++)
    {
      fd = prof_modules_open_debug (modules, search->build_id, search->link_name, index, &path);
      if (!path)
        return FALSE;
      if (try_fd (search, path, fd))
        return TRUE;
    }
}

int
prof_debug_file_open (ProfModules *modules, const ProfModule *module, Elf *elf,
                      const char *opened_path, const char *build_id, char **debug_path)
{
  Search search = { .build_id = build_id, .fd = -1 };
  g_autofree char *module_dir = g_path_get_dirname (module->path);
  g_autofree char *opened_dir = g_path_get_dirname (opened_path);
  g_autofree char *target_root = g_strdup_printf ("/proc/%d/root", (int) module->seen_in);
  gboolean found;

  read_debug_link (elf, &search);
  found = try_root (&search, "", module_dir) ||
          (prof_modules_get_live (modules) && module->seen_in > 0 &&
           try_root (&search, target_root, module_dir)) ||
          (strcmp (opened_dir, module_dir) != 0 && try_root (&search, "", opened_dir)) ||
          try_search_dirs (modules, &search);
  *debug_path = found ? search.path : NULL;
  g_free (search.link_name);
  return search.fd;
}
