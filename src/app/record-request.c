/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/record-request.h"

ProfRecordRequest *
prof_record_request_new (const char *title)
{
  ProfRecordRequest *self = g_new0 (ProfRecordRequest, 1);

  self->title = g_strdup (title);
  return self;
}

void
prof_record_request_free (ProfRecordRequest *self)
{
  g_clear_pointer (&self->pids, g_array_unref);
  g_strfreev (self->command);
  g_free (self->working_dir);
  g_free (self->title);
  g_free (self);
}

void
prof_record_request_get_options (const ProfRecordRequest *self, ProfRecordOptions *options)
{
  *options = (ProfRecordOptions){
    .pids = self->pids ? (const pid_t *) self->pids->data : NULL,
    .n_pids = self->pids ? self->pids->len : 0,
    .command = (const char *const *) self->command,
    .working_dir = self->working_dir,
    .system_wide = self->system_wide,
    .frequency = self->frequency,
    .kernel = self->kernel,
  };
}
