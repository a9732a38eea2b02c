/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "process/module.h"

G_BEGIN_DECLS

typedef struct {
  guint64 start;
  guint64 end;        /* exclusive */
  guint64 offset;     /* of @start in the file */
  gint64 time;        /* when it came, ns */
  ProfModule *module; /* (nullable): anonymous memory without a name */
  guint32 protection; /* PROT_* bits; PROT_EXEC if unknown */
} ProfMapping;

/**
 * ProfAddressSpace:
 *
 * The executable mappings of one process at one moment of a recording. Facts are applied in order
 * of time; a newer mapping hides what it overlaps (splitting older ones). `generation` changes with
 * each change, so results cached for a process can be checked cheaply.
 */
typedef struct _ProfAddressSpace ProfAddressSpace;

struct _ProfAddressSpace {
  /*< public, read only >*/
  pid_t pid;
  guint32 generation;

  /*< private >*/
  GArray *mappings; /* ProfMapping, by start; they never overlap */
};

ProfAddressSpace *prof_address_space_new (pid_t pid);
/* fork: a copy for the child. */
ProfAddressSpace *prof_address_space_copy (const ProfAddressSpace *self, pid_t child);
void prof_address_space_free (ProfAddressSpace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfAddressSpace, prof_address_space_free)

/* exec: all mappings are gone. */
void prof_address_space_clear (ProfAddressSpace *self);
void prof_address_space_add (ProfAddressSpace *self, const ProfMapping *mapping);
void prof_address_space_remove (ProfAddressSpace *self, guint64 start, guint64 end);

/* (transfer none) (nullable): valid until the next change. */
const ProfMapping *prof_address_space_find (const ProfAddressSpace *self, guint64 address);
guint prof_address_space_get_n (const ProfAddressSpace *self);
const ProfMapping *prof_address_space_get (const ProfAddressSpace *self, guint index);

/* Reads /proc/PID/maps: adds every executable mapping (the vdso too) with @time. */
gboolean prof_address_space_read (ProfAddressSpace *self, ProfModules *modules, gint64 time,
                                  GError **error);

G_END_DECLS
