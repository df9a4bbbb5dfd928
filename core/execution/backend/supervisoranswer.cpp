// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/backend/supervisoranswer.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxMessage = 400;
constexpr qint64 kMaxMoment = 253'402'300'800;  // the year 10000

// The start of a run whose start was not observed: normally its launch. A later step of a pipeline and a job of a cluster may start much
// later; their start is taken from the machine's record if it is plausible.
QDateTime unseenStart(const Run &run, const RunExit &exit, const QDateTime &latest)
{
    const bool waited = run.engine == EngineKind::Slurm || (run.pipeline && run.pipeline->number > 1);
    return waited && exit.ended > run.created && exit.ended <= latest ? std::max(run.created, exit.ended.addSecs(-exit.elapsed->count()))
                                                                      : run.created;
}

// The cost depends on the time between start and end, so both use this computer's clock: the machine's may be wrong, and the run itself
// may have invented the record. Neither can make the cost zero or unlimited.
void applyTimes(Run &run, const RunExit &exit)
{
    const QDateTime latest = hasEnded(run.state) && run.ended.isValid() ? run.ended : QDateTime::currentDateTimeUtc();
    if (exit.elapsed && run.created.isValid()) {
        // Over a lost link the start was seen late, or never.
        const QDateTime begun = latest.addSecs(-exit.elapsed->count());
        run.started = run.started.isValid() ? std::min(run.started, std::max(run.created, begun)) : unseenStart(run, exit, latest);
    }
    if (run.started.isValid() && exit.elapsed)
        run.ended = std::min(run.started.addSecs(exit.elapsed->count()), latest);
    else if (exit.ended.isValid() && (!run.started.isValid() || exit.ended > run.started))
        run.ended = std::min(exit.ended, latest);
    else
        run.ended = latest;
    if (run.started.isValid())
        run.ended = std::max(run.ended, run.started);  // this computer's clock was set back
}

}  // namespace

void applyExit(Run &run, const RunExit &exit)
{
    const auto translated = [](const char *text) { return QCoreApplication::translate("trainyard::RunExit", text); };
    run.exitCode = exit.code;
    run.exitSignal = exit.signal;
    run.isOutOfMemory = exit.isOutOfMemory;
    applyTimes(run, exit);
    run.message = exit.message;
    switch (exit.reason) {
    case RunExit::Reason::Finished:
        run.state = exit.code == 0 ? RunState::Finished : RunState::Failed;
        if (exit.isOutOfMemory)
            run.message = translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "The machine ran out of memory and ended the run."));
        break;
    case RunExit::Reason::Stopped: run.state = RunState::Stopped; break;
    case RunExit::Reason::Limit:
    case RunExit::Reason::Lease:
    case RunExit::Reason::Budget:
    case RunExit::Reason::Idle:
    case RunExit::Reason::Spot:
    case RunExit::Reason::GiveBack:
    case RunExit::Reason::Preempted:
    case RunExit::Reason::Cancelled:
    case RunExit::Reason::NodeFailed:
        run.state = exit.reason == RunExit::Reason::NodeFailed ? RunState::Failed : RunState::Stopped;
        run.message = machinesReason(exit.reason);
        if (!exit.message.isEmpty())
            run.message += u' ' + exit.message;
        break;
    case RunExit::Reason::Lost:
        run.state = RunState::Unknown;
        run.message = translated(QT_TRANSLATE_NOOP(
            "trainyard::RunExit", "It disappeared without a record of how it ended. The machine may have been restarted."));
        if (!exit.message.isEmpty())
            run.message += u' ' + exit.message;
        break;
    case RunExit::Reason::NotStarted: run.state = RunState::Failed; break;
    case RunExit::Reason::Skipped:
        run.state = RunState::Stopped;
        run.message = skippedReason(exit.earlier.value_or(RunExit::EarlierStep()));
        break;
    }
}

Result<SupervisorAnswer> parseSupervisorAnswer(const QByteArray &out)
{
    const QByteArray last = out.trimmed().split('\n').last();
    const QJsonDocument document = QJsonDocument::fromJson(last);
    if (!document.isObject()) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate(
                         "trainyard::RunExit",
                         "The run's supervisor on the machine gave no answer that makes sense. Look at the run's folder on the machine."),
                     QString::fromUtf8(out.left(kMaxMessage))};
    }
    const QJsonObject object = document.object();
    const QJsonValue exit = object[QLatin1String("exit")];
    const qint64 expected = object[QLatin1String("expected")].toInteger();
    return SupervisorAnswer{object[QLatin1String("state")].toString(),
                            object[QLatin1String("supervisor")].toBool(),
                            object[QLatin1String("message")].toString().left(kMaxMessage),
                            exit.isObject() ? runExitOf(exit.toObject()) : std::nullopt,
                            object[QLatin1String("reason")].toString().left(kMaxMessage),
                            expected > 0 && expected < kMaxMoment ? QDateTime::fromSecsSinceEpoch(expected, Qt::UTC) : QDateTime(),
                            {}};
}

}  // namespace trainyard
