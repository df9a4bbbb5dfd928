// SPDX-License-Identifier: GPL-3.0-or-later
// The programs Trainyard puts on a machine, embedded so that every Trainyard program is complete by itself:
// starter.sh, supervise.sh, sample.sh, guard.sh and, where it could be built, the static x86-64 program starter. Any thread.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

// Content by file name, e.g. "sample.sh"; empty when there is no such file in this build.
QByteArray onboxFile(const QString &name);

}  // namespace trainyard
