/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/analyzer.h"

G_BEGIN_DECLS

/* The sidebar's part for processes and threads: which are shown, and how much each has. */
#define PROF_TYPE_PROCESS_SECTION (prof_process_section_get_type ())
G_DECLARE_FINAL_TYPE (ProfProcessSection, prof_process_section, PROF, PROCESS_SECTION, AdwBin)

void prof_process_section_set_analyzer (ProfProcessSection *self, ProfAnalyzer *analyzer);

G_END_DECLS
