/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/module-private.h"

#include <string.h>

/* A build-id says which file it is better than any device and inode, which then do not count. */
static guint
module_hash (gconstpointer key)
{
  const ProfModule *module = key;
  guint hash = g_str_hash (module->path);

  if (module->build_id)
    return hash * 31 + g_str_hash (module->build_id);
  return hash * 31 + (guint) (module->inode ^ module->inode >> 32) * 17 + (guint) module->device;
}

static gboolean
module_equal (gconstpointer a, gconstpointer b)
{
  const ProfModule *one = a;
  const ProfModule *other = b;

  if (strcmp (one->path, other->path) != 0)
    return FALSE;
  if (one->build_id || other->build_id)
    return g_strcmp0 (one->build_id, other->build_id) == 0;
  return one->device == other->device && one->inode == other->inode;
}

static void
module_free (gpointer data)
{
  ProfModule *module = data;

  g_free (module->path);
  g_free (module->build_id);
  g_free (module);
}

static void
search_dir_free (gpointer data)
{
  ProfSearchDir *dir = data;

  g_free (dir->path);
  prof_search_index_free (dir->index);
  g_free (dir);
}

ProfModules *
prof_modules_new (void)
{
  ProfModules *self = g_new0 (ProfModules, 1);

  self->modules = g_ptr_array_new_with_free_func (module_free);
  self->table = g_hash_table_new (module_hash, module_equal);
  self->dirs = g_ptr_array_new_with_free_func (search_dir_free);
  return self;
}

void
prof_modules_free (ProfModules *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->table);
  g_ptr_array_unref (self->modules);
  g_ptr_array_unref (self->dirs);
  g_free (self);
}

void
prof_modules_add_search_dir (ProfModules *self, const char *path)
{
  ProfSearchDir *dir = g_new0 (ProfSearchDir, 1);

  dir->path = g_strdup (path);
  dir->index = prof_search_index_new (path);
  g_ptr_array_add (self->dirs, dir);
}

guint
prof_modules_get_n_search_dirs (ProfModules *self)
{
  return self->dirs->len;
}

const char *
prof_modules_get_search_dir (ProfModules *self, guint index)
{
  return ((ProfSearchDir *) g_ptr_array_index (self->dirs, index))->path;
}

void
prof_modules_set_live (ProfModules *self, gboolean live)
{
  self->live = live;
}

gboolean
prof_modules_get_live (ProfModules *self)
{
  return self->live;
}

ProfModule *
prof_modules_get (ProfModules *self, const char *path, const char *build_id, guint64 device,
                  guint64 inode, pid_t pid)
{
  g_autofree char *lower = build_id && build_id[0] ? g_ascii_strdown (build_id, -1) : NULL;
  ProfModule key = { .path = (char *) path, .build_id = lower, .device = device, .inode = inode };
  ProfModule *module = g_hash_table_lookup (self->table, &key);

  if (!module)
    {
      module = g_new0 (ProfModule, 1);
      module->path = g_strdup (path);
      module->build_id = g_steal_pointer (&lower);
      module->device = device;
      module->inode = inode;
      module->id = self->modules->len;
      g_ptr_array_add (self->modules, module);
      g_hash_table_add (self->table, module);
    }
  /* The last process to map it is the likeliest to be alive when the file must be opened. */
  if (pid > 0)
    module->seen_in = pid;
  return module;
}

gboolean
prof_module_is_file (const ProfModule *module)
{
  return module->path[0] == '/' && !g_str_has_prefix (module->path, "//anon") &&
         !g_str_has_prefix (module->path, "/SYSV") && strcmp (module->path, "/dev/zero") != 0;
}
