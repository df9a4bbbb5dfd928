// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/internal/remoteprobe.h"

#include "core/base/shellquote.h"
#include "core/knowledge/benchmark/probereport.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QRandomGenerator>
#include <QRegularExpression>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProbeRunner)
};

constexpr std::chrono::seconds kPlaceLimit{60};  // six folders, one of which may be on a slow network
constexpr std::chrono::seconds kCopyLimit{180};  // 100 KB over an extremely slow line
constexpr qsizetype kMaxLine = 4096;
constexpr int kUsage = 2;  // of the probe, when it does not understand an option or a name
constexpr char kNames[] = "none, host-copy, host-triad, disk-write, disk-read, copy, triad, memcpy, h2d-pinned, h2d-pageable, d2h-pinned, "
                          "d2h-pageable, launch, launch-sync, matmul, peer-bandwidth, peer-latency, sustained, memory-test";
constexpr qint64 kMaxProgress = 1024 * 1024;  // a whole run prints some hundred lines
constexpr qsizetype kMaxShown = 300;
constexpr qsizetype kLinesKept = 12;
constexpr qint64 kMaxProgram = 16 * 1024 * 1024;
constexpr qsizetype kMaxRefused = 16;

QByteArray script()
{
    QFile file(QStringLiteral(":/onbox/probe.sh"));
    const bool isThere = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    return isThere ? file.readAll() : QByteArray();
}

// Whether it is a folder that the script itself made: only such a folder is removed.
bool isOwnPlace(const QString &path)
{
    static const QRegularExpression pattern(QStringLiteral("^(/[^/\\x00-\\x1f]+)+/yard-probe\\.[A-Za-z0-9]{6,16}$"));
    return path.size() < 1024 && pattern.match(path).hasMatch() && !path.contains(QLatin1String("/../"))
           && !path.contains(QLatin1String("/./"));
}

}  // namespace

void ProbeOutput::takeReport(const QByteArray &bytes)
{
    m_isTooLarge = m_isTooLarge || m_report.size() + bytes.size() > kMaxProbeReport;
    if (!m_isTooLarge)
        m_report += bytes;
}

void ProbeOutput::takeErrors(const QByteArray &bytes)
{
    for (const char c : bytes) {
        if (c == '\n') {
            takeLine(m_line);
            m_line.clear();
        } else if (m_line.size() < kMaxLine) {
            m_line += c;
        }
    }
}

void ProbeOutput::end()
{
    if (!m_line.isEmpty())
        takeLine(m_line);
    m_line.clear();
}

void ProbeOutput::takeLine(const QByteArray &line)
{
    m_said += line.size() + 1;
    m_isTooLarge = m_isTooLarge || m_said > kMaxProgress;
    if (m_isTooLarge)
        return;
    QString text = QString::fromUtf8(line);
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format)
            c = u' ';
    }
    text = text.trimmed().left(kMaxShown);
    if (text.isEmpty())
        return;
    m_last << text;
    if (m_last.size() > kLinesKept)
        m_last.removeFirst();
    if (m_progress)
        m_progress(text);
}

Result<ProbeAnswer> ProbeOutput::answer(int exitStatus) const
{
    if (m_isTooLarge)
        return Error{ErrorCode::Corrupt, Words::tr("The output of the benchmark exceeds any report, so it was stopped."), lastLines()};
    if (!m_report.trimmed().isEmpty())
        return ProbeAnswer{m_report, exitStatus, {}};
    if (exitStatus == kUsage) {
        return Error{ErrorCode::InvalidInput,
                     Words::tr("yard-probe does not understand its arguments. --only takes these names: %1.").arg(QLatin1String(kNames)),
                     lastLines()};
    }
    // The shell's exit statuses: cannot be run, and not found or without its loader.
    if (exitStatus == 126 || exitStatus == 127) {
        return Error{ErrorCode::Unsupported, Words::tr("yard-probe does not start there: the machine lacks glibc, or forbids running it."),
                     lastLines()};
    }
    return Error{ErrorCode::RemoteCommandFailed, Words::tr("The benchmark ended with status %1 and without a report.").arg(exitStatus),
                 lastLines()};
}

RemoteProbe::RemoteProbe(SshConnection &connection, const ProbePrograms &programs, const ProbeOptions &options, std::chrono::seconds grace,
                         const ProbeRunner::Progress &progress)
    : m_connection(connection), m_programs(programs), m_options(options), m_grace(grace),
      m_mark("trainyard-probe-" + QByteArray::number(QRandomGenerator::system()->generate64(), 16)), m_output(progress)
{
}

Result<ProbeAnswer> RemoteProbe::run(const std::stop_token &stop)
{
    for (const auto step : {&RemoteProbe::begin, &RemoteProbe::findPlace, &RemoteProbe::copy, &RemoteProbe::follow}) {
        const auto done = (this->*step)(stop);
        if (done)
            continue;
        letGo();
        Error error = done.error();
        if (!m_isGone && !m_place.isEmpty() && error.code == ErrorCode::ConnectionLost)
            error.what =
                Words::tr("The connection was lost. The machine ends the benchmark by itself and removes it from %1.").arg(m_place);
        else if (!m_isGone && !m_place.isEmpty())
            error.detail = (error.detail + u'\n' + Words::tr("Not removed: %1").arg(m_place)).trimmed();
        return error;
    }
    m_output.end();
    if (!m_isGone)
        m_isGone = sweep();
    if (m_isDamaged)
        return Error{ErrorCode::Corrupt,
                     Words::tr("The data received by the machine differs from what was sent: its disk or file system is damaged."),
                     m_place};
    auto answer = m_status
                      ? m_output.answer(*m_status)
                      : Result<ProbeAnswer>(Error{ErrorCode::RemoteCommandFailed,
                                                  Words::tr("The machine ended the benchmark before it finished."), m_output.lastLines()});
    if (answer && !m_isGone)
        answer->leftBehind = m_place;
    return answer;
}

Result<void> RemoteProbe::begin(const std::stop_token &stop)
{
    RemoteCommand command;
    command.line = QStringLiteral("sh -s");
    TRY(auto stream, m_connection.start(command, QDeadlineTimer(kPlaceLimit), stop));
    m_stream = std::move(stream);
    return m_stream->write("mark=" + m_mark + '\n' + script(), QDeadlineTimer(kPlaceLimit), stop);
}

Result<void> RemoteProbe::findPlace(const std::stop_token &stop)
{
    const QDeadlineTimer deadline(kPlaceLimit);
    while (m_place.isEmpty() && !m_isNowhere && !m_isOver) {
        TRY_DO(hear(deadline, stop));
    }
    if (!m_place.isEmpty() && !isOwnPlace(m_place)) {
        const QString place = std::exchange(m_place, {});
        return Error{ErrorCode::Corrupt, Words::tr("The machine's answer about where to put the benchmark program cannot be read."), place};
    }
    if (!m_place.isEmpty())
        return {};
    if (m_isNowhere)
        return Error{
            ErrorCode::Unsupported,
            Words::tr(
                "No folder on the machine allows running programs: home and temporary folders are full, not writable, or mounted noexec."),
            m_refused.join(u'\n')};
    return Error{ErrorCode::RemoteCommandFailed, Words::tr("The machine's shell ended before the benchmark started."),
                 m_output.lastLines()};
}

Result<void> RemoteProbe::copy(const std::stop_token &stop)
{
    TRY(const auto path, m_programs.find(m_architecture));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::Io, Words::tr("%1 cannot be read.").arg(path), file.errorString()};
    const QByteArray program = file.read(kMaxProgram);
    const QByteArray sum = QCryptographicHash::hash(program, QCryptographicHash::Sha256).toHex();
    const QDeadlineTimer deadline(kCopyLimit);
    const auto sent = m_stream->write("take " + sum.left(16) + ' ' + QByteArray::number(program.size()) + '\n' + program, deadline, stop);
    // A script that cannot store it stops reading, reports that and ends.
    if (!sent && sent.error().code != ErrorCode::RemoteCommandFailed)
        return sent;
    while (!m_isTaken && !m_isFull && !m_isOver) {
        TRY_DO(hear(deadline, stop));
    }
    if (m_isFull) {
        return Error{ErrorCode::NoSpace,
                     Words::tr("There is no space for the benchmark program (%1 KB) on the machine: its disk or quota is full.")
                         .arg((program.size() + 999) / 1000),
                     m_output.lastLines()};
    }
    if (!m_isTaken)
        return Error{ErrorCode::RemoteCommandFailed, Words::tr("The machine's shell ended before the benchmark started."),
                     m_output.lastLines()};
    // None of the words has a blank or anything that a shell would interpret, see ProbeOptions::check().
    return m_stream->write("go " + sum + ' ' + m_options.arguments().join(u' ').toLatin1() + '\n', deadline, stop);
}

Result<void> RemoteProbe::follow(const std::stop_token &stop)
{
    const QDeadlineTimer deadline(m_options.timeLimit + m_grace);
    while (!m_isOver) {
        const auto heard = hear(deadline, stop);
        if (!heard && heard.error().code == ErrorCode::TimedOut)
            return Error{ErrorCode::TimedOut, Words::tr("The benchmark did not finish in time and was stopped."), m_output.lastLines()};
        if (!heard)
            return heard;
        if (m_output.isTooLarge())
            return Error{ErrorCode::Corrupt, Words::tr("The output of the benchmark exceeds any report, so it was stopped."),
                         m_output.lastLines()};
    }
    return {};
}

Result<void> RemoteProbe::hear(QDeadlineTimer deadline, const std::stop_token &stop)
{
    TRY(const auto chunk, m_stream->read(deadline, stop));
    takeOut(chunk.out);
    takeErr(chunk.err);
    m_isOver = chunk.isEnd;
    return {};
}

// Lines before ours come from login scripts and are skipped.
void RemoteProbe::takeOut(const QByteArray &bytes)
{
    for (qsizetype at = 0; at < bytes.size();) {
        if (m_hasBegun) {
            m_output.takeReport(bytes.mid(at));
            return;
        }
        const qsizetype end = bytes.indexOf('\n', at);
        const QByteArray piece = bytes.mid(at, end < 0 ? -1 : end - at);
        if (m_outLine.size() < kMaxLine)
            m_outLine += piece;
        if (end < 0)
            return;
        if (m_outLine.startsWith(m_mark + ' '))
            takeWord(m_outLine.mid(m_mark.size() + 1));
        m_outLine.clear();
        at = end + 1;
    }
}

void RemoteProbe::takeErr(const QByteArray &bytes)
{
    for (const char c : bytes) {
        if (c != '\n') {
            if (m_errLine.size() < kMaxLine)
                m_errLine += c;
            continue;
        }
        if (m_errLine.startsWith(m_mark + ' '))
            takeWord(m_errLine.mid(m_mark.size() + 1));
        else
            m_output.takeLine(m_errLine);
        m_errLine.clear();
    }
}

void RemoteProbe::takeWord(const QByteArray &line)
{
    const qsizetype blank = line.indexOf(' ');
    const QByteArray word = line.left(blank < 0 ? line.size() : blank);
    const QByteArray rest = blank < 0 ? QByteArray() : line.mid(blank + 1);
    if (word == "arch")
        m_architecture = QString::fromUtf8(rest).trimmed();
    else if (word == "refused" && m_refused.size() < kMaxRefused)
        m_refused << QString::fromUtf8(rest).left(kMaxShown);
    else if (word == "place" && m_place.isEmpty())
        m_place = QString::fromUtf8(rest);
    else if (word == "none")
        m_isNowhere = true;
    else if (word == "full")
        m_isFull = true;
    else if (word == "taken")
        m_isTaken = true;
    else if (word == "begin")
        m_hasBegun = true;
    else if (word == "pid")
        m_pid = rest.toLongLong();
    else if (word == "damaged")
        m_isDamaged = true;
    else if (word == "end")
        m_status = rest.toInt();
    else if (word == "gone")
        m_isGone = true;
}

// The end of its input makes the script end the probe and remove everything; its output until then is read.
void RemoteProbe::letGo()
{
    if (!m_stream)
        return;
    m_stream->closeInput();
    const QDeadlineTimer deadline(kProbeHalt + 10s);
    while (!m_isOver && hear(deadline, {})) {}
    m_stream.reset();
    m_isGone = m_isGone || m_place.isEmpty() || sweep();
}

// For a script that did not get to it: killed, or waiting for a process that no signal ends.
bool RemoteProbe::sweep()
{
    if (m_place.isEmpty() || !m_connection.isAlive())
        return m_place.isEmpty();
    QByteArray text = "dir=" + shellQuoted(m_place).toUtf8() + '\n';
    if (m_pid > 1)
        text += "kill -KILL -" + QByteArray::number(m_pid) + " 2>/dev/null\n";
    text += "rm -f \"$dir\"/yard-probe-* \"$dir\"/try\nrmdir \"$dir\" 2>/dev/null\n"
            "rmdir \"$HOME/.trainyard/probe\" 2>/dev/null\n[ -e \"$dir\" ] || echo "
            + m_mark + " gone\n";
    RemoteCommand command;
    command.line = QStringLiteral("sh -s");
    command.input = text;
    command.outputLimit = 64 * 1024;
    const auto done = m_connection.run(command, QDeadlineTimer(30s), {});
    return done && done->out.contains(m_mark + " gone");
}

}  // namespace trainyard
