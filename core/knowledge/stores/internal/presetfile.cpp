// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/stores/internal/presetfile.h"

#include <QFile>
#include <QString>

namespace trainyard {

QByteArray builtInPresetFile()
{
    QFile file(QStringLiteral(":/objectstore/presets.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace trainyard
