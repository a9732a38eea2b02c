/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/module.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/address-space.h"
#include "target-process.h"

typedef struct {
  char *folder;
  char *program; /* a copy of the target in it */
  char *build_id;
} Fixture;

static char *
read_build_id (const char *path)
{
  int fd = prof_open_regular (path);
  char *build_id;

  g_assert_cmpint (fd, >=, 0);
  build_id = prof_elf_read_build_id (fd);
  close (fd);
  return build_id;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("module-XXXXXX", NULL);
  fixture->program = g_build_filename (fixture->folder, "program", NULL);
  copy_file (PROCESS_TARGET, fixture->program);
  fixture->build_id = read_build_id (fixture->program);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->program);
  g_free (fixture->build_id);
}

/* The same program with another build-id. */
static void
copy_with_other_build_id (const Fixture *fixture, const char *to)
{
  g_autofree char *contents = NULL;
  g_autofree char *other = NULL;
  guint8 bytes[20];
  gsize length;
  char *at;

  for (guint i = 0; i < 20; i++)
    bytes[i] = g_ascii_xdigit_value (fixture->build_id[2 * i]) * 16 +
               g_ascii_xdigit_value (fixture->build_id[2 * i + 1]);
  g_assert_true (g_file_get_contents (fixture->program, &contents, &length, NULL));
  at = memmem (contents, length, bytes, sizeof bytes);
  g_assert_nonnull (at);
  at[0] ^= 1;
  g_assert_true (
      g_file_set_contents_full (to, contents, length, G_FILE_SET_CONTENTS_CONSISTENT, 0755, NULL));
  other = read_build_id (to);
  g_assert_cmpstr (other, !=, fixture->build_id);
}

static void
assert_opens (ProfModules *modules, ProfModule *module, const char *path)
{
  g_autofree char *opened = NULL;
  g_autofree char *reason = NULL;
  int fd = prof_modules_open (modules, module, &opened, &reason);

  g_assert_cmpstr (reason, ==, NULL);
  g_assert_cmpint (fd, >=, 0);
  close (fd);
  if (path)
    g_assert_cmpstr (opened, ==, path);
}

static void
assert_fails (ProfModules *modules, ProfModule *module, const char *expected)
{
  g_autofree char *opened = NULL;
  g_autofree char *reason = NULL;

  g_assert_cmpint (prof_modules_open (modules, module, &opened, &reason), ==, -1);
  g_assert_cmpstr (opened, ==, NULL);
  g_assert_cmpstr (reason, ==, expected);
}

static void
test_build_id (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = g_build_filename (fixture->folder, "text", NULL);
  g_autofree char *output = NULL;
  g_autofree char *expected = g_strdup_printf ("Build ID: %s\n", fixture->build_id);
  char *arguments[] = { (char *) "readelf", (char *) "-n", fixture->program, NULL };

  g_assert_cmpuint (strlen (fixture->build_id), ==, 40);
  if (g_spawn_sync (NULL, arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, NULL,
                    NULL))
    g_assert_nonnull (strstr (output, expected));

  g_assert_true (g_file_set_contents (text, "\177ELF but no more", -1, NULL));
  g_assert_null (read_build_id (text));
  g_assert_true (g_file_set_contents (text, "", -1, NULL));
  g_assert_null (read_build_id (text));
}

static void
test_identity (void)
{
  g_autoptr (ProfModules) modules = prof_modules_new ();
  ProfModule *one = prof_modules_get (modules, "/lib/a.so", "AB12", 0, 0, 5);
  ProfModule *other;

  g_assert_cmpstr (one->build_id, ==, "ab12");
  g_assert_true (prof_modules_get (modules, "/lib/a.so", "ab12", 1, 2, 6) == one);
  g_assert_cmpint (one->seen_in, ==, 6);
  g_assert_true (prof_modules_get (modules, "/lib/a.so", "ab13", 0, 0, 0) != one);
  g_assert_true (prof_modules_get (modules, "/lib/b.so", "ab12", 0, 0, 0) != one);
  other = prof_modules_get (modules, "/lib/a.so", NULL, 1, 2, 0);
  g_assert_true (other != one);
  g_assert_true (prof_modules_get (modules, "/lib/a.so", "", 1, 2, 0) == other);
  g_assert_true (prof_modules_get (modules, "/lib/a.so", NULL, 1, 3, 0) != other);
  g_assert_true (prof_modules_get (modules, "/lib/a.so", NULL, 2, 2, 0) != other);

  g_assert_true (prof_module_is_file (one));
  g_assert_false (prof_module_is_file (prof_modules_get (modules, "[vdso]", NULL, 0, 0, 0)));
  g_assert_false (prof_module_is_file (prof_modules_get (modules, "//anon", NULL, 0, 0, 0)));
  assert_fails (modules, prof_modules_get (modules, "[vdso]", NULL, 0, 0, 0), "not a file");
}

static void
test_own_path (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ProfModules) modules = prof_modules_new ();
  g_autofree char *missing = g_build_filename (fixture->folder, "missing", NULL);
  struct stat attributes;

  stat (fixture->program, &attributes);
  assert_opens (modules, prof_modules_get (modules, fixture->program, fixture->build_id, 0, 0, 0),
                fixture->program);
  assert_opens (
      modules,
      prof_modules_get (modules, fixture->program, NULL, attributes.st_dev, attributes.st_ino, 0),
      fixture->program);
  assert_opens (modules, prof_modules_get (modules, fixture->program, NULL, 0, 0, 0),
                fixture->program);
  assert_fails (modules,
                prof_modules_get (modules, fixture->program,
                                  "0123456789012345678901234567890123456789", 0, 0, 0),
                "replaced on disk since it was mapped");
  assert_fails (modules,
                prof_modules_get (modules, fixture->program, NULL, attributes.st_dev,
                                  attributes.st_ino + 1, 0),
                "replaced on disk since it was mapped");
  assert_fails (modules, prof_modules_get (modules, missing, fixture->build_id, 0, 0, 0),
                "not found");
  assert_fails (modules, prof_modules_get (modules, fixture->folder, NULL, 0, 0, 0), "not found");
}

static void
test_search_dirs (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ProfModules) modules = prof_modules_new ();
  g_autofree char *dir = g_build_filename (fixture->folder, "search", NULL);
  g_autofree char *deep = g_build_filename (dir, "deep", "er", NULL);
  g_autofree char *wrong = g_build_filename (dir, "program", NULL);
  g_autofree char *renamed = g_build_filename (deep, "renamed", NULL);
  g_autofree char *named = g_build_filename (deep, "program", NULL);
  g_autofree char *by_path = g_build_filename (dir, "opt", "far", "program", NULL);
  g_autofree char *by_path_dir = g_path_get_dirname (by_path);
  g_autofree char *debug = g_build_filename (dir, "a.debug", NULL);
  g_autofree char *opened = NULL;
  ProfModule *known = prof_modules_get (modules, "/nowhere/program", fixture->build_id, 0, 0, 0);
  ProfModule *nameless = prof_modules_get (modules, "/nowhere/program", NULL, 7, 8, 0);
  ProfModule *pathed = prof_modules_get (modules, "/opt/far/program", NULL, 0, 0, 0);
  int fd;

  assert_fails (modules, known, "not found");

  /* First only a file of the right name and the wrong build-id. */
  g_mkdir_with_parents (deep, 0755);
  copy_with_other_build_id (fixture, wrong);
  prof_modules_add_search_dir (modules, dir);
  assert_fails (modules, known, "replaced on disk since it was mapped");

  /* The index is made once: a new set sees what came since. */
  copy_file (fixture->program, renamed);
  copy_file (fixture->program, debug);
  prof_modules_free (modules);
  modules = prof_modules_new ();
  prof_modules_add_search_dir (modules, dir);
  known = prof_modules_get (modules, "/nowhere/program", fixture->build_id, 0, 0, 0);
  assert_opens (modules, known, renamed);

  nameless = prof_modules_get (modules, "/nowhere/program", NULL, 7, 8, 0);
  assert_opens (modules, nameless, wrong);
  unlink (wrong);
  assert_fails (modules, nameless, "not found");

  copy_file (fixture->program, named);
  g_mkdir_with_parents (by_path_dir, 0755);
  copy_file (fixture->program, by_path);
  prof_modules_free (modules);
  modules = prof_modules_new ();
  prof_modules_add_search_dir (modules, dir);
  nameless = prof_modules_get (modules, "/nowhere/program", NULL, 7, 8, 0);
  assert_opens (modules, nameless, named);
  pathed = prof_modules_get (modules, "/opt/far/program", NULL, 0, 0, 0);
  assert_opens (modules, pathed, by_path);

  fd = prof_modules_open_debug (modules, NULL, "a.debug", 0, &opened);
  g_assert_cmpstr (opened, ==, debug);
  g_assert_cmpint (fd, >=, 0);
  close (fd);
  g_clear_pointer (&opened, g_free);
  g_assert_cmpint (prof_modules_open_debug (modules, NULL, "a.debug", 1, &opened), ==, -1);
  g_assert_null (opened);
}

static void
test_build_id_dir (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ProfModules) modules = prof_modules_new ();
  g_autofree char *folder =
      g_strdup_printf ("%s/cache/.build-id/%.2s", fixture->folder, fixture->build_id);
  g_autofree char *cache = g_build_filename (fixture->folder, "cache", NULL);
  g_autofree char *link = g_build_filename (folder, fixture->build_id + 2, NULL);
  g_autofree char *inner = g_build_filename (link, "elf", NULL);
  ProfModule *module = prof_modules_get (modules, "/nowhere/x", fixture->build_id, 0, 0, 0);

  prof_modules_add_search_dir (modules, cache);
  g_mkdir_with_parents (folder, 0755);
  copy_file (fixture->program, link);
  assert_opens (modules, module, link);

  unlink (link);
  g_mkdir_with_parents (link, 0755);
  copy_file (fixture->program, inner);
  assert_opens (modules, module, inner);
}

/* The module that @target's main program is. */
static ProfModule *
find_module (ProfModules *modules, const TargetProcess *target, const char *path)
{
  g_autoptr (ProfAddressSpace) space = prof_address_space_new (target->pid);
  ProfModule *found = NULL;

  g_assert_true (prof_address_space_read (space, modules, 0, NULL));
  for (guint i = 0; i < prof_address_space_get_n (space); i++)
    {
      ProfModule *module = prof_address_space_get (space, i)->module;

      if (module && strcmp (module->path, path) == 0)
        found = module;
    }
  g_assert_nonnull (found);
  return found;
}

static void
test_live (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ProfModules) live = prof_modules_new ();
  g_autoptr (ProfModules) not_live = prof_modules_new ();
  g_autofree char *exe = NULL;
  ProfModule *module;
  ProfModule *elsewhere;
  TargetProcess target;

  prof_modules_set_live (live, TRUE);
  target_process_start (&target, fixture->program);
  exe = g_strdup_printf ("/proc/%d/exe", (int) target.pid);
  module = find_module (live, &target, fixture->program);
  elsewhere = find_module (not_live, &target, fixture->program);
  g_assert_cmpint (module->inode, !=, 0);
  assert_opens (live, module, fixture->program);
  assert_opens (not_live, elsewhere, fixture->program);

  /* Replaced, as an installation does it: another file gets the name. */
  copy_with_other_build_id (fixture, fixture->program);
  assert_opens (live, module, exe);
  assert_fails (not_live, elsewhere, "replaced on disk since it was mapped");
  g_assert_true (find_module (live, &target, fixture->program) == module);

  unlink (fixture->program);
  assert_opens (live, module, exe);
  assert_fails (not_live, elsewhere, "not found");

  target_process_stop (&target);
  assert_fails (live, module, "not found");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/module/build-id", test_build_id);
  g_test_add_func ("/module/identity", test_identity);
  ADD ("/module/own-path", test_own_path);
  ADD ("/module/search-dirs", test_search_dirs);
  ADD ("/module/build-id-dir", test_build_id_dir);
  ADD ("/module/live", test_live);
  return g_test_run ();
}
