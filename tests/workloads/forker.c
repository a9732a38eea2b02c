/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits for a line on its input, then begins rounds of two children, one after the other: one
 * that burns 200 ms in burn_in_child(), and one that burns 100 ms in burn_before_exec() and runs
 * this program anew, which burns 200 ms in burn_after_exec(). Usage: forker [ROUNDS]. */
#include "burn.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

NOINLINE void burn_in_child (void);
NOINLINE void burn_before_exec (void);
NOINLINE void burn_after_exec (void);

NOINLINE void
burn_in_child (void)
{
  BURN_UNTIL (200 * MS);
  KEEP_FRAME ();
}

NOINLINE void
burn_before_exec (void)
{
  BURN_UNTIL (100 * MS);
  KEEP_FRAME ();
}

/* exec does not begin the CPU clock anew. */
NOINLINE void
burn_after_exec (void)
{
  int64_t limit = cpu_time () + 200 * MS;

  BURN_UNTIL (limit);
  KEEP_FRAME ();
}

int
main (int argc, char **argv)
{
  int rounds = argc > 1 ? atoi (argv[1]) : 1;
  char line[16];

  if (argc > 1 && strcmp (argv[1], "after-exec") == 0)
    {
      burn_after_exec ();
      return 0;
    }
  say_ready ();
  if (!isatty (0) && fgets (line, sizeof line, stdin) == NULL)
    clearerr (stdin);
  for (int i = 0; i < rounds; i++)
    {
      pid_t pid = fork ();

      if (pid == 0)
        {
          burn_in_child ();
          _exit (0);
        }
      waitpid (pid, NULL, 0);
      pid = fork ();
      if (pid == 0)
        {
          burn_before_exec ();
          execl ("/proc/self/exe", "after-exec", "after-exec", NULL);
          _exit (1);
        }
      waitpid (pid, NULL, 0);
    }
  return 0;
}
