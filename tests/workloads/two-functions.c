/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 70 % of the CPU time in burn_seventy(), 30 % in burn_thirty(), both called by run_phases(): they
 * do the same work seven and three times, in turns of about 10 ms.
 * Usage: two-functions [SECONDS of CPU time]. */
#include "burn.h"

#include <stdio.h>
#include <stdlib.h>

NOINLINE void burn_seventy (void);
NOINLINE void burn_thirty (void);
NOINLINE void run_phases (int64_t limit);

NOINLINE void
burn_seventy (void)
{
  BURN (70);
}

NOINLINE void
burn_thirty (void)
{
  BURN (30);
}

NOINLINE void
run_phases (int64_t limit)
{
  do
    {
      burn_seventy ();
      burn_thirty ();
    }
  while (limit == 0 || cpu_time () < limit);
}

int
main (int argc, char **argv)
{
  puts ("ready");
  fflush (stdout);
  run_phases (argc > 1 ? (int64_t) (atof (argv[1]) * 1e9) : 0);
  return 0;
}
