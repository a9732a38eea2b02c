/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "process/module.h"
#include "symbols/elf-image-private.h"

G_BEGIN_DECLS

/**
 * prof_debug_file_open:
 * @elf: the module's own file
 * @opened_path: where @elf was opened
 * @debug_path: (out) (transfer full): the debug file's path
 *
 * Finds the separate debug file of @module: by build-id or by its .gnu_debuglink, in the system's
 * debug folders (those of the target's own root too, live), beside the file, and in the search
 * dirs. One whose build-id, or without any its checksum, differs is not it.
 *
 * Returns: a file descriptor (the caller closes), or -1
 */
int prof_debug_file_open (ProfModules *modules, const ProfModule *module, Elf *elf,
                          const char *opened_path, const char *build_id, char **debug_path);

G_END_DECLS
