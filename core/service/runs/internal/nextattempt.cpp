// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/nextattempt.h"

#include "core/base/shellquote.h"
#include "core/base/tararchive.h"
#include "core/service/runs/internal/codefiles.h"
#include "core/transport/transfer/localfiles.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QFile>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kSend = 15min;                                        // 32 MiB on a slow link; the machine may copy gigabytes meanwhile
constexpr qint64 kMaxPacked = 32 * 1024 * 1024;                      // in memory; beyond, several connections are faster
constexpr qint64 kMaxLacking = 16 * 1024 * 1024;                     // 20,000 files with long names
enum Answer { Made = 0, CannotHere = 3, Lacking = 4, IsThere = 5 };  // of nextattempt.sh

struct AttemptWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::NextAttempt)
};

// What nextattempt.sh finds by itself.
QByteArray lineOf(const TreeEntry &file, qint64 modified)
{
    return QByteArray::number(file.size) + ' ' + QByteArray::number(modified) + ' ' + QByteArray::number(file.mode & 07777, 8) + " ./"
           + file.path;
}

struct Packing {
    TarArchive archive;
    QSet<QByteArray> kept;  // lines
    SyncSummary summary;
};

// The content as it is now, which may differ from what the listing saw.
Result<QByteArray> contentOf(const QByteArray &top, const TreeEntry &file)
{
    const QByteArray path = joinedPath(top, file.path);
    const LocalFd open(::open(path.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!open.isOpen())
        return localFileError(errno, path);
    QByteArray content(std::min(file.size, kMaxPacked), Qt::Uninitialized);
    qint64 got = 0;
    while (got < content.size()) {
        const ssize_t more = ::read(open.get(), content.data() + got, size_t(content.size() - got));
        if (more < 0 && errno == EINTR)
            continue;
        if (more < 0)
            return localFileError(errno, path);
        if (more == 0)
            break;
        got += more;
    }
    content.truncate(got);
    return content;
}

class Packer {
public:
    Packer(const NextAttempt &attempt, const CodeManifest &before, CodeManifest *code) : m_attempt(attempt), m_before(before), m_code(code)
    {
        for (const CodeFile &file : m_before.files)
            m_earlier.insert(file.path, &file);
        for (CodeFile &file : m_code->files)
            m_now.insert(file.path, &file);
    }

    // `lacking`: lines of files that the machine does not have as expected.
    Result<Packing> pack(const QSet<QByteArray> &lacking, const std::stop_token &stop)
    {
        Packing packing;
        const qint64 now = QDateTime::currentSecsSinceEpoch();
        QFile script(QStringLiteral(":/onbox/nextattempt.sh"));
        const bool isThere = script.open(QIODevice::ReadOnly);
        Q_ASSERT(isThere);
        packing.archive.addFile(".nextattempt.sh", 0600, now, isThere ? script.readAll() : QByteArray());
        for (const RunFile &file : m_attempt.files)
            packing.archive.addFile(QFile::encodeName(file.name), quint32(file.mode), now, file.content);
        if (m_attempt.workdir.isEmpty())
            return packing;
        const QByteArray top = QFile::encodeName(m_attempt.workdir);
        TRY(const auto tree, listLocalTree(top, TreeFilter{true, {}, false}, stop));
        QList<TreeEntry> changed;
        QByteArrayList lines;
        QSet<QString> seen;
        for (const TreeEntry &file : tree.files) {
            const QString name = QFile::decodeName(file.path);
            seen << name;
            const std::optional<QByteArray> line = keptLine(name, file);
            if (!line || lacking.contains(*line)) {
                changed << file;
                continue;
            }
            lines << *line;
            packing.kept << *line;
        }
        SyncSummary &summary = packing.summary;
        summary.kept = int(lines.size());
        for (const CodeFile &file : m_before.files) {
            if (m_before.isWhole && !seen.contains(file.path))
                ++summary.removed;
        }
        std::sort(lines.begin(), lines.end());
        QByteArray list = lines.join('\0');
        if (!list.isEmpty())
            list += '\0';
        packing.archive.addFile(".kept", 0600, now, list);
        // A folder that could not be written would refuse its files.
        packing.archive.addFolder("workdir", tree.topMode | 0700, now);
        for (const TreeEntry &folder : tree.folders)
            packing.archive.addFolder("workdir/" + folder.path, folder.mode | 0700, folder.modified);
        for (const TreeEntry &link : tree.links)
            packing.archive.addLink("workdir/" + link.path, link.linkTarget);
        for (const TreeEntry &file : changed)
            summary.bytes += file.size;
        summary.sent = int(changed.size());
        summary.isWhole = summary.bytes <= kMaxPacked;
        if (!summary.isWhole) {
            for (const TreeEntry &file : changed) {
                if (CodeFile *const one = m_now.value(QFile::decodeName(file.path)))
                    one->modified = file.modified;  // the ordinary copy keeps it
            }
            return packing;
        }
        for (const TreeEntry &file : changed) {
            if (stop.stop_requested())
                return cancelledError();
            const auto content = contentOf(top, file);
            if (!content && content.error().code == ErrorCode::NotFound)
                continue;  // removed meanwhile
            if (!content)
                return content.error();
            packing.archive.addFile("workdir/" + file.path, file.mode, file.modified, *content);
            record(QFile::decodeName(file.path), file.modified, *content);
        }
        return packing;
    }

private:
    // nullopt: it must be sent.
    std::optional<QByteArray> keptLine(const QString &name, const TreeEntry &file)
    {
        const CodeFile *const was = m_earlier.value(name);
        if (!was || was->modified < 0 || was->sizeBytes != file.size || QFile::encodeName(name) != file.path)
            return std::nullopt;
        CodeFile *const now = m_now.value(name);
        const bool isEqual = now && !was->sha256.isEmpty() && now->sha256 == was->sha256 && now->sizeBytes == file.size
                             && (now->modified == file.modified || m_timesHere.value(name, -1) == file.modified);
        if (!isEqual && !isSurelySame(*was, m_before.taken, file.size, file.modified))
            return std::nullopt;
        if (now) {
            m_timesHere.insert(name, file.modified);
            now->modified = was->modified;  // the copy there keeps its time
        }
        return lineOf(file, was->modified);
    }

    void record(const QString &name, qint64 modified, const QByteArray &content)
    {
        CodeFile *const now = m_now.value(name);
        if (!now)
            return;
        now->sizeBytes = content.size();
        now->modified = modified;
        now->sha256 = QString::fromLatin1(QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex());
    }

    const NextAttempt &m_attempt;
    const CodeManifest &m_before;
    CodeManifest *const m_code;
    QHash<QString, const CodeFile *> m_earlier;
    QHash<QString, CodeFile *> m_now;
    QHash<QString, qint64> m_timesHere;  // of files whose time in m_now is that of the copy there
};

Result<CommandResult> ask(const NextAttempt &attempt, const Packing &packing, SshConnection &connection, const std::stop_token &stop)
{
    RemoteCommand command;
    // One line, for any login shell; the archive takes the standard input.
    const QString unpack = QStringLiteral("umask 077; command -v tar >/dev/null 2>&1 || exit 3; rm -rf \"$1\"; "
                                          "mkdir -p \"$1\" && tar -xpf - -C \"$1\" || { rm -rf \"$1\"; exit 1; }; "
                                          "exec sh \"$1/.nextattempt.sh\" \"$@\"");
    command.line = shellJoined({QStringLiteral("sh"), QStringLiteral("-c"), unpack, QStringLiteral("sh"),
                                unfinishedDirectory(attempt.directory), attempt.base, attempt.directory, attempt.checkpoints,
                                attempt.hasMounts ? QStringLiteral("yes") : QStringLiteral("no")});
    command.input = packing.archive.finished();
    command.outputLimit = kMaxLacking;
    return connection.run(command, QDeadlineTimer(kSend), stop);
}

}  // namespace

QString unfinishedDirectory(const QString &directory)
{
    const qsizetype slash = directory.lastIndexOf(u'/');
    return directory.left(slash + 1) + u'.' + directory.mid(slash + 1) + QStringLiteral(".part");
}

Result<SyncSummary> sendNextAttempt(const NextAttempt &attempt, const CodeManifest &before, CodeManifest *code, SshConnection &connection,
                                    std::stop_token stop)
{
    Packer packer(attempt, before, code);
    QSet<QByteArray> lacking;
    for (int round = 0; round < 2; ++round) {
        TRY(const auto packing, packer.pack(lacking, stop));
        TRY(const auto answer, ask(attempt, packing, connection, stop));
        if (answer.exitCode == Made)
            return packing.summary;
        if (answer.exitCode == CannotHere)
            break;
        if (answer.exitCode == IsThere)
            return Error{ErrorCode::AlreadyExists,
                         AttemptWords::tr("The machine has a folder of this attempt already: %1. Was it started from another computer?")
                             .arg(attempt.directory),
                         {}};
        if (answer.exitCode != Lacking) {
            return Error{ErrorCode::RemoteCommandFailed,
                         AttemptWords::tr("The changed files could not be written on the machine: %1")
                             .arg(QString::fromUtf8(answer.err.left(400)).trimmed()),
                         QString::fromUtf8(answer.err.left(4000))};
        }
        for (const QByteArray &line : answer.out.split('\0')) {
            if (packing.kept.contains(line))  // anything else was not asked for
                lacking << line;
        }
        if (lacking.isEmpty())
            break;
    }
    return Error{ErrorCode::Unsupported, AttemptWords::tr("The files of the earlier attempt cannot be used again on this machine."), {}};
}

}  // namespace trainyard
