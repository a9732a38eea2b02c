/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sleeps, and every two seconds burns 200 ms in spike(). Usage: spiker [SPIKES]. */
#include "burn.h"

#include <unistd.h>

NOINLINE void spike (int64_t limit);

NOINLINE void
spike (int64_t limit)
{
  BURN_UNTIL (limit);
  KEEP_FRAME ();
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : -1;

  say_ready ();
  for (int i = 0; n < 0 || i < n; i++)
    {
      spike (cpu_time () + 200 * MS);
      usleep (1800000);
    }
  return 0;
}
