/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* (transfer full) (nullable): NULL when @text is valid UTF-8 without NUL bytes and can be used as it
 * is; else a copy in which every offending byte is written as \xNN, so that nothing is lost and two
 * different names stay different. @length in bytes. */
char *prof_string_escape (const char *text, gsize length);

G_END_DECLS
