/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/recovery.h"

G_DEFINE_FINAL_TYPE (ProfDocument, prof_document, G_TYPE_OBJECT)

enum { PROP_TITLE = 1, PROP_RECORDING, PROP_PAUSED, PROP_UNSAVED, N_PROPS };
enum { CHANGED, ENDED, TROUBLE, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static void
prof_document_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ProfDocument *self = PROF_DOCUMENT (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_RECORDING:
      g_value_set_boolean (value, prof_document_is_recording (self));
      break;
    case PROP_PAUSED:
      g_value_set_boolean (value, prof_document_is_paused (self));
      break;
    case PROP_UNSAVED:
      g_value_set_boolean (value, self->unsaved);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
prof_document_finalize (GObject *object)
{
  ProfDocument *self = PROF_DOCUMENT (object);

  prof_document_abandon_recorder (self);
  g_clear_pointer (&self->snapshot, prof_snapshot_unref);
  g_clear_pointer (&self->profile, prof_profile_free);
  g_free (self->title);
  g_free (self->path);
  g_free (self->recovery);
  G_OBJECT_CLASS (prof_document_parent_class)->finalize (object);
}

static void
prof_document_class_init (ProfDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = prof_document_get_property;
  object_class->finalize = prof_document_finalize;

  props[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  props[PROP_RECORDING] = g_param_spec_boolean ("recording", NULL, NULL, FALSE, flags);
  props[PROP_PAUSED] = g_param_spec_boolean ("paused", NULL, NULL, FALSE, flags);
  props[PROP_UNSAVED] = g_param_spec_boolean ("unsaved", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CHANGED] = g_signal_new ("changed", PROF_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", PROF_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[TROUBLE] = g_signal_new ("trouble", PROF_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
prof_document_init (ProfDocument *self)
{
  self->elapsed = -1;
}

ProfDocument *
prof_document_new_for_profile (ProfProfile *profile, const char *title)
{
  ProfDocument *self = g_object_new (PROF_TYPE_DOCUMENT, NULL);

  self->profile = profile;
  self->snapshot = prof_profile_snapshot (profile);
  self->title = g_strdup (title);
  return self;
}

void
prof_document_emit_changed (ProfDocument *self)
{
  g_clear_pointer (&self->snapshot, prof_snapshot_unref);
  self->snapshot = prof_profile_snapshot (self->profile);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
prof_document_emit_ended (ProfDocument *self, const char *message)
{
  g_signal_emit (self, signals[ENDED], 0, message);
}

void
prof_document_emit_trouble (ProfDocument *self, const char *message)
{
  g_signal_emit (self, signals[TROUBLE], 0, message);
}

void
prof_document_notify_state (ProfDocument *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RECORDING]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PAUSED]);
}

void
prof_document_set_unsaved (ProfDocument *self, gboolean unsaved)
{
  if (self->unsaved == unsaved)
    return;
  self->unsaved = unsaved;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_UNSAVED]);
}

void
prof_document_set_title (ProfDocument *self, const char *title)
{
  if (g_strcmp0 (self->title, title) == 0)
    return;
  g_free (self->title);
  self->title = g_strdup (title);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TITLE]);
}

ProfSnapshot *
prof_document_get_snapshot (ProfDocument *self)
{
  return self->snapshot;
}

const char *
prof_document_get_title (ProfDocument *self)
{
  return self->title;
}

const char *
prof_document_get_path (ProfDocument *self)
{
  return self->path;
}

gboolean
prof_document_is_unsaved (ProfDocument *self)
{
  return self->unsaved;
}

char *
prof_document_suggest_name (ProfDocument *self)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stem = NULL;
  const char *dot;

  if (self->path)
    return g_path_get_basename (self->path);
  if (self->recorder || self->recovery)
    {
      g_autofree char *when = g_date_time_format (now, "%Y-%m-%d %H.%M");

      stem = g_strdup_printf ("%s %s", self->title, when);
    }
  else
    {
      dot = strrchr (self->title, '.');
      stem = dot && dot > self->title ? g_strndup (self->title, dot - self->title)
                                      : g_strdup (self->title);
    }
  g_strdelimit (stem, "/", '-');
  return g_strconcat (stem, ".profcap", NULL);
}

gint64
prof_document_get_duration (ProfDocument *self)
{
  const char *end;
  gint64 duration = self->snapshot->end_time;

  if (prof_document_is_recording (self))
    return MAX (duration, prof_document_get_elapsed (self));
  end = prof_snapshot_get_meta (self->snapshot, PROF_META_END);
  if (end)
    duration = MAX (duration, g_ascii_strtoll (end, NULL, 10));
  return duration;
}

void
prof_document_discard (ProfDocument *self)
{
  prof_document_abandon_recorder (self);
  prof_document_set_unsaved (self, FALSE);
  if (self->recovery)
    {
      prof_recovery_remove (self->recovery);
      g_clear_pointer (&self->recovery, g_free);
    }
}
