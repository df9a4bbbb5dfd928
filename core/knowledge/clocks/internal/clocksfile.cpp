// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/clocks/internal/clocksfile.h"

#include <QFile>
#include <QString>

namespace trainyard {

namespace {

QByteArray compiledIn(const QString &name)
{
    QFile file(QStringLiteral(":/clocks/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

QByteArray builtInClocksFile() { return compiledIn(QStringLiteral("clocks.json")); }

QByteArray builtInAddressesFile() { return compiledIn(QStringLiteral("addresses.json")); }

}  // namespace trainyard
