/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/process-item.h"

#include <string.h>

struct _ProfProcessItem {
  GObject parent_instance;
  ProfProcessInfo *info;
  double sorted_share; /* the CPU share that the order goes by */
};

G_DEFINE_FINAL_TYPE (ProfProcessItem, prof_process_item, G_TYPE_OBJECT)

static void
prof_process_item_finalize (GObject *object)
{
  g_clear_pointer (&PROF_PROCESS_ITEM (object)->info, prof_process_info_free);
  G_OBJECT_CLASS (prof_process_item_parent_class)->finalize (object);
}

static void
prof_process_item_class_init (ProfProcessItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = prof_process_item_finalize;
}

static void
prof_process_item_init (ProfProcessItem *self)
{
}

ProfProcessItem *
prof_process_item_new (ProfProcessInfo *info)
{
  ProfProcessItem *self = g_object_new (PROF_TYPE_PROCESS_ITEM, NULL);

  self->info = info;
  self->sorted_share = info->cpu_share;
  return self;
}

void
prof_process_item_settle (ProfProcessItem *self)
{
  self->sorted_share = self->info->cpu_share;
}

void
prof_process_item_take_info (ProfProcessItem *self, ProfProcessInfo *info)
{
  prof_process_info_free (self->info);
  self->info = info;
}

const ProfProcessInfo *
prof_process_item_get_info (ProfProcessItem *self)
{
  return self->info;
}

static const ProfProcessInfo *
info_of (gconstpointer item)
{
  return ((const ProfProcessItem *) item)->info;
}

int
prof_process_item_compare_pid (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return (info_of (a)->pid > info_of (b)->pid) - (info_of (a)->pid < info_of (b)->pid);
}

int
prof_process_item_compare_name (gconstpointer a, gconstpointer b, gpointer user_data)
{
  int order = g_ascii_strcasecmp (info_of (a)->name, info_of (b)->name);

  return order ? order : prof_process_item_compare_pid (a, b, NULL);
}

int
prof_process_item_compare_user (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return strcmp (info_of (a)->user, info_of (b)->user);
}

int
prof_process_item_compare_cpu (gconstpointer a, gconstpointer b, gpointer user_data)
{
  double x = ((const ProfProcessItem *) a)->sorted_share;
  double y = ((const ProfProcessItem *) b)->sorted_share;
  int order = (x > y) - (x < y);

  /* Of those that do nothing a person looks for a program rather than a part of the kernel, and for
   * one that was started lately. */
  if (order == 0)
    order = info_of (b)->is_kernel_thread - info_of (a)->is_kernel_thread;
  return order ? order : prof_process_item_compare_pid (a, b, NULL);
}

int
prof_process_item_compare_command (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return strcmp (info_of (a)->command_line, info_of (b)->command_line);
}
