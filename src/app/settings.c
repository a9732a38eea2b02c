/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/settings.h"

#include "prof-config.h"

GSettings *
prof_settings_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  /* g_settings_new() aborts the program when there is no schema. */
  if (source)
    schema = g_settings_schema_source_lookup (source, PROF_APP_ID, TRUE);
  return schema ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

int
prof_settings_get_int (GSettings *settings, const char *key, int fallback)
{
  return settings ? g_settings_get_int (settings, key) : fallback;
}

gboolean
prof_settings_get_boolean (GSettings *settings, const char *key, gboolean fallback)
{
  return settings ? g_settings_get_boolean (settings, key) : fallback;
}

char *
prof_settings_get_string (GSettings *settings, const char *key, const char *fallback)
{
  return settings ? g_settings_get_string (settings, key) : g_strdup (fallback);
}

void
prof_settings_set_int (GSettings *settings, const char *key, int value)
{
  if (settings)
    g_settings_set_int (settings, key, value);
}

void
prof_settings_set_boolean (GSettings *settings, const char *key, gboolean value)
{
  if (settings)
    g_settings_set_boolean (settings, key, value);
}

void
prof_settings_set_string (GSettings *settings, const char *key, const char *value)
{
  if (settings)
    g_settings_set_string (settings, key, value);
}
