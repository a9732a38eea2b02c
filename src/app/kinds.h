/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/frame-kind.h"

G_BEGIN_DECLS

/* A stack type in the person's language, and the style class of its colour chip. */
const char *prof_kind_get_label (ProfFrameKind kind);
const char *prof_kind_get_style (ProfFrameKind kind);

G_END_DECLS
