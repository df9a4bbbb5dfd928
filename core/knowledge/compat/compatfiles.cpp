// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/compatfiles.h"

#include <QFile>
#include <QString>

namespace trainyard {

namespace {

QByteArray read(const char *name)
{
    QFile file(QStringLiteral(":/compat/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

CompatFiles builtInCompatFiles() { return {read("cuda.json"), read("frameworks.json"), read("sources.json")}; }

}  // namespace trainyard
