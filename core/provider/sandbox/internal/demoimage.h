// SPDX-License-Identifier: GPL-3.0-or-later
// The demo image: only the trainer, imported from a tar made here, without a registry. Any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace trainyard {

// The trainer embedded in this program.
QByteArray trainerProgram();

// "localhost/trainyard-demo:<hash>"; the name differs for another program.
QString demoImageName(const QByteArray &program);

// A tar archive (POSIX ustar) of one executable file. Pure; the same program gives the same bytes.
QByteArray imageArchive(const QByteArray &program);

}  // namespace trainyard
