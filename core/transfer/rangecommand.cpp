#include "core/transfer/rangecommand.h"

#include "core/base/shellquote.h"
#include "core/ssh/filechannel.h"

#include <QCoreApplication>

#include <algorithm>
#include <cerrno>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

// Held here twice for a moment: as it comes, and in answers.
constexpr qint64 kBatchBytes = 16 * 1024 * 1024;
constexpr qsizetype kBatchRanges = 20'000;
constexpr qint64 kFrame = 24;                       // a number and a line's end
constexpr qint64 kSlowest = 64 * 1024;              // bytes a second, below which nobody waits for heads of files

// Asked on standard input "OFFSET\tLENGTH\tNAME\0" each, read whole before the first answer, so that neither side waits for the
// other. Answers "COUNT\n" and that many bytes, or "-ERRNO\n". -I and -S: nothing of the machine's own Python set-up.
constexpr char kProgram[] =
    "import os, stat, sys\n"
    "folder, out, last, fd = os.fsencode(sys.argv[1]) + b'/', sys.stdout.buffer, None, -1\n"
    "for line in sys.stdin.buffer.read().split(b'\\0')[:-1]:\n"
    "    offset, length, name = line.split(b'\\t', 2)\n"
    "    try:\n"
    "        if name != last:\n"
    "            last = None\n"
    "            if fd >= 0: os.close(fd)\n"
    "            fd = -1\n"
    "            fd = os.open(folder + name, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)\n"
    "            if not stat.S_ISREG(os.fstat(fd).st_mode): raise OSError(22, '')\n"
    "            last = name\n"
    "        at, left, got = int(offset), int(length), b''\n"
    "        while left > 0:\n"
    "            piece = os.pread(fd, min(left, 1 << 20), at)\n"
    "            if not piece: break\n"
    "            got, at, left = got + piece, at + len(piece), left - len(piece)\n"
    "        out.write(b'%d\\n' % len(got) + got)\n"
    "    except OSError as problem:\n"
    "        out.write(b'-%d\\n' % (problem.errno or 5))\n";

Error noAnswer(const QString &detail)
{
    return {ErrorCode::Corrupt, QCoreApplication::translate("trainyard::Transfer", "The machine's answer could not be read."), detail.left(200)};
}

Error fileError(int number, const QString &path)
{
    SftpReply reply;
    reply.type = SftpType::Status;
    reply.status = quint32(number == ENOENT || number == ENOTDIR ? SftpStatus::NoSuchFile
                           : number == EACCES || number == EPERM ? SftpStatus::PermissionDenied : SftpStatus::Failure);
    return sftpError(reply, path);
}

Result<QList<Result<QByteArray>>> readBatch(SshConnection &connection, const QString &folder, const QList<FileRange> &ranges, qint64 bytes,
                                            const std::stop_token &stop)
{
    RemoteCommand command;
    command.line = QStringLiteral("exec python3 -I -S -c %1 %2").arg(shellQuoted(QString::fromLatin1(kProgram)), shellQuoted(folder));
    for (const FileRange &range : ranges)
        command.input += QByteArray::number(range.offset) + '\t' + QByteArray::number(range.length) + '\t' + range.name.toUtf8() + '\0';
    command.outputLimit = bytes + kFrame * ranges.size();
    const auto ran = connection.run(command, QDeadlineTimer(30s + std::chrono::seconds(bytes / kSlowest)), stop);
    if (!ran)
        return ran.error();
    if (ran->exitCode != 0 || ran->isTruncated)
        return noAnswer(QString::fromUtf8(ran->err.left(200)).simplified());
    return parseRangeAnswers(ran->out, folder, ranges);
}

}  // namespace

Result<QList<Result<QByteArray>>> parseRangeAnswers(const QByteArray &printed, const QString &folder, const QList<FileRange> &ranges)
{
    QList<Result<QByteArray>> answers;
    answers.reserve(ranges.size());
    qsizetype at = 0;
    for (const FileRange &range : ranges) {
        const qsizetype end = printed.indexOf('\n', at);
        bool isNumber = false;
        const qint64 told = end < 0 || end - at >= kFrame ? 0 : printed.mid(at, end - at).toLongLong(&isNumber);
        if (!isNumber || told > range.length || told > printed.size() - end - 1)
            return noAnswer(QStringLiteral("range %1").arg(answers.size()));
        at = end + 1;
        if (told < 0) {
            answers << fileError(int(std::min<qint64>(-(told + 1), 4095)) + 1, folder + u'/' + range.name);
            continue;
        }
        answers << printed.mid(at, told);
        at += told;
    }
    if (at != printed.size())
        return noAnswer(QStringLiteral("more than was asked for"));
    return answers;
}

bool canReadByCommand(const QList<FileRange> &ranges)
{
    return std::all_of(ranges.begin(), ranges.end(), [](const FileRange &range) {
        return range.offset >= 0 && range.length >= 0 && range.length <= kBatchBytes && !range.name.contains(QChar(0));
    });
}

Result<QList<Result<QByteArray>>> readByCommand(SshConnection &connection, const QString &folder, const QList<FileRange> &ranges,
                                                std::stop_token stop)
{
    QList<Result<QByteArray>> all;
    all.reserve(ranges.size());
    for (qsizetype from = 0; from < ranges.size();) {
        qsizetype to = from;
        qint64 bytes = 0;
        while (to < ranges.size() && to - from < kBatchRanges && (to == from || bytes + ranges[to].length <= kBatchBytes))
            bytes += ranges[to++].length;
        auto batch = readBatch(connection, folder, ranges.mid(from, to - from), bytes, stop);
        if (!batch && batch.error().code == ErrorCode::Corrupt)
            return Error{ErrorCode::Unsupported, batch.error().what, batch.error().detail};
        if (!batch)
            return batch.error();
        all += *batch;
        from = to;
    }
    return all;
}

}  // namespace trainyard
