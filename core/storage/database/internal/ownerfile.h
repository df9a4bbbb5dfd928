// SPDX-License-Identifier: GPL-3.0-or-later
// A file for its owner alone, replaced whole or not at all. Internal to core/storage/database; blocking, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace trainyard {

// Makes the folder (0700) if need be. NoSpace, PermissionDenied, Io.
Result<void> writeOwnerFile(const QString &file, const QByteArray &bytes);
// What to say when a file of so many bytes cannot be written there.
Error cannotWriteError(const QString &file, qint64 size, const QString &detail);

}  // namespace trainyard
