// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runfiguresreader.h"

#include "core/model/taskparameters.h"
#include "core/observe/trainlog/eventfiles.h"
#include "core/service/runs/gpuusefile.h"
#include "core/service/runs/internal/copiedfiles.h"
#include "core/service/runs/internal/figuresfile.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/runfeed.h"
#include "core/service/runs/runfollowers.h"
#include "core/service/runs/runseries.h"
#include "core/storage/history/historyfiller.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cmath>

namespace trainyard {

namespace {

constexpr qsizetype kMostSeries = 64;  // of a run; a list of thousands is kept in memory

qint64 sizeOf(const QString &file) { return QFileInfo(file).size(); }

// From the history that the charts use, without reading the samples. nullopt: there is none.
std::optional<double> storedBusy(const QString &metricsFile, const GpuUse &use)
{
    constexpr qint64 kDay = 86'400'000;
    const auto store = MetricStore::openToRead(HistoryFiller::storeFile(metricsFile));
    if (!store)
        return std::nullopt;
    const auto extent = (*store)->extent();
    if (!extent || extent->last == 0)
        return std::nullopt;
    const auto digest = (*store)->digest(extent->first, extent->last + 1, kDay);
    if (!digest)
        return std::nullopt;
    double sum = 0, count = 0;
    for (const MetricDigest::Gpu &gpu : digest->gpus) {
        const std::vector<float> &mean = gpu.columns[size_t(GpuMetric::BusyPercent)].mean;
        if (!use.isOwn(gpu.identity.index))
            continue;
        for (size_t i = 0; i < mean.size(); ++i) {
            if (std::isnan(mean[i]))
                continue;
            const double moments = digest->moments.empty() ? 1 : double(digest->moments[i]);
            sum += double(mean[i]) * moments;
            count += moments;
        }
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

}  // namespace

bool hasParts(const RunFigures &figures, const FigureParts &parts)
{
    return (!parts.series || figures.series) && (!parts.busy || figures.busyPercent) && (!parts.useful || figures.usefulPercent);
}

qint64 figureBytes(const RunId &runId, const Paths &paths)
{
    const FollowedFiles files = followedFiles(runId, paths);
    qint64 bytes = sizeOf(files.log) + sizeOf(files.metrics);
    const QDir events(QFileInfo(files.log).path() + u'/' + kEventFolder);
    for (const QFileInfo &file : events.entryInfoList(QDir::Files | QDir::NoSymLinks))
        bytes += file.size();
    return bytes;
}

RunFiguresReader::RunFiguresReader(const RunId &runId, const Paths &paths)
    : m_runId(runId), m_paths(paths), m_folder(paths.runs() + u'/' + runId.text()), m_events(followedFiles(runId, paths).log)
{
}

std::optional<RunFigures> RunFiguresReader::read(const Run &run, const FigureParts &parts, const std::function<bool()> &goesOn)
{
    const bool isOver = hasEnded(run.state);
    const qint64 bytes = figureBytes(m_runId, m_paths);
    const QString expression = seriesExpression(run.name, m_paths);
    RunFigures figures = isOver ? loadFigures(m_folder, bytes, expression).value_or(RunFigures()) : RunFigures();
    const RunFigures before = figures;
    if (!figures.hasTask)
        readTask(figures);
    if (isOver && !figures.glance)
        figures.glance = glanceNow(run, m_paths);
    if (parts.series && !figures.series && !readSeries(expression, isOver, goesOn, figures))
        return std::nullopt;
    if (parts.busy && !figures.busyPercent && !readBusy(goesOn, figures))
        return std::nullopt;
    if (parts.useful && !figures.usefulPercent)
        readUseful(run, figures);
    if (isOver && figures != before)
        saveFigures(m_folder, bytes, expression, figures);
    return figures;
}

void RunFiguresReader::readTask(RunFigures &figures) const
{
    const auto task = taskOfRun(m_paths, m_runId);
    figures.hasTask = task.has_value();
    if (task)
        figures.parameters = taskParameters(*task);
}

bool RunFiguresReader::readSeries(const QString &expression, bool isOver, const std::function<bool()> &goesOn, RunFigures &figures)
{
    QFile file(followedFiles(m_runId, m_paths).log);
    if (!m_log || file.size() < m_logAt || expression != m_expression) {
        m_expression = expression;
        m_log = std::make_unique<TrainingLog>();
        m_curve = std::make_unique<TrainingCurve>();
        m_events = EventFolder(file.fileName());
        m_log->setPattern(compiledPattern(expression));
        m_logAt = 0;
    }
    if (file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) && file.seek(m_logAt)) {
        for (QByteArray piece = file.read(kCopyPiece); !piece.isEmpty(); piece = file.read(kCopyPiece)) {
            m_curve->append(m_log->feed(piece, m_logAt));
            m_logAt += piece.size();
            if (!goesOn())
                return false;
        }
    }
    if (isOver)
        m_curve->append(m_log->flush());
    m_events.read([this](const QList<TrainingRecord> &records) { m_curve->append(records); }, goesOn);
    if (!goesOn())
        return false;
    QMap<QString, SeriesFigures> all;
    for (const QString &name : m_curve->names()) {
        const TrainingSeries *const series = m_curve->series(name);
        if (!series || series->isEmpty() || all.size() >= kMostSeries)
            continue;
        SeriesFigures &one = all[name];
        if (const auto last = series->last())
            one.last = last->value;
        if (const auto lowest = series->lowest())
            one.lowest = lowest->y();
        if (const auto highest = series->highest())
            one.highest = highest->y();
    }
    figures.series = all;
    return true;
}

// An active run is followed anyway: its glance has the value.
void RunFiguresReader::readUseful(const Run &run, RunFigures &figures) const
{
    figures.usefulPercent.emplace(std::nullopt);
    if (!hasEnded(run.state))
        return;
    const RunObservation seen = observeCopy(run, m_paths);
    if (const auto use = seen.steps ? timeUse(*seen.steps, spanOf(run, seen.machineMs)) : std::nullopt)
        figures.usefulPercent.emplace(use->percent());
}

bool RunFiguresReader::readBusy(const std::function<bool()> &goesOn, RunFigures &figures)
{
    const QString metrics = followedFiles(m_runId, m_paths).metrics;
    const GpuUse use = GpuUseFile(metrics).read();
    if (const auto stored = storedBusy(metrics, use)) {
        figures.busyPercent.emplace(stored);
        return true;
    }
    QFile file(metrics);
    if (!m_samples || file.size() < m_samplesAt) {
        m_samples = std::make_unique<SampleParser>();
        m_samplesAt = m_busyCount = 0;
        m_busySum = 0;
    }
    if (file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) && file.seek(m_samplesAt)) {
        for (QByteArray piece = file.read(kCopyPiece); !piece.isEmpty(); piece = file.read(kCopyPiece)) {
            m_samplesAt += piece.size();
            for (const MachineSample &sample : m_samples->feed(piece)) {
                for (const GpuSample &gpu : sample.gpus) {
                    if (!gpu.busyPercent || !use.isOwn(gpu.index))
                        continue;
                    m_busySum += *gpu.busyPercent;
                    ++m_busyCount;
                }
            }
            m_samples->takeLogSizes();
            if (!goesOn())
                return false;
        }
    }
    figures.busyPercent.emplace(m_busyCount > 0 ? std::optional(m_busySum / double(m_busyCount)) : std::nullopt);
    return true;
}

}  // namespace trainyard
