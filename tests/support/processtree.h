// SPDX-License-Identifier: GPL-3.0-or-later
// The processes of this computer, as /proc tells of them at the moment.
#pragma once

#include <QByteArray>
#include <QList>

namespace trainyard {

// What `root` started, and what that started, as far as each is called `name` at its beginning ("sshd").
QList<qint64> descendants(qint64 root, const QByteArray &name);

}  // namespace trainyard
