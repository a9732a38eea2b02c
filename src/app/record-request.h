/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "capture/recorder.h"

G_BEGIN_DECLS

/* What a person asked to be recorded, as the dialogs give it to the window. */
typedef struct {
  GArray *pids;      /* (nullable) pid_t */
  GStrv command;     /* (nullable) argv */
  char *working_dir; /* (nullable) for @command */
  gboolean system_wide;
  guint frequency; /* Hz */
  gboolean kernel;
  char *title; /* what the window calls it */
} ProfRecordRequest;

ProfRecordRequest *prof_record_request_new (const char *title);
void prof_record_request_free (ProfRecordRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfRecordRequest, prof_record_request_free)

/* @options point into @self. */
void prof_record_request_get_options (const ProfRecordRequest *self, ProfRecordOptions *options);

G_END_DECLS
