// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/notify/commandnotice.h"

#include "core/observe/alert/alertpayload.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QJsonDocument>
#include <QProcess>
#include <QProcessEnvironment>

#include <csignal>
#include <unistd.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CommandNotice)
};

constexpr int kLookMs = 100;   // how soon a stop is seen
constexpr int kDeadMs = 1000;  // a killed process is gone by then, or the kernel holds it

// Makes arbitrary bytes printable.
QString plain(const QByteArray &bytes)
{
    QString text = QString::fromUtf8(bytes);
    for (QChar &c : text) {
        if (!c.isPrint() && c != u'\n')
            c = u' ';
    }
    return text.trimmed();
}

}  // namespace

Result<QString> runNoticeCommand(const QStringList &command, const AlertNotice &notice, std::stop_token stop,
                                 std::chrono::milliseconds time)
{
    if (command.isEmpty() || command.first().isEmpty())
        return Error{ErrorCode::InvalidInput, Words::tr("No command set: enter a program and its arguments."), {}};
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const auto variables = noticeEnvironment(notice);
    for (const auto &[name, value] : variables)
        environment.insert(name, value);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    // A process group of its own, so that whatever it starts can be ended with it; and no signal blocked, as `yard` blocks some.
    process.setChildProcessModifier([] {
        ::setpgid(0, 0);
        sigset_t none;
        sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
    });
    const QDeadlineTimer deadline(time);
    process.start(command.first(), command.mid(1));
    if (!process.waitForStarted(int(time.count())))
        return Error{ErrorCode::NotFound, Words::tr("%1 cannot be started: check that it exists and is executable.").arg(command.first()),
                     process.errorString()};
    const auto group = pid_t(process.processId());
    process.write(QJsonDocument(noticeJson(notice)).toJson(QJsonDocument::Compact) + '\n');
    process.closeWriteChannel();
    QByteArray said;
    const auto read = [&] {
        const QByteArray bytes = process.readAll();
        said += bytes.left(std::max<qint64>(0, kMaxCommandOutput - said.size()));
    };
    while (process.state() != QProcess::NotRunning && !deadline.hasExpired() && !stop.stop_requested()) {
        process.waitForFinished(kLookMs);
        read();
    }
    const bool isLate = process.state() != QProcess::NotRunning;
    // Also what it left running: an alert starts no services.
    if (group > 0)
        ::kill(-group, SIGKILL);
    if (isLate) {
        process.waitForFinished(kDeadMs);
        if (stop.stop_requested())
            return cancelledError();
        return Error{
            ErrorCode::TimedOut,
            Words::tr("%1 did not end within %n second(s) and was stopped.", nullptr, int(time.count() / 1000)).arg(command.first()),
            plain(said)};
    }
    read();
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        return Error{ErrorCode::RemoteCommandFailed,
                     process.exitStatus() == QProcess::NormalExit
                         ? Words::tr("%1 ended with exit code %2.").arg(command.first()).arg(process.exitCode())
                         : Words::tr("%1 crashed.").arg(command.first()),
                     plain(said)};
    }
    return plain(said);
}

}  // namespace trainyard
