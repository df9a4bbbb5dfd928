// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/follow.h"

#include "app/cli/agentvoice.h"
#include "app/cli/json.h"
#include "app/cli/resumedloss.h"
#include "app/cli/trainingprinter.h"
#include "core/base/shownpath.h"
#include "core/model/runexit.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/runrecord.h"
#include "core/service/runs/runseries.h"
#include "core/service/runs/runwatch.h"
#include "core/service/runs/services.h"

#include <QCoreApplication>
#include <QFile>
#include <QTimer>

#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace trainyard {

namespace {

constexpr int kStatePollMs = 100;  // how soon Ctrl+C and the end of the run are noticed

QString copyOf(CommandContext &context, const Run &run, const char *file)
{
    return context.services.paths().runs() + u'/' + run.id.text() + u'/' + QLatin1String(file);
}

// A script that waited for the end needs to know whether to continue: only a run that ended by itself with code 0 means yes.
int endStatus(CommandContext &context, const Run &run)
{
    if (run.state == RunState::Finished)
        return 0;
    const QString name = run.name.simplified();
    const auto exit = readRunExit(run, context.services.paths());
    QString sentence;
    const auto task = taskOfRun(context.services.paths(), run.id);
    if (exit && exit->reason == RunExit::Reason::Limit && task && task->limits.hours) {
        sentence = QCoreApplication::translate("trainyard::Follow", "%1 reached its time limit of %2 hours and was ended.")
                       .arg(name)
                       .arg(*task->limits.hours);
    } else if (exit && !machinesReason(exit->reason).isEmpty()) {
        sentence = name + QStringLiteral(": ") + machinesReason(exit->reason);
    } else if (run.state == RunState::Stopped) {
        sentence = QCoreApplication::translate("trainyard::Follow", "%1 was stopped.").arg(name);
    } else if (run.exitSignal) {
        sentence = QCoreApplication::translate("trainyard::Follow", "%1 was ended by signal %2.").arg(name).arg(*run.exitSignal);
    } else if (run.exitCode) {
        sentence = QCoreApplication::translate("trainyard::Follow", "%1 failed with exit code %2.").arg(name).arg(*run.exitCode);
    } else {
        sentence = name + QStringLiteral(": ") + run.message;
    }
    context.console.say(QStringLiteral("yard: ") + sentence);
    return 1;
}

void tellOfCare(Console &console, const MaintenanceReport &report)
{
    for (const MaintenanceReport::Removed &one : report.removed) {
        console.say(QStringLiteral("yard: ")
                    + QCoreApplication::translate("trainyard::Follow", "%1 was moved to the trash by the task's retention rules.")
                          .arg(shownPath(one.name)));
    }
    for (const Error &problem : report.problems)
        console.say(QStringLiteral("yard: ") + problem.what);
}

int follow(CommandContext &context, const Run &run, const std::function<void(RunWatch &)> &grew)
{
    RunWatch *watch = context.services.runs.watch(run.id);
    if (!watch)
        return 1;
    if (const auto machine = context.services.database().machines.find(run.head().machineId); !machine && !watch->isComplete()) {
        grew(*watch);
        return context.console.fail(machine.error());
    }
    Agent agent(context.services);
    giveVoice(agent, context.console);
    ResumedTelling resumed(context, run);
    if (!watch->isComplete())
        agent.standInFor({run.id});
    // Questions may be asked: a person started this command.
    watch->retryNow();
    QObject::connect(watch, &RunWatch::linkStateChanged, watch, [&, watch](LinkState state) {
        if (state == LinkState::Unreachable)
            context.console.say(QStringLiteral("yard: ") + watch->lastError().what);
    });
    QObject::connect(&context.services.maintenance, &CheckpointMaintainer::maintained, watch,
                     [&context, id = run.id](const RunId &runId, const MaintenanceReport &report) {
                         if (runId == id)
                             tellOfCare(context.console, report);
                     });
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, watch, [&, watch] {
        const bool isOver = watch->isComplete() || context.console.stop().stop_requested();
        grew(*watch);
        if (isOver || !context.console.isOutputOpen())
            QCoreApplication::quit();
    });
    poll.start(kStatePollMs);
    QCoreApplication::exec();
    if (!watch->isComplete())
        return context.console.isOutputOpen() ? 130 : 0;
    watch->refresh();
    resumed.finish();
    agent.finish();
    return endStatus(context, watch->run());
}

}  // namespace

int followLog(CommandContext &context, const Run &run)
{
    LogPrinter printer(context.console, copyOf(context, run, "log"));
    return follow(context, run, [&](RunWatch &) { printer.printNew(); });
}

int followMetrics(CommandContext &context, const Run &run)
{
    MetricsPrinter printer(context.console, copyOf(context, run, "metrics"));
    const int status = follow(context, run, [&](RunWatch &) { printer.printNew(); });
    printer.printRest();
    return status;
}

int followTraining(CommandContext &context, const Run &run)
{
    TrainingPrinter printer(context.console, copyOf(context, run, "log"), seriesPattern(run.name, context.services.paths()));
    const int status = follow(context, run, [&](RunWatch &) { printer.printNew(); });
    printer.printRest();
    return status;
}

int followState(CommandContext &context, const Run &run)
{
    context.console.print(toJson(run), true);
    RunState printed = run.state;
    return follow(context, run, [&](RunWatch &watch) {
        watch.refresh();
        if (std::exchange(printed, watch.run().state) != watch.run().state)
            context.console.print(toJson(watch.run()), true);
    });
}

LogPrinter::LogPrinter(Console &console, const QString &file) : m_console(console), m_file(file), m_isTerminal(isatty(STDOUT_FILENO) == 1)
{
}

void LogPrinter::printNew()
{
    QFile file(m_file);
    struct stat state;
    if (!file.open(QIODevice::ReadOnly) || fstat(file.handle(), &state) != 0)
        return;
    if (const quint64 before = std::exchange(m_inode, quint64(state.st_ino)); before != 0 && before != m_inode) {
        m_offset = 0;
        m_console.say(QStringLiteral("yard: ")
                      + QCoreApplication::translate(
                            "trainyard::Follow",
                            "The log was replaced on the machine and is shown from its beginning. The earlier log is kept next to %1.")
                            .arg(shownPath(m_file)));
    }
    if (!file.seek(m_offset))
        return;
    while (m_console.isOutputOpen() && !m_console.stop().stop_requested()) {
        const QByteArray bytes = file.read(kPrintPiece);
        if (bytes.isEmpty())
            break;
        m_offset += bytes.size();
        m_console.printBytes(m_isTerminal ? m_filter.feed(bytes) : bytes);
    }
}

void MetricsPrinter::printNew()
{
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(m_offset))
        return;
    while (m_console.isOutputOpen() && !m_console.stop().stop_requested()) {
        const QByteArray bytes = file.read(kPrintPiece);
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
        QString line = QDateTime::fromMSecsSinceEpoch(sample.timeMs).toString(QStringLiteral("HH:mm:ss")) + QStringLiteral("  cpu ")
                       + number(sample.cpuPercent, "%");
        for (const GpuSample &gpu : sample.gpus) {
            line += QStringLiteral("  gpu%1%2 %3 %4 %5")
                        .arg(gpu.index)
                        .arg(gpu.isSimulated() ? QStringLiteral(" (simulated)") : QString(), number(gpu.busyPercent, "%"),
                             number(gpu.powerWatts, "W"), number(gpu.temperatureC, "C"));
        }
        m_console.print(line);
    }
}

}  // namespace trainyard
