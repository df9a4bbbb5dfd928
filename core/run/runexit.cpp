#include "core/run/runexit.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace trainyard {

namespace {

constexpr int kMaxMessage = 400;

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
                "The machine's record of this run cannot be read. Look at the run directory on the machine."),
            QString::fromUtf8(text.left(kMaxMessage))};
}

}  // namespace

Result<RunExit> parseRunExit(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject())
        return corrupt(json);
    const QJsonObject object = document.object();
    RunExit exit;
    const QString reason = object[QLatin1String("reason")].toString();
    if (reason == QLatin1String("finished")) exit.reason = RunExit::Reason::Finished;
    else if (reason == QLatin1String("stopped")) exit.reason = RunExit::Reason::Stopped;
    else if (reason == QLatin1String("limit")) exit.reason = RunExit::Reason::Limit;
    else if (reason == QLatin1String("lost")) exit.reason = RunExit::Reason::Lost;
    else if (reason == QLatin1String("not-started")) exit.reason = RunExit::Reason::NotStarted;
    else return corrupt(json);
    exit.code = optionalInt(object[QLatin1String("code")]);
    exit.signal = optionalInt(object[QLatin1String("signal")]);
    exit.isOutOfMemory = object[QLatin1String("oom")].toBool();
    exit.logBytes = object[QLatin1String("log")].toInteger(-1);
    const qint64 ended = object[QLatin1String("ended")].toInteger(-1);
    if (exit.logBytes < 0 || ended < 0)
        return corrupt(json);
    exit.ended = QDateTime::fromSecsSinceEpoch(ended, Qt::UTC);
    exit.message = object[QLatin1String("message")].toString().left(kMaxMessage);
    return exit;
}

void applyExit(Run &run, const RunExit &exit)
{
    const auto translated = [](const char *text) { return QCoreApplication::translate("trainyard::RunExit", text); };
    run.exitCode = exit.code;
    run.exitSignal = exit.signal;
    run.isOutOfMemory = exit.isOutOfMemory;
    run.ended = exit.ended;
    run.message = exit.message;
    switch (exit.reason) {
    case RunExit::Reason::Finished:
        run.state = exit.code == 0 ? RunState::Finished : RunState::Failed;
        if (exit.isOutOfMemory)
            run.message = translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "The machine ran out of memory and ended the run."));
        break;
    case RunExit::Reason::Stopped:
        run.state = RunState::Stopped;
        break;
    case RunExit::Reason::Limit:
        run.state = RunState::Stopped;
        run.message = translated(QT_TRANSLATE_NOOP("trainyard::RunExit", "The time limit of the task was reached."));
        break;
    case RunExit::Reason::Lost:
        run.state = RunState::Unknown;
        run.message = translated(QT_TRANSLATE_NOOP("trainyard::RunExit",
            "It is gone without a trace of how it ended. The machine may have been restarted."));
        break;
    case RunExit::Reason::NotStarted:
        run.state = RunState::Failed;
        break;
    }
}

Result<SupervisorAnswer> parseSupervisorAnswer(const QByteArray &out)
{
    const QByteArray last = out.trimmed().split('\n').last();
    const QJsonDocument document = QJsonDocument::fromJson(last);
    if (!document.isObject())
        return corrupt(out);
    const QJsonObject object = document.object();
    return SupervisorAnswer{object[QLatin1String("state")].toString(),
                            object[QLatin1String("supervisor")].toBool(),
                            object[QLatin1String("message")].toString().left(kMaxMessage)};
}

}  // namespace trainyard
