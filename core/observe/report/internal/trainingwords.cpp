// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/internal/trainingwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace trainyard {

namespace {

constexpr int kMedianOf = 20'000;  // points

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Report)
};

const QString kThroughput = QStringLiteral("throughput"), kEventFile = QStringLiteral("events:");  // see seriesname.h

int rankOf(const QString &name)
{
    return name == QLatin1String("loss") ? 0 : name == QLatin1String("val_loss") ? 1 : name.contains(QLatin1String("loss")) ? 2 : 3;
}

}  // namespace

QStringList orderedSeries(const TrainingCurve &training)
{
    QStringList names;
    for (const QString &name : training.names()) {
        const TrainingSeries *const series = training.series(name);
        if (series && series->lastFinite())
            names << name;
    }
    std::stable_sort(names.begin(), names.end(), [](const QString &a, const QString &b) { return rankOf(a) < rankOf(b); });
    return names;
}

QString trainingTitle(const QString &name, QString *unit)
{
    unit->clear();
    if (name == QLatin1String("loss"))
        return Words::tr("Loss");
    if (name == QLatin1String("val_loss"))
        return Words::tr("Validation loss");
    if (name == QLatin1String("lr"))
        return Words::tr("Learning rate");
    if (name == QLatin1String("grad_norm"))
        return Words::tr("Gradient norm");
    if (name == QLatin1String("step_time")) {
        *unit = QStringLiteral("s");
        return Words::tr("Step time");
    }
    if (name.startsWith(kThroughput)) {
        const qsizetype bracket = name.indexOf(u'(');
        if (bracket > 0 && name.endsWith(u')'))
            *unit = name.mid(bracket + 1).chopped(1);
        return Words::tr("Throughput");
    }
    if (name.startsWith(kEventFile))
        return Words::tr("%1 (event file)").arg(name.mid(kEventFile.size()));
    return name;
}

bool isThroughput(const QString &name) { return name.startsWith(kThroughput); }

QString throughputSeries(const TrainingCurve &training)
{
    for (const QString &name : orderedSeries(training)) {
        if (isThroughput(name))
            return name;
    }
    return {};
}

std::optional<double> medianOf(const TrainingSeries *series)
{
    if (!series)
        return std::nullopt;
    std::vector<double> values;
    for (const QPointF &point : series->line(kMedianOf))
        values.push_back(point.y());
    if (values.empty())
        return std::nullopt;
    const auto middle = values.begin() + qsizetype(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace trainyard
