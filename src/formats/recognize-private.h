/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* (nullable): what a file that no importer reads seems to be, as in "it seems to be …"; %NULL if
 * its content shows nothing. */
const char *prof_recognize (const char *bytes, gsize length);

/* The same for what is not recognized: text, or binary data. Never %NULL. */
const char *prof_describe_content (const char *bytes, gsize length);

G_END_DECLS
