// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a copy, in one line. Any thread.
#pragma once

#include "core/model/transfer.h"

#include <QJsonValue>
#include <QString>

namespace trainyard {

// `check`: how both sides were compared.
QString copiedText(qint64 files, qint64 bytes, qint64 unchanged, const QString &check);

// How both sides were compared, as in JSON: "sha256", "read-back", "md5", "size" or null.
QJsonValue checkName(TransferCheck check);

}  // namespace trainyard
