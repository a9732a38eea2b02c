/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/**
 * ProfModule:
 *
 * An executable file mapped into processes: identified by its build-id where known, else by device,
 * inode and path. Reference counted (not atomic: one recorder or reader owns them).
 */
typedef struct {
  /*< public, read only >*/
  char *path;      /* as the target names it; also "[vdso]", "//anon", "[heap]", "[kernel.kallsyms]" */
  char *build_id;  /* (nullable) lower-case hex */
  guint64 device;  /* 0: unknown */
  guint64 inode;   /* 0: unknown */
  pid_t seen_in;   /* a process that mapped it; 0: unknown (a file of another machine) */
  guint ref_count;
} ProfModule;

/* All modules of one recording or file: equal ones are one object. */
typedef struct _ProfModules ProfModules;

ProfModules *prof_modules_new (void);
void prof_modules_free (ProfModules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfModules, prof_modules_free)

/* Where to look for files besides their own path (SELECTION's --symbols). (transfer none) */
void prof_modules_add_search_dir (ProfModules *self, const char *dir);
/* Live: files may also be opened through /proc/PID/root and /proc/PID/map_files. */
void prof_modules_set_live (ProfModules *self, gboolean live);

/* (transfer none): owned by @self. @build_id hex, @device and @inode may be NULL/0. */
ProfModule *prof_modules_get (ProfModules *self, const char *path, const char *build_id,
                              guint64 device, guint64 inode, pid_t pid);

/**
 * prof_modules_open:
 * @reason: (out) (transfer full) (nullable): on failure, in words, why no file fits:
 *   "not found", "replaced on disk since it was mapped", "unreadable: ..."
 *
 * Opens the file of @module: its own path, /proc/PID/root/PATH, /proc/PID/map_files/, each search
 * dir by build-id, by path and by base name. A file whose build-id (or, without one, device and
 * inode of a live mapping) differs is not it.
 *
 * Returns: a file descriptor (the caller closes), or -1
 */
int prof_modules_open (ProfModules *self, ProfModule *module, char **opened_path, char **reason);

/* Build-id of an open ELF file as lower-case hex (transfer full) (nullable). */
char *prof_elf_read_build_id (int fd);

G_END_DECLS
