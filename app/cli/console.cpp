// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include "core/base/seentext.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace trainyard {

namespace {

constexpr int kStopPollMs = 100;  // how soon Ctrl+C is noticed at a question

sigset_t interrupts()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGUSR1);  // ends the waiting thread when the program ends by itself
    return set;
}

// Text from a machine or a file name must neither control the terminal nor reverse the text direction.
QString harmless(const QString &text) { return seenText(text, u"\n\t", u'?'); }

// One line from the terminal itself, so that it works when stdin is a pipe.
std::optional<QString> askTerminal(const QString &prompt, bool isHidden, const std::stop_token &stop)
{
    QFile terminal(QStringLiteral("/dev/tty"));
    if (!terminal.open(QIODevice::ReadWrite | QIODevice::Unbuffered))
        return std::nullopt;
    termios before{};
    const int fd = terminal.handle();
    const bool canHide = isHidden && tcgetattr(fd, &before) == 0;
    if (canHide) {
        termios silent = before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        tcsetattr(fd, TCSAFLUSH, &silent);
    }
    terminal.write(prompt.toUtf8());  // only now: earlier, the answer would be echoed or discarded
    pollfd input{fd, POLLIN, 0};
    while (!stop.stop_requested() && ::poll(&input, 1, kStopPollMs) == 0) {}
    const QByteArray line = stop.stop_requested() ? QByteArray() : terminal.readLine(4096);
    if (canHide) {
        tcsetattr(fd, TCSADRAIN, &before);
        terminal.write("\n");
    }
    if (line.isEmpty())
        return std::nullopt;
    return QString::fromUtf8(line).chopped(line.endsWith('\n') ? 1 : 0);
}

void openStandardStreams()
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            const int opened = open("/dev/null", O_RDWR);  // gets the lowest free number: this one
            Q_UNUSED(opened);
        }
    }
}

}  // namespace

Console::Console()
{
    openStandardStreams();
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    signal(SIGPIPE, SIG_IGN);
    m_signals = std::jthread([this, set](std::stop_token end) {
        for (int count = 0;;) {
            int number = 0;
            if (sigwait(&set, &number) != 0 || end.stop_requested())
                return;
            if (number == SIGUSR1)
                continue;
            if (++count > 1)
                _exit(130);
            m_stop.request_stop();
        }
    });
}

Console::~Console()
{
    m_signals.request_stop();
    pthread_kill(m_signals.native_handle(), SIGUSR1);
}

SshQuestions Console::questions()
{
    SshQuestions questions;
    questions.acceptUnknownHostKey = [this](const SshTarget &target, const HostKey &key, const std::stop_token &) {
        if (!acceptedHostKey.isEmpty())
            return key.fingerprint == acceptedHostKey;
        // The picture is on lines of its own, with the note, if any, below it.
        const QString about = QStringList{key.fingerprint, key.randomart, key.note}
                                  .filter(QRegularExpression(QStringLiteral(".")))
                                  .join(u'\n')
                                  .replace(u'\n', QStringLiteral("\n  "));
        const auto answer = askTerminal(
            harmless(QCoreApplication::translate(
                         "trainyard::Console",
                         "%1 has the %2 host key\n  %3\nThis host key is not known yet. Compare it with the one your provider "
                         "shows.\nTrust it? (yes/no) ")
                         .arg(target.display(), key.type, about)),
            false, stop());
        return answer && answer->trimmed() == QLatin1String("yes");
    };
    questions.secret = [this](const SshPrompt &prompt, const std::stop_token &) {
        return askTerminal(harmless(prompt.target.display() + QStringLiteral(": ") + prompt.text + u' '), !prompt.isEchoed, stop());
    };
    return questions;
}

std::optional<QString> Console::ask(const QString &question) const { return askTerminal(harmless(question), false, stop()); }

std::optional<QString> Console::askHidden(const QString &question) const { return askTerminal(harmless(question), true, stop()); }

void Console::print(const QString &line) { printBytes(harmless(line).toUtf8() + '\n'); }

void Console::print(const QJsonObject &object, bool isStream)
{
    printBytes(QJsonDocument(object).toJson(isStream ? QJsonDocument::Compact : QJsonDocument::Indented) + (isStream ? "\n" : ""));
}

void Console::print(const QJsonArray &array) { printBytes(QJsonDocument(array).toJson()); }

void Console::printBytes(const QByteArray &bytes)
{
    if (m_outputError != 0)
        return;
    errno = 0;
    const size_t written = fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stdout);
    if (fflush(stdout) != 0 || written != static_cast<size_t>(bytes.size()))
        m_outputError = errno != 0 ? errno : EIO;
}

void Console::say(const QString &message)
{
    const QByteArray bytes = harmless(message).toUtf8() + '\n';
    fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stderr);
    fflush(stderr);
}

void Console::showStep(const QString &text)
{
    if (isJson || ::isatty(STDERR_FILENO) != 1)
        return;
    // A wrapped line cannot be redrawn; Chinese characters take two columns.
    constexpr qsizetype kMax = 76;
    QString line;
    qsizetype columns = 0;
    QString plain = harmless(text);
    plain.replace(u'\n', u' ').replace(u'\t', u' ');
    for (const QChar c : std::as_const(plain)) {
        columns += c.unicode() < 0x1100 ? 1 : 2;
        if (columns > kMax)
            break;
        line += c;
    }
    const QByteArray bytes = "\r\033[K" + line.toUtf8();
    fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stderr);
    fflush(stderr);
}

bool Console::isOutputOpen() const
{
    pollfd output{STDOUT_FILENO, 0, 0};
    const bool hasReader = ::poll(&output, 1, 0) <= 0 || (output.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
    return hasReader && m_outputError == 0;
}

int Console::finish(int status)
{
    if (m_outputError == 0 || m_outputError == EPIPE)
        return status;
    say(QStringLiteral("yard: ")
        + QCoreApplication::translate("trainyard::Console", "The output could not be written: %1.")
              .arg(QString::fromLocal8Bit(std::strerror(m_outputError))));
    return status == 0 ? 1 : status;
}

int Console::fail(const Error &error)
{
    if (isJson) {
        print(QJsonObject{{QStringLiteral("error"), QJsonObject{{QStringLiteral("code"), errorCodeName(error.code)},
                                                                {QStringLiteral("what"), error.what},
                                                                {QStringLiteral("detail"), error.detail},
                                                                {QStringLiteral("steps"), QJsonArray::fromStringList(error.steps)}}}},
              true);
    }
    say(QStringLiteral("yard: ") + error.what);
    if (!error.detail.isEmpty())
        say(error.detail);
    return exitStatus(error.code);
}

void Console::printTable(const QList<QStringList> &rows)
{
    QList<qsizetype> widths;
    for (const QStringList &row : rows) {
        for (qsizetype i = 0; i < row.size(); ++i) {
            if (widths.size() <= i)
                widths << 0;
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    for (const QStringList &row : rows) {
        QString line;
        for (qsizetype i = 0; i < row.size(); ++i)
            line += i + 1 == row.size() ? row[i] : row[i].leftJustified(widths[i] + 2);
        print(line);
    }
}

}  // namespace trainyard
