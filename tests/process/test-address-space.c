/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/address-space.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define N_PAGES 300

/* The naive reference: for each page, which mapping call it belongs to (0: none) and the file
 * offset there. */
typedef struct {
  gint64 owner[N_PAGES];
  guint64 offset[N_PAGES];
} Pages;

static void
check_same (const ProfAddressSpace *space, const Pages *pages)
{
  guint64 end = 0;
  guint n_covered = 0;
  guint n_expected = 0;

  for (guint i = 0; i < prof_address_space_get_n (space); i++)
    {
      const ProfMapping *mapping = prof_address_space_get (space, i);

      g_assert_cmpuint (mapping->start, <, mapping->end);
      g_assert_cmpuint (mapping->start, >=, end);
      end = mapping->end;
      n_covered += mapping->end - mapping->start;
    }
  for (guint page = 0; page < N_PAGES; page++)
    {
      const ProfMapping *mapping = prof_address_space_find (space, page);

      n_expected += pages->owner[page] != 0;
      g_assert_cmpint (mapping ? mapping->time : 0, ==, pages->owner[page]);
      if (mapping)
        g_assert_cmpuint (mapping->offset + (page - mapping->start), ==, pages->offset[page]);
    }
  g_assert_cmpuint (n_covered, ==, n_expected);
  g_assert_null (prof_address_space_find (space, N_PAGES));
  g_assert_null (prof_address_space_find (space, G_MAXUINT64));
}

static void
test_random (void)
{
  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (ProfAddressSpace) space = prof_address_space_new (1);
      Pages pages = { 0 };
      guint longest = g_test_rand_int_range (1, N_PAGES);

      for (guint step = 1; step <= 120; step++)
        {
          guint start = g_test_rand_int_range (0, N_PAGES);
          guint length = g_test_rand_int_range (1, longest + 1);
          guint end = MIN (N_PAGES, start + length);
          gboolean add = g_test_rand_int_range (0, 4) != 0;
          ProfMapping mapping = { .start = start, .end = end, .offset = step * 1000, .time = step };
          guint32 generation = space->generation;

          if (add)
            prof_address_space_add (space, &mapping);
          else
            prof_address_space_remove (space, start, end);
          g_assert_cmpuint (space->generation, !=, generation);
          for (guint page = start; page < end; page++)
            {
              pages.owner[page] = add ? step : 0;
              pages.offset[page] = step * 1000 + (page - start);
            }
          check_same (space, &pages);
        }
    }
}

static void
test_copy_and_clear (void)
{
  g_autoptr (ProfAddressSpace) parent = prof_address_space_new (10);
  g_autoptr (ProfAddressSpace) child = NULL;
  ProfMapping mapping = { .start = 0x1000, .end = 0x2000 };
  guint32 generation;

  prof_address_space_add (parent, &mapping);
  child = prof_address_space_copy (parent, 11);
  g_assert_cmpint (child->pid, ==, 11);
  g_assert_nonnull (prof_address_space_find (child, 0x1fff));

  generation = child->generation;
  prof_address_space_clear (child);
  g_assert_cmpuint (child->generation, !=, generation);
  g_assert_null (prof_address_space_find (child, 0x1fff));
  g_assert_nonnull (prof_address_space_find (parent, 0x1fff));

  mapping.end = mapping.start;
  generation = parent->generation;
  prof_address_space_add (parent, &mapping);
  g_assert_cmpuint (parent->generation, ==, generation);
  g_assert_cmpuint (prof_address_space_get_n (parent), ==, 1);
}

/* Every executable line of /proc/self/maps, and no other, must be there. */
static void
test_read_self (void)
{
  g_autoptr (ProfModules) modules = prof_modules_new ();
  g_autoptr (ProfAddressSpace) space = prof_address_space_new (getpid ());
  g_autofree char *folder = g_dir_make_tmp ("maps-XXXXXX", NULL);
  g_autofree char *odd_path = g_build_filename (folder, "two\nlines and spaces", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *maps = NULL;
  g_auto (GStrv) lines = NULL;
  const ProfMapping *found;
  guint n_executable = 0;
  gboolean has_vdso = FALSE;
  void *anonymous;
  void *odd;
  int fd;

  anonymous = mmap (NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fd = open (odd_path, O_RDWR | O_CREAT, 0600);
  g_assert_cmpint (ftruncate (fd, 8192), ==, 0);
  odd = mmap (NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 4096);
  g_assert_true (odd != MAP_FAILED);
  close (fd);
  unlink (odd_path);

  prof_address_space_read (space, modules, 77, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      guint64 start = g_ascii_strtoull (lines[i], NULL, 16);
      const char *space_after = strchr (lines[i], ' ');
      const ProfMapping *mapping = prof_address_space_find (space, start);

      if (!space_after)
        continue;
      if (space_after[3] != 'x')
        {
          g_assert_null (mapping);
          continue;
        }
      n_executable++;
      g_assert_nonnull (mapping);
      g_assert_cmphex (mapping->start, ==, start);
      g_assert_cmpint (mapping->time, ==, 77);
      has_vdso |= strstr (lines[i], "[vdso]") != NULL;
      if (strstr (lines[i], "[vdso]"))
        g_assert_cmpstr (mapping->module->path, ==, "[vdso]");
    }
  g_assert_cmpuint (prof_address_space_get_n (space), ==, n_executable);
  g_assert_true (has_vdso);

  found = prof_address_space_find (space, (guintptr) anonymous);
  g_assert_nonnull (found);
  g_assert_null (found->module);
  found = prof_address_space_find (space, (guintptr) odd + 100);
  g_assert_nonnull (found);
  g_assert_cmpstr (found->module->path, ==, odd_path);
  g_assert_cmphex (found->offset, ==, 4096);
  g_assert_cmpint (found->module->seen_in, ==, getpid ());
  g_assert_true (prof_module_is_file (found->module));

  munmap (anonymous, 4096);
  munmap (odd, 4096);
  rmdir (folder);
}

static void
test_read_nobody (void)
{
  g_autoptr (ProfModules) modules = prof_modules_new ();
  g_autoptr (ProfAddressSpace) space = prof_address_space_new (G_MAXINT32);
  g_autoptr (GError) error = NULL;

  g_assert_false (prof_address_space_read (space, modules, 0, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/address-space/random", test_random);
  g_test_add_func ("/address-space/copy-and-clear", test_copy_and_clear);
  g_test_add_func ("/address-space/read-self", test_read_self);
  g_test_add_func ("/address-space/read-nobody", test_read_nobody);
  return g_test_run ();
}
