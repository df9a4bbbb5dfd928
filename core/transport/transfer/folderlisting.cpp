// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/folderlisting.h"

#include "core/base/shellquote.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/internal/deadlines.h"
#include "core/transport/transfer/localfiles.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kUnreadable = -1;  // in place of the size, for a folder
constexpr int kNoFolder = 66;       // EX_NOINPUT

qint64 machineTime(SshConnection &connection, const std::stop_token &stop)
{
    RemoteCommand command;
    command.line = QStringLiteral("date +%s");
    command.outputLimit = 4096;
    const auto answer = connection.run(command, QDeadlineTimer(kFolderAnswer), stop);
    const qint64 seconds = answer ? answer->out.trimmed().toLongLong() : 0;
    return seconds > 0 ? seconds : QDateTime::currentSecsSinceEpoch();
}

// Lists folder by folder, if there is no find with -printf.
Result<FolderListing> listBySftp(SshConnection &connection, const QString &folder, const std::stop_token &stop)
{
    TRY(const auto sftp, connection.sftp(QDeadlineTimer(kFolderAnswer), stop));
    FolderListing listing;
    QStringList waiting{QString()};
    while (!waiting.isEmpty()) {
        const QString path = waiting.takeFirst();
        const auto entries = sftp->list(path.isEmpty() ? folder : folder + u'/' + path, QDeadlineTimer(kFolderAnswer), stop);
        if (!entries && !path.isEmpty() && entries.error().code == ErrorCode::NotFound)
            continue;  // removed meanwhile
        if (!entries && !path.isEmpty() && entries.error().code == ErrorCode::PermissionDenied) {
            listing.unreadable << path;
            continue;
        }
        if (!entries)
            return entries.error();
        for (const RemoteFile &entry : *entries) {
            const QString name = path.isEmpty() ? entry.name : path + u'/' + entry.name;
            if (entry.isRegular())
                listing.files << CheckpointFile{name, entry.size, entry.modified};
            else if (entry.isDirectory() && !entry.name.startsWith(u'.') && name.count(u'/') + 1 < kDeepestListed)
                waiting << name;
        }
        if (listing.files.size() + waiting.size() > kMaxListedFiles)
            return tooManyFilesError(folder);
    }
    listing.now = machineTime(connection, stop);
    return listing;
}

}  // namespace

Error tooManyFilesError(const QString &folder)
{
    return {ErrorCode::Unsupported, QCoreApplication::translate("trainyard::Transfer", "%1 holds too many files to list.").arg(folder), {}};
}

Error noFolderError(const QString &folder)
{
    return {
        ErrorCode::NotFound, QCoreApplication::translate("trainyard::Transfer", "There is no folder %1 on the machine.").arg(folder), {}};
}

Result<FolderListing> parseFolderListing(const QByteArray &printed)
{
    const Error broken{
        ErrorCode::Corrupt, QCoreApplication::translate("trainyard::Transfer", "The machine's list of files could not be read."), {}};
    FolderListing listing;
    if (!printed.endsWith('\0'))
        return broken;
    const QList<QByteArray> records = printed.chopped(1).split('\0');
    listing.now = records.first().toLongLong();
    if (listing.now <= 0)
        return broken;
    listing.files.reserve(records.size() - 1);
    for (qsizetype i = 1; i < records.size(); ++i) {
        const QByteArray &record = records[i];
        const qsizetype first = record.indexOf('\t'), second = record.indexOf('\t', first + 1);
        if (first < 0 || second < 0)
            return broken;
        const QByteArray name = record.mid(second + 1), time = record.mid(first + 1, second - first - 1);
        bool isSize = false, isTime = false;
        const qint64 size = record.left(first).toLongLong(&isSize);
        const qsizetype dot = time.indexOf('.');
        const qint64 modified = time.left(dot < 0 ? time.size() : dot).toLongLong(&isTime);
        const QString text = QString::fromUtf8(name);
        if (!isSize || !isTime || size < kUnreadable || name.isEmpty())
            return broken;
        if (size == kUnreadable && text.toUtf8() == name)
            listing.unreadable << text;
        else if (text.toUtf8() == name)
            listing.files << CheckpointFile{text, size, modified};
    }
    return listing;
}

Result<FolderListing> listRemoteFolder(SshConnection &connection, const QString &folder, std::stop_token stop)
{
    RemoteCommand command;
    // The folder itself is followed if it is a link, but nothing below it is. The machine's clock comes first: ages are measured by it,
    // and it may differ from ours.
    const QString script =
        QStringLiteral("cd -- %1 2>/dev/null || exit %2; date +%s | tr '\\n' '\\0'; "
                       "exec find . -mindepth 1 -maxdepth %3 -type d -name '.?*' -prune -o "
                       "-type d ! \\( -readable -executable \\) -printf '%4\\t0.0\\t%P\\0' -prune -o -type f -printf '%s\\t%T@\\t%P\\0'")
            .arg(shellQuoted(folder), QString::number(kNoFolder), QString::number(kDeepestListed), QString::number(kUnreadable));
    command.line = QStringLiteral("sh -c ") + shellQuoted(script);  // for any login shell
    command.outputLimit = kMaxListedBytes;
    TRY(const auto ran, connection.run(command, QDeadlineTimer(kFolderAnswer), stop));
    if (ran.exitCode == kNoFolder)
        return noFolderError(folder);
    if (ran.isTruncated)
        return tooManyFilesError(folder);
    auto listing = parseFolderListing(ran.out);
    // find exits with 1 if a folder was forbidden or vanished; its other lines are still correct then. Without -printf it prints only an
    // error message.
    const bool isAnswered = listing
                            && (ran.exitCode == 0 || (ran.exitCode == 1 && !(listing->files.isEmpty() && listing->unreadable.isEmpty())));
    if (!isAnswered)
        return listBySftp(connection, folder, stop);
    return listing->files.size() > kMaxListedFiles ? Result<FolderListing>(tooManyFilesError(folder)) : std::move(listing);
}

Result<FolderListing> listLocalFolder(const QString &folder, std::stop_token stop)
{
    TreeFilter filter;
    filter.passesUnreadable = true;
    TRY(const auto tree, listLocalTree(QFile::encodeName(folder), filter, stop));
    FolderListing listing;
    listing.now = QDateTime::currentSecsSinceEpoch();
    for (const QByteArray &path : tree.unreadable) {
        if (!(u'/' + QFile::decodeName(path)).contains(QLatin1String("/.")))
            listing.unreadable << QFile::decodeName(path);
    }
    for (const TreeEntry &file : tree.files) {
        const QString name = QFile::decodeName(file.path);
        const QString above = u'/' + name.left(name.lastIndexOf(u'/') + 1);
        const bool isHidden = above.contains(QLatin1String("/."));
        if (!isHidden && QFile::encodeName(name) == file.path)
            listing.files << CheckpointFile{name, file.size, file.modified};
    }
    return listing;
}

}  // namespace trainyard
