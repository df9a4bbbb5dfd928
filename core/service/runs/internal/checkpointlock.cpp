// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/checkpointlock.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <utility>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr auto kRemovalPatience = 60s;  // a removal is one rename, over a slow link
constexpr qint64 kMaxUse = 64 * 1024;

QString folderOf(const Paths &paths) { return paths.copies() + QStringLiteral("/uses"); }

Error cannotBeKept(const Paths &paths)
{
    return {ErrorCode::Io,
            QCoreApplication::translate("trainyard::CheckpointLock",
                                        "“%1” could not be written on this computer. Free up space on its disk, or check the permissions.")
                .arg(folderOf(paths)),
            {}};
}

// On this computer one file may have many names; a machine's names are resolved there.
QString realFolder(const Location &folder)
{
    const QString real = folder.isHere() ? QFileInfo(folder.path).canonicalFilePath() : QString();
    return QDir::cleanPath(!real.isEmpty() ? real : folder.isHere() ? QFileInfo(folder.path).absoluteFilePath() : folder.path);
}

QString realPath(const Location &checkpoint)
{
    const QFileInfo info(QDir::cleanPath(checkpoint.path));
    return QDir::cleanPath(realFolder(checkpoint.at(checkpoint.isHere() ? info.absolutePath() : info.path())) + u'/' + info.fileName());
}

// Removes the files of programs that were killed. Only under the guard: a use that is just beginning is not locked yet.
void sweep(const QString &folder)
{
    const QDir uses(folder);
    for (const QString &name : uses.entryList({QStringLiteral("*.use")}, QDir::Files)) {
        const LocalFd opened(::open(QFile::encodeName(uses.filePath(name)).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
        if (opened.isOpen() && ::flock(opened.get(), LOCK_SH | LOCK_NB) == 0)
            QFile::remove(uses.filePath(name));
    }
}

}  // namespace

Result<std::shared_ptr<FileLock>> guardUses(const Paths &paths, std::stop_token stop)
{
    if (!QDir().mkpath(folderOf(paths)))
        return cannotBeKept(paths);
    auto guard = std::make_shared<FileLock>(folderOf(paths) + QStringLiteral("/guard"));
    if (!guard->tryLock(kRemovalPatience, stop)) {
        if (stop.stop_requested())
            return cancelledError();
        if (guard->systemError() != 0)
            return cannotBeKept(paths);
        return Error{ErrorCode::TimedOut,
                     QCoreApplication::translate("trainyard::CheckpointLock",
                                                 "Another program has been removing a checkpoint for a minute. Try again."),
                     {}};
    }
    sweep(folderOf(paths));
    return guard;
}

Result<std::unique_ptr<CheckpointLock>> CheckpointLock::begin(const Paths &paths, const Location &checkpoint, std::stop_token stop)
{
    TRY(const auto guard, guardUses(paths, stop));
    const QString file = folderOf(paths) + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".use");
    const int descriptor = ::open(QFile::encodeName(file).constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return cannotBeKept(paths);
    // If it cannot be ended here, that need not be reported.
    std::unique_ptr<CheckpointLock> use(new CheckpointLock(file, descriptor));
    const QByteArray text = QJsonDocument(QJsonObject{{QStringLiteral("machine"), checkpoint.machine.number()},
                                                      {QStringLiteral("path"), realPath(checkpoint)}})
                                .toJson(QJsonDocument::Compact);
    if (::flock(descriptor, LOCK_EX) != 0 || ::write(descriptor, text.constData(), size_t(text.size())) != text.size())
        return cannotBeKept(paths);
    return use;
}

CheckpointLock::~CheckpointLock() { QFile::remove(m_file); }

Result<QStringList> usedIn(const Paths &paths, const Location &folder)
{
    if (folder.isInBucket())
        return QStringList();
    QString prefix = realFolder(folder);
    prefix += prefix.endsWith(u'/') ? QString() : QStringLiteral("/");
    QStringList names;
    const QDir uses(folderOf(paths));
    for (const QString &name : uses.entryList({QStringLiteral("*.use")}, QDir::Files)) {
        const LocalFd opened(::open(QFile::encodeName(uses.filePath(name)).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
        // It has just ended, or its program was killed.
        if (!opened.isOpen() || ::flock(opened.get(), LOCK_SH | LOCK_NB) == 0)
            continue;
        QFile text;
        const bool isRead = text.open(opened.get(), QIODevice::ReadOnly);
        const QJsonObject use = QJsonDocument::fromJson(isRead ? text.read(kMaxUse) : QByteArray()).object();
        const QString path = use[QLatin1String("path")].toString();
        if (use[QLatin1String("machine")].toInteger(-1) == folder.machine.number() && path.startsWith(prefix)
            && path.size() > prefix.size())
            names << path.mid(prefix.size());
    }
    return names;
}

}  // namespace trainyard
