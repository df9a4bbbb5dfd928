// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/reportfiles.h"

#include <QFile>

namespace trainyard {

QByteArray reportStyle()
{
    QFile file(QStringLiteral(":/report/report.css"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace trainyard
