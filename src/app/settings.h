/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * prof_settings_new:
 *
 * Returns: (transfer full) (nullable): what the window remembers; %NULL where the schema is not
 *   installed, and then the program works with its defaults and remembers nothing
 */
GSettings *prof_settings_new (void);

/* As their GSettings namesakes; @fallback is used, and setting does nothing, without @settings. */
int prof_settings_get_int (GSettings *settings, const char *key, int fallback);
gboolean prof_settings_get_boolean (GSettings *settings, const char *key, gboolean fallback);
/* (transfer full) */
char *prof_settings_get_string (GSettings *settings, const char *key, const char *fallback);
void prof_settings_set_int (GSettings *settings, const char *key, int value);
void prof_settings_set_boolean (GSettings *settings, const char *key, gboolean value);
void prof_settings_set_string (GSettings *settings, const char *key, const char *value);

G_END_DECLS
