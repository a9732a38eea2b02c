/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/builder.h"

G_BEGIN_DECLS

/**
 * ProfFrameMaker:
 *
 * Makes functions and frames in a builder from raw symbol names; each name is demangled once.
 */
typedef struct _ProfFrameMaker ProfFrameMaker;

ProfFrameMaker *prof_frame_maker_new (ProfBuilder *builder);
void prof_frame_maker_free (ProfFrameMaker *self);
ProfBuilder *prof_frame_maker_get_builder (ProfFrameMaker *self);

/* String id of the demangled name. */
guint32 prof_frame_maker_name (ProfFrameMaker *self, const char *raw_name);

/* A frame without a line, of a function without a file. @name and @module are string ids. */
guint32 prof_frame_maker_plain (ProfFrameMaker *self, guint32 name, guint32 module,
                                ProfFrameKind kind);
/* A frame named "0x..." and flagged so. */
guint32 prof_frame_maker_unnamed (ProfFrameMaker *self, guint64 address, guint32 module,
                                  ProfFrameKind kind);

G_END_DECLS
