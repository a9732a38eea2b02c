/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/vdso-private.h"

#include <unistd.h>

#include "process/address-space.h"

#define VDSO "[vdso]"

char *
prof_vdso_copy (gsize *size)
{
  g_autoptr (ProfModules) modules = prof_modules_new ();
  g_autoptr (ProfAddressSpace) space = prof_address_space_new (getpid ());

  if (!prof_address_space_read (space, modules, 0, NULL))
    return NULL;
  for (guint i = 0; i < prof_address_space_get_n (space); i++)
    {
      const ProfMapping *mapping = prof_address_space_get (space, i);

      if (mapping->module && g_str_equal (mapping->module->path, VDSO))
        {
          *size = mapping->end - mapping->start;
          return g_memdup2 ((gconstpointer) (guintptr) mapping->start, *size);
        }
    }
  return NULL;
}
