// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/benchmark/internal/probefiles.h"

#include <QFile>
#include <QString>

namespace trainyard {

QByteArray builtInProbeReference()
{
    QFile file(QStringLiteral(":/probe/reference.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace trainyard
