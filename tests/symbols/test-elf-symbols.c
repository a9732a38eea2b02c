/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include "support.h"

typedef struct {
  char *folder;
  char *program; /* a copy of the plain program */
  GArray *nm;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer original)
{
  fixture->folder = g_dir_make_tmp ("symbols-XXXXXX", NULL);
  fixture->program = g_build_filename (fixture->folder, "plain", NULL);
  g_free (run ("cp", original, fixture->program, NULL));
  fixture->nm = read_nm (fixture->program, FALSE);
}

static void
tear_down (Fixture *fixture, gconstpointer original)
{
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->program);
  g_array_unref (fixture->nm);
}

static guint64
nm_start (GArray *nm, const char *name)
{
  for (guint i = 0; i < nm->len; i++)
    if (strcmp (g_array_index (nm, NmSymbol, i).name, name) == 0)
      return g_array_index (nm, NmSymbol, i).start;
  g_error ("nm does not know %s", name);
}

static gboolean
has_name (GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (strcmp (names->pdata[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* Every byte of the code must have a name that nm has for it. */
static void
check_text (Scene *scene, GArray *nm, const char *path)
{
  guint64 start;
  guint64 end;
  guint n_checked = 0;

  g_assert_true (find_section (path, ".text", &start, &end));
  for (guint64 address = start; address < end; address++)
    {
      g_autoptr (GPtrArray) names = nm_names_at (nm, address);
      g_autofree char *frames = NULL;

      if (names->len == 0)
        continue;
      frames = scene_resolve (scene, address, FALSE, FALSE);
      if (!has_name (names, frames))
        g_error ("0x%" G_GINT64_MODIFIER "x is %s, not %s", address, frames,
                 (char *) names->pdata[0]);
      n_checked++;
    }
  g_assert_cmpuint (n_checked, >, 200);
}

static Scene *
new_plain_scene (const char *path, const char *shown_path)
{
  Scene *scene = scene_new (path, shown_path);

  prof_resolver_set_inlines (scene->resolver, FALSE);
  return scene;
}

static void
assert_resolves (Scene *scene, guint64 address, const char *expected)
{
  g_autofree char *frames = scene_resolve (scene, address, FALSE, FALSE);

  g_assert_cmpstr (frames, ==, expected);
}

static void
test_symtab (Fixture *fixture, gconstpointer original)
{
  g_autoptr (Scene) scene = new_plain_scene (fixture->program, fixture->program);
  guint64 exported = nm_start (fixture->nm, "exported_function");
  guint64 without_size = nm_start (fixture->nm, "assembly_without_size");
  guint64 with_size = nm_start (fixture->nm, "assembly_with_size");
  guint64 label = nm_start (fixture->nm, "assembly_label");
  g_autofree char *return_frames = NULL;
  g_autofree char *address_frames = NULL;
  const ProfFunctionRow *function;

  check_text (scene, fixture->nm, fixture->program);
  /* Of all its names the plainest one. */
  assert_resolves (scene, exported, "exported_function");
  assert_resolves (scene, without_size, "assembly_without_size");
  assert_resolves (scene, without_size + 3, "assembly_without_size");
  assert_resolves (scene, with_size, "assembly_with_size");
  assert_resolves (scene, with_size + 1, "assembly_with_size");
  assert_resolves (scene, label + 1, "assembly_label");

  /* Behind the end of a sized function is not in it. */
  function = scene_function (scene, with_size + 2);
  g_assert_true (function->flags & PROF_FUNCTION_UNNAMED);
  g_assert_true (g_str_has_prefix (scene_string (scene, function->name), "0x"));

  /* A call at the very end of a function returns to the next one. */
  return_frames = scene_resolve (scene, exported, TRUE, FALSE);
  g_assert_cmpstr (return_frames, !=, "exported_function");
  address_frames = scene_resolve (scene, with_size, TRUE, FALSE);
  g_assert_cmpstr (address_frames, ==, "assembly_without_size");
}

static void
test_plt (Fixture *fixture, gconstpointer original)
{
  g_autoptr (Scene) scene = new_plain_scene (fixture->program, fixture->program);
  /* Which section's stubs are called depends on the linker's defaults. */
  static const char *const sections[] = { ".plt.sec", ".plt", ".plt.got" };
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      guint64 start;
      guint64 end;

      if (!find_section (fixture->program, sections[i], &start, &end))
        continue;
      for (guint64 address = start; address < end; address += 8)
        g_hash_table_add (found, scene_resolve (scene, address, FALSE, FALSE));
    }
  g_assert_true (g_hash_table_contains (found, "printf@plt"));
  g_assert_true (g_hash_table_contains (found, "qsort@plt"));
  g_assert_true (g_hash_table_contains (found, "strlen@plt"));
}

static GArray *
get_warnings (Scene *scene)
{
  g_autoptr (ProfBatch) batch = NULL;
  GArray *rows;

  prof_resolver_report (scene->resolver);
  batch = prof_builder_take_batch (scene->builder);
  rows = g_array_ref (batch->rows[PROF_TABLE_WARNINGS]);
  return rows;
}

static void
assert_warning (Scene *scene, const char *expected, guint64 count)
{
  g_autoptr (GArray) warnings = get_warnings (scene);
  const ProfWarningRow *row;

  if (!expected)
    {
      g_assert_cmpuint (warnings->len, ==, 0);
      return;
    }
  g_assert_cmpuint (warnings->len, ==, 1);
  row = &g_array_index (warnings, ProfWarningRow, 0);
  g_assert_cmpstr (scene_string (scene, row->text), ==, expected);
  g_assert_cmpuint (row->count, ==, count);
}

static void
test_stripped (Fixture *fixture, gconstpointer original)
{
  guint64 exported = nm_start (fixture->nm, "exported_function");
  guint64 local = nm_start (fixture->nm, "local_function");
  g_autofree char *expected = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", local);
  g_autofree char *warning = NULL;
  g_autoptr (Scene) scene = NULL;

  g_free (run ("objcopy", "--strip-all", fixture->program, NULL));
  scene = new_plain_scene (fixture->program, fixture->program);
  /* Without a name, the whole function is still one: its unwind tables say where it begins. */
  for (guint i = 0; i < 4; i++)
    {
      assert_resolves (scene, local + i, expected);
      assert_resolves (scene, local + i, expected);
    }
  g_assert_true (scene_function (scene, local)->flags & PROF_FUNCTION_UNNAMED);
  /* What a library exports has a name nevertheless. */
  if (strstr (original, ".so"))
    {
      assert_resolves (scene, exported + 2, "exported_function");
      warning = g_strdup_printf ("Only exported symbols for %s: stripped", fixture->program);
    }
  else
    {
      warning = g_strdup_printf ("No symbols for %s: stripped", fixture->program);
    }
  assert_warning (scene, warning, 4);
}

static void
test_mini_debug_info (Fixture *fixture, gconstpointer original)
{
  g_autofree char *mini = g_build_filename (fixture->folder, "mini", NULL);
  g_autofree char *packed = g_strconcat (mini, ".xz", NULL);
  g_autofree char *option = g_strdup_printf (".gnu_debugdata=%s", packed);
  g_autofree char *xz = g_find_program_in_path ("xz");
  g_autoptr (Scene) scene = NULL;

  if (!xz)
    {
      g_test_skip ("xz is not installed");
      return;
    }
  g_free (run ("objcopy", "--only-keep-debug", fixture->program, mini, NULL));
  g_free (run ("objcopy", "--strip-debug", "--remove-section", ".comment", mini, NULL));
  g_free (run ("xz", "-f", mini, NULL));
  g_free (run ("objcopy", "--strip-all", fixture->program, NULL));
  g_free (run ("objcopy", "--add-section", option, fixture->program, NULL));

  scene = new_plain_scene (fixture->program, fixture->program);
  check_text (scene, fixture->nm, fixture->program);
  assert_warning (scene, NULL, 0);
}

/* A section that is no xz, or is cut, is as if it were not there. */
static void
test_damaged_mini_debug_info (Fixture *fixture, gconstpointer original)
{
  g_autofree char *junk = g_build_filename (fixture->folder, "junk", NULL);
  g_autofree char *option = g_strdup_printf (".gnu_debugdata=%s", junk);
  guint64 local = nm_start (fixture->nm, "local_function");
  g_autoptr (Scene) scene = NULL;

  g_assert_true (g_file_set_contents (junk, "\3757zXZ\0\0\4 and then nothing", -1, NULL));
  g_free (run ("objcopy", "--strip-all", fixture->program, NULL));
  g_free (run ("objcopy", "--add-section", option, fixture->program, NULL));
  scene = new_plain_scene (fixture->program, fixture->program);
  g_assert_true (scene_function (scene, local)->flags & PROF_FUNCTION_UNNAMED);
}

static void
split_debug_file (Fixture *fixture, const char *debug)
{
  g_autofree char *dir = g_path_get_dirname (debug);

  g_mkdir_with_parents (dir, 0755);
  g_free (run ("objcopy", "--only-keep-debug", fixture->program, debug, NULL));
  g_free (run ("objcopy", "--strip-all", fixture->program, NULL));
}

static void
test_build_id_file (Fixture *fixture, gconstpointer original)
{
  g_autofree char *build_id = read_build_id (fixture->program);
  g_autofree char *debug =
      g_strdup_printf ("%s/store/.build-id/%.2s/%s.debug", fixture->folder, build_id, build_id + 2);
  g_autofree char *store = g_build_filename (fixture->folder, "store", NULL);
  g_autofree char *renamed = g_build_filename (store, "any-name", NULL);

  split_debug_file (fixture, debug);
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (Scene) scene = new_plain_scene (fixture->program, fixture->program);

      prof_modules_add_search_dir (scene->modules, store);
      check_text (scene, fixture->nm, fixture->program);
      assert_warning (scene, NULL, 0);
      /* The second time it must be found among all files. */
      if (round == 0)
        g_free (run ("mv", debug, renamed, NULL));
    }
}

static void
test_debug_link (Fixture *fixture, gconstpointer original)
{
  g_autofree char *debug = g_build_filename (fixture->folder, ".debug", "plain.debug", NULL);
  g_autofree char *option = g_strdup_printf ("--add-gnu-debuglink=%s", debug);
  guint64 local = nm_start (fixture->nm, "local_function");

  /* Without build-ids, so that only the link and its checksum count. */
  g_free (run ("objcopy", "--remove-section", ".note.gnu.build-id", fixture->program, NULL));
  split_debug_file (fixture, debug);
  g_free (run ("objcopy", option, fixture->program, NULL));
  {
    g_autoptr (Scene) scene = new_plain_scene (fixture->program, fixture->program);

    check_text (scene, fixture->nm, fixture->program);
  }

  /* Another file of the same name is not taken. */
  g_free (run ("objcopy", "--remove-section", ".comment", debug, NULL));
  {
    g_autoptr (Scene) scene = new_plain_scene (fixture->program, fixture->program);

    g_assert_true (scene_function (scene, local)->flags & PROF_FUNCTION_UNNAMED);
  }
}

static void
test_replaced (Fixture *fixture, gconstpointer original)
{
  g_autoptr (Scene) scene = new_plain_scene (fixture->program, fixture->program);
  g_autofree char *warning =
      g_strdup_printf ("No symbols for %s: replaced on disk since it was mapped", fixture->program);
  guint64 local = nm_start (fixture->nm, "local_function");

  g_free (run ("cp", "/proc/self/exe", fixture->program, NULL));
  g_assert_true (scene_function (scene, local)->flags & PROF_FUNCTION_UNNAMED);
  assert_warning (scene, warning, 1);
}

static void
test_not_elf (Fixture *fixture, gconstpointer original)
{
  g_autoptr (Scene) scene = new_plain_scene (fixture->program, fixture->program);
  g_autofree char *text = g_build_filename (fixture->folder, "text", NULL);
  g_autofree char *warning = g_strdup_printf ("No symbols for %s: not an ELF file", text);
  ProfMapping mapping = { .start = 0x1000, .end = 0x2000, .offset = 0x5000 };
  const ProfFunctionRow *function;
  const guint32 *frames;
  guint n;

  g_assert_true (g_file_set_contents (text, "no program", -1, NULL));
  mapping.module = prof_modules_get (scene->modules, text, NULL, 0, 0, 0);
  prof_address_space_add (scene->space, &mapping);
  frames = prof_resolver_user (scene->resolver, scene->space, 0x1234, FALSE, &n);
  g_assert_cmpuint (n, ==, 1);
  function = prof_builder_get_function (
      scene->builder, prof_builder_get_frame (scene->builder, frames[0])->function);
  g_assert_cmpstr (scene_string (scene, function->name), ==, "0x5234");
  g_assert_cmpstr (scene_string (scene, function->module), ==, text);
  /* As a return address the lookup is one before, the name is not. */
  frames = prof_resolver_user (scene->resolver, scene->space, 0x1234, TRUE, &n);
  function = prof_builder_get_function (
      scene->builder, prof_builder_get_frame (scene->builder, frames[0])->function);
  g_assert_cmpstr (scene_string (scene, function->name), ==, "0x5234");
  assert_warning (scene, warning, 2);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *kind;
    const char *path;
  } programs[] = {
    { "pie", PLAIN_PIE },
    { "fixed", PLAIN_FIXED },
    { "library", PLAIN_LIBRARY },
  };
  static const struct {
    const char *name;
    void (*run) (Fixture *fixture, gconstpointer original);
  } tests[] = {
    { "symtab", test_symtab },
    { "plt", test_plt },
    { "stripped", test_stripped },
    { "mini-debug-info", test_mini_debug_info },
    { "damaged-mini-debug-info", test_damaged_mini_debug_info },
    { "build-id-file", test_build_id_file },
    { "debug-link", test_debug_link },
    { "replaced", test_replaced },
    { "not-elf", test_not_elf },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    for (guint j = 0; j < G_N_ELEMENTS (programs); j++)
      {
        g_autofree char *name =
            g_strdup_printf ("/elf-symbols/%s/%s", tests[i].name, programs[j].kind);

        g_test_add (name, Fixture, programs[j].path, set_up, tests[i].run, tear_down);
      }
  return g_test_run ();
}
