/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ProfTextWriter:
 *
 * Text on its way to a stream: append to @text, and call prof_text_writer_step() now and then.
 */
typedef struct {
  GString *text;
  GOutputStream *out;
  GCancellable *cancellable;
} ProfTextWriter;

void prof_text_writer_init (ProfTextWriter *self, GOutputStream *out, GCancellable *cancellable);
void prof_text_writer_clear (ProfTextWriter *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProfTextWriter, prof_text_writer_clear)

/* Writes once there is enough to write. */
gboolean prof_text_writer_step (ProfTextWriter *self, GError **error);
/* Writes all. */
gboolean prof_text_writer_finish (ProfTextWriter *self, GError **error);

/* A field as RFC 4180 has it: in quotes where it must be. */
void prof_append_csv (GString *text, const char *field);
/* A JSON string with its quotes. */
void prof_append_json (GString *text, const char *string);
void prof_append_uint (GString *text, guint64 value);
void prof_append_int (GString *text, gint64 value);
/* Seventeen digits at most, with a point in every locale, and none that are not needed. */
void prof_append_double (GString *text, double value);

G_END_DECLS
