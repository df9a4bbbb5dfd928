// SPDX-License-Identifier: GPL-3.0-or-later
// The output of every benchmark: one JSON line per figure, ours beside the baseline's.
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace trainyard {

inline double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? -1 : values[values.size() / 2];
}

inline void printFigure(const QString &bench, double ours, double baseline, const QString &unit)
{
    const QJsonObject line{{QStringLiteral("bench"), bench},
                           {QStringLiteral("ours"), ours},
                           {QStringLiteral("baseline"), baseline},
                           {QStringLiteral("unit"), unit},
                           {QStringLiteral("ratio"), baseline > 0 ? ours / baseline : 0}};
    std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

}  // namespace trainyard
