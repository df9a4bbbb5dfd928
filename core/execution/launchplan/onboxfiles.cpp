// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/onboxfiles.h"

#include <QFile>

namespace trainyard {

QByteArray onboxFile(const QString &name)
{
    QFile file(QStringLiteral(":/onbox/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace trainyard
