/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_barrier_t barrier;

static void *
run (void *name)
{
  pthread_setname_np (pthread_self (), name);
  pthread_barrier_wait (&barrier);
  for (;;)
    pause ();
  return NULL;
}

/* Says "ready" when its threads have their names, burns CPU for each 'b' it reads, ends at the end
 * of its input. */
int
main (void)
{
  static char names[][16] = { "first-thread", "fifteen-letters", "odd) (name" };
  volatile unsigned long burnt = 0;
  char command;

  pthread_barrier_init (&barrier, NULL, 4);
  for (int i = 0; i < 3; i++)
    {
      pthread_t thread;

      if (pthread_create (&thread, NULL, run, names[i]) != 0)
        return 1;
    }
  pthread_barrier_wait (&barrier);
  puts ("ready");
  fflush (stdout);
  while (read (STDIN_FILENO, &command, 1) == 1)
    {
      if (command == 'b')
        for (unsigned long i = 0; i < 200000000ul; i++)
          burnt += i;
      puts ("done");
      fflush (stdout);
    }
  return 0;
}
