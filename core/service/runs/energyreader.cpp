// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/energyreader.h"

#include "core/service/runs/internal/copiedfiles.h"
#include "core/service/runs/localcopy.h"

#include <QFile>
#include <QtConcurrentRun>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kLongestStep = 5000;  // ms; a longer silence of the sampler says nothing about the power in it

// nullopt: there are none, or one of them does not say.
std::optional<double> wattsOf(const MachineSample &sample)
{
    double watts = 0;
    for (const GpuSample &gpu : sample.gpus) {
        if (!gpu.powerWatts || gpu.isSimulated())
            return std::nullopt;
        watts += *gpu.powerWatts;
    }
    return sample.gpus.isEmpty() ? std::nullopt : std::optional(watts);
}

}  // namespace

void addEnergy(GpuEnergy &energy, const QList<MachineSample> &samples, qint64 &last)
{
    for (const MachineSample &sample : samples) {
        const qint64 step = sample.timeMs - last;
        if (const auto watts = wattsOf(sample); watts && last > 0 && step > 0 && step <= kLongestStep) {
            energy.joules += *watts * static_cast<double>(step) / 1000;
            energy.milliseconds += step;
        }
        last = sample.timeMs;
    }
}

Result<bool> readEnergy(const Run &run, const QString &metricsFile, StateDatabase &store, qint64 mostBytes)
{
    if (run.isSimulated)
        return true;
    TRY(const auto figures, store.own.all());
    if (std::none_of(run.nodes.begin(), run.nodes.end(), [&](const RunNode &node) { return figures.contains(node.machineId); }))
        return true;
    QFile file(metricsFile);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return true;  // nothing was sampled yet
    TRY(RunEnergy energy, store.own.energy(run.id));
    // The copy started over.
    if (energy.bytes > file.size())
        energy = {};
    if (energy.bytes == file.size() || !file.seek(energy.bytes))
        return true;
    SampleParser parser;
    if (!energy.gpuFields.isEmpty())
        parser.feed("1 gpufields " + energy.gpuFields + '\n');
    qint64 last = 0, read = 0;
    while (read < mostBytes) {
        QByteArray piece = file.read(std::min(kCopyPiece, mostBytes - read));
        const bool isLast = file.atEnd();
        // Only whole lines, so that reading can go on behind them; a line as long as this is none of the sampler's.
        const qsizetype whole = piece.lastIndexOf('\n') + 1;
        if (whole > 0 || isLast)
            piece.truncate(whole);
        if (piece.isEmpty())
            break;
        read += piece.size();
        addEnergy(energy.gpus, parser.feed(piece), last);
        parser.takeLogSizes();
        if (isLast || !file.seek(energy.bytes + read))
            break;
    }
    if (read == 0)
        return true;
    energy.bytes += read;
    energy.gpuFields = parser.gpuFields();
    const bool isAll = energy.bytes >= file.size();
    if (isAll && hasEnded(run.state))
        addEnergy(energy.gpus, parser.flush(), last);
    TRY_DO(store.own.setEnergy(run.id, energy));
    return isAll;
}

QFuture<Result<void>> readEnergies(const Paths &paths, MachineId machineId, std::stop_token stop)
{
    return QtConcurrent::run([paths, machineId, stop]() -> Result<void> {
        constexpr qint64 piece = 16 * 1024 * 1024;
        TRY(const auto store, StateDatabase::open(paths.database()));
        TRY(const auto runs, store->runs.all());
        for (const Run &run : runs) {
            const QString samples = LocalCopy(paths.runs() + u'/' + run.id.text()).path(kMetricsFile);
            for (bool isAll = !run.isOn(machineId); !isAll;) {
                if (stop.stop_requested())
                    return cancelledError();
                TRY(isAll, readEnergy(run, samples, *store, piece));
            }
        }
        return {};
    });
}

}  // namespace trainyard
