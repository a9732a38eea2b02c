/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "process/process-list.h"

G_BEGIN_DECLS

/* What decides which processes this one may record. Read once; it does not change while we run
 * except by an administrator's hand. */
typedef struct {
  uid_t uid;
  gboolean privileged; /* root, or CAP_PERFMON or CAP_SYS_ADMIN */
  int paranoid;        /* kernel.perf_event_paranoid; 2 where it cannot be read */
} ProfPermission;

void prof_permission_read (ProfPermission *self);

/* (transfer full) (nullable): why @process cannot be recorded, in a sentence; NULL if it can, as
 * far as can be told without trying. */
char *prof_permission_refusal (const ProfPermission *self, const ProfProcessInfo *process);

G_END_DECLS
