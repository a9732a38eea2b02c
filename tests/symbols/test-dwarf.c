/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include "support.h"
#include "symbols/demangle-private.h"

#define N_ADDRESSES 3000

/* One frame as addr2line prints it. */
typedef struct {
  char *name; /* demangled */
  char *file; /* base name; "??" */
  guint line;
} Expected;

static void
expected_clear (gpointer data)
{
  Expected *expected = data;

  g_free (expected->name);
  g_free (expected->file);
}

/* Answers of addr2line: an array of Expected for each address. */
static GPtrArray *
ask_addr2line (const char *tool, const char *path, const GArray *addresses)
{
  GPtrArray *answers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *output = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  GArray *frames = NULL;

  g_ptr_array_add (arguments, g_strdup (tool));
  g_ptr_array_add (arguments, g_strdup ("-afie"));
  g_ptr_array_add (arguments, g_strdup (path));
  for (guint i = 0; i < addresses->len; i++)
    g_ptr_array_add (arguments, g_strdup_printf ("0x%" G_GINT64_MODIFIER "x",
                                                 g_array_index (addresses, guint64, i)));
  g_ptr_array_add (arguments, NULL);
  g_spawn_sync (NULL, (char **) arguments->pdata, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output, NULL, NULL,
                &error);
  g_assert_no_error (error);
  lines = g_strsplit (output, "\n", -1);
  for (guint i = 0; lines[i] && lines[i][0];)
    {
      Expected expected = { 0 };
      char *colon;

      if (g_str_has_prefix (lines[i], "0x"))
        {
          frames = g_array_new (FALSE, FALSE, sizeof (Expected));
          g_array_set_clear_func (frames, expected_clear);
          g_ptr_array_add (answers, frames);
          i++;
          continue;
        }
      expected.name = prof_demangle (lines[i]);
      colon = strrchr (lines[i + 1], ':');
      expected.line = g_ascii_strtoull (colon + 1, NULL, 10);
      *colon = '\0';
      expected.file = g_path_get_basename (lines[i + 1]);
      g_array_append_val (frames, expected);
      i += 2;
    }
  g_assert_cmpuint (answers->len, ==, addresses->len);
  return answers;
}

static gboolean
is_same_name (const char *name, const char *expected)
{
  gsize length = strlen (name);
  gsize expected_length = strlen (expected);

  /* addr2line has the bare name of a function without linkage name. */
  if (strcmp (name, expected) == 0)
    return TRUE;
  if (length > expected_length + 2 && strcmp (name + length - expected_length, expected) == 0 &&
      strncmp (name + length - expected_length - 2, "::", 2) == 0)
    return TRUE;
  /* And "name" for a symbol that is demangled to "static scope::name(int)". */
  return strchr (name, '(') && strstr (name, expected);
}

/* @symbol: the symbol around the address, which addr2line takes for the name of an innermost
 * function that has no linkage name, and we for that of the outermost. */
static gboolean
is_same (Scene *scene, const guint32 *frames, guint n, const GArray *expected, const char *symbol)
{
  if (n != expected->len)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const Expected *other = &g_array_index (expected, Expected, i);
      const ProfFrameRow *frame = prof_builder_get_frame (scene->builder, frames[i]);
      const ProfFunctionRow *function = prof_builder_get_function (scene->builder, frame->function);
      g_autofree char *file = g_path_get_basename (scene_string (scene, function->file));

      if (!is_same_name (scene_string (scene, function->name), other->name) &&
          !(i == 0 && strcmp (other->name, symbol) == 0) &&
          !(i == n - 1 && g_str_has_prefix (symbol, scene_string (scene, function->name))))
        return FALSE;
      /* A line of another file is left out, because it cannot be shown with the function's. */
      if (strcmp (file, other->file) == 0 ? frame->line != other->line : frame->line != 0)
        return FALSE;
    }
  return TRUE;
}

static char *
describe (const GArray *expected)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < expected->len; i++)
    {
      const Expected *frame = &g_array_index (expected, Expected, i);

      g_string_append_printf (text, "%s%s %s:%u", i ? " < " : "", frame->name, frame->file,
                              frame->line);
    }
  return g_string_free (text, FALSE);
}

/* Compares random addresses of @path's functions; returns how many differ. */
static guint
compare (Scene *scene, const char *path, const char *tool, guint *n_inlined)
{
  g_autoptr (GArray) addresses = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) symbols = read_nm (path, FALSE);
  g_autoptr (GPtrArray) answers = NULL;
  guint n_different = 0;
  guint64 start;
  guint64 end;

  *n_inlined = 0;
  g_assert_true (find_section (path, ".text", &start, &end));
  for (guint i = 0; i < N_ADDRESSES; i++)
    {
      guint64 address = start + (guint64) (g_test_rand_double () * (double) (end - start));
      g_autoptr (GPtrArray) names = nm_names_at (symbols, address);

      /* Between functions there is nothing to compare. */
      if (names->len > 0)
        g_array_append_val (addresses, address);
    }
  answers = ask_addr2line (tool, path, addresses);
  for (guint i = 0; i < addresses->len; i++)
    {
      guint64 address = g_array_index (addresses, guint64, i);
      const GArray *expected = answers->pdata[i];
      g_autoptr (GPtrArray) names = nm_names_at (symbols, address);
      g_autofree char *symbol = prof_demangle (names->pdata[0]);
      guint n;
      const guint32 *frames = prof_resolver_user (scene->resolver, scene->space,
                                                  scene_address (scene, address), FALSE, &n);

      *n_inlined += n - 1;
      if (!is_same (scene, frames, n, expected, symbol))
        {
          g_autofree char *ours = scene_resolve (scene, address, FALSE, TRUE);
          g_autofree char *theirs = describe (expected);

          if (n_different++ < 20)
            g_test_message ("0x%" G_GINT64_MODIFIER "x: %s, but addr2line: %s", address, ours,
                            theirs);
        }
    }
  g_test_message ("%u addresses, %u inlined frames, %u differ", addresses->len, *n_inlined,
                  n_different);
  return n_different;
}

static void
test_against_addr2line (gconstpointer path)
{
  g_autoptr (Scene) scene = scene_new (path, path);
  guint n_inlined;

  g_assert_cmpuint (compare (scene, path, "addr2line", &n_inlined), ==, 0);
  if (strstr (path, "inlines"))
    g_assert_cmpuint (n_inlined, >, N_ADDRESSES / 10);
}

/* Number of the line of the program's source that holds @text. */
static guint
source_line (const char *text)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "symbols", "programs", "inlines.cc", NULL);
  g_autofree char *source = NULL;
  const char *found;
  guint line = 1;

  g_assert_true (g_file_get_contents (path, &source, NULL, NULL));
  found = strstr (source, text);
  g_assert_nonnull (found);
  for (const char *c = source; c < found; c++)
    line += *c == '\n';
  return line;
}

/* The whole stack of inlined functions, with the lines of the calls. */
static void
test_known_stack (void)
{
  g_autoptr (Scene) scene = scene_new (INLINES, INLINES);
  g_autoptr (GArray) symbols = read_nm (INLINES, FALSE);
  g_autofree char *sum_expected = NULL;
  gboolean seen = FALSE;

  sum_expected =
      g_strdup_printf ("outer::inner::deepest(unsigned int) inlines.cc:%u < "
                       "outer::inner::middle(unsigned int) inlines.cc:%u < "
                       "unsigned int outer::inner::sum<unsigned int, 7>(std::vector<unsigned int, "
                       "std::allocator<unsigned int> > const&) inlines.cc:%u",
                       source_line ("sink = sink + n;"), source_line ("result += deepest (i);"),
                       source_line ("total += value + middle (N);"));
  for (guint i = 0; i < symbols->len; i++)
    {
      const NmSymbol *symbol = &g_array_index (symbols, NmSymbol, i);

      if (!strstr (symbol->name, "3sumIjLi7EE"))
        continue;
      for (guint64 offset = 0; offset < symbol->size; offset++)
        {
          g_autofree char *frames = scene_resolve (scene, symbol->start + offset, FALSE, TRUE);

          seen |= strcmp (frames, sum_expected) == 0;
        }
      /* The function as such: where it is defined. */
      g_assert_cmpuint (scene_function (scene, symbol->start)->line, ==,
                        source_line ("sum (const std::vector<T>"));
      g_assert_true (
          g_str_has_suffix (scene_string (scene, scene_function (scene, symbol->start)->file),
                            "symbols/programs/inlines.cc"));
    }
  g_assert_true (seen);
}

/* Switched off, only the symbols' names are left. */
static void
test_without_inlines (void)
{
  g_autoptr (Scene) scene = scene_new (INLINES, INLINES);
  g_autoptr (GArray) symbols = read_nm (INLINES, FALSE);

  prof_resolver_set_inlines (scene->resolver, FALSE);
  for (guint i = 0; i < symbols->len; i++)
    {
      const NmSymbol *symbol = &g_array_index (symbols, NmSymbol, i);
      g_autofree char *frames = NULL;
      g_autofree char *name = prof_demangle (symbol->name);

      if (symbol->size == 0 || !strstr (symbol->name, "outer"))
        continue;
      frames = scene_resolve (scene, symbol->start, FALSE, FALSE);
      g_assert_cmpuint (scene_function (scene, symbol->start)->line, ==, 0);
      g_assert_null (strstr (frames, " < "));
    }
}

/* The lines of a stripped program come from its debug file, and only from the right one. */
static void
test_debug_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dwarf-XXXXXX", NULL);
  g_autofree char *program = g_build_filename (folder, "program", NULL);
  g_autofree char *debug = g_build_filename (folder, "program.debug", NULL);
  g_autofree char *link = g_strdup_printf ("--add-gnu-debuglink=%s", debug);
  g_autoptr (Scene) whole = scene_new (INLINES, INLINES);
  g_autoptr (Scene) scene = NULL;
  guint64 start;
  guint64 end;

  g_assert_true (find_section (INLINES, ".text", &start, &end));
  g_free (
      run ("objcopy", "--only-keep-debug", "--compress-debug-sections=zlib", INLINES, debug, NULL));
  g_free (run ("objcopy", "--strip-all", INLINES, program, NULL));
  g_free (run ("objcopy", link, program, NULL));
  scene = scene_new (program, program);
  for (guint64 address = start; address < end; address += 3)
    {
      g_autofree char *expected = scene_resolve (whole, address, FALSE, TRUE);
      g_autofree char *frames = scene_resolve (scene, address, FALSE, TRUE);

      g_assert_cmpstr (frames, ==, expected);
    }
  remove_folder (folder);
}

/* Clang writes no table of the units' addresses, and other forms of nearly everything. Of its DWARF 5
 * binutils 2.40 misses inlined functions, so LLVM's own tool is asked. */
static void
test_clang (const char *tool, const char *option)
{
  g_autofree char *folder = NULL;
  g_autofree char *program = NULL;
  g_autofree char *compiler = g_find_program_in_path ("clang++");
  g_autofree char *tool_path = g_find_program_in_path (tool);
  g_autofree char *source =
      g_test_build_filename (G_TEST_DIST, "symbols", "programs", "inlines.cc", NULL);
  g_autoptr (Scene) scene = NULL;
  guint n_inlined;

  if (!compiler || !tool_path)
    {
      g_test_skip ("clang++ or llvm-addr2line is not installed");
      return;
    }
  folder = g_dir_make_tmp ("dwarf-XXXXXX", NULL);
  program = g_build_filename (folder, "inlines-clang", NULL);
  g_free (run ("clang++", "-O2", option, "-o", program, source, NULL));
  scene = scene_new (program, program);
  g_assert_cmpuint (compare (scene, program, tool, &n_inlined), ==, 0);
  g_assert_cmpuint (n_inlined, >, N_ADDRESSES / 10);
  remove_folder (folder);
}

static void
test_clang_4 (void)
{
  test_clang ("addr2line", "-gdwarf-4");
}

static void
test_clang_5 (void)
{
  test_clang ("llvm-addr2line", "-gdwarf-5");
}

int
main (int argc, char **argv)
{
  static const char *const programs[] = { SYMBOL_PROGRAMS };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *name = g_path_get_basename (programs[i]);
      g_autofree char *test = g_strdup_printf ("/dwarf/addr2line/%s", name);

      g_test_add_data_func (test, programs[i], test_against_addr2line);
    }
  g_test_add_func ("/dwarf/known-stack", test_known_stack);
  g_test_add_func ("/dwarf/without-inlines", test_without_inlines);
  g_test_add_func ("/dwarf/debug-file", test_debug_file);
  g_test_add_func ("/dwarf/clang/dwarf4", test_clang_4);
  g_test_add_func ("/dwarf/clang/dwarf5", test_clang_5);
  return g_test_run ();
}
