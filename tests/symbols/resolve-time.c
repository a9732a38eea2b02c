/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support.h"

/* CPU time of this process, µs. */
static gint64
cpu_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Resolves N random code addresses of each FILE: resolve-time N FILE... */
int
main (int argc, char **argv)
{
  guint n = argc > 2 ? (guint) atoi (argv[1]) : 0;

  for (int i = 2; i < argc; i++)
    {
      g_autoptr (Scene) scene = scene_new (argv[i], argv[i]);
      g_autoptr (GRand) rand = g_rand_new_with_seed (1);
      gint64 times[4];
      guint64 start;
      guint64 end;
      guint n_frames = 0;

      if (!find_section (argv[i], ".text", &start, &end))
        continue;
      for (guint round = 0; round < 3; round++)
        {
          times[round] = cpu_time ();
          g_rand_set_seed (rand, 1);
          for (guint j = 0; j < (round == 0 ? 1 : n); j++)
            {
              guint64 address = start + g_rand_double (rand) * (end - start);
              guint got;

              prof_resolver_user (scene->resolver, scene->space, BASE + address, FALSE, &got);
              n_frames += got;
            }
        }
      times[3] = cpu_time ();
      printf ("{\"file\": \"%s\", \"first_ms\": %.1f, \"all_ms\": %.1f, \"again_ms\": %.2f, "
              "\"frames\": %u}\n",
              argv[i], (times[1] - times[0]) / 1e3, (times[2] - times[1]) / 1e3,
              (times[3] - times[2]) / 1e3, n_frames);
    }
  return 0;
}
