// SPDX-License-Identifier: GPL-3.0-or-later
// The demo image: the trainer and nothing else, imported from a tar made here; no registry is asked. Any
// thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace trainyard {

// The trainer as built into this program.
QByteArray trainerProgram();

// "localhost/trainyard-demo:<hash>"; another program has another name.
QString demoImageName(const QByteArray &program);

// A tar archive (POSIX ustar) of one executable file. Pure; the same program gives the same bytes.
QByteArray imageArchive(const QByteArray &program);

}  // namespace trainyard
