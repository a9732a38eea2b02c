/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/**
 * ProfModule:
 *
 * An executable file mapped into processes: identified by its path and, where known, its build-id,
 * else its device and inode. Belongs to its #ProfModules and lives as long.
 */
typedef struct {
  /*< public, read only >*/
  char *path; /* as the target names it; also "[vdso]", "//anon", "[heap]", "[kernel.kallsyms]" */
  char *build_id; /* (nullable) lower-case hex */
  guint64 device; /* as makedev() makes it; 0: unknown */
  guint64 inode;  /* 0: unknown */
  pid_t seen_in;  /* the process that mapped it last; 0: unknown (a file of another machine) */
  guint id;       /* 0, 1, 2, ... in order of creation */
} ProfModule;

/* All modules of one recording or file: equal ones are one object. One thread at a time. */
typedef struct _ProfModules ProfModules;

ProfModules *prof_modules_new (void);
void prof_modules_free (ProfModules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfModules, prof_modules_free)

/* Where to look for files besides their own path (SELECTION's --symbols). */
void prof_modules_add_search_dir (ProfModules *self, const char *dir);
guint prof_modules_get_n_search_dirs (ProfModules *self);
const char *prof_modules_get_search_dir (ProfModules *self, guint index);

/* Live: files may also be opened through /proc/PID/root and /proc/PID/map_files. */
void prof_modules_set_live (ProfModules *self, gboolean live);
gboolean prof_modules_get_live (ProfModules *self);

/* (transfer none): owned by @self. @build_id hex, @device and @inode may be NULL/0. @path without
 * the kernel's " (deleted)". */
ProfModule *prof_modules_get (ProfModules *self, const char *path, const char *build_id,
                              guint64 device, guint64 inode, pid_t pid);

/* Whether there can be a file behind @module: not "[vdso]", "//anon" and the like. */
gboolean prof_module_is_file (const ProfModule *module);

/**
 * prof_modules_open:
 * @opened_path: (out) (transfer full) (optional): the file that was opened
 * @reason: (out) (transfer full) (optional): on failure, in words, why no file fits:
 *   "not found", "replaced on disk since it was mapped", "deleted since it was mapped",
 *   "unreadable: ...", "not a file"
 *
 * Opens the file of @module: its own path, /proc/PID/root/PATH, /proc/PID/exe, /proc/PID/map_files/,
 * each search dir by build-id, by path and by base name, and perf's cache ~/.debug by build-id. A
 * file whose build-id (or, without one, device and inode) differs is not it. A file in a search dir
 * has no device and inode to compare: there a module without build-id is known by its name.
 *
 * Returns: a file descriptor (the caller closes), or -1
 */
int prof_modules_open (ProfModules *self, ProfModule *module, char **opened_path, char **reason);

/**
 * prof_modules_open_debug:
 * @build_id: (nullable): hex
 * @name: (nullable): base name of a debug file
 * @index: counts up from 0 until this returns -1 with *@opened_path NULL
 *
 * The candidates in the search dirs for a separate debug file: by build-id, or by name. The caller
 * checks that it fits. What cannot be opened gives -1 with a path.
 */
int prof_modules_open_debug (ProfModules *self, const char *build_id, const char *name, guint index,
                             char **opened_path);

/* Opens a regular file for reading, never blocking on what is none. -1 with errno. */
int prof_open_regular (const char *path);

/* Build-id of an open ELF file as lower-case hex (transfer full) (nullable). */
char *prof_elf_read_build_id (int fd);

G_END_DECLS
