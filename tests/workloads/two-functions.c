/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 70 % of the CPU time in burn_seventy(), 30 % in burn_thirty(), both called by run_phases(), in
 * turns of 7 ms and 3 ms of the thread's own CPU clock.
 * Usage: two-functions [SECONDS of CPU time]. */
#include "burn.h"

NOINLINE void burn_seventy (int64_t limit);
NOINLINE void burn_thirty (int64_t limit);
NOINLINE void run_phases (int64_t limit);

/* Not by counting: on a machine that shares its cores, the same work takes two functions different
 * times. The clock is asked in a function with a frame, so that the asking counts for its caller. */

NOINLINE void
burn_seventy (int64_t limit)
{
  do
    BURN (2);
  while (cpu_time () < limit);
}

NOINLINE void
burn_thirty (int64_t limit)
{
  do
    BURN (2);
  while (cpu_time () < limit);
}

NOINLINE void
run_phases (int64_t limit)
{
  int64_t at = cpu_time ();

  /* The turns are of the clock from the beginning, so that what one overruns is taken from the
   * next, and does not add up. */
  while (limit == 0 || at < limit)
    {
      burn_seventy (at + 7 * MS);
      burn_thirty (at + 10 * MS);
      at += 10 * MS;
    }
  KEEP_FRAME ();
}

int
main (int argc, char **argv)
{
  say_ready ();
  run_phases (argc > 1 ? (int64_t) (atof (argv[1]) * 1e9) : 0);
  return 0;
}
