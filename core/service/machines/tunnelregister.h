// SPDX-License-Identifier: GPL-3.0-or-later
// The tunnels of all programs of this user on this computer: one small file each in a folder, locked by its owner for as long as the tunnel
// is open. The kernel releases the lock when the owner dies, so a file without a lock is stale and is removed. Removing a file asks its
// owner to close the tunnel. The files hold no secrets. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/remoteendpoint.h"

#include <QList>
#include <QString>

#include <memory>

namespace trainyard {

struct TunnelRecord {
    QString machine;
    RemoteEndpoint remote;
    quint16 localPort = 0;
    qint64 pid = 0;  // of the owning program

    QString localAddress() const { return QStringLiteral("127.0.0.1:%1").arg(localPort); }
};

class TunnelRegister {
public:
    explicit TunnelRegister(const QString &directory) : m_directory(directory) {}

    // The tunnel is listed as long as this object lives.
    class Entry {
    public:
        Entry(int fd, const QString &path) : m_fd(fd), m_path(path) {}
        ~Entry();
        Entry(const Entry &) = delete;
        Entry &operator=(const Entry &) = delete;
        bool isWanted() const;  // false: closing the tunnel was requested

    private:
        int m_fd;
        QString m_path;
    };
    // The owner listens on record.localPort, so no other living owner can have this file.
    Result<std::unique_ptr<Entry>> add(const TunnelRecord &record) const;

    QList<TunnelRecord> list() const;  // by local port
    // NotFound when no tunnel is open there.
    Result<void> askToClose(quint16 localPort) const;

private:
    QString fileOf(quint16 port) const;
    QString m_directory;
};

}  // namespace trainyard
