/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of every kind that a C program's symbol table can hold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int sink;

/* Hand-written assembly without a size: it reaches up to the next symbol. */
__asm__(".text\n"
        ".globl assembly_without_size\n"
        ".type assembly_without_size, @function\n"
        "assembly_without_size:\n"
        "  nop\n"
        "  nop\n"
        "  nop\n"
        "  ret\n"
        ".globl assembly_with_size\n"
        ".type assembly_with_size, @function\n"
        "assembly_with_size:\n"
        "  nop\n"
        "  ret\n"
        ".size assembly_with_size, . - assembly_with_size\n"
        ".skip 16, 0x90\n"
        ".globl assembly_label\n"
        "assembly_label:\n"
        "  nop\n"
        "  ret\n"
        ".p2align 4\n");

void assembly_without_size (void);
void assembly_with_size (void);
void assembly_label (void);
int exported_function (int n);
int sorts_numbers (int n);
int plain_main (int argc, char **argv);

__attribute__ ((noinline, noclone)) static int
local_function (int n)
{
  sink += n;
  return sink * 3;
}

__attribute__ ((noinline, noclone)) int
exported_function (int n)
{
  int total = 0;

  for (int i = 0; i < n; i++)
    total += local_function (i);
  return total;
}

int _hidden_alias (int n) __attribute__ ((alias ("exported_function")));
int __worse_alias (int n) __attribute__ ((weak, alias ("exported_function")));

__attribute__ ((noinline, noclone)) static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

__attribute__ ((noinline, noclone)) int
sorts_numbers (int n)
{
  int numbers[16];

  for (int i = 0; i < 16; i++)
    numbers[i] = (i * 7 + n) % 16;
  qsort (numbers, 16, sizeof numbers[0], compare);
  return numbers[3];
}

int
plain_main (int argc, char **argv)
{
  assembly_without_size ();
  assembly_with_size ();
  assembly_label ();
  printf ("%d\n", exported_function (argc) + _hidden_alias (2) + sorts_numbers (argc));
  return (int) strlen (argv[0]) > 1000;
}

#ifndef LIBRARY
int
main (int argc, char **argv)
{
  return plain_main (argc, argv);
}
#endif
