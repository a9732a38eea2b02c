/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/record-request.h"

G_BEGIN_DECLS

/* How to record: what the attach and launch dialogs have in common. Remembers its values. */
#define PROF_TYPE_RECORD_OPTIONS_BOX (prof_record_options_box_get_type ())
G_DECLARE_FINAL_TYPE (ProfRecordOptionsBox, prof_record_options_box, PROF, RECORD_OPTIONS_BOX,
                      AdwBin)

/* Shows what was used last. @settings: (nullable) */
void prof_record_options_box_load (ProfRecordOptionsBox *self, GSettings *settings);
/* Writes the person's choice to @request, and remembers it. */
void prof_record_options_box_apply (ProfRecordOptionsBox *self, GSettings *settings,
                                    ProfRecordRequest *request);

G_END_DECLS
