/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perf/stacks.h"

#include "perf/chain-cache.h"

/* More context switches than this in one chain do not happen: kernel, user, and guests' two. */
#define MAX_SEGMENTS 8

/* The kernel cuts chains off here where an event sets no limit: kernel.perf_event_max_stack. */
#define DEFAULT_MAX_DEPTH 127

/* No code is below this address: the kernel's vm.mmap_min_addr is not smaller. */
#define LOWEST_CODE 4096

/* Code without a name that a live process made at run time is asked for again after so many
 * seconds: its compiler may have written a map by then. */
#define UNNAMED_FOR_SECONDS 1

typedef enum {
  SEGMENT_KERNEL,
  SEGMENT_USER,
  SEGMENT_FOREIGN, /* of a guest or the hypervisor: addresses of another machine */
} SegmentKind;

typedef struct {
  SegmentKind kind;
  guint n;
  const guint64 *addresses;
} Segment;

struct _ProfPerfStacks {
  ProfBuilder *builder;
  ProfResolver *resolver;
  ProfPerfTasks *tasks;
  ProfChainCache *cache;
  ProfAddressSpace *foreign; /* empty: nothing in it has a name */
  gboolean (*kernel_func) (gpointer user_data);
  gpointer kernel_data;
  gboolean kernel_asked;
  gboolean live;
  guint64 n_deferred;
};

ProfPerfStacks *
prof_perf_stacks_new (ProfBuilder *builder, ProfResolver *resolver, ProfPerfTasks *tasks)
{
  ProfPerfStacks *self = g_new0 (ProfPerfStacks, 1);

  self->builder = builder;
  self->resolver = resolver;
  self->tasks = tasks;
  self->cache = prof_chain_cache_new ();
  self->foreign = prof_address_space_new (-1);
  return self;
}

void
prof_perf_stacks_free (ProfPerfStacks *self)
{
  prof_chain_cache_free (self->cache);
  prof_address_space_free (self->foreign);
  g_free (self);
}

void
prof_perf_stacks_set_live (ProfPerfStacks *self, gboolean live)
{
  self->live = live;
}

void
prof_perf_stacks_set_kernel_func (ProfPerfStacks *self, gboolean (*func) (gpointer),
                                  gpointer user_data)
{
  self->kernel_func = func;
  self->kernel_data = user_data;
}

guint64
prof_perf_stacks_get_n_deferred (const ProfPerfStacks *self)
{
  return self->n_deferred;
}

static void
need_kernel (ProfPerfStacks *self)
{
  if (self->kernel_asked)
    return;
  self->kernel_asked = TRUE;
  if (self->kernel_func == NULL || self->kernel_func (self->kernel_data))
    prof_resolver_load_kernel (self->resolver);
}

static SegmentKind
kind_of_mode (guint16 misc)
{
  switch (misc & PERF_RECORD_MISC_CPUMODE_MASK)
    {
    case PERF_RECORD_MISC_KERNEL:
      return SEGMENT_KERNEL;
    case PERF_RECORD_MISC_HYPERVISOR:
    case PERF_RECORD_MISC_GUEST_KERNEL:
    case PERF_RECORD_MISC_GUEST_USER:
      return SEGMENT_FOREIGN;
    default:
      return SEGMENT_USER;
    }
}

static SegmentKind
kind_of_marker (guint64 marker)
{
  switch (marker)
    {
    case PERF_CONTEXT_KERNEL:
      return SEGMENT_KERNEL;
    case PERF_CONTEXT_USER:
      return SEGMENT_USER;
    default:
      return SEGMENT_FOREIGN;
    }
}

/* Innermost first. */
static guint
cut (ProfPerfStacks *self, const ProfPerfSample *sample, guint16 misc,
     Segment segments[MAX_SEGMENTS], gboolean *is_open)
{
  SegmentKind kind = kind_of_mode (misc);
  guint n = 0, start = 0;

  *is_open = FALSE;
  for (guint i = 0; i <= sample->n_chain; i++)
    {
      if (i < sample->n_chain && sample->chain[i] < (guint64) PERF_CONTEXT_MAX)
        continue;
      if (i > start && n < MAX_SEGMENTS)
        segments[n++] = (Segment){ kind, i - start, sample->chain + start };
      if (i < sample->n_chain && sample->chain[i] == PROF_PERF_CONTEXT_USER_DEFERRED)
        {
          self->n_deferred++;
          *is_open = TRUE;
          return n;
        }
      if (i < sample->n_chain)
        kind = kind_of_marker (sample->chain[i]);
      start = i + 1;
    }
  return n;
}

static gboolean
is_unnamed_jit (ProfBuilder *builder, guint32 frame)
{
  guint32 function = prof_builder_get_frame (builder, frame)->function;
  const ProfFunctionRow *row = prof_builder_get_function (builder, function);

  return row->kind == PROF_FRAME_JIT && row->flags & PROF_FUNCTION_UNNAMED;
}

static guint32
resolve (ProfPerfStacks *self, guint32 stack, const Segment *segment, ProfAddressSpace *space,
         gboolean *is_final)
{
  guint n = segment->n;

  /* Following frame pointers through code that keeps none ends at no code: not a root, but a chain
   * whose callers are not known. */
  while (segment->kind == SEGMENT_USER && n > 1 && segment->addresses[n - 1] < LOWEST_CODE)
    n--;
  if (n < segment->n && stack == 0)
    stack = prof_builder_stack (self->builder, stack, prof_resolver_truncated (self->resolver));

  for (guint i = n; i > 0; i--)
    {
      guint64 address = segment->addresses[i - 1];
      gboolean is_return = i > 1;
      const guint32 *frames;
      guint n_frames;

      if (segment->kind == SEGMENT_KERNEL)
        frames = prof_resolver_kernel (self->resolver, address, is_return, &n_frames);
      else
        frames = prof_resolver_user (self->resolver, space, address, is_return, &n_frames);
      for (guint k = n_frames; k > 0; k--)
        {
          if (self->live && segment->kind == SEGMENT_USER &&
              is_unnamed_jit (self->builder, frames[k - 1]))
            *is_final = FALSE;
          stack = prof_builder_stack (self->builder, stack, frames[k - 1]);
        }
    }
  return stack;
}

static guint32
push (ProfPerfStacks *self, guint32 parent, const Segment *segment, ProfPerfProcess *process,
      gint64 time)
{
  ProfAddressSpace *space = self->foreign;
  guint64 context[4] = { segment->kind, parent, 0, 0 };
  guint32 second = time > 0 ? time / 1000000000 : 0;
  gboolean is_final = TRUE;
  ProfChainKey key;
  guint32 stack;

  if (segment->kind == SEGMENT_USER)
    {
      space = prof_perf_tasks_get_space (self->tasks, process, time);
      if (space == NULL)
        space = self->foreign;
      context[2] = process->serial;
      context[3] = space->generation;
    }
  else if (segment->kind == SEGMENT_KERNEL)
    need_kernel (self);
  key = prof_chain_key (context, G_N_ELEMENTS (context), segment->addresses, segment->n);
  if (prof_chain_cache_find (self->cache, key, second, &stack))
    return stack;
  stack = resolve (self, parent, segment, space, &is_final);
  prof_chain_cache_put (self->cache, key,
                        is_final ? PROF_CHAIN_FOREVER : second + UNNAMED_FOR_SECONDS, stack);
  return stack;
}

guint32
prof_perf_stacks_get (ProfPerfStacks *self, ProfPerfProcess *process, const ProfPerfSample *sample,
                      guint16 misc, const struct perf_event_attr *attr, gint64 time)
{
  guint max_depth = attr->sample_max_stack > 0 ? attr->sample_max_stack : DEFAULT_MAX_DEPTH;
  Segment segments[MAX_SEGMENTS];
  gboolean is_open = FALSE;
  guint n = 0, depth = 0;
  guint32 stack = 0;

  if (sample->n_chain > 0)
    n = cut (self, sample, misc, segments, &is_open);
  /* An address of the kernel is not wanted where its chains are not. */
  if (n == 0 && sample->has_ip &&
      !(attr->exclude_callchain_kernel && kind_of_mode (misc) == SEGMENT_KERNEL))
    segments[n++] = (Segment){ kind_of_mode (misc), 1, &sample->ip };
  for (guint i = 0; i < n; i++)
    depth += segments[i].n;
  if (is_open || depth >= max_depth)
    stack = prof_builder_stack (self->builder, 0, prof_resolver_truncated (self->resolver));
  for (guint i = n; i > 0; i--)
    stack = push (self, stack, &segments[i - 1], process, time);
  return stack;
}
