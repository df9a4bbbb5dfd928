// SPDX-License-Identifier: GPL-3.0-or-later
// A file readable only by its owner, replaced as a whole or not at all. Internal to core/storage/database; blocking, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace trainyard {

// Creates the folder (0700) if needed. NoSpace, PermissionDenied, Io.
Result<void> writeOwnerFile(const QString &file, const QByteArray &bytes);
// The error for a file of `size` bytes that cannot be written there.
Error cannotWriteError(const QString &file, qint64 size, const QString &detail);

}  // namespace trainyard
