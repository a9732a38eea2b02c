/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/maps-line-private.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>

static void
test_lines (void)
{
  char text[] =
      "558bb3756000-558bb377a000 r-xp 00004000 fe:01 247476                     /usr/bin/grep\n"
      "7f0000000000-7f0000001000 rwxp 00000000 00:00 0 \n"
      "7f0000001000-7f0000002000 r-xs 12345000 103:02 18446744073709551615 /a b\\012c (deleted)\n"
      "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]\n"
      "7f0000003000-7f0000004000 r--p 00000000 00:01 99 /dev/zero (deleted) (deleted)";
  char *cursor = text;
  ProfMapsLine line;

  g_assert_true (prof_maps_line_parse (&cursor, &line));
  g_assert_cmphex (line.start, ==, 0x558bb3756000);
  g_assert_cmphex (line.end, ==, 0x558bb377a000);
  g_assert_cmphex (line.offset, ==, 0x4000);
  g_assert_cmpuint (line.device, ==, makedev (0xfe, 1));
  g_assert_cmpuint (line.inode, ==, 247476);
  g_assert_cmpuint (line.protection, ==, PROT_READ | PROT_EXEC);
  g_assert_cmpstr (line.path, ==, "/usr/bin/grep");
  g_assert_false (line.deleted);

  g_assert_true (prof_maps_line_parse (&cursor, &line));
  g_assert_cmpstr (line.path, ==, "");
  g_assert_cmpuint (line.protection, ==, PROT_READ | PROT_WRITE | PROT_EXEC);

  g_assert_true (prof_maps_line_parse (&cursor, &line));
  g_assert_cmpstr (line.path, ==, "/a b\nc");
  g_assert_cmpuint (line.device, ==, makedev (0x103, 2));
  g_assert_cmpuint (line.inode, ==, G_MAXUINT64);
  g_assert_true (line.deleted);

  g_assert_true (prof_maps_line_parse (&cursor, &line));
  g_assert_cmpstr (line.path, ==, "[vsyscall]");
  g_assert_cmphex (line.end, ==, 0xffffffffff601000);
  g_assert_cmpuint (line.protection, ==, PROT_EXEC);

  /* A file may really be called so: only the kernel's own word goes. */
  g_assert_true (prof_maps_line_parse (&cursor, &line));
  g_assert_cmpstr (line.path, ==, "/dev/zero (deleted)");
  g_assert_true (line.deleted);
  g_assert_cmpint (*cursor, ==, '\0');
}

static void
test_damaged (void)
{
  static const char *const lines[] = {
    "",
    "nonsense",
    "7f0000000000 r-xp 0 0:0 0",
    "7f0000000000-7f0000000000 r-xp 00000000 00:00 0 /empty",
    "7f0000001000-7f0000000000 r-xp 00000000 00:00 0 /backwards",
    "11112222333344445-7f0000000000 r-xp 00000000 00:00 0 /too-long",
    "7f0000000000-7f0000001000 r-x",
    "7f0000000000-7f0000001000 r-xp 00000000 0000 0 /device",
    "7f0000000000-7f0000001000 r-xp 00000000 00:00 x /inode",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *text = g_strdup_printf ("%s\nrest", lines[i]);
      char *cursor = text;
      ProfMapsLine line;

      g_assert_false (prof_maps_line_parse (&cursor, &line));
      g_assert_cmpstr (cursor, ==, "rest");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/maps-line/lines", test_lines);
  g_test_add_func ("/maps-line/damaged", test_damaged);
  return g_test_run ();
}
