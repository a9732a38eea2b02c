/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/abi.h"

G_BEGIN_DECLS

/* (transfer full): what the perf tool would call the event, for example "cpu-clock" or "cycles:u". */
char *prof_perf_event_name (const struct perf_event_attr *attr);

/* The unit that the event's periods count: "ns", "cycles", ... */
const char *prof_perf_event_unit (const struct perf_event_attr *attr, const char *name);

/* An event that never samples, there for its side records only. */
gboolean prof_perf_event_is_dummy (const struct perf_event_attr *attr);

G_END_DECLS
