/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crc32c.h"

#include <string.h>

/* The reflected polynomial 0x1EDC6F41. */
#define POLYNOMIAL 0x82F63B78u

typedef struct {
  guint32 table[8][256];
} Tables;

static gpointer
make_tables (gpointer unused)
{
  Tables *tables = g_new (Tables, 1);

  for (guint32 i = 0; i < 256; i++)
    {
      guint32 crc = i;

      for (guint bit = 0; bit < 8; bit++)
        crc = (crc >> 1) ^ ((crc & 1) ? POLYNOMIAL : 0);
      tables->table[0][i] = crc;
    }
  for (guint slice = 1; slice < 8; slice++)
    for (guint32 i = 0; i < 256; i++)
      {
        guint32 crc = tables->table[slice - 1][i];

        tables->table[slice][i] = (crc >> 8) ^ tables->table[0][crc & 0xff];
      }
  return tables;
}

guint32
prof_crc32c_portable (guint32 crc, const void *bytes, gsize length)
{
  static GOnce once = G_ONCE_INIT;
  const Tables *t = g_once (&once, make_tables, NULL);
  const guint8 *p = bytes;

  crc = ~crc;
  /* Eight bytes a step, one table each ("slicing by 8"). */
  for (; length >= 8; length -= 8, p += 8)
    {
      guint32 low = crc ^ ((guint32) p[0] | (guint32) p[1] << 8 | (guint32) p[2] << 16 |
                           (guint32) p[3] << 24);

      crc = t->table[7][low & 0xff] ^ t->table[6][(low >> 8) & 0xff] ^
            t->table[5][(low >> 16) & 0xff] ^ t->table[4][low >> 24] ^ t->table[3][p[4]] ^
            t->table[2][p[5]] ^ t->table[1][p[6]] ^ t->table[0][p[7]];
    }
  for (; length > 0; length--, p++)
    crc = (crc >> 8) ^ t->table[0][(crc ^ *p) & 0xff];
  return ~crc;
}

#if defined(__x86_64__) && defined(__GNUC__)

__attribute__ ((target ("sse4.2"))) static guint32
crc32c_sse42 (guint32 crc, const void *bytes, gsize length)
{
  const guint8 *p = bytes;
  guint64 state = (guint32) ~crc;

  for (; length >= 8; length -= 8, p += 8)
    {
      guint64 word;

      memcpy (&word, p, sizeof word);
      state = __builtin_ia32_crc32di (state, word);
    }
  for (; length > 0; length--, p++)
    state = __builtin_ia32_crc32qi ((guint32) state, *p);
  return ~(guint32) state;
}

guint32
prof_crc32c (guint32 crc, const void *bytes, gsize length)
{
  if (__builtin_cpu_supports ("sse4.2"))
    return crc32c_sse42 (crc, bytes, length);
  return prof_crc32c_portable (crc, bytes, length);
}

#else

guint32
prof_crc32c (guint32 crc, const void *bytes, gsize length)
{
  return prof_crc32c_portable (crc, bytes, length);
}

#endif
