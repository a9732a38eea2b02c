/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * A growing array whose rows snapshots may read from other threads while it grows: rows below a
 * snapshot's length are never written again (prof_column_make_writable() copies first), rows above
 * it the snapshot does not read, and growing moves to a new buffer while the old one lives as long
 * as somebody holds it.
 */
typedef struct {
  gint ref_count;
  gsize capacity; /* bytes */
  _Alignas(16) guint8 data[];
} ProfBuffer;

typedef struct {
  ProfBuffer *buffer;
  guint length;
  guint row_size;
} ProfColumn;

void prof_column_init (ProfColumn *self, guint row_size);
void prof_column_clear (ProfColumn *self);
void prof_column_append (ProfColumn *self, gconstpointer rows, guint n_rows);
gpointer prof_column_make_writable (ProfColumn *self);
void prof_buffer_unref (ProfBuffer *self);

static inline ProfBuffer *
prof_buffer_ref (ProfBuffer *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

#define prof_column_rows(column, Type) ((Type *) (gpointer) (column)->buffer->data)

G_END_DECLS
