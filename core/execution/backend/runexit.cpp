// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/backend/runexit.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace trainyard {

namespace {

constexpr int kMaxMessage = 400;
constexpr qint64 kMaxSeconds = 315'360'000;  // ten years

using Reason = RunExit::Reason;
constexpr std::array<std::pair<Reason, const char *>, 9> kReasons{{
    {Reason::Finished, "finished"},
    {Reason::Stopped, "stopped"},
    {Reason::Limit, "limit"},
    {Reason::Lease, "lease"},
    {Reason::Budget, "budget"},
    {Reason::Idle, "idle"},
    {Reason::Spot, "spot"},
    {Reason::Lost, "lost"},
    {Reason::NotStarted, "not-started"},
}};

std::optional<int> optionalInt(const QJsonValue &value)
{
    const double number = value.toDouble();
    const bool isInt = value.isDouble() && number == std::trunc(number) && std::abs(number) < 1e6;
    return isInt ? std::optional(static_cast<int>(number)) : std::nullopt;
}

Error corrupt(const QByteArray &text)
{
    return {ErrorCode::Corrupt,
            QCoreApplication::translate("trainyard::RunExit",
                                        "The machine's record of how this run ended cannot be read, so it counts as running. "
                                        "Stop it, or look at the file “exit” in its folder on the machine."),
            QString::fromUtf8(text.left(kMaxMessage))};
}

std::optional<RunExit> exitOf(const QJsonObject &object)
{
    RunExit exit;
    const QString reason = object[QLatin1String("reason")].toString();
    const auto named = std::find_if(kReasons.begin(), kReasons.end(),
                                    [&](const auto &known) { return reason == QLatin1String(known.second); });
    if (named == kReasons.end())
        return std::nullopt;
    exit.reason = named->first;
    exit.code = optionalInt(object[QLatin1String("code")]);
    exit.signal = optionalInt(object[QLatin1String("signal")]);
    exit.isOutOfMemory = object[QLatin1String("oom")].toBool();
    exit.logBytes = object[QLatin1String("log")].toInteger(-1);
    const qint64 ended = object[QLatin1String("ended")].toInteger(-1);
    if (exit.logBytes < 0 || ended < 0)
        return std::nullopt;
    exit.ended = QDateTime::fromSecsSinceEpoch(ended, Qt::UTC);
    const qint64 elapsed = object[QLatin1String("seconds")].toInteger(-1);
    if (elapsed >= 0 && elapsed <= kMaxSeconds)
        exit.elapsed = std::chrono::seconds(elapsed);
    exit.message = object[QLatin1String("message")].toString().left(kMaxMessage);
    return exit;
}

// What it costs lies between start and end, so both are by this computer's clock: the machine's may be wrong, and the
// record may be the run's own invention. Neither makes it cost nothing or for ever.
void applyTimes(Run &run, const RunExit &exit)
{
    const QDateTime latest = hasEnded(run.state) && run.ended.isValid() ? run.ended : QDateTime::currentDateTimeUtc();
    if (exit.elapsed && run.created.isValid()) {
        // Over a lost link its start was seen late, or never.
        const QDateTime begun = latest.addSecs(-exit.elapsed->count());
        run.started = run.started.isValid() ? std::min(run.started, std::max(run.created, begun)) : run.created;
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

QString exitReasonName(Reason reason)
{
    const auto named = std::find_if(kReasons.begin(), kReasons.end(), [&](const auto &known) { return known.first == reason; });
    return QString::fromLatin1(named->second);
}

QString machinesReason(Reason reason)
{
    const auto translated = [](const char *text) { return QCoreApplication::translate("trainyard::RunExit", text); };
    switch (reason) {
    case Reason::Limit: return translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "The time limit of the task was reached."));
    case Reason::Lease:
        return translated(QT_TRANSLATE_NOOP("trainyard::RunExit",
                                            "Its lease was used up: no computer renewed it in time. Resume it from its last checkpoint."));
    case Reason::Budget:
        return translated(
            QT_TRANSLATE_NOOP("trainyard::RunExit", "Its budget was used up. Raise limits.budget and resume it from its last checkpoint."));
    case Reason::Idle:
        return translated(QT_TRANSLATE_NOOP("trainyard::RunExit",
                                            "The machine was idle: its GPUs did almost nothing, and log and checkpoints did not grow."));
    case Reason::Spot:
        return translated(QT_TRANSLATE_NOOP(
            "trainyard::RunExit", "The cloud reclaimed the spot machine. Resume it from its last checkpoint on another machine."));
    case Reason::Finished:
    case Reason::Stopped:
    case Reason::Lost:
    case Reason::NotStarted: break;
    }
    return {};
}

Result<RunExit> parseRunExit(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const auto exit = document.isObject() ? exitOf(document.object()) : std::nullopt;
    return exit ? Result<RunExit>(*exit) : Result<RunExit>(corrupt(json));
}

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
        run.state = RunState::Stopped;
        run.message = machinesReason(exit.reason);
        break;
    case RunExit::Reason::Lost:
        run.state = RunState::Unknown;
        run.message = translated(QT_TRANSLATE_NOOP(
            "trainyard::RunExit", "It disappeared without a record of how it ended. The machine may have been restarted."));
        break;
    case RunExit::Reason::NotStarted: run.state = RunState::Failed; break;
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
    return SupervisorAnswer{object[QLatin1String("state")].toString(), object[QLatin1String("supervisor")].toBool(),
                            object[QLatin1String("message")].toString().left(kMaxMessage),
                            exit.isObject() ? exitOf(exit.toObject()) : std::nullopt};
}

}  // namespace trainyard
