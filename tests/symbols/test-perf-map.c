/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/perf-map-private.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

#define N_ADDRESSES 2000

static void
append (const char *path, const char *text)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_APPEND, 0600);

  g_assert_cmpint (write (fd, text, strlen (text)), ==, (gssize) strlen (text));
  close (fd);
}

/* Lines in any order and overlap, in several goes: each address belongs to the last that named it. */
static void
test_random (void)
{
  g_autofree char *folder = g_dir_make_tmp ("perf-map-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "perf-1.map", NULL);

  for (guint round = 0; round < 15; round++)
    {
      ProfPerfMap *map = prof_perf_map_new (path);
      int owner[N_ADDRESSES] = { 0 };
      int n = 0;

      unlink (path);
      g_assert_false (prof_perf_map_update (map, 0));
      for (guint go = 0; go < 6; go++)
        {
          g_autoptr (GString) text = g_string_new (NULL);
          guint n_lines = g_test_rand_int_range (0, 700);

          for (guint i = 0; i < n_lines; i++)
            {
              guint start = g_test_rand_int_range (0, N_ADDRESSES - 1);
              guint size = g_test_rand_int_range (1, 80);

              n++;
              g_string_append_printf (
                  text, i % 2 ? "%x %x function %d\n" : "0x%x 0x%x function %d\n", start, size, n);
              for (guint address = start; address < MIN (start + size, N_ADDRESSES); address++)
                owner[address] = n;
            }
          append (path, text->str);
          g_assert_cmpint (prof_perf_map_update (map, 0), ==, n_lines > 0);
          for (guint address = 0; address < N_ADDRESSES; address++)
            {
              ProfPerfMapRange *range = prof_perf_map_find (map, address);
              g_autofree char *expected =
                  owner[address] ? g_strdup_printf ("function %d", owner[address]) : NULL;

              g_assert_cmpstr (range ? range->name : NULL, ==, expected);
            }
        }
      prof_perf_map_free (map);
    }
  remove_folder (folder);
}

static void
test_lines (void)
{
  g_autofree char *folder = g_dir_make_tmp ("perf-map-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "perf-1.map", NULL);
  ProfPerfMap *map = prof_perf_map_new (path);

  append (path, "7f00 10 LazyCompile:*run /app/node_modules/@scope/a.js:3\n"
                "junk\n\n8000 zz bad\n9000 10\nffffffffffffffff 10 wraps\n"
                "11112222333344445 1 too long\n"
                "a000 0 no size\n"
                "b000 10 not yet comp");
  g_assert_true (prof_perf_map_update (map, 0));
  g_assert_cmpstr (prof_perf_map_find (map, 0x7f0f)->name, ==,
                   "LazyCompile:*run /app/node_modules/@scope/a.js:3");
  g_assert_null (prof_perf_map_find (map, 0x7f10));
  g_assert_null (prof_perf_map_find (map, 0x8000));
  g_assert_null (prof_perf_map_find (map, 0x9000));
  g_assert_cmpstr (prof_perf_map_find (map, 0xa000)->name, ==, "no size");
  g_assert_null (prof_perf_map_find (map, 0xb000));
  append (path, "lete\n");
  g_assert_true (prof_perf_map_update (map, 0));
  g_assert_cmpstr (prof_perf_map_find (map, 0xb000)->name, ==, "not yet complete");
  g_assert_false (prof_perf_map_update (map, 0));

  /* Written anew: nothing of the old one holds. */
  g_assert_true (g_file_set_contents (path, "c000 10 new\n", -1, NULL));
  g_assert_false (prof_perf_map_update (map, G_MAXINT64));
  g_assert_true (prof_perf_map_update (map, 0));
  g_assert_null (prof_perf_map_find (map, 0x7f0f));
  g_assert_cmpstr (prof_perf_map_find (map, 0xc000)->name, ==, "new");
  prof_perf_map_free (map);
  remove_folder (folder);
}

static const ProfFunctionRow *
resolve (ProfResolver *resolver, ProfBuilder *builder, ProfAddressSpace *space, guint64 address)
{
  guint n;
  const guint32 *frames = prof_resolver_user (resolver, space, address, FALSE, &n);

  g_assert_cmpuint (n, ==, 1);
  return prof_builder_get_function (builder, prof_builder_get_frame (builder, frames[0])->function);
}

static void
test_resolver (void)
{
  g_autofree char *folder = g_dir_make_tmp ("perf-map-XXXXXX", NULL);
  g_autofree char *path = g_strdup_printf ("%s/perf-77.map", folder);
  ProfBuilder *builder = prof_builder_new ();
  ProfModules *modules = prof_modules_new ();
  ProfResolver *resolver = prof_resolver_new (builder, modules);
  ProfAddressSpace *space = prof_address_space_new (77);
  ProfMapping mapping = { .start = 0x10000, .end = 0x20000 };
  const ProfFunctionRow *row;

  prof_address_space_add (space, &mapping);
  mapping.start = 0x20000;
  mapping.end = 0x30000;
  mapping.module = prof_modules_get (modules, "//anon", NULL, 0, 0, 77);
  prof_address_space_add (space, &mapping);

  append (path, "11000 100 py::work:/a.py\n21000 100 Function:b\n");
  row = resolve (resolver, builder, space, 0x11000);
  g_assert_cmpstr (prof_builder_get_string (builder, row->name), ==, "[anonymous code]");
  g_assert_cmpuint (row->kind, ==, PROF_FRAME_JIT);
  g_assert_true (row->flags & PROF_FUNCTION_UNNAMED);

  prof_resolver_set_perf_map_dir (resolver, folder);
  row = resolve (resolver, builder, space, 0x11000);
  g_assert_cmpstr (prof_builder_get_string (builder, row->name), ==, "py::work:/a.py");
  g_assert_cmpuint (row->kind, ==, PROF_FRAME_JIT);
  g_assert_cmpuint (row->flags, ==, 0);
  row = resolve (resolver, builder, space, 0x210ff);
  g_assert_cmpstr (prof_builder_get_string (builder, row->name), ==, "Function:b");

  /* The map grows while the program runs. */
  row = resolve (resolver, builder, space, 0x12000);
  g_assert_true (row->flags & PROF_FUNCTION_UNNAMED);
  append (path, "12000 10 later\n");
  g_usleep (30000);
  row = resolve (resolver, builder, space, 0x12000);
  g_assert_cmpstr (prof_builder_get_string (builder, row->name), ==, "later");

  /* No memory at all. */
  row = resolve (resolver, builder, space, 0x99999);
  g_assert_cmpstr (prof_builder_get_string (builder, row->name), ==, "0x99999");
  g_assert_cmpuint (row->kind, ==, PROF_FRAME_UNKNOWN);
  g_assert_cmpuint (row->module, ==, 0);

  /* Another program under the same number. */
  g_assert_true (g_file_set_contents (path, "11000 100 other\n", -1, NULL));
  prof_resolver_forget_process (resolver, 77);
  row = resolve (resolver, builder, space, 0x11000);
  g_assert_cmpstr (prof_builder_get_string (builder, row->name), ==, "other");

  prof_resolver_free (resolver);
  prof_address_space_free (space);
  prof_modules_free (modules);
  prof_builder_free (builder);
  remove_folder (folder);
}

/* Live, a process's own map is found without being told where. */
static void
test_live (void)
{
  g_autofree char *path = g_strdup_printf ("/tmp/perf-%d.map", (int) getpid ());
  ProfBuilder *builder = prof_builder_new ();
  ProfModules *modules = prof_modules_new ();
  ProfResolver *resolver = prof_resolver_new (builder, modules);
  ProfAddressSpace *space = prof_address_space_new (getpid ());
  ProfMapping mapping = { .start = 0x10000, .end = 0x20000 };
  const ProfFunctionRow *row;

  unlink (path);
  append (path, "10000 100 mine\n");
  prof_modules_set_live (modules, TRUE);
  prof_address_space_add (space, &mapping);
  row = resolve (resolver, builder, space, 0x10001);
  g_assert_cmpstr (prof_builder_get_string (builder, row->name), ==, "mine");
  unlink (path);
  prof_resolver_free (resolver);
  prof_address_space_free (space);
  prof_modules_free (modules);
  prof_builder_free (builder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-map/random", test_random);
  g_test_add_func ("/perf-map/lines", test_lines);
  g_test_add_func ("/perf-map/resolver", test_resolver);
  g_test_add_func ("/perf-map/live", test_live);
  return g_test_run ();
}
