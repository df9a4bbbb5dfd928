// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/elsewhere.h"

#include <QMap>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

struct Speeds {
    QMap<QString, QList<double>> figures;  // by what; of the newest report that has it
    QMap<QString, ProbeId> reports;
    QString gpu;
};

}  // namespace

QList<Elsewhere> elsewhere(const QList<ProbeFigure> &figures, MachineId here, const SpanRange &remaining)
{
    QMap<MachineId, Speeds> machines;
    for (const ProbeFigure &figure : figures) {  // oldest first
        if (!figure.machineId.isSet() || !(figure.value > 0)
            || (figure.what != QLatin1String("copy") && !figure.what.startsWith(QLatin1String("matmul bf16"))))
            continue;
        Speeds &speeds = machines[figure.machineId];
        if (speeds.reports.value(figure.what) != figure.report)
            speeds.figures[figure.what].clear();
        speeds.reports[figure.what] = figure.report;
        speeds.figures[figure.what] << figure.value;
        speeds.gpu = figure.gpu;
    }
    const Speeds own = machines.value(here);
    QList<Elsewhere> found;
    for (auto it = machines.cbegin(); it != machines.cend(); ++it) {
        if (it.key() == here)
            continue;
        const auto ratio = [&](const QString &what) -> double {
            const double mine = medianOf(own.figures.value(what)), theirs = medianOf(it->figures.value(what));
            return mine > 0 && theirs > 0 ? mine / theirs : 0;
        };
        double products = ratio(QStringLiteral("matmul bf16 cublaslt"));
        if (products == 0)
            products = ratio(QStringLiteral("matmul bf16 own"));
        const double memory = ratio(QStringLiteral("copy"));
        if (products == 0 || memory == 0)
            continue;
        Elsewhere one{it.key(), it->gpu, std::min(products, memory), std::max(products, memory), {}};
        one.remaining = {qint64(double(remaining.leastMs) * one.leastTimes),
                         qint64(double(remaining.likelyMs) * std::sqrt(one.leastTimes * one.mostTimes)),
                         qint64(double(remaining.mostMs) * one.mostTimes)};
        found << one;
    }
    std::sort(found.begin(), found.end(),
              [](const Elsewhere &a, const Elsewhere &b) { return a.remaining.likelyMs < b.remaining.likelyMs; });
    return found;
}

}  // namespace trainyard
