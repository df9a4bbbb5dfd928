// SPDX-License-Identifier: GPL-3.0-or-later
// The current processes of this computer, from /proc.
#pragma once

#include <QByteArray>
#include <QList>

namespace trainyard {

// Descendants of `root` whose name begins with `name` ("sshd"), reached only through others that do.
QList<qint64> descendants(qint64 root, const QByteArray &name);

}  // namespace trainyard
