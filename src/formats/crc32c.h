/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* CRC-32C (Castagnoli, as in iSCSI, RFC 3720) of @bytes, going on from @crc: 0 to begin. */
guint32 prof_crc32c (guint32 crc, const void *bytes, gsize length);

/* The same by tables, whatever the machine: what the tests compare with. */
guint32 prof_crc32c_portable (guint32 crc, const void *bytes, gsize length);

G_END_DECLS
