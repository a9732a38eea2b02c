/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/analyzer.h"

G_BEGIN_DECLS

/* What is selected, in numbers, and how good the recording is. */
#define PROF_TYPE_STATUS_BAR (prof_status_bar_get_type ())
G_DECLARE_FINAL_TYPE (ProfStatusBar, prof_status_bar, PROF, STATUS_BAR, AdwBin)

void prof_status_bar_set_analyzer (ProfStatusBar *self, ProfAnalyzer *analyzer);

/* (transfer none): what it says about the selection: "6.56 s · 12,410 samples · 5 processes". */
const char *prof_status_bar_get_text (ProfStatusBar *self);
/* (transfer none): and about the quality: "0 lost   0.3 % truncated   98.4 % named". */
const char *prof_status_bar_get_quality (ProfStatusBar *self);

G_END_DECLS
