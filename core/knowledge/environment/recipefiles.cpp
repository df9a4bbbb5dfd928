// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/recipefiles.h"

#include <QFile>
#include <QString>

namespace trainyard {

namespace {

QByteArray read(const char *name)
{
    QFile file(QStringLiteral(":/recipe/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

RecipeFiles builtInRecipeFiles() { return {read("variables.json"), read("names.json"), read("sources.json")}; }

}  // namespace trainyard
