// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runrecord.h"

#include "core/observe/trainlog/traininglog.h"
#include "core/service/runs/eventfolder.h"
#include "core/service/runs/gpuusefile.h"
#include "core/service/runs/internal/copiedfiles.h"
#include "core/service/runs/internal/runsync.h"
#include "core/service/runs/localcopy.h"
#include "core/service/runs/runseries.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace trainyard {

namespace {

LocalCopy copyOf(const Run &run, const Paths &paths) { return LocalCopy(paths.runs() + u'/' + run.id.text()); }

// Hands over the samples of the whole file.
Result<void> readSamples(const Run &run, const Paths &paths,
                         const std::function<Result<void>(const QList<MachineSample> &, SampleParser &)> &take, std::stop_token stop)
{
    SampleParser parser;
    if (const auto read = readCopiedFile(
            run, paths, kMetricsFile, [&](const QByteArray &bytes) { return take(parser.feed(bytes), parser); }, stop);
        !read)
        return read;
    return take(parser.flush(), parser);
}

// The contents of the event files, each from its beginning.
Result<void> readEventFiles(const Run &run, const Paths &paths, const std::function<Result<void>(const QList<TrainingRecord> &)> &take,
                            std::stop_token stop)
{
    EventFolder events(copyOf(run, paths).path(kLogFile));
    Result<void> taken;
    events.read([&](const QList<TrainingRecord> &records) { taken = taken ? take(records) : taken; },
                [&] { return taken && !stop.stop_requested(); });
    return taken && stop.stop_requested() ? cancelledError() : taken;
}

// The log, then the event files.
Result<void> readTraining(const Run &run, const Paths &paths, const std::function<Result<void>(const QList<TrainingRecord> &)> &take,
                          std::stop_token stop)
{
    TrainingLog log;
    log.setPattern(seriesPattern(run.name, paths));
    qint64 at = 0;
    const auto read = readCopiedFile(
        run, paths, kLogFile, [&](const QByteArray &bytes) { return take(log.feed(bytes, std::exchange(at, at + bytes.size()))); }, stop);
    if (!read)
        return read;
    TRY_DO(take(log.flush()));
    return readEventFiles(run, paths, take, stop);
}

}  // namespace

Result<void> readCopiedFile(const Run &run, const Paths &paths, const QString &file,
                            const std::function<Result<void>(const QByteArray &)> &take, std::stop_token stop)
{
    const LocalCopy copy = copyOf(run, paths);
    for (qint64 at = 0;;) {
        if (stop.stop_requested())
            return cancelledError();
        const QByteArray bytes = copy.read(file, at, kCopyPiece);
        if (bytes.isEmpty())
            return {};
        at += bytes.size();
        TRY_DO(take(bytes));
    }
}

Result<RunRecord> readRunRecord(const Run &run, const Paths &paths, std::stop_token stop, const DetailedSeries &detailed)
{
    RunRecord record;
    record.metrics = std::make_shared<RunMetrics>();
    record.metrics->setUse(GpuUseFile(copyOf(run, paths).path(kMetricsFile)).read());
    record.training = std::make_shared<TrainingCurve>();
    record.training->setDetail(detailed.name, detailed.mostBuckets);
    const auto sampled = readSamples(
        run, paths,
        [&](const QList<MachineSample> &samples, SampleParser &parser) -> Result<void> {
            record.metrics->append(samples);
            for (const LogSize &size : parser.takeLogSizes())
                record.logClock.append(size);
            return {};
        },
        stop);
    if (!sampled)
        return sampled.error();
    TrainingLog log;
    log.setPattern(seriesPattern(run.name, paths));
    const auto logged = readCopiedFile(
        run, paths, kLogFile,
        [&](const QByteArray &bytes) -> Result<void> {
            record.training->append(log.feed(bytes, record.log.byteCount()));
            record.log.feed(bytes);
            return {};
        },
        stop);
    if (!logged)
        return logged.error();
    record.log.finish();
    record.training->append(log.flush());
    const auto addRecords = [&](const QList<TrainingRecord> &records) -> Result<void> {
        record.training->append(records);
        return {};
    };
    TRY_DO(readEventFiles(run, paths, addRecords, stop));

    const LocalCopy copy = copyOf(run, paths);
    record.events = readRunEvents(copy.read(kEventsFile, 0, kMaxEventsBytes));
    if (copy.has(QStringLiteral("task.yaml"))) {
        const auto task = readTask(copy.read(QStringLiteral("task.yaml"), 0, kMaxTaskBytes), copy.path(QStringLiteral("task.yaml")));
        if (task)
            record.task = *task;
    }
    if (const auto exit = readRunExit(run, paths); exit && hasEnded(run.state))
        record.exit = *exit;
    record.isComplete = isCopyComplete(run, copy);
    return record;
}

Result<RunExit> readRunExit(const Run &run, const Paths &paths)
{
    return parseRunExit(copyOf(run, paths).read(kExitFile, 0, kMaxExitBytes));
}

Result<void> exportRun(const Run &run, const Paths &paths, const ExportOptions &options, const ExportSink &out, std::stop_token stop)
{
    const auto write = [&](const QList<ExportRow> &rows, bool *isFirst) -> Result<void> {
        QByteArray piece;
        for (const ExportRow &row : rows) {
            if (options.isJson) {
                piece += std::exchange(*isFirst, false) ? "\n" : ",\n";
                piece += jsonRow(row);
            } else {
                piece += csvRow(row);
            }
        }
        return piece.isEmpty() ? Result<void>() : out(piece);
    };
    const auto writeTable = [&](const char *name, const QStringList &columns, const auto &readRows) -> Result<void> {
        bool isFirst = true;
        const QByteArray head = options.isJson ? ",\n\"" + QByteArray(name) + "\":{\"columns\":" + jsonStrings(columns) + ",\"rows\":["
                                               : csvHead(columns);
        TRY_DO(out(head));
        if (const auto written = readRows([&](const QList<ExportRow> &rows) { return write(rows, &isFirst); }); !written)
            return written;
        return options.isJson ? out("\n]}") : Result<void>();
    };
    if (options.isJson) {
        const QJsonObject about{{QStringLiteral("id"), run.id.text()},
                                {QStringLiteral("name"), run.name},
                                {QStringLiteral("machine"), run.head().machineName},
                                {QStringLiteral("simulated"), run.isSimulated},
                                {QStringLiteral("state"), runStateName(run.state)}};
        TRY_DO(out("{\"run\":" + QJsonDocument(about).toJson(QJsonDocument::Compact)));
    }
    if (options.isJson || !options.wantsTraining) {
        SampleTable table(options.range);
        if (const auto learned = readSamples(
                run, paths,
                [&](const QList<MachineSample> &samples, SampleParser &) -> Result<void> {
                    table.learn(samples);
                    return {};
                },
                stop);
            !learned)
            return learned;
        const auto written = writeTable("samples", table.columns(), [&](const auto &take) -> Result<void> {
            const auto read = readSamples(
                run, paths, [&](const QList<MachineSample> &samples, SampleParser &) { return take(table.rows(samples)); }, stop);
            return read ? take(table.finish()) : read;
        });
        if (!written)
            return written;
    }
    if (options.isJson || options.wantsTraining) {
        TrainingTable table(options.everySteps);
        if (const auto learned = readTraining(
                run, paths,
                [&](const QList<TrainingRecord> &records) -> Result<void> {
                    table.learn(records);
                    return {};
                },
                stop);
            !learned)
            return learned;
        const auto written = writeTable("training", table.columns(), [&](const auto &take) -> Result<void> {
            const auto read = readTraining(
                run, paths, [&](const QList<TrainingRecord> &records) { return take(table.rows(records)); }, stop);
            return read ? take(table.finish()) : read;
        });
        if (!written)
            return written;
    }
    return options.isJson ? out("}\n") : Result<void>();
}

}  // namespace trainyard
