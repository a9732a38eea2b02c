/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perf/tasks.h"

#include "perf/proc-facts.h"
#include "process/process-list.h"

#include <sys/mman.h>

struct _ProfPerfTasks {
  ProfBuilder *builder;
  ProfModules *modules;
  GHashTable *processes; /* pid -> ProfPerfProcess */
  GHashTable *threads;   /* tid -> ProfPerfThread */
  GQueue ended;          /* Ended: in order of time */
  guint32 next_serial;
  gboolean live;
  ProfPerfChangedFunc changed;
  gpointer changed_data;
};

/* An exiting task can still be sampled for a moment under its old ids, so it is only forgotten
 * some time later. */
#define KEEP_ENDED_NS (2 * G_GUINT64_CONSTANT (1000000000))

typedef struct {
  gint64 time;
  ProfPerfThread *thread;
} Ended;

static void
process_free (ProfPerfProcess *process)
{
  g_clear_pointer (&process->space, prof_address_space_free);
  g_ptr_array_unref (process->threads);
  g_free (process);
}

ProfPerfTasks *
prof_perf_tasks_new (ProfBuilder *builder, ProfModules *modules)
{
  ProfPerfTasks *self = g_new0 (ProfPerfTasks, 1);

  self->builder = builder;
  self->modules = modules;
  self->processes = g_hash_table_new (NULL, NULL);
  self->threads = g_hash_table_new (NULL, NULL);
  g_queue_init (&self->ended);
  return self;
}

void
prof_perf_tasks_free (ProfPerfTasks *self)
{
  GHashTableIter iter;
  gpointer value;

  g_queue_clear_full (&self->ended, g_free);
  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_free (value);
  g_hash_table_unref (self->threads);
  g_hash_table_iter_init (&iter, self->processes);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    process_free (value);
  g_hash_table_unref (self->processes);
  g_free (self);
}

void
prof_perf_tasks_set_live (ProfPerfTasks *self, gboolean live)
{
  self->live = live;
}

void
prof_perf_tasks_set_changed_func (ProfPerfTasks *self, ProfPerfChangedFunc func, gpointer user_data)
{
  self->changed = func;
  self->changed_data = user_data;
}

static void
tell_changed (ProfPerfTasks *self, pid_t pid)
{
  if (self->changed != NULL)
    self->changed (pid, self->changed_data);
}

/* Rows */

static void
send_mapping (ProfPerfTasks *self, ProfPerfProcess *process, const ProfMapping *mapping)
{
  const ProfModule *module = mapping->module;
  ProfMappingRow row = {
    .time = mapping->time,
    .start = mapping->start,
    .size = mapping->end - mapping->start,
    .offset = mapping->offset,
    .process = process->row,
    .path = prof_builder_string (self->builder, module ? module->path : NULL, -1),
    .build_id = prof_builder_string (self->builder, module ? module->build_id : NULL, -1),
  };

  prof_builder_mapping (self->builder, &row);
}

static void
send_all_mappings (ProfPerfTasks *self, ProfPerfProcess *process)
{
  for (guint i = 0; process->space != NULL && i < prof_address_space_get_n (process->space); i++)
    send_mapping (self, process, prof_address_space_get (process->space, i));
}

static void
need_process_row (ProfPerfTasks *self, ProfPerfProcess *process)
{
  if (process->row != PROF_NO_ID)
    return;
  process->row = prof_builder_process (self->builder, &process->facts);
  send_all_mappings (self, process);
}

static void
need_thread_row (ProfPerfTasks *self, ProfPerfThread *thread)
{
  if (thread->row != PROF_NO_ID)
    return;
  need_process_row (self, thread->process);
  thread->facts.process = thread->process->row;
  thread->row = prof_builder_thread (self->builder, &thread->facts);
}

static void
update_process_row (ProfPerfTasks *self, ProfPerfProcess *process)
{
  if (process->row != PROF_NO_ID)
    prof_builder_update_process (self->builder, process->row, &process->facts);
}

static void
update_thread_row (ProfPerfTasks *self, ProfPerfThread *thread)
{
  if (thread->row != PROF_NO_ID)
    prof_builder_update_thread (self->builder, thread->row, &thread->facts);
}

static void
mark (ProfPerfTasks *self, ProfPerfProcess *process, ProfMarkerKind kind, gint64 time)
{
  ProfMarkerRow row = { .time = time, .end = time, .kind = kind };

  need_process_row (self, process);
  row.process = process->row;
  row.text = process->facts.name;
  prof_builder_marker (self->builder, &row);
}

/* Lives */

static void
set_kernel_flag (ProfProcessRow *facts)
{
  /* kthreadd is 2, and every other kernel thread is its child. */
  if (facts->pid == 2 || facts->ppid == 2)
    facts->flags |= PROF_PROCESS_KERNEL;
  else if (facts->pid == 0)
    facts->flags |= PROF_PROCESS_IDLE;
}

static void
name_process (ProfPerfTasks *self, ProfProcessRow *facts, pid_t pid)
{
  g_autofree char *number = NULL;
  ProfProcFacts proc;

  if (pid == 0)
    facts->name = prof_builder_string (self->builder, "swapper", -1);
  else if (pid == -1)
    facts->name = prof_builder_string (self->builder, "exited", -1);
  else if (self->live && prof_proc_facts_read (pid, &proc))
    {
      facts->name = prof_builder_string (self->builder, proc.name, -1);
      facts->ppid = proc.ppid;
      if (proc.is_kernel_thread)
        facts->flags |= PROF_PROCESS_KERNEL;
    }
  else
    {
      number = g_strdup_printf ("pid %d", pid);
      facts->name = prof_builder_string (self->builder, number, -1);
    }
}

static ProfPerfProcess *
process_new (ProfPerfTasks *self, pid_t pid)
{
  ProfPerfProcess *process = g_new0 (ProfPerfProcess, 1);

  process->pid = pid;
  process->serial = ++self->next_serial;
  process->row = PROF_NO_ID;
  process->threads = g_ptr_array_new ();
  process->facts = (ProfProcessRow){
    .start = PROF_TIME_UNKNOWN,
    .end = PROF_TIME_UNKNOWN,
    .pid = pid,
    .ppid = -1,
  };
  g_hash_table_insert (self->processes, GINT_TO_POINTER (pid), process);
  return process;
}

static ProfPerfProcess *
find_process (ProfPerfTasks *self, pid_t pid)
{
  return g_hash_table_lookup (self->processes, GINT_TO_POINTER (pid));
}

static ProfPerfProcess *
need_process (ProfPerfTasks *self, pid_t pid)
{
  ProfPerfProcess *process = find_process (self, pid);

  if (process == NULL)
    {
      process = process_new (self, pid);
      name_process (self, &process->facts, pid);
      set_kernel_flag (&process->facts);
    }
  return process;
}

static void
end_process (ProfPerfTasks *self, ProfPerfProcess *process, gint64 time)
{
  if (process->ended)
    return;
  process->ended = TRUE;
  process->facts.end = time;
  mark (self, process, PROF_MARKER_PROCESS_EXIT, time);
  update_process_row (self, process);
}

static void
end_thread (ProfPerfTasks *self, ProfPerfThread *thread, gint64 time)
{
  if (thread->ended)
    return;
  thread->ended = TRUE;
  thread->facts.end = time;
  update_thread_row (self, thread);
  thread->process->n_alive--;
}

static void
forget_thread (ProfPerfTasks *self, ProfPerfThread *thread)
{
  ProfPerfProcess *process = thread->process;

  if (thread->ended)
    for (GList *link = self->ended.head; link != NULL; link = link->next)
      if (((Ended *) link->data)->thread == thread)
        {
          g_free (link->data);
          g_queue_delete_link (&self->ended, link);
          break;
        }
  g_ptr_array_remove_fast (process->threads, thread);
  if (!thread->ended)
    process->n_alive--;
  if (g_hash_table_lookup (self->threads, GINT_TO_POINTER (thread->tid)) == thread)
    g_hash_table_remove (self->threads, GINT_TO_POINTER (thread->tid));
  g_free (thread);
}

static ProfPerfThread *
find_thread (ProfPerfTasks *self, pid_t tid)
{
  return g_hash_table_lookup (self->threads, GINT_TO_POINTER (tid));
}

static ProfPerfThread *
thread_new (ProfPerfTasks *self, ProfPerfProcess *process, pid_t tid, guint32 name, gint64 start)
{
  ProfPerfThread *thread = find_thread (self, tid);

  if (thread != NULL)
    forget_thread (self, thread); /* another life of the tid */
  thread = g_new0 (ProfPerfThread, 1);
  thread->tid = tid;
  thread->process = process;
  thread->row = PROF_NO_ID;
  thread->facts = (ProfThreadRow){
    .start = start,
    .end = PROF_TIME_UNKNOWN,
    .tid = tid,
    .name = name,
  };
  g_ptr_array_add (process->threads, thread);
  process->n_alive++;
  if (process->ended)
    {
      /* Only its known threads had ended. */
      process->ended = FALSE;
      process->facts.end = PROF_TIME_UNKNOWN;
      if (process->row != PROF_NO_ID)
        prof_builder_update_process (self->builder, process->row, &process->facts);
    }
  g_hash_table_insert (self->threads, GINT_TO_POINTER (tid), thread);
  return thread;
}

static void
forget_process (ProfPerfTasks *self, ProfPerfProcess *process)
{
  while (process->threads->len > 0)
    forget_thread (self, g_ptr_array_index (process->threads, process->threads->len - 1));
  if (find_process (self, process->pid) == process)
    g_hash_table_remove (self->processes, GINT_TO_POINTER (process->pid));
  process_free (process);
}

static void
forget_ended (ProfPerfTasks *self, gint64 time)
{
  Ended *oldest;

  while ((oldest = g_queue_peek_head (&self->ended)) != NULL && time > oldest->time &&
         (guint64) time - (guint64) oldest->time > KEEP_ENDED_NS)
    {
      ProfPerfThread *thread = oldest->thread;
      ProfPerfProcess *process = thread->process;

      forget_thread (self, thread);
      if (process->ended && process->threads->len == 0)
        forget_process (self, process);
    }
}

static ProfPerfThread *
need_thread (ProfPerfTasks *self, pid_t pid, pid_t tid)
{
  ProfPerfThread *thread = find_thread (self, tid);
  ProfPerfProcess *process;
  char name[PROF_PROC_NAME_SIZE];
  guint32 name_id;

  if (thread != NULL && thread->process->pid == pid)
    return thread;
  process = need_process (self, pid);
  if (self->live && tid != pid && prof_proc_thread_name (pid, tid, name))
    name_id = prof_builder_string (self->builder, name, -1);
  else
    name_id = process->facts.name;
  return thread_new (self, process, tid, name_id, PROF_TIME_UNKNOWN);
}

ProfPerfThread *
prof_perf_tasks_sampled (ProfPerfTasks *self, pid_t pid, pid_t tid, gint64 time)
{
  ProfPerfThread *thread = need_thread (self, pid, tid);
  ProfPerfProcess *process = thread->process;

  if (!process->sampled)
    {
      process->sampled = TRUE;
      if (self->live && process->facts.command_line == 0 &&
          !(process->facts.flags & (PROF_PROCESS_KERNEL | PROF_PROCESS_IDLE)))
        {
          g_autofree char *line = prof_proc_command_line (pid);

          process->facts.command_line = prof_builder_string (self->builder, line, -1);
          update_process_row (self, process);
        }
    }
  if (!thread->sampled)
    {
      thread->sampled = TRUE;
      need_thread_row (self, thread);
    }
  if (thread->ended && time >= thread->facts.end)
    {
      thread->facts.end = time + 1; /* it was on its way out still */
      update_thread_row (self, thread);
      if (process->ended && process->facts.end < thread->facts.end)
        {
          process->facts.end = thread->facts.end;
          update_process_row (self, process);
        }
    }
  return thread;
}

/* Address spaces */

static void
read_maps (ProfPerfTasks *self, ProfPerfProcess *process, gint64 time)
{
  process->maps_known = TRUE;
  if (!self->live || process->pid <= 0 || process->facts.flags & PROF_PROCESS_KERNEL)
    return;
  if (process->space == NULL)
    process->space = prof_address_space_new (process->pid);
  /* A process that is gone by now: its addresses stay unnamed. */
  if (prof_address_space_read (process->space, self->modules, time, NULL) &&
      process->row != PROF_NO_ID)
    send_all_mappings (self, process);
}

ProfAddressSpace *
prof_perf_tasks_get_space (ProfPerfTasks *self, ProfPerfProcess *process, gint64 time)
{
  if (self->live && !process->maps_known)
    read_maps (self, process, time);
  return process->space;
}

void
prof_perf_tasks_attach (ProfPerfTasks *self, pid_t pid)
{
  ProfPerfProcess *process = need_process (self, pid);
  g_autoptr (GArray) threads = prof_process_threads (pid, NULL);

  for (guint i = 0; threads != NULL && i < threads->len; i++)
    {
      const ProfThreadInfo *info = &g_array_index (threads, ProfThreadInfo, i);

      if (find_thread (self, info->tid) == NULL)
        thread_new (self, process, info->tid, prof_builder_string (self->builder, info->name, -1),
                    PROF_TIME_UNKNOWN);
    }
  need_process_row (self, process);
  read_maps (self, process, 0);
  need_thread_row (self, need_thread (self, pid, pid));
}

void
prof_perf_tasks_map (ProfPerfTasks *self, pid_t pid, const ProfMapping *mapping)
{
  ProfPerfProcess *process = need_process (self, pid);

  if (!(mapping->protection & PROT_EXEC))
    {
      if (process->space != NULL)
        prof_address_space_remove (process->space, mapping->start, mapping->end);
      return;
    }
  if (process->space == NULL)
    process->space = prof_address_space_new (pid);
  prof_address_space_add (process->space, mapping);
  if (process->row != PROF_NO_ID)
    send_mapping (self, process, mapping);
}

/* The story */

static void
rename_thread (ProfPerfTasks *self, ProfPerfThread *thread, guint32 name, gint64 time)
{
  if (thread->facts.name == name)
    return;
  if (thread->sampled && time != PROF_TIME_UNKNOWN)
    {
      gint64 end = thread->facts.end;

      thread->facts.end = time;
      update_thread_row (self, thread);
      thread->row = PROF_NO_ID;
      thread->sampled = FALSE;
      thread->facts.start = time;
      thread->facts.end = end;
    }
  thread->facts.name = name;
  update_thread_row (self, thread);
}

static void
begin_program (ProfPerfTasks *self, ProfPerfProcess *process, ProfPerfThread *thread, guint32 name,
               gint64 time)
{
  /* exec has ended all other threads. */
  for (guint i = process->threads->len; i > 0; i--)
    {
      ProfPerfThread *other = g_ptr_array_index (process->threads, i - 1);

      if (other != thread)
        {
          end_thread (self, other, time);
          forget_thread (self, other);
        }
    }
  if (thread->row != PROF_NO_ID && time != PROF_TIME_UNKNOWN)
    {
      thread->facts.end = time;
      update_thread_row (self, thread);
    }
  if (process->row != PROF_NO_ID && time != PROF_TIME_UNKNOWN)
    {
      process->facts.end = time;
      update_process_row (self, process);
    }
  process->row = PROF_NO_ID;
  process->sampled = FALSE;
  process->maps_known = TRUE; /* the kernel tells every mapping from here on */
  process->facts.start = time;
  process->facts.end = PROF_TIME_UNKNOWN;
  process->facts.name = name;
  process->facts.command_line = 0;
  process->serial = ++self->next_serial;
  if (process->space != NULL)
    prof_address_space_clear (process->space);
  tell_changed (self, process->pid);
  thread->row = PROF_NO_ID;
  thread->sampled = FALSE;
  thread->facts.start = time;
  thread->facts.end = PROF_TIME_UNKNOWN;
  thread->facts.name = name;
  if (time != PROF_TIME_UNKNOWN)
    mark (self, process, PROF_MARKER_EXEC, time);
}

void
prof_perf_tasks_comm (ProfPerfTasks *self, pid_t pid, pid_t tid, const char *name, gssize length,
                      gboolean exec, gint64 time)
{
  ProfPerfThread *thread = need_thread (self, pid, tid);
  ProfPerfProcess *process = thread->process;
  guint32 name_id = prof_builder_string (self->builder, name, length);

  if (exec)
    begin_program (self, process, thread, name_id, time);
  else
    {
      rename_thread (self, thread, name_id, time);
      if (tid == pid && process->facts.name != name_id)
        {
          process->facts.name = name_id;
          update_process_row (self, process);
        }
    }
}

static void
fork_process (ProfPerfTasks *self, pid_t pid, pid_t ppid, pid_t ptid, gint64 time)
{
  ProfPerfProcess *old = find_process (self, pid);
  ProfPerfProcess *parent = need_process (self, ppid);
  ProfPerfThread *parent_thread = find_thread (self, ptid);
  ProfPerfProcess *process;
  guint32 name = parent_thread != NULL ? parent_thread->facts.name : parent->facts.name;

  if (old == parent)
    return;
  if (old != NULL && time == PROF_TIME_UNKNOWN)
    {
      old->facts.ppid = ppid; /* perf lists the processes that there were already */
      set_kernel_flag (&old->facts);
      update_process_row (self, old);
      return;
    }
  if (old != NULL)
    {
      /* The pid is used again; an old life that nothing was seen of is the double of this one
       * (perf may have listed a process that began after it switched the events on). */
      if (old->row != PROF_NO_ID)
        end_process (self, old, time);
      forget_process (self, old);
      tell_changed (self, pid);
    }
  process = process_new (self, pid);
  process->facts.start = time;
  process->facts.ppid = ppid;
  process->facts.name = name;
  set_kernel_flag (&process->facts);
  if (time != PROF_TIME_UNKNOWN)
    {
      /* The parent's maps are the child's; they must be known before either changes. */
      if (self->live && !parent->maps_known)
        read_maps (self, parent, time);
      if (parent->space != NULL)
        process->space = prof_address_space_copy (parent->space, pid);
      process->maps_known = TRUE;
    }
  thread_new (self, process, pid, name, time);
  if (time != PROF_TIME_UNKNOWN)
    mark (self, process, PROF_MARKER_PROCESS_START, time);
}

void
prof_perf_tasks_fork (ProfPerfTasks *self, pid_t pid, pid_t ppid, pid_t tid, pid_t ptid,
                      gint64 time)
{
  if (time != PROF_TIME_UNKNOWN)
    forget_ended (self, time);
  if (pid != ppid && pid == tid)
    fork_process (self, pid, ppid, ptid, time);
  else
    {
      ProfPerfThread *old = find_thread (self, tid);
      ProfPerfThread *parent = find_thread (self, ptid);
      ProfPerfProcess *process = need_process (self, pid);
      guint32 name = parent != NULL ? parent->facts.name : process->facts.name;

      if (old != NULL && time == PROF_TIME_UNKNOWN && old->process == process)
        return;
      if (old != NULL && time != PROF_TIME_UNKNOWN)
        end_thread (self, old, time);
      thread_new (self, process, tid, name, time);
    }
}

void
prof_perf_tasks_exit (ProfPerfTasks *self, pid_t pid, pid_t tid, gint64 time)
{
  ProfPerfThread *thread = find_thread (self, tid);
  ProfPerfProcess *process;
  Ended *ended;

  if (time == PROF_TIME_UNKNOWN)
    return;
  if (thread == NULL || thread->process->pid != pid || thread->ended)
    return;
  process = thread->process;
  end_thread (self, thread, time);
  ended = g_new (Ended, 1);
  *ended = (Ended){ time, thread };
  g_queue_push_tail (&self->ended, ended);
  if (process->n_alive == 0)
    end_process (self, process, time);
  forget_ended (self, time);
}
