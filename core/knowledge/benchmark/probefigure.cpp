// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/benchmark/probefigure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trainyard {

namespace {

// The medians per report of the figures for which `counts` is true.
template <typename Counts>
QList<double> mediansByReport(const QList<ProbeFigure> &history, Counts counts)
{
    QMap<ProbeId, QList<double>> values;
    for (const ProbeFigure &one : history) {
        if (counts(one))
            values[one.report] << one.value;
    }
    QList<double> medians;
    for (const QList<double> &of : std::as_const(values))
        medians << medianOf(of);
    return medians;
}

}  // namespace

double medianOf(QList<double> values)
{
    if (values.isEmpty())
        return 0;
    std::sort(values.begin(), values.end());
    const qsizetype middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

QString probeFigureName(const ProbeResult &result)
{
    QStringList words{result.probe};
    if (result.probe == QLatin1String("matmul") || result.probe == QLatin1String("sustained"))
        words << result.dtype << result.path;
    words.removeAll(QString());
    return words.join(u' ');
}

bool isKeptForComparing(const QString &probe)
{
    constexpr std::array kCompared{"copy", "triad", "memcpy", "h2d-pinned", "d2h-pinned", "matmul", "sustained"};
    return std::any_of(kCompared.begin(), kCompared.end(), [&](const char *name) { return probe == QLatin1String(name); });
}

QList<ProbeFigure> comparableFigures(const ProbeReport &report)
{
    QList<ProbeFigure> figures;
    if (report.isSimulated || report.isShared)
        return figures;
    for (const ProbeResult &result : report.results) {
        const ProbeDevice *device = result.device ? report.device(*result.device) : nullptr;
        if (!device || device->name.isEmpty() || device->isMig.value_or(false) || !result.hasFigure() || result.isCorrect == false
            || !isKeptForComparing(result.probe))
            continue;
        figures << ProbeFigure{
            {}, {}, device->name, device->uuid, probeFigureName(result), *result.median, result.unit, report.isQuick, report.started};
    }
    return figures;
}

ProbePast pastOf(const QList<ProbeFigure> &history, const ProbeFigure &now)
{
    const auto isAlike = [&](const ProbeFigure &one) { return one.gpu == now.gpu && one.what == now.what && one.isQuick == now.isQuick; };
    ProbePast past;
    for (const auto scope : {ProbePast::Scope::SameGpu, ProbePast::Scope::SameMachine, ProbePast::Scope::SameModel}) {
        const QList<double> medians = mediansByReport(history, [&](const ProbeFigure &one) {
            return isAlike(one)
                   && (scope == ProbePast::Scope::SameModel || (scope == ProbePast::Scope::SameMachine && one.machineId == now.machineId)
                       || (scope == ProbePast::Scope::SameGpu && !now.uuid.isEmpty() && one.uuid == now.uuid));
        });
        past.scope = scope;
        past.reports = static_cast<int>(medians.size());
        past.median = medianOf(medians);
        QList<double> deviations;
        for (const double value : medians)
            deviations << std::abs(value - past.median);
        past.deviation = medianOf(deviations);
        if (past.reports >= kMinReports)
            break;
    }
    return past;
}

QList<MeasuredSpeed> measuredSpeeds(const QList<ProbeFigure> &history)
{
    const std::array kinds{QStringLiteral("matmul bf16 cublaslt"), QStringLiteral("matmul fp16 cublaslt"),
                           QStringLiteral("matmul bf16 own"), QStringLiteral("matmul fp16 own")};
    QStringList gpus;
    for (const ProbeFigure &one : history) {
        if (!gpus.contains(one.gpu))
            gpus << one.gpu;
    }
    QList<MeasuredSpeed> speeds;
    for (const QString &gpu : std::as_const(gpus)) {
        for (const QString &what : kinds) {
            const auto counts = [&](const ProbeFigure &one) { return one.gpu == gpu && one.what == what && one.value > 0; };
            const QList<double> medians = mediansByReport(history, counts);
            if (medians.isEmpty())
                continue;
            MeasuredSpeed speed{gpu, what, medianOf(medians), static_cast<int>(medians.size()), {}};
            for (const ProbeFigure &one : history) {
                if (counts(one) && (!speed.newest.isValid() || one.when > speed.newest))
                    speed.newest = one.when;
            }
            speeds << speed;
            break;
        }
    }
    return speeds;
}

}  // namespace trainyard
