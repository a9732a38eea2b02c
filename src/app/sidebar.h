/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/analyzer.h"

G_BEGIN_DECLS

/* What is looked at: time, processes and threads, stack types, event. */
#define PROF_TYPE_SIDEBAR (prof_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (ProfSidebar, prof_sidebar, PROF, SIDEBAR, AdwBin)

void prof_sidebar_set_analyzer (ProfSidebar *self, ProfAnalyzer *analyzer);

G_END_DECLS
