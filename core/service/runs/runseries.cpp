// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runseries.h"

#include <QSettings>
#include <QUrl>

namespace trainyard {

namespace {

// The name of a task may hold anything; a key must not.
QString keyOf(const QString &taskName) { return QStringLiteral("series/") + QString::fromLatin1(QUrl::toPercentEncoding(taskName)); }

}  // namespace

QString seriesExpression(const QString &taskName, const Paths &paths)
{
    // A comma in a value that was written by hand makes a list of it.
    return QSettings(paths.settings(), QSettings::IniFormat).value(keyOf(taskName)).toStringList().join(QStringLiteral(", "));
}

void saveSeriesExpression(const QString &taskName, const QString &expression, const Paths &paths)
{
    QSettings settings(paths.settings(), QSettings::IniFormat);
    if (expression.isEmpty())
        settings.remove(keyOf(taskName));
    else
        settings.setValue(keyOf(taskName), expression);
}

std::shared_ptr<const SeriesPattern> compiledPattern(const QString &expression)
{
    return expression.isEmpty() ? nullptr : SeriesPattern::compile(expression).value_or(nullptr);
}

std::shared_ptr<const SeriesPattern> seriesPattern(const QString &taskName, const Paths &paths)
{
    return compiledPattern(seriesExpression(taskName, paths));
}

}  // namespace trainyard
