/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/frame-maker-private.h"

#include "symbols/demangle-private.h"

struct _ProfFrameMaker {
  ProfBuilder *builder;
  GHashTable *names; /* raw name -> string id */
};

ProfFrameMaker *
prof_frame_maker_new (ProfBuilder *builder)
{
  ProfFrameMaker *self = g_new0 (ProfFrameMaker, 1);

  self->builder = builder;
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
prof_frame_maker_free (ProfFrameMaker *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->names);
  g_free (self);
}

ProfBuilder *
prof_frame_maker_get_builder (ProfFrameMaker *self)
{
  return self->builder;
}

guint32
prof_frame_maker_name (ProfFrameMaker *self, const char *raw_name)
{
  g_autofree char *name = NULL;
  gpointer value;
  guint32 id;

  if (g_hash_table_lookup_extended (self->names, raw_name, NULL, &value))
    return GPOINTER_TO_UINT (value);

  name = prof_demangle (raw_name);
  id = prof_builder_string (self->builder, name, -1);
  g_hash_table_insert (self->names, g_strdup (raw_name), GUINT_TO_POINTER (id));
  return id;
}

guint32
prof_frame_maker_plain (ProfFrameMaker *self, guint32 name, guint32 module, ProfFrameKind kind)
{
  ProfFunctionRow row = { .name = name, .module = module, .kind = kind, .carrier = kind };

  return prof_builder_frame (self->builder, prof_builder_function (self->builder, &row), 0);
}

guint32
prof_frame_maker_unnamed (ProfFrameMaker *self, guint64 address, guint32 module, ProfFrameKind kind)
{
  ProfFunctionRow row = {
    .module = module, .kind = kind, .carrier = kind, .flags = PROF_FUNCTION_UNNAMED
  };
  char text[32];

  g_snprintf (text, sizeof text, "0x%" G_GINT64_MODIFIER "x", address);
  row.name = prof_builder_string (self->builder, text, -1);
  return prof_builder_frame (self->builder, prof_builder_function (self->builder, &row), 0);
}
