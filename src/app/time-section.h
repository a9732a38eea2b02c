/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/analyzer.h"

G_BEGIN_DECLS

/* The sidebar's part for time: what is selected, steps by its length, presets, typed times.
 *
 * Actions: time.step-back, time.step-forward, time.all, time.last(seconds), time.edit, time.apply. */
#define PROF_TYPE_TIME_SECTION (prof_time_section_get_type ())
G_DECLARE_FINAL_TYPE (ProfTimeSection, prof_time_section, PROF, TIME_SECTION, AdwBin)

void prof_time_section_set_analyzer (ProfTimeSection *self, ProfAnalyzer *analyzer);

G_END_DECLS
