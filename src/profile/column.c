/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/column-private.h"

#include <string.h>

static ProfBuffer *
prof_buffer_new (gsize capacity)
{
  ProfBuffer *self = g_malloc (sizeof (ProfBuffer) + capacity);

  g_atomic_int_set (&self->ref_count, 1);
  self->capacity = capacity;
  return self;
}

void
prof_buffer_unref (ProfBuffer *self)
{
  if (g_atomic_int_dec_and_test (&self->ref_count))
    g_free (self);
}

static void
prof_column_move (ProfColumn *self, gsize capacity)
{
  ProfBuffer *buffer = prof_buffer_new (capacity);

  memcpy (buffer->data, self->buffer->data, (gsize) self->length * self->row_size);
  prof_buffer_unref (self->buffer);
  self->buffer = buffer;
}

void
prof_column_init (ProfColumn *self, guint row_size)
{
  self->row_size = row_size;
  self->length = 0;
  self->buffer = prof_buffer_new (16 * row_size);
}

void
prof_column_clear (ProfColumn *self)
{
  g_clear_pointer (&self->buffer, prof_buffer_unref);
  self->length = 0;
}

void
prof_column_append (ProfColumn *self, gconstpointer rows, guint n_rows)
{
  gsize used = (gsize) self->length * self->row_size;
  gsize added = (gsize) n_rows * self->row_size;

  if (n_rows == 0)
    return;
  if (used + added > self->buffer->capacity)
    prof_column_move (self, MAX (used + added, self->buffer->capacity * 2));
  memcpy (self->buffer->data + used, rows, added);
  self->length += n_rows;
}

/* Rows that may be changed in place: nobody else reads this buffer. */
gpointer
prof_column_make_writable (ProfColumn *self)
{
  if (g_atomic_int_get (&self->buffer->ref_count) != 1)
    prof_column_move (self, self->buffer->capacity);
  return self->buffer->data;
}
