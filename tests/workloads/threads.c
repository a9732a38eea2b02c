/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three threads, each with a name and a function of its own, with CPU time in equal parts.
 * Usage: threads [SECONDS of each thread's CPU time]. */
#include "burn.h"

#include <pthread.h>

static int64_t limit;

#define THREAD(name)                                                                               \
  NOINLINE void burn_##name (void);                                                                \
  NOINLINE void burn_##name (void)                                                                 \
  {                                                                                                \
    do                                                                                             \
      BURN_UNTIL (limit ? limit : cpu_time () + 1000 * MS);                                        \
    while (!limit);                                                                                \
    KEEP_FRAME ();                                                                                 \
  }                                                                                                \
  static void *run_##name (void *data)                                                             \
  {                                                                                                \
    pthread_setname_np (pthread_self (), #name);                                                   \
    burn_##name ();                                                                                \
    KEEP_FRAME ();                                                                                 \
    return data;                                                                                   \
  }

THREAD (alpha)
THREAD (beta)
THREAD (gamma)

int
main (int argc, char **argv)
{
  void *(*const runs[3]) (void *) = { run_alpha, run_beta, run_gamma };
  pthread_t threads[3];

  limit = argc > 1 ? (int64_t) (atof (argv[1]) * 1e9) : 0;
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, runs[i], NULL);
  say_ready ();
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
