// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/runexit.h"

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
constexpr std::array<std::pair<Reason, const char *>, 14> kReasons{{
    {Reason::Finished, "finished"},
    {Reason::Stopped, "stopped"},
    {Reason::Limit, "limit"},
    {Reason::Lease, "lease"},
    {Reason::Budget, "budget"},
    {Reason::Idle, "idle"},
    {Reason::Spot, "spot"},
    {Reason::GiveBack, "give-back"},
    {Reason::Lost, "lost"},
    {Reason::NotStarted, "not-started"},
    {Reason::Skipped, "skipped"},
    {Reason::Preempted, "preempted"},
    {Reason::Cancelled, "cancelled"},
    {Reason::NodeFailed, "node-failed"},
}};

std::optional<int> optionalInt(const QJsonValue &value)
{
    const double number = value.toDouble();
    const bool isInt = value.isDouble() && number == std::trunc(number) && std::abs(number) < 1e6;
    return isInt ? std::optional(static_cast<int>(number)) : std::nullopt;
}

std::optional<Reason> reasonNamed(const QString &name)
{
    const auto named = std::find_if(kReasons.begin(), kReasons.end(),
                                    [&](const auto &known) { return name == QLatin1String(known.second); });
    return named == kReasons.end() ? std::nullopt : std::optional(named->first);
}

Error corrupt(const QByteArray &text)
{
    return {ErrorCode::Corrupt,
            QCoreApplication::translate("trainyard::RunExit",
                                        "The machine's record of how this run ended cannot be read, so it counts as running. "
                                        "Stop it, or look at the file “exit” in its folder on the machine."),
            QString::fromUtf8(text.left(kMaxMessage))};
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
    case Reason::GiveBack:
        return translated(QT_TRANSLATE_NOOP(
            "trainyard::RunExit",
            "Its machine is given back, and it saves only when it is stopped. Resume it from its last checkpoint on another machine."));
    case Reason::Preempted:
        return translated(QT_TRANSLATE_NOOP("trainyard::RunExit",
                                            "The cluster ended its job for one of a higher priority. Resume it from its last checkpoint."));
    case Reason::Cancelled:
        return translated(QT_TRANSLATE_NOOP("trainyard::RunExit",
                                            "Its job was cancelled, but not by Trainyard: by you or an administrator of the cluster."));
    case Reason::NodeFailed:
        return translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "The node that it ran on failed. Resume it from its last checkpoint."));
    case Reason::Finished:
    case Reason::Stopped:
    case Reason::Lost:
    case Reason::NotStarted:
    case Reason::Skipped: break;
    }
    return {};
}

QString skippedReason(const RunExit::EarlierStep &earlier)
{
    const auto translated = [&](const char *text) { return QCoreApplication::translate("trainyard::RunExit", text).arg(earlier.number); };
    switch (earlier.reason) {
    case Reason::Finished:
        if (earlier.code == 0)
            return translated(
                QT_TRANSLATE_NOOP("trainyard::RunExit", "Not started: what step %1 wrote could not be sent to its object store."));
        return earlier.code ? translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "Not started: step %1 ended with %2.")).arg(*earlier.code)
                            : translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "Not started: how step %1 ended is unknown."));
    case Reason::Stopped: return translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "Not started: step %1 was stopped."));
    case Reason::NotStarted: return translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "Not started: step %1 could not be started."));
    case Reason::Limit:
    case Reason::Lease:
    case Reason::Budget:
    case Reason::Idle:
    case Reason::Spot:
    case Reason::GiveBack: return translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "Not started: a limit of step %1 ended it."));
    case Reason::Lost:
    case Reason::Skipped:
    case Reason::Preempted:
    case Reason::Cancelled:
    case Reason::NodeFailed: break;
    }
    return translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "Not started: how step %1 ended is unknown."));
}

std::optional<RunExit> runExitOf(const QJsonObject &record)
{
    RunExit exit;
    const auto named = reasonNamed(record[QLatin1String("reason")].toString());
    if (!named)
        return std::nullopt;
    exit.reason = *named;
    exit.code = optionalInt(record[QLatin1String("code")]);
    exit.signal = optionalInt(record[QLatin1String("signal")]);
    exit.isOutOfMemory = record[QLatin1String("oom")].toBool();
    exit.logBytes = record[QLatin1String("log")].toInteger(-1);
    const qint64 ended = record[QLatin1String("ended")].toInteger(-1);
    if (exit.logBytes < 0 || ended < 0)
        return std::nullopt;
    exit.ended = QDateTime::fromSecsSinceEpoch(ended, Qt::UTC);
    const qint64 elapsed = record[QLatin1String("seconds")].toInteger(-1);
    if (elapsed >= 0 && elapsed <= kMaxSeconds)
        exit.elapsed = std::chrono::seconds(elapsed);
    if (exit.reason == Reason::Skipped) {
        exit.earlier = RunExit::EarlierStep{optionalInt(record[QLatin1String("step")]).value_or(0),
                                            reasonNamed(record[QLatin1String("step_reason")].toString()).value_or(Reason::Lost),
                                            optionalInt(record[QLatin1String("step_code")])};
    }
    exit.message = record[QLatin1String("message")].toString().left(kMaxMessage);
    return exit;
}

Result<RunExit> parseRunExit(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const auto exit = document.isObject() ? runExitOf(document.object()) : std::nullopt;
    return exit ? Result<RunExit>(*exit) : Result<RunExit>(corrupt(json));
}

}  // namespace trainyard
