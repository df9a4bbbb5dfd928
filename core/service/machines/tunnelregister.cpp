// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/tunnelregister.h"

#include "core/base/retry.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr int kTries = 50;  // a reader holds a stale file's lock for microseconds
constexpr std::chrono::milliseconds kTryPause{10};
constexpr qint64 kMaxFile = 4096;  // far above what add() writes

bool isSameFile(int fd, const QString &path)
{
    struct stat open = {}, there = {};
    return ::fstat(fd, &open) == 0 && ::stat(QFile::encodeName(path).constData(), &there) == 0 && open.st_ino == there.st_ino
           && open.st_dev == there.st_dev;
}

QByteArray written(const TunnelRecord &record)
{
    QJsonObject object;
    object[QStringLiteral("machine")] = record.machine;
    object[QStringLiteral("host")] = record.remote.host;
    object[QStringLiteral("port")] = record.remote.port;
    object[QStringLiteral("path")] = record.remote.path;
    object[QStringLiteral("pid")] = record.pid;
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<TunnelRecord> readRecord(int fd, quint16 port)
{
    QFile file;
    if (!file.open(fd, QIODevice::ReadOnly, QFileDevice::DontCloseHandle))
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(file.read(kMaxFile)).object();
    TunnelRecord record;
    record.machine = object[QStringLiteral("machine")].toString();
    record.remote.host = object[QStringLiteral("host")].toString();
    record.remote.port = static_cast<quint16>(std::clamp(object[QStringLiteral("port")].toInt(), 0, 65535));
    record.remote.path = object[QStringLiteral("path")].toString();
    record.pid = object[QStringLiteral("pid")].toInteger();
    record.localPort = port;
    if (record.machine.isEmpty())
        return std::nullopt;  // its owner is about to write it
    return record;
}

}  // namespace

TunnelRegister::Entry::~Entry()
{
    if (isSameFile(m_fd, m_path))
        QFile::remove(m_path);
    ::close(m_fd);
}

bool TunnelRegister::Entry::isWanted() const { return isSameFile(m_fd, m_path); }

QString TunnelRegister::fileOf(quint16 port) const { return QStringLiteral("%1/%2.json").arg(m_directory).arg(port); }

Result<std::unique_ptr<TunnelRegister::Entry>> TunnelRegister::add(const TunnelRecord &record) const
{
    const QString path = fileOf(record.localPort);
    const auto failed = [&] {
        return Error{ErrorCode::Io,
                     QCoreApplication::translate("trainyard::Tunnel", "%1 cannot be written. Check the disk and the "
                                                                      "folder's permissions.")
                         .arg(path),
                     QString::fromLocal8Bit(std::strerror(errno))};
    };
    if (!QDir().mkpath(m_directory))
        return failed();
    for (int tries = 0; tries < kTries; ++tries) {
        const int fd = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0)
            return failed();
        if (::flock(fd, LOCK_EX | LOCK_NB) == 0 && isSameFile(fd, path)) {
            auto entry = std::make_unique<Entry>(fd, path);
            const QByteArray bytes = written(record);
            if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, bytes.constData(), static_cast<size_t>(bytes.size()), 0) != bytes.size())
                return failed();
            return entry;
        }
        ::close(fd);
        pauseFor(kTryPause);
    }
    errno = EWOULDBLOCK;
    return failed();
}

QList<TunnelRecord> TunnelRegister::list() const
{
    QList<TunnelRecord> records;
    const QStringList names = QDir(m_directory).entryList({QStringLiteral("*.json")}, QDir::Files);
    for (const QString &name : names) {
        const quint16 port = name.chopped(5).toUShort();
        const int fd = ::open(QFile::encodeName(fileOf(port)).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (fd < 0)
            continue;
        if (::flock(fd, LOCK_SH | LOCK_NB) == 0) {
            if (isSameFile(fd, fileOf(port)))
                QFile::remove(fileOf(port));
        } else if (const auto record = readRecord(fd, port)) {
            records << *record;
        }
        ::close(fd);
    }
    std::sort(records.begin(), records.end(), [](const auto &a, const auto &b) { return a.localPort < b.localPort; });
    return records;
}

Result<void> TunnelRegister::askToClose(quint16 localPort) const
{
    const QList<TunnelRecord> records = list();
    const bool isOpen = std::any_of(records.begin(), records.end(),
                                    [&](const TunnelRecord &record) { return record.localPort == localPort; });
    if (isOpen && QFile::remove(fileOf(localPort)))
        return {};
    return Error{ErrorCode::NotFound,
                 QCoreApplication::translate("trainyard::Tunnel",
                                             "No tunnel is open on port %1 of this computer. `yard tunnel list` lists all tunnels.")
                     .arg(localPort),
                 {}};
}

}  // namespace trainyard
