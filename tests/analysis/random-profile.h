/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/builder.h"
#include "profile/profile.h"

/* A profile made at random, that can go on growing like one being recorded: recursion, frames of
 * all kinds, several events, processes with equal names, odd names, late samples. */
typedef struct {
  GRand *rand;
  ProfBuilder *builder;
  ProfProfile *profile;
  GArray *threads;   /* guint32 */
  GArray *events;    /* guint32 */
  GArray *functions; /* guint32 */
  GArray *stacks;    /* guint32 */
  gint64 now;
  gint64 step; /* mean time between samples */
} RandomProfile;

RandomProfile *random_profile_new (guint32 seed);
void random_profile_free (RandomProfile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RandomProfile, random_profile_free)

/* Adds samples, and now and then rows, and gives the profile as it then is. */
ProfSnapshot *random_profile_grow (RandomProfile *self, guint n_samples);

/* The k-th sample of all, in order of time. */
typedef struct {
  gint64 time;
  guint32 origin;
  guint64 weight;
} FlatSample;

/* (transfer full): all samples, for references that know nothing of blocks. */
GArray *flatten_samples (const ProfSnapshot *snapshot);
