// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/machinechecker.h"

#include "core/base/shellquote.h"
#include "core/knowledge/health/checkprogress.h"
#include "core/knowledge/health/healthjudge.h"

#include <QDateTime>
#include <QFile>

namespace trainyard {

namespace {

constexpr int kMaxSteps = 200;                          // a machine that makes them up cannot keep us busy
constexpr qsizetype kMaxCheckOutput = 8 * 1024 * 1024;  // the script's parts are bounded to less

// The fastest of three: the time the answer took is the uncertainty.
std::optional<ClockReading> readClock(SshConnection &connection, QDeadlineTimer deadline, std::stop_token stop)
{
    std::optional<ClockReading> best;
    for (int attempt = 0; attempt < 3; ++attempt) {
        RemoteCommand command;
        command.line = QStringLiteral("date +%s.%N");
        command.outputLimit = 4096;
        ClockReading reading;
        reading.before = QDateTime::currentMSecsSinceEpoch();
        const Result<CommandResult> answer = connection.run(command, deadline, stop);
        reading.after = QDateTime::currentMSecsSinceEpoch();
        if (!answer)
            break;
        reading.answer = answer->out.left(100);
        if (!best || reading.after - reading.before < best->after - best->before)
            best = reading;
    }
    return best;
}

}  // namespace

Result<AskedCheck> askForCheck(SshConnection &connection, const HealthRequest &request, const CheckStep &step, QDeadlineTimer deadline,
                               std::stop_token stop)
{
    TRY_DO(request.check());
    const QDateTime began = QDateTime::currentDateTimeUtc();
    const std::optional<ClockReading> clock = readClock(connection, deadline, stop);
    QFile script(QStringLiteral(":/onbox/check.sh"));
    const bool isThere = script.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    RemoteCommand command;
    command.line = QStringLiteral("sh -s -- ") + shellJoined(request.scriptArguments());
    command.input = isThere ? script.readAll() : QByteArray();
    TRY(const auto stream, connection.start(command, deadline, stop));
    QByteArray printed, said;
    CheckProgress progress;
    int steps = 0;
    for (bool isEnd = false; !isEnd && printed.size() < kMaxCheckOutput;) {
        const auto chunk = stream->read(deadline, stop);
        if (!chunk) {
            // Answers that arrived before the time limit are as valid as ever.
            if (chunk.error().code == ErrorCode::TimedOut && !printed.isEmpty())
                break;
            return chunk.error();
        }
        printed += chunk->out;
        if (const QString words = progress.take(chunk->out); step && !words.isEmpty() && ++steps <= kMaxSteps)
            step(words);
        said = (said + chunk->err).left(4096);
        isEnd = chunk->isEnd;
    }
    if (const Result<CheckAnswer> answer = CheckAnswer::parse(printed); !answer) {
        Error error = answer.error();
        if (error.detail.isEmpty())
            error.detail = QString::fromUtf8(said.left(400));
        return error;
    }
    return AskedCheck{request, clock, printed, began, std::chrono::milliseconds(began.msecsTo(QDateTime::currentDateTimeUtc()))};
}

Result<HealthReport> judgedCheck(const AskedCheck &asked, const HealthFacts &facts)
{
    TRY(const auto answer, CheckAnswer::parse(asked.answer));
    HealthReport report = judgeHealth(answer, asked.request, asked.clock, facts);
    report.checkedAt = asked.began;
    report.duration = asked.duration;
    return report;
}

}  // namespace trainyard
