/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Something to look at: two processes. The first serves requests on two threads, writes a log, and
 * every three seconds rebuilds its index, a spike; the second, "worker", renders pictures.
 * Usage: example-workload [SECONDS].
 */
#include "burn.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

static int seconds;

static int64_t
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

static int
is_over (void)
{
  static _Atomic int64_t start;
  int64_t time = now ();

  if (start == 0)
    start = time;
  return seconds > 0 && time - start >= seconds * 1000 * MS;
}

#define STEP(name, ms)                                                                             \
  NOINLINE void name (void);                                                                       \
  NOINLINE void name (void)                                                                        \
  {                                                                                                \
    BURN (10 * (ms));                                                                              \
  }

STEP (parse_header, 0.4)
STEP (check_signature, 0.8)
STEP (look_up_row, 1.2)
STEP (format_answer, 0.6)
STEP (sort_keys, 120)
STEP (merge_tables, 80)
STEP (trace_rays, 5)
STEP (shade_pixels, 3)
STEP (encode_picture, 2)

NOINLINE void handle_request (void);
NOINLINE void rebuild_index (void);
NOINLINE void render_picture (void);
NOINLINE void write_log (void);

NOINLINE void
handle_request (void)
{
  parse_header ();
  check_signature ();
  look_up_row ();
  format_answer ();
  KEEP_FRAME ();
}

NOINLINE void
rebuild_index (void)
{
  sort_keys ();
  merge_tables ();
  KEEP_FRAME ();
}

NOINLINE void
render_picture (void)
{
  trace_rays ();
  shade_pixels ();
  encode_picture ();
  KEEP_FRAME ();
}

/* Time in the kernel. */
NOINLINE void
write_log (void)
{
  static char line[65536];
  FILE *file = tmpfile ();

  for (int i = 0; file != NULL && i < 200; i++)
    fwrite (line, sizeof line, 1, file);
  if (file != NULL)
    fclose (file);
}

static void *
serve (void *name)
{
  pthread_setname_np (pthread_self (), name);
  while (!is_over ())
    {
      handle_request ();
      usleep (7000);
    }
  return NULL;
}

static void *
keep_log (void *name)
{
  pthread_setname_np (pthread_self (), name);
  while (!is_over ())
    {
      write_log ();
      usleep (150000);
    }
  return NULL;
}

static void *
index_rows (void *name)
{
  pthread_setname_np (pthread_self (), name);
  while (!is_over ())
    {
      rebuild_index ();
      for (int i = 0; i < 28 && !is_over (); i++)
        usleep (100000);
    }
  return NULL;
}

static int
be_worker (pid_t parent)
{
  prctl (PR_SET_NAME, "worker");
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  while (!is_over () && getppid () == parent)
    {
      render_picture ();
      usleep (10000);
    }
  return 0;
}

int
main (int argc, char **argv)
{
  static char names[4][16] = { "request 1", "request 2", "log", "index" };
  pthread_t threads[4];
  pid_t parent = getpid (), child;

  seconds = argc > 1 ? atoi (argv[1]) : 0;
  is_over ();
  child = fork ();
  if (child == 0)
    return be_worker (parent);
  pthread_create (&threads[0], NULL, serve, names[0]);
  pthread_create (&threads[1], NULL, serve, names[1]);
  pthread_create (&threads[2], NULL, keep_log, names[2]);
  pthread_create (&threads[3], NULL, index_rows, names[3]);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  waitpid (child, NULL, 0);
  return 0;
}
