// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/shellfiles.h"

#include "core/base/shellquote.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

// Separates the answer from whatever login scripts print. The scripts are single lines without quotes, so that fish and csh pass them to
// sh unchanged.
const QByteArray kMark = "trainyard-files-begin:";
constexpr qint64 kNoise = 256 * 1024;  // of login scripts, tolerated per command
constexpr qint64 kListLimit = 64 * 1024 * 1024;
constexpr qint64 kShellPiece = 4 * 1024 * 1024;

QString translated(const char *text) { return QCoreApplication::translate("trainyard::Ssh", text); }

Error explained(const QByteArray &err, const QString &path)
{
    const QString detail = QString::fromUtf8(err.left(400)).trimmed();
    const auto says = [&](const char *text) { return err.contains(text); };
    // The messages of the C library, dash and busybox.
    if (says("No such file") || says("Directory nonexistent") || says("nonexistent directory") || says("not found"))
        return {ErrorCode::NotFound, translated("%1 does not exist on the machine.").arg(path), detail};
    if (says("No space left") || says("Disk quota exceeded"))
        return {ErrorCode::NoSpace, translated("The disk of the machine is full. Free some space there."), detail};
    if (says("Permission denied") || says("Read-only file system") || says("Operation not permitted")) {
        return {ErrorCode::PermissionDenied,
                translated("The machine does not permit this on %1. Check its owner and permissions.").arg(path), detail};
    }
    return {ErrorCode::Io, translated("The machine could not do this with %1. Check the path and the disk there.").arg(path), detail};
}

Error confused(const QByteArray &answer)
{
    return {ErrorCode::Corrupt, translated("The machine's answer about its files cannot be read. Try again."),
            QString::fromUtf8(answer.left(400))};
}

// A leading dash would be taken for an option.
QString fileWord(const QString &path) { return path.startsWith(u'-') ? QStringLiteral("./") + path : path; }

// "81a4 1234 1700000000": mode in hex, size, seconds.
bool readFields(const QByteArray &fields, RemoteFile &file)
{
    const QList<QByteArray> parts = fields.split(' ');
    bool hasMode = false, hasSize = false, hasTime = false;
    if (parts.size() != 3)
        return false;
    file.mode = parts[0].toUInt(&hasMode, 16);
    file.size = parts[1].toLongLong(&hasSize);
    file.modified = parts[2].toLongLong(&hasTime);
    return hasMode && hasSize && hasTime && file.size >= 0;
}

// Writes into a file beside the final one and replaces that only when every byte has arrived.
QString storeScript(qint64 size, int mode)
{
    return QStringLiteral("LC_ALL=C; export LC_ALL; umask 077; t=$(dirname -- \"$1\")/.trainyard-$$.part; "
                          "if cat >\"$t\" && n=$(wc -c <\"$t\") && [ \"$n\" -eq %1 ] && chmod %2 \"$t\" && "
                          "{ sync \"$t\" 2>/dev/null || :; } && { [ -d \"$1\" ] && echo Is a directory >&2 || "
                          "mv -f \"$t\" \"$1\"; } && [ ! -e \"$t\" ]; then echo %3; "
                          "else s=$?; rm -f \"$t\"; exit $s; fi")
        .arg(size)
        .arg(mode & 07777, 0, 8)
        .arg(QString::fromLatin1(kMark));
}

QString lineFor(const QString &script, const QStringList &arguments)
{
    return QStringLiteral("sh -c ") + shellQuoted(script) + QStringLiteral(" sh ") + shellJoined(arguments);
}

Result<void> checkedShellPath(const QString &path)
{
    if (!path.isEmpty() && !path.contains(QChar(u'\0')))
        return {};
    return Error{ErrorCode::InvalidInput, translated("The path on the machine is empty or invalid."), path.left(200)};
}

}  // namespace

Result<QByteArray> ShellFiles::ask(const QString &script, const QStringList &arguments, qint64 answerLimit, QDeadlineTimer deadline,
                                   const std::stop_token &stop)
{
    TRY_DO(checkedShellPath(arguments.first()));
    RemoteCommand command;
    command.line = lineFor(QStringLiteral("LC_ALL=C; export LC_ALL; echo %1; ").arg(QString::fromLatin1(kMark)) + script,
                           QStringList{fileWord(arguments.first())} + arguments.mid(1));
    command.outputLimit = answerLimit + kNoise;
    TRY(auto ran, m_commands.run(command, deadline, stop));
    const qsizetype mark = ran.out.indexOf(kMark + '\n');
    if (mark < 0 || ran.isTruncated)
        return confused(ran.out + ran.err);
    if (ran.exitCode != 0)
        return explained(ran.err, arguments.first());
    return ran.out.mid(mark + kMark.size() + 1);
}

Result<RemoteFile> ShellFiles::stat(const QString &path, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY(const auto answer, ask(QStringLiteral("stat -L -c \"%f %s %Y\" \"$1\""), {path}, 1024, deadline, stop));
    RemoteFile file;
    if (!readFields(answer.trimmed(), file))
        return confused(answer);
    QString trimmed = path;
    while (trimmed.size() > 1 && trimmed.endsWith(u'/'))
        trimmed.chop(1);
    file.name = trimmed.size() > 1 ? trimmed.mid(trimmed.lastIndexOf(u'/') + 1) : trimmed;
    return file;
}

Result<QList<RemoteFile>> ShellFiles::list(const QString &directory, QDeadlineTimer deadline, std::stop_token stop)
{
    // "./" before each name ends the fields: no name contains a slash, so none can imitate another entry.
    const auto answer = ask(QStringLiteral("stat -L \"$1\" >/dev/null || exit; cd \"$1\" || exit; "
                                           "[ -r . ] || { echo Permission denied >&2; exit 1; }; "
                                           "find . -mindepth 1 -maxdepth 1 -exec stat -c \"%f %s %Y %n\" {} + "
                                           "2>/dev/null; :"),
                            {directory}, kListLimit, deadline, stop);
    if (!answer)
        return answer.error();
    QList<RemoteFile> files;
    qsizetype at = 0;
    while (at < answer->size()) {
        const qsizetype name = answer->indexOf(" ./", at);
        if (name < 0)
            return confused(answer->mid(at));
        RemoteFile file;
        if (!readFields(answer->mid(at, name - at), file))
            return confused(answer->mid(at));
        const qsizetype next = answer->indexOf(" ./", name + 3);
        const qsizetype end = next < 0 ? answer->size() - 1 : answer->lastIndexOf('\n', next);
        if (end < name + 3)
            return confused(answer->mid(at));
        file.name = QString::fromUtf8(answer->mid(name + 3, end - name - 3));
        files << file;
        at = end + 1;
    }
    return files;
}

Result<void> ShellFiles::makePath(const QString &directory, int mode, QDeadlineTimer deadline, std::stop_token stop)
{
    const auto answer = ask(QStringLiteral("umask %1; mkdir -p \"$1\"").arg(~mode & 0777, 3, 8, QChar(u'0')), {directory}, 1024, deadline,
                            stop);
    return answer ? Result<void>() : answer.error();
}

Result<void> ShellFiles::remove(const QString &file, QDeadlineTimer deadline, std::stop_token stop)
{
    const auto answer = ask(QStringLiteral("rm \"$1\" </dev/null"), {file}, 1024, deadline, stop);
    return answer ? Result<void>() : answer.error();
}

Result<void> ShellFiles::rename(const QString &from, const QString &to, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY_DO(checkedShellPath(to));
    const auto answer = ask(QStringLiteral("if [ -d \"$2\" ]; then echo Is a directory >&2; exit 1; fi; mv -f \"$1\" \"$2\""),
                            {from, fileWord(to)}, 1024, deadline, stop);
    return answer ? Result<void>() : answer.error();
}

Result<QString> ShellFiles::realPath(const QString &path, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY(const auto answer, ask(QStringLiteral("readlink -f \"$1\""), {path}, 64 * 1024, deadline, stop));
    if (!answer.startsWith('/') || !answer.endsWith('\n'))
        return confused(answer);
    return QString::fromUtf8(answer.chopped(1));
}

// Nothing stays open on the machine: each read is a separate command.
class ShellFiles::Reader : public RemoteReader {
public:
    Reader(ShellFiles &files, QString path) : m_files(files), m_path(std::move(path)) {}

protected:
    Result<QByteArray> readRange(qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop) override
    {
        QByteArray bytes;
        while (bytes.size() < length) {
            const qint64 want = std::min<qint64>(kShellPiece, length - bytes.size());
            // The shell opens the file, so that a missing one is not mistaken for an empty one.
            const auto piece = m_files.ask(
                QStringLiteral("exec <\"$1\" || exit; tail -c +%1 | head -c %2").arg(offset + bytes.size() + 1).arg(want), {m_path}, want,
                deadline, stop);
            if (!piece)
                return piece.error();
            if (piece->size() > want)
                return confused({});
            bytes += *piece;
            if (piece->size() < want)
                break;
        }
        return bytes;
    }

private:
    ShellFiles &m_files;
    const QString m_path;
};

Result<std::unique_ptr<RemoteReader>> ShellFiles::open(const QString &path, QDeadlineTimer, std::stop_token)
{
    TRY_DO(checkedShellPath(path));
    return std::unique_ptr<RemoteReader>(std::make_unique<Reader>(*this, path));
}

Result<void> ShellFiles::write(const QString &path, const QByteArray &content, int mode, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY_DO(checkedShellPath(path));
    RemoteCommand command;
    command.line = lineFor(storeScript(content.size(), mode), {fileWord(path)});
    command.input = content;
    command.outputLimit = kNoise;
    TRY(const auto ran, m_commands.run(command, deadline, stop));
    return ran.exitCode == 0 && ran.out.contains(kMark) ? Result<void>() : explained(ran.err, path);
}

Result<void> ShellFiles::writeFrom(const QString &path, qint64 size, const Source &source, int mode, QDeadlineTimer deadline,
                                   std::stop_token stop)
{
    TRY_DO(checkedShellPath(path));
    RemoteCommand command;
    command.line = lineFor(storeScript(size, mode), {fileWord(path)});
    TRY(const auto stream, m_commands.start(command, deadline, stop));
    for (qint64 done = 0; done < size;) {
        TRY(const auto piece, source(done, static_cast<qsizetype>(std::min(kShellPiece / 4, size - done))));
        if (piece.isEmpty())
            break;  // the machine counts the bytes and reports what is wrong
        const auto sent = stream->write(piece, deadline, stop);
        if (!sent && sent.error().code == ErrorCode::RemoteCommandFailed)
            break;  // it no longer reads; it reports the reason below
        if (!sent)
            return sent;
        done += piece.size();
    }
    stream->closeInput();
    QByteArray out, err;
    for (bool isEnd = false; !isEnd;) {
        TRY(const auto chunk, stream->read(deadline, stop));
        out = (out + chunk.out).right(kNoise);
        err = (err + chunk.err).right(kNoise);
        isEnd = chunk.isEnd;
    }
    if (stream->exitStatus().exitCode != 0 || !out.contains(kMark))
        return explained(err, path);
    return {};
}

}  // namespace trainyard
