// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/internal/folderprogram.h"

#include "core/base/shellquote.h"
#include "core/transport/ssh/filechannel.h"
#include "core/transport/transfer/folderlisting.h"

#include <QCoreApplication>

#include <algorithm>
#include <cerrno>
#include <zlib.h>

namespace trainyard {

namespace {

constexpr qsizetype kFrame = 24;  // a number and a newline
constexpr qsizetype kBlockFrame = 2 * kFrame;
constexpr qsizetype kMaxOpened = 2 * 1024 * 1024;  // per block: two kilobytes can decompress to a block of that size

// Runs on any Python 3. It ends with its standard input, or after five minutes without a request. It reads a whole request before
// answering, so that neither side waits for the other, and holds no more than one range and one block of an answer at a time. It opens
// only regular files and follows no links, except that the given path itself may be one.
constexpr char kProgram[] = R"PY(import os, signal, stat, sys, time, zlib
take, give, held = sys.stdin.buffer, sys.stdout.buffer, bytearray()
given, deepest = os.fsencode(sys.argv[1]), int(sys.argv[2])
def flush():
    if held:
        packed = zlib.compress(bytes(held), 1)
        give.write(b'%d %d\n' % (len(held), len(packed)) + packed)
        del held[:]
def put(some):
    held.extend(some)
    if len(held) >= 1 << 20: flush()
def end():
    flush()
    give.write(b'0 0\n')
    give.flush()
def unread(name, problem):
    if name and not problem.errno in (2, 20): put(b'-1\t0\t%s\0' % name)
def show():
    put(b'%d\0' % int(time.time()))
    waiting = [(b'', 1)]
    while waiting:
        below, depth = waiting.pop()
        path = top + b'/' + below
        try:
            if not os.access(path, os.R_OK | os.X_OK): os.lstat(path); raise PermissionError(13, '')
            for entry in os.scandir(path):
                name = below + b'/' + entry.name if below else entry.name
                try:
                    if entry.is_dir(follow_symlinks=False):
                        if depth < deepest and not entry.name.startswith(b'.'): waiting.append((name, depth + 1))
                    elif entry.is_file(follow_symlinks=False):
                        told = entry.stat(follow_symlinks=False)
                        put(b'%d\t%d\t%s\0' % (told.st_size, told.st_mtime_ns // 1000000000, name))
                except OSError as problem: unread(name, problem)
        except OSError as problem: unread(below, problem)
def read(wanted):
    last, fd = None, -1
    for line in wanted.split(b'\0')[:-1]:
        offset, length, name = line.split(b'\t', 2)
        try:
            if not name == last:
                last = None
                if fd >= 0: os.close(fd)
                fd = -1
                fd = os.open(top + b'/' + name, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
                if not stat.S_ISREG(os.fstat(fd).st_mode): raise OSError(22, '')
                last = name
            at, left, got = int(offset), int(length), []
            while left > 0:
                piece = os.pread(fd, min(left, 1 << 20), at)
                if not piece: break
                got.append(piece)
                at, left = at + len(piece), left - len(piece)
            put(b'%d\n' % sum(map(len, got)))
            for piece in got: put(piece)
        except OSError as problem: put(b'-%d\n' % (problem.errno or 5))
    if fd >= 0: os.close(fd)
top = os.path.realpath(given)
def look():
    global top
    top, error, kind = os.path.realpath(given), 0, b'd'
    real = top
    try:
        if not stat.S_ISDIR(os.stat(given).st_mode): top, kind = os.path.dirname(top), b'f'
        if not os.access(top, os.R_OK | os.X_OK): error = 13
    except OSError as problem: error = problem.errno or 5
    put(b'%d\0%s\0%s\0' % (error, kind, real))
    if not error: show()
    end()
if sys.argv[3] == 'listed': look()
while True:
    signal.alarm(300)
    asked = take.readline(64).split()
    signal.alarm(0)
    if not len(asked) == 3: break
    if asked[0] == b'LIST': look()
    else:
        read(zlib.decompress(take.read(int(asked[2]))))
        end()
)PY";

Error noAnswer(const QString &detail)
{
    return {ErrorCode::Corrupt, QCoreApplication::translate("trainyard::Transfer", "The machine's answer could not be read."),
            detail.left(200)};
}

// Accepts only digits, for a number that fits.
std::optional<qint64> numberOf(QByteArrayView text)
{
    bool isNumber = false;
    const qint64 number = text.toByteArray().toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

}  // namespace

QString folderProgramLine(const QString &folder, bool isListed)
{
    // On one line, because some login shells do not support newlines within quotes.
    QString program = QString::fromLatin1(kProgram);
    program.replace(u'\\', QLatin1String("\\\\")).replace(u'"', QLatin1String("\\\"")).replace(u'\n', QLatin1String("\\n"));
    // -I and -S: ignore the machine's own Python configuration.
    return QStringLiteral("exec python3 -I -S -c %1 %2 %3 %4")
        .arg(shellQuoted(QStringLiteral("exec(\"") + program + QStringLiteral("\")")), shellQuoted(folder), QString::number(kDeepestListed),
             isListed ? QStringLiteral("listed") : QStringLiteral("-"));
}

QByteArray folderListRequest() { return QByteArrayLiteral("LIST 0 0\n"); }

QByteArray folderReadRequest(const QList<FileRange> &ranges)
{
    QByteArray text;
    for (const FileRange &range : ranges)
        text += QByteArray::number(range.offset) + '\t' + QByteArray::number(range.length) + '\t' + range.name.toUtf8() + '\0';
    const QByteArray packed = qCompress(text).sliced(4);  // Qt prepends the size
    return "READ " + QByteArray::number(text.size()) + ' ' + QByteArray::number(packed.size()) + '\n' + packed;
}

Result<void> ProgramBlocks::take(QByteArrayView bytes, QByteArray &text)
{
    m_held.append(bytes);
    qsizetype at = 0;
    while (!m_isEnd && text.size() < kMaxOpened) {
        const qsizetype end = m_held.indexOf('\n', at);
        if (end < 0 && m_held.size() - at < kBlockFrame)
            break;
        const qsizetype blank = m_held.indexOf(' ', at);
        if (end < 0 || end - at >= kBlockFrame || blank < 0 || blank > end)
            return noAnswer(QString::fromUtf8(m_held.mid(at, 60)).simplified());
        const auto size = numberOf(QByteArrayView(m_held).sliced(at, blank - at)),
                   packed = numberOf(QByteArrayView(m_held).sliced(blank + 1, end - blank - 1));
        if (!size || !packed || *size < 0 || *size > kMaxProgramBlock || *packed < 0 || *packed > kMaxProgramBlock + kMaxProgramBlock / 64)
            return noAnswer(QStringLiteral("a block of %1 bytes").arg(size.value_or(-1)));
        if (m_held.size() - end - 1 < *packed)
            break;
        if (*size == 0) {
            m_isEnd = true;
            if (*packed != 0)
                return noAnswer(QStringLiteral("an end that is none"));
        } else {
            const qsizetype before = text.size();
            text.resize(before + *size);
            uLongf got = uLongf(*size);
            if (::uncompress(reinterpret_cast<Bytef *>(text.data() + before), &got,
                             reinterpret_cast<const Bytef *>(m_held.constData() + end + 1), uLong(*packed))
                    != Z_OK
                || qint64(got) != *size)
                return noAnswer(QStringLiteral("a damaged block"));
        }
        at = end + 1 + *packed;
    }
    m_held.remove(0, at);
    return m_isEnd && !m_held.isEmpty() ? Result<void>(noAnswer(QStringLiteral("more than was asked for"))) : Result<void>();
}

Result<void> RangeAnswers::take(QByteArrayView text)
{
    m_held.append(text);
    qsizetype at = 0;
    while (m_answers.size() < m_ranges.size()) {
        const FileRange &range = m_ranges[m_answers.size()];
        const qsizetype end = m_held.indexOf('\n', at);
        if (end < 0 && m_held.size() - at < kFrame)
            break;
        const auto told = end < 0 || end - at >= kFrame ? std::nullopt : numberOf(QByteArrayView(m_held).sliced(at, end - at));
        if (!told || *told > range.length)
            return noAnswer(QStringLiteral("range %1").arg(m_answers.size()));
        if (*told > m_held.size() - end - 1)
            break;
        at = end + 1;
        if (*told < 0) {
            m_answers << machineFileError(std::min<qint64>(-(*told + 1), 4095) + 1, m_folder + u'/' + range.name);
            continue;
        }
        m_answers << m_held.mid(at, *told);
        at += *told;
    }
    m_held.remove(0, at);
    return m_answers.size() == m_ranges.size() && !m_held.isEmpty() ? Result<void>(noAnswer(QStringLiteral("more than was asked for")))
                                                                    : Result<void>();
}

Error machineFileError(qint64 number, const QString &path)
{
    SftpReply reply;
    reply.type = SftpType::Status;
    reply.status = quint32(number == ENOENT || number == ENOTDIR ? SftpStatus::NoSuchFile
                           : number == EACCES || number == EPERM ? SftpStatus::PermissionDenied
                                                                 : SftpStatus::Failure);
    return sftpError(reply, path);
}

}  // namespace trainyard
