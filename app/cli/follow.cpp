#include "app/cli/follow.h"

#include "app/cli/json.h"
#include "core/run/runwatch.h"

#include <QCoreApplication>
#include <QFile>
#include <QTimer>

#include <cstdio>

namespace trainyard {

namespace {

constexpr qint64 kPiece = 1 << 20;
constexpr int kStatePollMs = 100;   // how soon Ctrl+C and the end of the run are noticed

int follow(CommandContext &context, const Run &run, const std::function<void(RunWatch &)> &grew)
{
    RunWatch *watch = context.workbench.watchRun(run.id);
    if (!watch)
        return 1;
    if (const auto machine = context.workbench.store().machine(run.machineId); !machine && !watch->isComplete()) {
        grew(*watch);
        return context.console.fail(machine.error());
    }
    // Questions may be asked: a person started this command.
    watch->retryNow();
    QObject::connect(watch, &RunWatch::linkStateChanged, watch, [&, watch](LinkState state) {
        if (state == LinkState::Unreachable)
            context.console.say(QStringLiteral("yard: ") + watch->lastError().what);
    });
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, watch, [&, watch] {
        const bool isOver = watch->isComplete() || context.console.stop().stop_requested();
        grew(*watch);
        // A closed pipe behind us, as with `| head`, ends the following too.
        if (isOver || ferror(stdout) != 0)
            QCoreApplication::quit();
    });
    poll.start(kStatePollMs);
    QCoreApplication::exec();
    if (!watch->isComplete())
        return 130;
    watch->refresh();
    const RunState state = watch->run().state;
    return state == RunState::Finished || state == RunState::Stopped ? 0 : 1;
}

}  // namespace

int followLog(CommandContext &context, const Run &run)
{
    qint64 offset = 0;
    return follow(context, run, [&](RunWatch &watch) { offset = printLogFrom(watch.logFile(), offset); });
}

int followMetrics(CommandContext &context, const Run &run)
{
    MetricsPrinter printer(context.console, context.workbench.paths().runs() + u'/' + run.id
                                                + QStringLiteral("/metrics"));
    const int status = follow(context, run, [&](RunWatch &) { printer.printNew(); });
    printer.printRest();
    return status;
}

qint64 printLogFrom(const QString &name, qint64 offset)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(offset))
        return offset;
    for (;;) {
        const QByteArray bytes = file.read(kPiece);
        if (bytes.isEmpty())
            break;
        fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stdout);
        offset += bytes.size();
    }
    fflush(stdout);
    return offset;
}

void MetricsPrinter::printNew()
{
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(m_offset))
        return;
    for (;;) {
        const QByteArray bytes = file.read(kPiece);
        if (bytes.isEmpty())
            break;
        m_offset += bytes.size();
        print(m_parser.feed(bytes));
    }
}

void MetricsPrinter::printRest() { print(m_parser.flush()); }

void MetricsPrinter::print(const QList<MachineSample> &samples)
{
    const auto number = [](const std::optional<double> &value, const char *unit) {
        return value ? QString::number(*value, 'f', 0) + QLatin1String(unit) : QStringLiteral("-");
    };
    for (const MachineSample &sample : samples) {
        if (m_console.isJson) {
            m_console.print(toJson(sample), true);
            continue;
        }
        QString line = QDateTime::fromMSecsSinceEpoch(sample.timeMs).toString(QStringLiteral("HH:mm:ss"))
                       + QStringLiteral("  cpu ") + number(sample.cpuPercent, "%");
        for (const GpuSample &gpu : sample.gpus) {
            line += QStringLiteral("  gpu%1%2 %3 %4 %5").arg(gpu.index)
                        .arg(gpu.isSimulated() ? QStringLiteral(" (simulated)") : QString(),
                             number(gpu.busyPercent, "%"), number(gpu.powerWatts, "W"), number(gpu.temperatureC, "C"));
        }
        m_console.print(line);
    }
}

}  // namespace trainyard
