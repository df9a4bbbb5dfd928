// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/machineplace.h"

#include "core/base/shellquote.h"
#include "core/checkpoint/retention/ownnames.h"
#include "core/transport/transfer/checksums.h"

#include <QCoreApplication>
#include <QDateTime>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Checkpoints)
};

constexpr auto kAnswer = 30s;
constexpr auto kRemoval = 30min;                  // hundreds of gigabytes on a slow network disk
constexpr auto kDigests = 24h;                    // of a terabyte on a slow disk; stop ends it before
constexpr qint64 kDigestGroup = qint64(1) << 30;  // requested together: progress is reported after each group
constexpr qsizetype kMaxFiles = 1'000'000;        // more than any folder of checkpoints has; bounds what a machine can send
constexpr int kMaxFolders = 10'000;

// A field of find's answer: "TYPE SIZE TIME PATH".
std::optional<CheckpointFile> parseFound(const QByteArray &record)
{
    const qsizetype first = record.indexOf(' '), second = record.indexOf(' ', first + 1), third = record.indexOf(' ', second + 1);
    if (first < 0 || second < 0 || third < 0)
        return std::nullopt;
    bool isSize = false;
    const qint64 size = record.mid(first + 1, second - first - 1).toLongLong(&isSize);
    const QByteArray time = record.mid(second + 1, third - second - 1);
    const QString name = QString::fromUtf8(record.mid(third + 1));
    if (!isSize || size < 0 || !isSafeRelative(name))
        return std::nullopt;
    return CheckpointFile{name, size, time.left(time.indexOf('.')).toLongLong()};
}

}  // namespace

Result<std::unique_ptr<MachinePlace>> MachinePlace::open(SshConnection &connection, const QString &folder, std::stop_token stop)
{
    if (stop.stop_requested())
        return cancelledError();
    return std::unique_ptr<MachinePlace>(new MachinePlace(connection, folder));
}

// The connection has one for all, and a program that only reads needs none.
Result<std::shared_ptr<Sftp>> MachinePlace::sftp(std::stop_token stop) { return m_connection.sftp(QDeadlineTimer(kAnswer), stop); }

Result<QByteArray> MachinePlace::ask(const QString &script, const QStringList &arguments, QDeadlineTimer deadline, std::stop_token stop)
{
    RemoteCommand command;
    // Works with any login shell.
    command.line = QStringLiteral("sh -c ") + shellQuoted(script) + QStringLiteral(" sh ") + shellJoined(arguments);
    command.outputLimit = 512 * 1024 * 1024;
    TRY(const auto answer, m_connection.run(command, deadline, stop));
    if (answer.exitCode != 0 || answer.isTruncated) {
        return Error{ErrorCode::RemoteCommandFailed, Words::tr("The machine could not do that in “%1”.").arg(m_folder),
                     QString::fromUtf8(answer.err.left(400))};
    }
    return answer.out;
}

Result<QList<CheckpointFile>> MachinePlace::list(const QString &folder, std::stop_token stop)
{
    const auto found = ask(QStringLiteral("cd -- \"$1\" && find . ! -type d -printf '%y %s %T@ %P\\0'"), {pathOf(folder)},
                           QDeadlineTimer(kRemoval), stop);
    if (!found) {
        if (found.error().code != ErrorCode::RemoteCommandFailed)
            return found.error();
        return listByFolders(folder, stop);  // busybox's find has no -printf; or the folder is missing, which SFTP reports well
    }
    QList<CheckpointFile> files;
    const QList<QByteArray> records = found->split('\0');
    for (const QByteArray &record : records) {
        auto file = parseFound(record);
        if (!file)
            continue;
        if (!folder.isEmpty())
            file->name.prepend(folder + u'/');
        files << *file;
        if (files.size() > kMaxFiles)
            break;
    }
    return files;
}

Result<QList<CheckpointFile>> MachinePlace::listByFolders(const QString &folder, std::stop_token stop)
{
    TRY(const auto channel, sftp(stop));
    QList<CheckpointFile> files;
    QStringList folders{folder};
    for (int asked = 0; !folders.isEmpty() && asked < kMaxFolders; ++asked) {
        const QString below = folders.takeFirst();
        TRY(const auto listed, channel->list(pathOf(below), QDeadlineTimer(kAnswer), stop));
        for (const RemoteFile &file : listed) {
            const QString name = below.isEmpty() ? file.name : below + u'/' + file.name;
            if (!isSafeRelative(name))
                continue;
            if (file.isDirectory())
                folders << name;
            else
                files << CheckpointFile{name, file.size, file.modified};
            if (files.size() > kMaxFiles)
                return files;
        }
    }
    return files;
}

Result<QList<PlaceEntry>> MachinePlace::entries(const QString &folder, std::stop_token stop)
{
    TRY(const auto files, sftp(stop));
    TRY(const auto listed, files->list(pathOf(folder), QDeadlineTimer(kAnswer), stop));
    QList<PlaceEntry> found;
    for (const RemoteFile &file : listed) {
        if (isSafeRelative(file.name) && !file.name.contains(u'/'))
            found << PlaceEntry{file.name, file.isDirectory()};
    }
    return found;
}

Result<void> MachinePlace::makeFolder(const QString &name, std::stop_token stop)
{
    TRY(const auto files, sftp(stop));
    return files->makePath(pathOf(name), 0755, QDeadlineTimer(kAnswer), stop);
}

Result<void> MachinePlace::move(const QString &from, const QString &to, std::stop_token stop)
{
    TRY(const auto files, sftp(stop));
    // OpenSSH's rename replaces a file silently.
    const auto present = files->stat(pathOf(to), QDeadlineTimer(kAnswer), stop);
    if (present)
        return Error{ErrorCode::AlreadyExists, Words::tr("“%1” already exists.").arg(pathOf(to)), {}};
    if (present.error().code != ErrorCode::NotFound)
        return present.error();
    return files->rename(pathOf(from), pathOf(to), QDeadlineTimer(kAnswer), stop);
}

Result<void> MachinePlace::removeTree(const QString &name, std::stop_token stop)
{
    TRY_DO(ask(QStringLiteral("rm -rf -- \"$1\""), {pathOf(name)}, QDeadlineTimer(kRemoval), stop));
    return {};
}

Result<void> MachinePlace::removeFile(const QString &name, std::stop_token stop)
{
    TRY(const auto files, sftp(stop));
    const auto removed = files->remove(pathOf(name), QDeadlineTimer(kAnswer), stop);
    return !removed && removed.error().code == ErrorCode::NotFound ? Result<void>() : removed;
}

Result<void> MachinePlace::write(const QString &name, const QByteArray &content, std::stop_token stop)
{
    TRY(const auto files, sftp(stop));
    return files->write(pathOf(name), content, 0644, QDeadlineTimer(kAnswer), stop);
}

Result<QByteArray> MachinePlace::read(const QString &name, qint64 limit, std::stop_token stop)
{
    TRY(const auto files, sftp(stop));
    auto content = files->read(pathOf(name), 0, limit + 1, QDeadlineTimer(kAnswer), stop);
    if (content && content->size() > limit)
        return Error{ErrorCode::Corrupt, Words::tr("“%1” is implausibly large.").arg(pathOf(name)), {}};
    return content;
}

Result<QList<QByteArray>> MachinePlace::digests(const QList<CheckpointFile> &files, const std::function<void(qint64)> &bytesDone,
                                                std::stop_token stop)
{
    QList<QByteArray> all, group;
    qint64 inGroup = 0, done = 0;
    const QDeadlineTimer deadline(kDigests);
    for (qsizetype i = 0; i < files.size(); ++i) {
        group << pathOf(files[i].name).toUtf8();
        inGroup += files[i].sizeBytes;
        if (inGroup < kDigestGroup && i + 1 < files.size())
            continue;
        TRY(const auto some, remoteDigests(m_connection, group, deadline, stop, Pace::Gentle));
        if (some.size() != group.size())
            return Error{
                ErrorCode::Unsupported,
                Words::tr("The machine cannot compute SHA-256 of these files: it has neither openssl nor sha256sum, or may not read them."),
                {}};
        all += some;
        done += inGroup;
        if (bytesDone)
            bytesDone(done);
        group.clear();
        inGroup = 0;
    }
    return all;
}

Result<qint64> MachinePlace::freeBytes(std::stop_token stop)
{
    TRY(const auto answer,
        ask(QStringLiteral("df -P -k -- \"$1\" 2>/dev/null || df -k -- \"$1\""), {m_folder}, QDeadlineTimer(kAnswer), stop));
    // The name of a file system may contain blanks: the wanted number comes before the percentage.
    const QList<QByteArray> words = answer.trimmed().mid(answer.trimmed().lastIndexOf('\n') + 1).simplified().split(' ');
    for (qsizetype i = 3; i < words.size(); ++i) {
        bool isNumber = false;
        const qint64 blocks = words[i - 1].toLongLong(&isNumber);
        if (words[i].endsWith('%') && isNumber && blocks >= 0 && blocks < (qint64(1) << 52))
            return blocks * 1024;
    }
    return Error{ErrorCode::Unsupported, Words::tr("The machine does not report free space."), QString::fromUtf8(answer.left(400))};
}

qint64 MachinePlace::now(std::stop_token stop)
{
    const auto answer = ask(QStringLiteral("date +%s"), {}, QDeadlineTimer(kAnswer), stop);
    const qint64 seconds = answer ? answer->trimmed().toLongLong() : 0;
    return seconds > 0 ? seconds : QDateTime::currentSecsSinceEpoch();
}

}  // namespace trainyard
