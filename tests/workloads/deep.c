/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Burns CPU time at the bottom of a recursion. Usage: deep [DEPTH [SECONDS]]. */
#include "burn.h"

NOINLINE void burn_at_bottom (int64_t limit);
NOINLINE void descend (int depth, int64_t limit);

NOINLINE void
burn_at_bottom (int64_t limit)
{
  do
    BURN_UNTIL (limit ? limit : cpu_time () + 1000 * MS);
  while (!limit);
  KEEP_FRAME ();
}

NOINLINE void
descend (int depth, int64_t limit)
{
  if (depth > 1)
    descend (depth - 1, limit);
  else
    burn_at_bottom (limit);
  KEEP_FRAME ();
}

int
main (int argc, char **argv)
{
  say_ready ();
  descend (argc > 1 ? atoi (argv[1]) : 60, argc > 2 ? (int64_t) (atof (argv[2]) * 1e9) : 0);
  return 0;
}
