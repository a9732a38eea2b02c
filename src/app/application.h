/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PROF_TYPE_APPLICATION (prof_application_get_type ())
G_DECLARE_FINAL_TYPE (ProfApplication, prof_application, PROF, APPLICATION, AdwApplication)

/**
 * prof_application_new:
 * @flags: added to %G_APPLICATION_HANDLES_OPEN, such as %G_APPLICATION_NON_UNIQUE in tests
 */
ProfApplication *prof_application_new (GApplicationFlags flags);

/* (transfer none) (nullable): what the program remembers; see prof_settings_new(). */
GSettings *prof_application_get_settings (ProfApplication *self);

G_END_DECLS
