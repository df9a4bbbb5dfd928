// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runseries.h"

#include "core/storage/settings/settings.h"

namespace trainyard {

QString seriesExpression(const QString &taskName, const Paths &paths)
{
    return Settings(paths.settings()).text(Setting::SeriesExpressions, taskName);
}

void saveSeriesExpression(const QString &taskName, const QString &expression, const Paths &paths)
{
    Settings(paths.settings()).setText(Setting::SeriesExpressions, taskName, expression);
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
