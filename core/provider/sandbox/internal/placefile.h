// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes files that the sandbox needs. Any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace trainyard {

// Replaces the file by rename unless it has this content already; `mode` as for chmod. NoSpace, PermissionDenied, Io.
Result<void> placeFile(const QString &path, const QByteArray &content, int mode);
Result<void> placeDirectory(const QString &path);  // with parents; the last one 0700

QByteArray contentsOf(const QString &path);  // empty if it cannot be read

}  // namespace trainyard
