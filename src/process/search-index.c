/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/search-index-private.h"

#include <elf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/module.h"

#define MAX_DEPTH 12
#define MAX_ENTRIES 200000

struct _ProfSearchIndex {
  char *dir;
  gboolean is_made;
  GHashTable *by_build_id; /* hex -> GPtrArray of paths */
  GHashTable *by_name;     /* base name -> GPtrArray of paths */
};

typedef struct {
  char *path;
  guint depth;
} Folder;

ProfSearchIndex *
prof_search_index_new (const char *dir)
{
  ProfSearchIndex *self = g_new0 (ProfSearchIndex, 1);

  self->dir = g_strdup (dir);
  self->by_build_id =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  return self;
}

void
prof_search_index_free (ProfSearchIndex *self)
{
  if (!self)
    return;
  g_free (self->dir);
  g_hash_table_unref (self->by_build_id);
  g_hash_table_unref (self->by_name);
  g_free (self);
}

static void
add_path (GHashTable *table, const char *key, const char *path)
{
  GPtrArray *paths = g_hash_table_lookup (table, key);

  if (!paths)
    {
      paths = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (table, g_strdup (key), paths);
    }
  g_ptr_array_add (paths, g_strdup (path));
}

static void
add_file (ProfSearchIndex *self, const char *path, const char *name)
{
  char magic[SELFMAG];
  int fd = prof_open_regular (path);

  if (fd < 0)
    return;
  if (pread (fd, magic, sizeof magic, 0) == sizeof magic && memcmp (magic, ELFMAG, SELFMAG) == 0)
    {
      g_autofree char *build_id = prof_elf_read_build_id (fd);

      if (build_id)
        add_path (self->by_build_id, build_id, path);
      add_path (self->by_name, name, path);
    }
  close (fd);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* In order of name, so that two runs find the same file. */
static GPtrArray *
list_folder (const char *path)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && names->len < MAX_ENTRIES && (name = g_dir_read_name (dir)))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

static void
make_index (ProfSearchIndex *self)
{
  g_autoptr (GQueue) folders = g_queue_new ();
  Folder *first = g_new0 (Folder, 1);
  guint n_entries = 0;
  Folder *folder;

  self->is_made = TRUE;
  first->path = g_strdup (self->dir);
  g_queue_push_tail (folders, first);
  while ((folder = g_queue_pop_head (folders)))
    {
      g_autoptr (GPtrArray) names =
          n_entries < MAX_ENTRIES ? list_folder (folder->path) : g_ptr_array_new ();

      for (guint i = 0; i < names->len && n_entries < MAX_ENTRIES; i++)
        {
          g_autofree char *path = g_build_filename (folder->path, names->pdata[i], NULL);
          struct stat attributes;

          n_entries++;
          /* Links are not followed into folders, so there are no cycles. */
          if (lstat (path, &attributes) != 0)
            continue;
          if (S_ISDIR (attributes.st_mode) && folder->depth < MAX_DEPTH)
            {
              Folder *below = g_new0 (Folder, 1);

              below->path = g_steal_pointer (&path);
              below->depth = folder->depth + 1;
              g_queue_push_tail (folders, below);
            }
          else if (S_ISREG (attributes.st_mode) || S_ISLNK (attributes.st_mode))
            {
              add_file (self, path, names->pdata[i]);
            }
        }
      g_free (folder->path);
      g_free (folder);
    }
}

const GPtrArray *
prof_search_index_by_build_id (ProfSearchIndex *self, const char *build_id)
{
  if (!self->is_made)
    make_index (self);
  return g_hash_table_lookup (self->by_build_id, build_id);
}

const GPtrArray *
prof_search_index_by_name (ProfSearchIndex *self, const char *base_name)
{
  if (!self->is_made)
    make_index (self);
  return g_hash_table_lookup (self->by_name, base_name);
}
