// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/internal/onboxverifier.h"

#include "core/base/shellquote.h"

#include <QCoreApplication>
#include <QFile>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Checkpoints)
};

constexpr auto kWhole = 24h;          // terabytes on a slow disk; a dead link is noticed long before
constexpr qsizetype kMaxLine = 4096;  // honest ones have some 60 characters

// Tasks that will not be requested are numbered too, so that answers can be told apart by number.
QByteArray taskLine(const RangeTask &task, int file)
{
    const NonFinitePattern pattern = task.numbers ? nonFinitePattern(*task.numbers) : NonFinitePattern{};
    return QStringLiteral("t %1 %2 %3 %4 %5 %6 %7 %8 %9\n")
        .arg(file)
        .arg(task.offset)
        .arg(task.length)
        .arg(task.sum == RangeSum::Crc32 ? QStringLiteral("crc32") : QStringLiteral("-"),
             task.inflatedBytes ? QString::number(*task.inflatedBytes) : QStringLiteral("-"))
        .arg(task.numbers ? bytesOf(*task.numbers) : 0)
        .arg(pattern.mask, 0, 16)
        .arg(pattern.pattern, 0, 16)
        .arg(pattern.nanBits, 0, 16)
        .toLatin1();
}

std::optional<quint64> count(const QByteArray &word)
{
    bool isNumber = false;
    const quint64 value = word.toULongLong(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

}  // namespace

QByteArray onboxLookScript(const QString &folder, const std::vector<RangeTask> &tasks, const QString &tool)
{
    QFile file(QStringLiteral(":/onbox/verify.sh"));
    const bool isThere = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    QByteArray script = isThere ? file.readAll() : QByteArray();
    script += "verify " + shellJoined({folder, tool}).toUtf8() + " <<'END_OF_TASKS'\n";
    QHash<QString, int> numbers;
    QByteArray lines;
    for (const RangeTask &task : tasks) {
        // A name with a newline would be two lines: nothing is found for it.
        const QString name = task.file.contains(u'\n') ? QStringLiteral("/") : task.file;
        auto number = numbers.constFind(name);
        if (number == numbers.constEnd()) {
            script += "f " + name.toUtf8() + '\n';
            number = numbers.insert(name, int(numbers.size()));
        }
        lines += taskLine(task, *number);
    }
    return script + lines + "END_OF_TASKS\n";
}

void OnboxLookReader::feed(const QByteArray &bytes)
{
    m_rest += bytes;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n')) {
        readLine(m_rest.left(end));
        m_rest.remove(0, end + 1);
    }
    if (m_rest.size() > kMaxLine)
        m_rest.clear();
}

void OnboxLookReader::readLine(const QByteArray &line)
{
    const QList<QByteArray> words = line.split(' ');
    if (words.first() == "done")
        m_isDone = true;
    else if (words.first() == "with")
        m_look.tool = words.value(1) == "python3" || words.value(1) == "gzip" ? QString::fromLatin1(words[1]) : QString();
    else if (words.first() == "p")
        m_bytes = qint64(std::min<quint64>(count(words.value(1)).value_or(0), quint64(bytesOf(m_tasks))));
    const auto index = count(words.value(1));
    if (!index || *index >= m_look.outcomes.size() || m_tasks[*index].file.contains(u'\n'))
        return;
    RangeOutcome &outcome = m_look.outcomes[*index];
    if (words.first() == "e") {
        const QByteArray &why = words.value(2);
        outcome.problem = why == "missing"   ? RangeProblem::Missing
                          : why == "short"   ? RangeProblem::Short
                          : why == "damaged" ? RangeProblem::Damaged
                                             : RangeProblem::Unable;
    } else if (words.first() == "r" && words.size() == 5) {
        outcome.problem = RangeProblem::None;
        bool isHex = false;
        const quint32 sum = words[2].toUInt(&isHex, 16);
        outcome.sum = isHex && words[2].size() == 8 ? std::optional(sum) : std::nullopt;
        const auto nans = count(words[3]), infinities = count(words[4]);
        if (nans && infinities)
            outcome.nonFinite = NonFinite{*nans, *infinities};
    }
}

Result<OnboxLook> lookOnMachine(SshConnection &connection, const QString &folder, const std::vector<RangeTask> &tasks,
                                const RangeProgress &progress, std::stop_token stop)
{
    RemoteCommand command;
    command.line = QStringLiteral("sh -s");
    command.input = onboxLookScript(folder, tasks);
    const QDeadlineTimer deadline(kWhole);
    TRY(const auto stream, connection.start(command, deadline, stop));
    OnboxLookReader reader(tasks);
    QByteArray complaint;
    for (bool isEnd = false; !isEnd;) {
        TRY(const auto chunk, stream->read(deadline, stop));
        reader.feed(chunk.out);
        complaint = (complaint + chunk.err).right(1000);
        if (progress)
            progress(reader.bytesDone());
        isEnd = chunk.isEnd;
    }
    if (!reader.isDone() && !reader.look().tool.isEmpty()) {
        return Error{ErrorCode::RemoteCommandFailed, Words::tr("The check was ended on the machine before it finished."),
                     QString::fromUtf8(complaint)};
    }
    return reader.look();
}

}  // namespace trainyard
