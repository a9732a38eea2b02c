/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/module-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/maps-line-private.h"
#include "process/proc-file-private.h"

/* What was learnt while looking for one module's file. */
typedef struct {
  ProfModule *module;
  int fd;         /* of the file that fits; -1: none so far */
  char *path;     /* its path */
  gboolean other; /* a file of that name is there, but another one */
  gboolean gone;  /* the kernel says that the mapped file lost its name */
  int error;      /* errno of a file that is there and cannot be read */
} Search;

int
prof_open_regular (const char *path)
{
  struct stat attributes;
  int fd;

  /* Asked first, because opening a device can have effects. */
  if (stat (path, &attributes) != 0)
    return -1;
  if (!S_ISREG (attributes.st_mode))
    {
      errno = EINVAL;
      return -1;
    }
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd >= 0 && (fstat (fd, &attributes) != 0 || !S_ISREG (attributes.st_mode)))
    {
      close (fd);
      errno = EINVAL;
      return -1;
    }
  return fd;
}

/* Some file systems (btrfs, overlayfs) give stat() other numbers than they give a mapping: map the
 * file here and see what the kernel says. */
static gboolean
maps_as (int fd, guint64 device, guint64 inode)
{
  g_autofree char *text = NULL;
  gboolean same = FALSE;
  ProfMapsLine line;
  char *cursor;
  void *address = mmap (NULL, 1, PROT_READ, MAP_PRIVATE, fd, 0);

  if (address == MAP_FAILED)
    return FALSE;
  text = prof_proc_read_path ("/proc/self/maps", NULL, NULL);
  for (cursor = text; cursor && *cursor;)
    if (prof_maps_line_parse (&cursor, &line) && line.start <= (guintptr) address &&
        (guintptr) address < line.end)
      same = line.device == device && line.inode == inode;
  munmap (address, 1);
  return same;
}

static gboolean
is_file_of (int fd, const ProfModule *module, gboolean compare_inode)
{
  struct stat attributes;

  if (module->build_id)
    {
      g_autofree char *build_id = prof_elf_read_build_id (fd);

      return g_strcmp0 (build_id, module->build_id) == 0;
    }
  if (!compare_inode || module->inode == 0)
    return TRUE;
  if (fstat (fd, &attributes) == 0 && attributes.st_dev == module->device &&
      attributes.st_ino == module->inode)
    return TRUE;
  return maps_as (fd, module->device, module->inode);
}

/* TRUE: found, look no further. Takes @path. */
static gboolean
try_file (Search *search, char *path, gboolean compare_inode)
{
  int fd = prof_open_regular (path);

  if (fd < 0 && errno != ENOENT && errno != ENOTDIR && errno != EINVAL && errno != ESRCH)
    search->error = errno;
  if (fd >= 0 && is_file_of (fd, search->module, compare_inode))
    {
      search->fd = fd;
      search->path = path;
      return TRUE;
    }
  if (fd >= 0)
    {
      search->other = TRUE;
      close (fd);
    }
  g_free (path);
  return FALSE;
}

/* The kernel keeps a mapped file reachable even if its name is gone or names another file. */
static gboolean
try_live_mapping (Search *search)
{
  const ProfModule *module = search->module;
  g_autofree char *text = NULL;
  ProfMapsLine line;
  char *cursor;

  if ((module->build_id || module->inode) &&
      try_file (search, g_strdup_printf ("/proc/%d/exe", (int) module->seen_in), TRUE))
    return TRUE;

  text = prof_proc_read (module->seen_in, "maps", NULL, NULL);
  for (cursor = text; cursor && *cursor;)
    {
      char *path;

      if (!prof_maps_line_parse (&cursor, &line) || line.inode == 0 ||
          strcmp (line.path, module->path) != 0 ||
          (module->inode && (module->inode != line.inode || module->device != line.device)))
        continue;
      search->gone |= line.deleted;
      path = g_strdup_printf ("/proc/%d/map_files/%" G_GINT64_MODIFIER "x-%" G_GINT64_MODIFIER "x",
                              (int) module->seen_in, line.start, line.end);
      /* Only privilege opens these: being refused says nothing about the file. */
      if (access (path, R_OK) == 0)
        return try_file (search, path, FALSE);
      g_free (path);
      break;
    }
  return FALSE;
}

static gboolean
try_build_id_dir (Search *search, const char *dir)
{
  const char *build_id = search->module->build_id;

  if (!build_id || strlen (build_id) < 4)
    return FALSE;
  /* A link to the file itself; or, in perf's cache, to a folder that holds it. */
  return try_file (search, g_strdup_printf ("%s/.build-id/%.2s/%s", dir, build_id, build_id + 2),
                   FALSE) ||
         try_file (search,
                   g_strdup_printf ("%s/.build-id/%.2s/%s/elf", dir, build_id, build_id + 2),
                   FALSE);
}

/* A debug file has the same build-id as its program, but not its contents. */
static gboolean
is_debug_name (const char *path)
{
  return g_str_has_suffix (path, ".debug");
}

static gboolean
try_paths (Search *search, const GPtrArray *paths)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; paths && i < paths->len; i++)
      if (is_debug_name (paths->pdata[i]) == (pass == 1) &&
          try_file (search, g_strdup (paths->pdata[i]), FALSE))
        return TRUE;
  return FALSE;
}

static gboolean
try_search_dir (Search *search, ProfSearchDir *dir)
{
  const char *path = search->module->path;
  g_autofree char *name = g_path_get_basename (path);

  if (try_build_id_dir (search, dir->path))
    return TRUE;
  if (search->module->build_id &&
      try_paths (search, prof_search_index_by_build_id (dir->index, search->module->build_id)))
    return TRUE;
  return try_file (search, g_build_filename (dir->path, path, NULL), FALSE) ||
         try_file (search, g_build_filename (dir->path, name, NULL), FALSE) ||
         try_paths (search, prof_search_index_by_name (dir->index, name));
}

static gboolean
search_everywhere (ProfModules *self, Search *search)
{
  ProfModule *module = search->module;
  g_autofree char *perf_cache = g_build_filename (g_get_home_dir (), ".debug", NULL);

  if (try_file (search, g_strdup (module->path), TRUE))
    return TRUE;
  if (self->live && module->seen_in > 0 &&
      (try_file (search, g_strdup_printf ("/proc/%d/root%s", (int) module->seen_in, module->path),
                 TRUE) ||
       try_live_mapping (search)))
    return TRUE;
  for (guint i = 0; i < self->dirs->len; i++)
    if (try_search_dir (search, self->dirs->pdata[i]))
      return TRUE;
  return try_build_id_dir (search, perf_cache);
}

int
prof_modules_open (ProfModules *self, ProfModule *module, char **opened_path, char **reason)
{
  Search search = { .module = module, .fd = -1 };
  gboolean is_file = prof_module_is_file (module);
  g_autofree char *why = NULL;

  if (is_file && !search_everywhere (self, &search))
    {
      if (search.gone)
        why = g_strdup ("deleted since it was mapped");
      else if (search.other)
        why = g_strdup ("replaced on disk since it was mapped");
      else if (search.error)
        why = g_strdup_printf ("unreadable: %s", g_strerror (search.error));
      else
        why = g_strdup ("not found");
    }
  else if (!is_file)
    {
      why = g_strdup ("not a file");
    }

  if (opened_path)
    *opened_path = g_steal_pointer (&search.path);
  if (reason)
    *reason = g_steal_pointer (&why);
  g_free (search.path);
  return search.fd;
}

int
prof_modules_open_debug (ProfModules *self, const char *build_id, const char *name, guint index,
                         char **opened_path)
{
  *opened_path = NULL;
  for (guint i = 0; i < self->dirs->len; i++)
    {
      ProfSearchDir *dir = self->dirs->pdata[i];
      const GPtrArray *found[2] = {
        build_id ? prof_search_index_by_build_id (dir->index, build_id) : NULL,
        name ? prof_search_index_by_name (dir->index, name) : NULL,
      };

      for (guint j = 0; j < G_N_ELEMENTS (found); j++)
        {
          guint n = found[j] ? found[j]->len : 0;

          if (index < n)
            {
              *opened_path = g_strdup (found[j]->pdata[index]);
              return prof_open_regular (*opened_path);
            }
          index -= n;
        }
    }
  return -1;
}
