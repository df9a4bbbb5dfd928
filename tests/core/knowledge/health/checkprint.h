// SPDX-License-Identifier: GPL-3.0-or-later
// Output in the format of resources/onbox/check.sh, assembled for tests.
#pragma once

#include "core/knowledge/health/healthcheck.h"

#include <QFile>
#include <QList>
#include <QPair>

namespace trainyard {

struct PrintedPart {
    QByteArray name;
    int status = 0;
    QByteArray text;
};

inline QByteArray printed(const QList<PrintedPart> &parts, bool isWhole = true)
{
    QByteArray out("trainyard-check=1\n");
    for (const PrintedPart &part : parts) {
        out += '#' + part.name + ' ' + QByteArray::number(part.status) + " 0\n";
        for (const QByteArray &line : part.text.split('\n'))
            out += '|' + line + '\n';
        out += '\n';
    }
    if (isWhole)
        out += "#end 0 0\n";
    return out;
}

inline QByteArray recorded(const char *name)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/health/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace trainyard
