// SPDX-License-Identifier: GPL-3.0-or-later
// The programs that Trainyard puts on a machine, embedded so that every Trainyard program is self-contained: starter.sh, supervise.sh,
// sample.sh, guard.sh and, if it could be built, the static x86-64 program starter. Any thread.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

// Content by file name, e.g. "sample.sh"; empty if this build has no such file.
QByteArray onboxFile(const QString &name);

}  // namespace trainyard
