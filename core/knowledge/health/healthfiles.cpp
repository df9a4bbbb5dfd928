// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/healthfiles.h"

#include <QFile>
#include <QString>

namespace trainyard {

namespace {

QByteArray read(const char *name)
{
    QFile file(QStringLiteral(":/health/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

HealthFiles builtInHealthFiles() { return {read("facts.json"), read("sources.json")}; }

}  // namespace trainyard
