/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/document.h"
#include "capture/recorder.h"
#include "formats/capture-file.h"
#include "profile/profile.h"

G_BEGIN_DECLS

typedef struct _ProfInbox ProfInbox;

struct _ProfDocument {
  GObject parent_instance;

  ProfProfile *profile;
  ProfSnapshot *snapshot;
  char *title;
  char *path;     /* (nullable): the own capture file that holds all of it */
  char *recovery; /* (nullable): path of the recovery capture */
  gboolean unsaved;

  /* While recording: */
  ProfRecorder *recorder; /* (nullable) */
  ProfInbox *inbox;       /* (nullable) */
  gint64 started;         /* monotonic, us */
  gint64 elapsed;         /* ns, once it has ended; -1 before */
};

ProfDocument *prof_document_new_for_profile (ProfProfile *profile, const char *title);
void prof_document_emit_changed (ProfDocument *self);
void prof_document_emit_ended (ProfDocument *self, const char *message);
void prof_document_emit_trouble (ProfDocument *self, const char *message);
void prof_document_notify_state (ProfDocument *self);
void prof_document_set_unsaved (ProfDocument *self, gboolean unsaved);

/* document-record.c: lets go of the recorder, whose last batches go nowhere. */
void prof_document_abandon_recorder (ProfDocument *self);

G_END_DECLS
