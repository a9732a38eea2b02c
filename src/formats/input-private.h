/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/importer-private.h"

G_BEGIN_DECLS

/* An input and what keeps its bytes alive. */
typedef struct {
  ProfInput input;
  GMappedFile *mapped; /* (nullable) */
  char *owned;         /* (nullable): bytes that came from a pipe or out of a wrapper */
  char *display_name;
  char *warning; /* (nullable): a sentence about what is missing: the wrapper was cut */
} ProfLoadedInput;

/**
 * prof_loaded_input_load:
 * @path: a file, or "-" for standard input
 *
 * Maps or reads all of @path, and takes gzip, xz and zstd wrappers off. What a cut wrapper still
 * gives is there, with a warning. @self is to be cleared in any case.
 */
gboolean prof_loaded_input_load (ProfLoadedInput *self, const char *path, GCancellable *cancellable,
                                 GError **error);
void prof_loaded_input_clear (ProfLoadedInput *self);

G_END_DECLS
