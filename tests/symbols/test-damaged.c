/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include "support.h"

#define N_ROUNDS 150
#define N_ADDRESSES 150

/* libelf 0.188 itself loses some hundred bytes over some damaged files. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libelf.so\n";
}

/* Files that were cut or changed, in every part: each address must still get a frame, in time. */
static void
test_file (gconstpointer path)
{
  g_autofree char *folder = g_dir_make_tmp ("damaged-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "program", NULL);
  g_autoptr (Scene) whole = scene_new (path, path);
  g_autofree char *original = NULL;
  gsize length;
  guint n_named = 0;
  guint64 start;
  guint64 end;

  g_assert_true (g_file_get_contents (path, &original, &length, NULL));
  g_assert_true (find_section (path, ".text", &start, &end));
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autofree char *contents = g_memdup2 (original, length);
      ProfBuilder *builder = prof_builder_new ();
      ProfModules *modules = prof_modules_new ();
      ProfResolver *resolver = prof_resolver_new (builder, modules);
      ProfAddressSpace *space = prof_address_space_new (1);
      gsize kept = round % 5 == 0 ? (gsize) (g_test_rand_double () * (double) length) : length;
      guint n_changes = round % 5 == 0 ? 0 : 1 << g_test_rand_int_range (0, 12);

      for (guint i = 0; i < n_changes; i++)
        contents[(gsize) (g_test_rand_double () * (double) length)] =
            (char) g_test_rand_int_range (0, 256);
      g_assert_true (g_file_set_contents (copy, contents, kept, NULL));

      for (guint i = 0; i < prof_address_space_get_n (whole->space); i++)
        {
          ProfMapping mapping = *prof_address_space_get (whole->space, i);

          mapping.module = prof_modules_get (modules, copy, NULL, 0, 0, 0);
          prof_address_space_add (space, &mapping);
        }
      for (guint i = 0; i < N_ADDRESSES; i++)
        {
          guint64 address = start + (guint64) (g_test_rand_double () * (double) (end - start));
          guint n;
          const guint32 *frames = prof_resolver_user (resolver, space, BASE + address, FALSE, &n);

          g_assert_cmpuint (n, >, 0);
          for (guint j = 0; j < n; j++)
            n_named += !(prof_builder_get_function (
                             builder, prof_builder_get_frame (builder, frames[j])->function)
                             ->flags &
                         PROF_FUNCTION_UNNAMED);
        }
      prof_resolver_report (resolver);
      prof_resolver_free (resolver);
      prof_address_space_free (space);
      prof_modules_free (modules);
      prof_builder_free (builder);
    }
  /* Most damage leaves most names. */
  g_assert_cmpuint (n_named, >, N_ROUNDS * N_ADDRESSES / 10);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/damaged/c", PLAIN_PIE, test_file);
  g_test_add_data_func ("/damaged/c++", INLINES, test_file);
  return g_test_run ();
}
