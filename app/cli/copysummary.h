// SPDX-License-Identifier: GPL-3.0-or-later
// What a copy came to, in one line. Any thread.
#pragma once

#include <QString>

namespace trainyard {

// `check`: how both sides were compared.
QString copiedText(qint64 files, qint64 bytes, qint64 unchanged, const QString &check);

}  // namespace trainyard
