/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/demangle-private.h"

#include <string.h>

static void
test_names (void)
{
  static const struct {
    const char *raw;
    const char *expected;
  } cases[] = {
    { "main", "main" },
    { "_start", "_start" },
    { "__libc_start_main@@GLIBC_2.34", "__libc_start_main" },
    { "memcpy@GLIBC_2.14", "memcpy" },
    { "@odd", "@odd" },
    { "", "" },
    /* C++ */
    { "_Z3fooi", "foo(int)" },
    { "_ZN5outer5Shape4areaEi", "outer::Shape::area(int)" },
    { "_ZNSt6vectorIiSaIiEE9push_backERKi",
      "std::vector<int, std::allocator<int> >::push_back(int const&)" },
    { "_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()(int) const" },
    { "_Z3fooi.cold", "foo(int)" },
    { "_Z3fooi.constprop.0", "foo(int) [clone .constprop.0]" },
    { "_Z3fooi@@VERS_1", "foo(int)" },
    { "_ZNKSt3mapE", "std::map const" },
    { "_Znwm@plt", "operator new(unsigned long)@plt" },
    { "puts@plt", "puts@plt" },
    { "compute.cold", "compute" },
    { "compute.part.0", "compute.part.0" },
    { ".cold", ".cold" },
    { "_ZN5outer5Shape4areaEi.llvm.11223344556677", "outer::Shape::area(int)" },
    { "helper.llvm.123", "helper" },
    { "helper.llvm.", "helper" },
    { "helper.llvm.text", "helper.llvm.text" },
    /* Rust, legacy: the hash goes. */
    { "_ZN4core3ptr13drop_in_place17h0123456789abcdefE", "core::ptr::drop_in_place" },
    { "_ZN60_$LT$alloc..string..String$u20$as$u20$core..fmt..Display$GT$3fmt17hd4f0a1e1b2c3d4e5E",
      "<alloc::string::String as core::fmt::Display>::fmt" },
    /* Rust, v0: the examples of the mangling's specification (RFC 2603). */
    { "_RNvCs15kBYyAo9fc_7mycrate7example", "mycrate::example" },
    { "_RNvMs_Cs4Cv8Wi1oAIB_7mycrateNtB4_7Example3foo", "<mycrate::Example>::foo" },
    { "_RNvXCs15kBYyAo9fc_7mycrateNtB2_7ExampleNtB2_5Trait3foo",
      "<mycrate::Example as mycrate::Trait>::foo" },
    { "_RINvNtC3std3mem8align_ofdE", "std::mem::align_of::<f64>" },
    { "_RNCNvC7mycrate4main0", "mycrate::main::{closure#0}" },
    /* D */
    { "_D8demangle4testFZv", "demangle.test()" },
    /* What only looks mangled. */
    { "_Zebra", "_Zebra" },
    { "_Rabbit", "_Rabbit" },
    { "_Dmitri", "_Dmitri" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = prof_demangle (cases[i].raw);

      g_assert_cmpstr (name, ==, cases[i].expected);
    }
}

/* Names from files can be anything: nothing may crash or take for ever. */
static void
test_damaged (void)
{
  static const char *const seeds[] = { "_ZNSt6vectorIiSaIiEE9push_backERKi",
                                       "_RNvMs_Cs4Cv8Wi1oAIB_7mycrateNtB4_7Example3foo",
                                       "_D8demangle4testFZv",
                                       "_ZN4core3ptr13drop_in_place17h0123456789abcdefE" };
  g_autofree char *nested = g_strnfill (60000, 'N');
  g_autofree char *references = g_strnfill (200000, 'P');

  for (guint round = 0; round < 20000; round++)
    {
      g_autofree char *name = g_strdup (seeds[round % G_N_ELEMENTS (seeds)]);
      g_autofree char *result = NULL;

      for (guint i = 0; i < 3; i++)
        name[g_test_rand_int_range (2, strlen (name))] = (char) g_test_rand_int_range (33, 126);
      result = prof_demangle (name);
      g_assert_nonnull (result);
    }

  memcpy (nested, "_Z", 2);
  g_free (prof_demangle (nested));
  memcpy (references, "_Z1f", 4);
  g_free (prof_demangle (references));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/demangle/names", test_names);
  g_test_add_func ("/demangle/damaged", test_damaged);
  return g_test_run ();
}
