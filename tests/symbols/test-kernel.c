/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "support.h"
#include "symbols/symbolizer-private.h"
#include "symbols/vdso-private.h"

typedef struct {
  ProfBuilder *builder;
  ProfFrameMaker *maker;
  ProfSymbolizer *kernel;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->builder = prof_builder_new ();
  fixture->maker = prof_frame_maker_new (fixture->builder);
  fixture->kernel = prof_kernel_symbolizer_new (fixture->maker);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  fixture->kernel->class->free (fixture->kernel);
  prof_frame_maker_free (fixture->maker);
  prof_builder_free (fixture->builder);
}

static gboolean
load (Fixture *fixture, const char *text, char **reason)
{
  g_autofree char *path = NULL;
  gboolean loaded;
  int fd = g_file_open_tmp ("kallsyms-XXXXXX", &path, NULL);

  g_assert_cmpint (write (fd, text, strlen (text)), ==, (gssize) strlen (text));
  close (fd);
  loaded = prof_kernel_symbolizer_load (fixture->kernel, path, reason);
  unlink (path);
  return loaded;
}

static void
assert_kernel (Fixture *fixture, guint64 address, const char *name, const char *module)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  ProfCode code = { .address = address, .lookup = address };
  const ProfFunctionRow *row;

  g_assert_true (fixture->kernel->class->symbolize (fixture->kernel, &code, frames));
  g_assert_cmpuint (frames->len, ==, 1);
  row = prof_builder_get_function (
      fixture->builder,
      prof_builder_get_frame (fixture->builder, g_array_index (frames, guint32, 0))->function);
  g_assert_cmpstr (prof_builder_get_string (fixture->builder, row->name), ==, name);
  g_assert_cmpstr (prof_builder_get_string (fixture->builder, row->module), ==, module);
  g_assert_cmpuint (row->kind, ==, PROF_FRAME_KERNEL);
  g_assert_cmpuint (row->flags, ==, g_str_has_prefix (name, "0x") ? PROF_FUNCTION_UNNAMED : 0);
}

static void
test_parse (Fixture *fixture, gconstpointer data)
{
  g_autofree char *reason = NULL;

  g_assert_true (load (fixture,
                       "0000000000000000 A fixed_percpu_data\n"
                       "ffffffff81000000 T _stext\n"
                       "ffffffff81000000 T startup\n"
                       "ffffffff81000000 t __local_name\n"
                       "ffffffff81000100 t middle.isra.0\n"
                       "ffffffff81000200 D data_between\n"
                       "ffffffff81000300 W weak_one\n"
                       "not a line\n"
                       "ffffffffc0000010 t first\t[ext4]\n"
                       "ffffffffc0000500 t last\t[ext4]\n"
                       "ffffffffc0100000 t bpf_prog_6deef7357e7b4530\t[bpf]\n",
                       &reason));
  assert_kernel (fixture, 0xffffffff81000000, "startup", "[kernel]");
  assert_kernel (fixture, 0xffffffff810000ff, "startup", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000100, "middle.isra.0", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000250, "0xffffffff81000250", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000301, "weak_one", "[kernel]");
  /* Not all that follows the core belongs to its last function. */
  assert_kernel (fixture, 0xffffffffa0000000, "0xffffffffa0000000", "[kernel]");
  assert_kernel (fixture, 0xffffffffc000000f, "0xffffffffc000000f", "[kernel]");
  assert_kernel (fixture, 0xffffffffc0000010, "first", "[ext4]");
  assert_kernel (fixture, 0xffffffffc00004ff, "first", "[ext4]");
  assert_kernel (fixture, 0xffffffffc0000fff, "last", "[ext4]");
  assert_kernel (fixture, 0xffffffffc0050000, "0xffffffffc0050000", "[kernel]");
  assert_kernel (fixture, 0xffffffffc0100004, "bpf_prog_6deef7357e7b4530", "[bpf]");
}

/* The most public name of an address, and of those the plainest, in whatever order they come. */
static void
test_aliases (Fixture *fixture, gconstpointer data)
{
  g_autofree char *reason = NULL;

  g_assert_true (load (fixture,
                       "ffffffff81000000 t local\n"
                       "ffffffff81000000 W weak\n"
                       "ffffffff81000000 T __x64_global\n"
                       "ffffffff81000100 T __global\n"
                       "ffffffff81000100 T _global\n"
                       "ffffffff81000100 W weak\n"
                       "ffffffff81000200 D data\n"
                       "ffffffff81000200 t after_data\n"
                       "ffffffff81000300 t before_data\n"
                       "ffffffff81000300 D data\n"
                       "ffffffff81000400 t one_b\n"
                       "ffffffff81000400 t one_a\n"
                       "ffffffff81000500 W whole\n"
                       "ffffffff81000500 w object\n"
                       "ffffffff81000600 B data\n",
                       &reason));
  assert_kernel (fixture, 0xffffffff81000000, "__x64_global", "[kernel]");
  assert_kernel (fixture, 0xffffffff810000ff, "__x64_global", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000100, "_global", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000200, "after_data", "[kernel]");
  assert_kernel (fixture, 0xffffffff810003ff, "before_data", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000400, "one_a", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000500, "whole", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000600, "0xffffffff81000600", "[kernel]");
}

/* The last function of a module has its page and the one after. */
static void
test_module_end (Fixture *fixture, gconstpointer data)
{
  g_autofree char *reason = NULL;

  g_assert_true (load (fixture,
                       "ffffffff81000ff0 T last_of_core\n"
                       "ffffffffc0000ff0 t near\t[one]\n"
                       "ffffffffc0001100 t other\t[two]\n"
                       "ffffffffc0009000 t far\t[two]\n"
                       "ffffffffffffff00 T top", /* no newline */
                       &reason));
  assert_kernel (fixture, 0xffffffff81001fff, "last_of_core", "[kernel]");
  assert_kernel (fixture, 0xffffffff81002000, "0xffffffff81002000", "[kernel]");
  assert_kernel (fixture, 0xffffffffc00010ff, "near", "[one]");
  assert_kernel (fixture, 0xffffffffc0001100, "other", "[two]");
  assert_kernel (fixture, 0xffffffffc0008fff, "other", "[two]");
  assert_kernel (fixture, 0xffffffffc000afff, "far", "[two]");
  assert_kernel (fixture, 0xffffffffc000b000, "0xffffffffc000b000", "[kernel]");
  assert_kernel (fixture, 0xffffffffffffffff, "top", "[kernel]");
}

/* Modules come in any order, and one of them before the kernel itself. */
static void
test_unsorted (Fixture *fixture, gconstpointer data)
{
  g_autofree char *reason = NULL;

  g_assert_true (load (fixture,
                       "ffffffff81000000 T first\n"
                       "ffffffff81000400 T second\n"
                       "ffffffff81000800 D data\n"
                       "ffffffffc0000300 t third\t[one]\n"
                       "ffffffffc0000100 t _alias\t[one]\n"
                       "ffffffffc0000200 d variable\t[one]\n"
                       "ffffffffa0000000 t low\t[two]\n"
                       "ffffffffc0000100 t alias\t[one]\n"
                       "ffffffffc0000300 b later\t[one]\n"
                       "ffffffff81000200 t between\t[two]\n"
                       "ffffffff80ff0000 t before\t[one]\n",
                       &reason));
  assert_kernel (fixture, 0xffffffff80feffff, "0xffffffff80feffff", "[kernel]");
  assert_kernel (fixture, 0xffffffff80ff0001, "before", "[one]");
  assert_kernel (fixture, 0xffffffff810001ff, "first", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000200, "between", "[two]");
  assert_kernel (fixture, 0xffffffff81000400, "second", "[kernel]");
  assert_kernel (fixture, 0xffffffff81000800, "0xffffffff81000800", "[kernel]");
  assert_kernel (fixture, 0xffffffffa0000000, "low", "[two]");
  assert_kernel (fixture, 0xffffffffc00001ff, "alias", "[one]");
  assert_kernel (fixture, 0xffffffffc0000200, "0xffffffffc0000200", "[kernel]");
  assert_kernel (fixture, 0xffffffffc0000300, "third", "[one]");
}

/* More rows and names than there is room for at first, and a line longer than what is read at once;
 * then a second file in place of the first. */
static void
test_large (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *long_name = g_strnfill (40000, 'n');
  g_autofree char *reason = NULL;
  const guint n = 600000;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%016" G_GINT64_MODIFIER "x T function_number_%u\n",
                            0xffffffff81000000 + (guint64) i * 16, i);
  g_string_append_printf (text, "ffffffffc0000000 t %s\t[long]\n", long_name);
  g_assert_true (load (fixture, text->str, &reason));
  for (guint i = 0; i < n; i += 9973)
    {
      g_autofree char *name = g_strdup_printf ("function_number_%u", i);

      assert_kernel (fixture, 0xffffffff81000000 + (guint64) i * 16 + 15, name, "[kernel]");
    }
  assert_kernel (fixture, 0xffffffffc0000000, long_name, "[long]");

  g_assert_true (load (fixture, "ffffffff81000000 T other\n", &reason));
  assert_kernel (fixture, 0xffffffff81000010, "other", "[kernel]");
  assert_kernel (fixture, 0xffffffffc0000000, "0xffffffffc0000000", "[kernel]");
}

static void
test_hidden (Fixture *fixture, gconstpointer data)
{
  g_autofree char *hidden = NULL;
  g_autofree char *empty = NULL;
  g_autofree char *missing = NULL;

  g_assert_false (load (fixture,
                        "0000000000000000 T _stext\n"
                        "0000000000000000 t middle\n",
                        &hidden));
  g_assert_nonnull (strstr (hidden, "kptr_restrict"));
  assert_kernel (fixture, 0xffffffff81000001, "0xffffffff81000001", "[kernel]");
  g_assert_false (load (fixture, "", &empty));
  g_assert_cmpstr (empty, ==, "it is empty");
  g_assert_false (prof_kernel_symbolizer_load (fixture->kernel, "/nowhere", &missing));
  g_assert_nonnull (strstr (missing, "/nowhere"));
}

/* Lines of the running kernel, compared one by one. */
static void
test_running_kernel (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autofree char *reason = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) names = NULL;
  clock_t started;
  guint n_checked = 0;
  guint n_lines;

  if (!g_file_get_contents ("/proc/kallsyms", &text, NULL, NULL) || !text[0] ||
      g_ascii_strtoull (text, NULL, 16) == 0)
    {
      g_test_skip ("the kernel does not show its symbols");
      return;
    }
  started = clock ();
  g_assert_true (prof_kernel_symbolizer_load (fixture->kernel, "/proc/kallsyms", &reason));
  g_test_message ("loaded in %.1f ms of CPU", (clock () - started) * 1000.0 / CLOCKS_PER_SEC);

  lines = g_strsplit (text, "\n", -1);
  n_lines = g_strv_length (lines);
  /* All names of an address, each ended by a newline. */
  names = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  for (guint i = 0; i < n_lines; i++)
    {
      guint64 address = g_ascii_strtoull (lines[i], NULL, 16);
      const char *before = g_hash_table_lookup (names, &address);
      gsize length = strlen (lines[i]) > 19 ? strcspn (lines[i] + 19, "\t") : 0;

      if (length > 0 && strchr ("tTwW", lines[i][17]))
        g_hash_table_insert (
            names, g_memdup2 (&address, sizeof address),
            g_strdup_printf ("%s%.*s\n", before ? before : "\n", (int) length, lines[i] + 19));
    }
  for (guint i = 0; i < 5000; i++)
    {
      const char *line = lines[g_test_rand_int_range (0, n_lines)];
      guint64 address = g_ascii_strtoull (line, NULL, 16);
      const char *expected = g_hash_table_lookup (names, &address);
      g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (guint32));
      ProfCode code = { .address = address, .lookup = address };
      g_autofree char *found = NULL;
      const ProfFunctionRow *row;

      if (address == 0 || !expected || strstr (expected, "_Z") || strstr (expected, "_R"))
        continue;
      fixture->kernel->class->symbolize (fixture->kernel, &code, frames);
      row = prof_builder_get_function (
          fixture->builder,
          prof_builder_get_frame (fixture->builder, g_array_index (frames, guint32, 0))->function);
      found = g_strdup_printf ("\n%s\n", prof_builder_get_string (fixture->builder, row->name));
      if (!strstr (expected, found) && !strstr (expected, ".cold"))
        g_error ("%s has none of the names %s", found, expected);
      n_checked++;
    }
  g_assert_cmpuint (n_checked, >, 3000);
}

static void
test_resolver (void)
{
  ProfBuilder *builder = prof_builder_new ();
  ProfModules *modules = prof_modules_new ();
  ProfResolver *resolver = prof_resolver_new (builder, modules);
  gboolean loaded = prof_resolver_load_kernel (resolver);
  g_autoptr (ProfBatch) batch = prof_builder_take_batch (builder);
  const guint32 *frames;
  const ProfFunctionRow *row;
  guint32 first;
  guint n;

  /* Either names, or a warning that there are none. */
  g_assert_cmpuint (batch ? batch->rows[PROF_TABLE_WARNINGS]->len : 0, ==, loaded ? 0 : 1);
  frames = prof_resolver_kernel (resolver, 0xfffffffffffff000, FALSE, &n);
  g_assert_cmpuint (n, ==, 1);
  first = frames[0];
  row = prof_builder_get_function (builder, prof_builder_get_frame (builder, first)->function);
  g_assert_cmpstr (prof_builder_get_string (builder, row->name), ==, "0xfffffffffffff000");
  g_assert_cmpuint (row->kind, ==, PROF_FRAME_KERNEL);
  frames = prof_resolver_kernel (resolver, 0xfffffffffffff000, FALSE, &n);
  g_assert_cmpuint (frames[0], ==, first);

  first = prof_resolver_truncated (resolver);
  g_assert_cmpuint (prof_resolver_truncated (resolver), ==, first);
  row = prof_builder_get_function (builder, prof_builder_get_frame (builder, first)->function);
  g_assert_cmpuint (row->kind, ==, PROF_FRAME_TRUNCATED);
  prof_resolver_free (resolver);
  prof_modules_free (modules);
  prof_builder_free (builder);
}

/* The vdso exports clock_gettime() and a few more, everywhere. */
static void
test_vdso (void)
{
  ProfBuilder *builder = prof_builder_new ();
  ProfModules *modules = prof_modules_new ();
  ProfResolver *resolver = prof_resolver_new (builder, modules);
  ProfAddressSpace *space = prof_address_space_new (getpid ());
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean seen = FALSE;

  prof_modules_set_live (modules, TRUE);
  g_assert_true (prof_address_space_read (space, modules, 0, NULL));
  for (guint i = 0; i < prof_address_space_get_n (space); i++)
    {
      const ProfMapping *mapping = prof_address_space_get (space, i);

      if (!mapping->module || strcmp (mapping->module->path, "[vdso]") != 0)
        continue;
      seen = TRUE;
      for (guint64 address = mapping->start; address < mapping->end; address += 16)
        {
          guint n;
          const guint32 *frames = prof_resolver_user (resolver, space, address, FALSE, &n);
          const ProfFunctionRow *row = prof_builder_get_function (
              builder, prof_builder_get_frame (builder, frames[0])->function);

          g_assert_cmpstr (prof_builder_get_string (builder, row->module), ==, "[vdso]");
          g_hash_table_add (names, (gpointer) prof_builder_get_string (builder, row->name));
        }
    }
  if (!seen)
    g_test_skip ("this kernel maps no vdso");
#ifdef __x86_64__
  else
    g_assert_true (g_hash_table_contains (names, "clock_gettime") ||
                   g_hash_table_contains (names, "__vdso_clock_gettime"));
#endif
  prof_resolver_free (resolver);
  prof_address_space_free (space);
  prof_modules_free (modules);
  prof_builder_free (builder);
}

static guint64
next_address (void)
{
  return (guintptr) __builtin_return_address (0);
}

/* A live process, this one: its program and libc, found through its maps. */
static void
test_live (void)
{
  ProfBuilder *builder = prof_builder_new ();
  ProfModules *modules = prof_modules_new ();
  ProfResolver *resolver = prof_resolver_new (builder, modules);
  ProfAddressSpace *space = prof_address_space_new (getpid ());
  guint64 (*volatile here) (void) = next_address;
  const struct {
    guint64 address;
    gboolean is_return;
    const char *name;
    const char *module;
  } cases[] = {
    { here (), TRUE, "test_live", "test-kernel" },
    { (guintptr) next_address, FALSE, "next_address", "test-kernel" },
    /* One that the address sanitizer does not replace. */
    { (guintptr) dlsym (RTLD_DEFAULT, "a64l"), FALSE, "a64l", "libc.so.6" },
  };

  prof_modules_set_live (modules, TRUE);
  g_assert_true (prof_address_space_read (space, modules, 0, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n;
      const guint32 *frames =
          prof_resolver_user (resolver, space, cases[i].address, cases[i].is_return, &n);
      const ProfFunctionRow *row = prof_builder_get_function (
          builder, prof_builder_get_frame (builder, frames[n - 1])->function);

      g_assert_cmpstr (prof_builder_get_string (builder, row->name), ==, cases[i].name);
      g_assert_true (
          g_str_has_suffix (prof_builder_get_string (builder, row->module), cases[i].module));
      g_assert_cmpuint (row->kind, ==, PROF_FRAME_NATIVE);
    }
  prof_resolver_free (resolver);
  prof_address_space_free (space);
  prof_modules_free (modules);
  prof_builder_free (builder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/kernel/parse", Fixture, NULL, set_up, test_parse, tear_down);
  g_test_add ("/kernel/aliases", Fixture, NULL, set_up, test_aliases, tear_down);
  g_test_add ("/kernel/module-end", Fixture, NULL, set_up, test_module_end, tear_down);
  g_test_add ("/kernel/unsorted", Fixture, NULL, set_up, test_unsorted, tear_down);
  g_test_add ("/kernel/large", Fixture, NULL, set_up, test_large, tear_down);
  g_test_add ("/kernel/hidden", Fixture, NULL, set_up, test_hidden, tear_down);
  g_test_add ("/kernel/running", Fixture, NULL, set_up, test_running_kernel, tear_down);
  g_test_add_func ("/kernel/resolver", test_resolver);
  g_test_add_func ("/kernel/vdso", test_vdso);
  g_test_add_func ("/kernel/live", test_live);
  return g_test_run ();
}
