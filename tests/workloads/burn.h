/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/*
 * Ways to use CPU time in a function of one's own: macros, so that nothing but the function that
 * uses them is on the stack (an inline function would be seen as a frame of its own).
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NOINLINE __attribute__ ((noinline, noclone))

/* Spins @n times about a tenth of a millisecond: by counting, without any call. */
#define BURN(n)                                                                                    \
  do                                                                                               \
    for (volatile int spin_ = 0; spin_ < (int) (60000 * (n)); spin_++)                             \
      ;                                                                                            \
  while (0)

/* Spins until this thread has used @limit ns of CPU time. Asking that clock is a system call, where
 * timer interrupts of virtual machines like to arrive: so it is asked seldom. */
#define BURN_UNTIL(limit)                                                                          \
  do                                                                                               \
    {                                                                                              \
      struct timespec used_;                                                                       \
      do                                                                                           \
        {                                                                                          \
          BURN (10);                                                                               \
          clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used_);                                         \
        }                                                                                          \
      while ((int64_t) used_.tv_sec * 1000000000 + used_.tv_nsec < (limit));                       \
    }                                                                                              \
  while (0)

/* CPU time that this thread has used, ns. */
static NOINLINE __attribute__ ((unused)) int64_t
cpu_time (void)
{
  struct timespec used;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  return (int64_t) used.tv_sec * 1000000000 + used.tv_nsec;
}

/* Tells a test that waits for it that the program is running. */
static __attribute__ ((unused)) void
say_ready (void)
{
  if (getenv ("WORKLOAD_SAYS_READY") != NULL)
    {
      puts ("ready");
      fflush (stdout);
    }
}

/* A call that the compiler must not turn into a jump, so that its caller stays on the stack. */
#define KEEP_FRAME() __asm__ volatile("" ::: "memory")

#define MS 1000000ll
