/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perf/converter-private.h"

#include <sys/mman.h>
#include <sys/sysmacros.h>

/* What the kernel tells besides samples: struct definitions in perf_event_open(2). */

/* A record's body without the sample_id at its end. */
typedef struct {
  const guint8 *bytes;
  guint size;
  gboolean swap;
} Body;

static guint32
u32 (const Body *body, guint offset)
{
  return prof_perf_u32 (body->bytes + offset, body->swap);
}

static guint64
u64 (const Body *body, guint offset)
{
  return prof_perf_u64 (body->bytes + offset, body->swap);
}

/* The text at @offset, up to a NUL or the body's end. */
static const char *
text (const Body *body, guint offset, gsize *length)
{
  const char *start = (const char *) body->bytes + offset;

  *length = strnlen (start, body->size - offset);
  return start;
}

static void
add_mapping (ProfPerfConverter *self, pid_t pid, ProfMapping *mapping, const char *path,
             gsize length, const char *build_id, guint64 device, guint64 inode)
{
  g_autofree char *name = g_strndup (path, length);

  if (g_str_has_suffix (name, " (deleted)"))
    name[length - strlen (" (deleted)")] = '\0';
  if (build_id == NULL && self->build_id_func != NULL)
    build_id = self->build_id_func (name, self->build_id_data);
  if (self->is_foreign && build_id == NULL && inode == 0 && name[0] == '/')
    {
      /* An identity that no file here has: what happens to be at that path is another file. */
      device = inode = G_MAXUINT64;
    }
  mapping->module = prof_modules_get (self->modules, name, build_id, device, inode, pid);
  prof_perf_tasks_map (self->tasks, pid, mapping);
}

/* Where a mapping that the kernel synthesized for itself would end. */
static gboolean
get_range (const Body *body, ProfMapping *mapping, gint64 time)
{
  guint64 size = u64 (body, 16);

  mapping->start = u64 (body, 8);
  mapping->end = mapping->start + size;
  mapping->offset = u64 (body, 24);
  mapping->time = time == PROF_TIME_UNKNOWN ? 0 : time;
  return mapping->end > mapping->start;
}

static gboolean
mmap_record (ProfPerfConverter *self, const ProfPerfHeader *header, const Body *body, gint64 time)
{
  ProfMapping mapping = { .protection = PROT_EXEC };
  const char *path;
  gsize length;

  if (body->size < 33)
    return FALSE;
  if ((gint32) u32 (body, 0) == -1)
    return TRUE; /* the kernel's own */
  if (!get_range (body, &mapping, time))
    return FALSE;
  if (header->misc & PERF_RECORD_MISC_MMAP_DATA)
    mapping.protection = PROT_READ;
  path = text (body, 32, &length);
  add_mapping (self, (pid_t) u32 (body, 0), &mapping, path, length, NULL, 0, 0);
  return TRUE;
}

static gboolean
mmap2_record (ProfPerfConverter *self, const ProfPerfHeader *header, const Body *body, gint64 time)
{
  ProfMapping mapping = { 0 };
  char build_id[2 * 20 + 1] = "";
  guint64 device = 0, inode = 0;
  const char *path;
  gsize length;

  if (body->size < 65)
    return FALSE;
  if ((gint32) u32 (body, 0) == -1)
    return TRUE;
  if (!get_range (body, &mapping, time))
    return FALSE;
  if (header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID)
    {
      guint n = MIN (body->bytes[32], 20);

      for (guint i = 0; i < n; i++)
        g_snprintf (build_id + 2 * i, 3, "%02x", body->bytes[36 + i]);
    }
  else
    {
      inode = u64 (body, 40);
      device = inode != 0 ? makedev (u32 (body, 32), u32 (body, 36)) : 0;
    }
  mapping.protection = u32 (body, 56);
  if (header->misc & PERF_RECORD_MISC_MMAP_DATA)
    mapping.protection &= ~PROT_EXEC;
  else if (mapping.protection == 0)
    mapping.protection = PROT_EXEC; /* written by a tool that does not know */
  path = text (body, 64, &length);
  add_mapping (self, (pid_t) u32 (body, 0), &mapping, path, length,
               build_id[0] != '\0' ? build_id : NULL, device, inode);
  return TRUE;
}

static gboolean
comm_record (ProfPerfConverter *self, const ProfPerfHeader *header, const Body *body, gint64 time)
{
  const char *name;
  gsize length;

  if (body->size < 9)
    return FALSE;
  name = text (body, 8, &length);
  prof_perf_tasks_comm (self->tasks, (pid_t) u32 (body, 0), (pid_t) u32 (body, 4), name, length,
                        (header->misc & PERF_RECORD_MISC_COMM_EXEC) != 0, time);
  return TRUE;
}

static gboolean
task_record (ProfPerfConverter *self, const ProfPerfHeader *header, const Body *body, gint64 time)
{
  pid_t pid, ppid, tid, ptid;

  if (body->size < 16)
    return FALSE;
  pid = (pid_t) u32 (body, 0);
  ppid = (pid_t) u32 (body, 4);
  tid = (pid_t) u32 (body, 8);
  ptid = (pid_t) u32 (body, 12);
  if (time == PROF_TIME_UNKNOWN && body->size >= 24 && u64 (body, 16) != 0)
    time = prof_perf_converter_relative (self, u64 (body, 16));
  if (header->type == PERF_RECORD_FORK)
    prof_perf_tasks_fork (self->tasks, pid, ppid, tid, ptid, time);
  else
    prof_perf_tasks_exit (self->tasks, pid, tid, time);
  return TRUE;
}

static void
add_marker (ProfPerfConverter *self, ProfMarkerKind kind, guint64 value, gint64 time)
{
  ProfMarkerRow row = {
    .time = time == PROF_TIME_UNKNOWN ? 0 : time,
    .end = time == PROF_TIME_UNKNOWN ? 0 : time,
    .value = value,
    .kind = kind,
    .process = PROF_NO_ID,
  };

  if (value > 0)
    prof_builder_marker (self->builder, &row);
}

static gboolean
read_side_record (ProfPerfConverter *self, const ProfPerfHeader *header, const Body *body,
                  gint64 time)
{
  switch (header->type)
    {
    case PERF_RECORD_MMAP:
      return mmap_record (self, header, body, time);
    case PERF_RECORD_MMAP2:
      return mmap2_record (self, header, body, time);
    case PERF_RECORD_COMM:
      return comm_record (self, header, body, time);
    case PERF_RECORD_FORK:
    case PERF_RECORD_EXIT:
      return task_record (self, header, body, time);
    case PERF_RECORD_LOST:
      if (body->size < 16)
        return FALSE;
      add_marker (self, PROF_MARKER_LOST, u64 (body, 8), time);
      return TRUE;
    case PERF_RECORD_LOST_SAMPLES:
      if (body->size < 8)
        return FALSE;
      add_marker (self, PROF_MARKER_LOST, u64 (body, 0), time);
      return TRUE;
    case PERF_RECORD_THROTTLE:
      add_marker (self, PROF_MARKER_THROTTLE, 1, time);
      return TRUE;
    case PERF_RECORD_AUX:
      self->n_traces++;
      return TRUE;
    default:
      /* Known and of no use here: counter reads, context switches, namespaces, BPF, ... */
      if (header->type == 0 || header->type >= PROF_PERF_RECORD_KERNEL_END)
        self->n_unknown++;
      return TRUE;
    }
}

void
prof_perf_converter_side_record (ProfPerfConverter *self, const guint8 *record,
                                 const ProfPerfHeader *header, const ProfPerfLayout *layout,
                                 gint64 time)
{
  guint around = PROF_PERF_HEADER_SIZE + prof_perf_layout_get_tail (layout);
  Body body = { record + PROF_PERF_HEADER_SIZE, 0, layout->swap };

  if (header->size >= around)
    body.size = header->size - around;
  if (header->size < around || !read_side_record (self, header, &body, time))
    self->n_damaged++;
}
