// SPDX-License-Identifier: GPL-3.0-or-later
// Sftp over one channel of a session. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/internal/sftplink.h"
#include "core/transport/ssh/internal/sftptransfer.h"
#include "core/transport/ssh/sftp.h"

namespace trainyard {

class SftpClient : public Sftp {
public:
    explicit SftpClient(std::shared_ptr<SessionLoop> loop);

    Result<void> waitReady(QDeadlineTimer deadline, const std::stop_token &stop);
    bool isOver() const { return m_link->isOver(); }

    std::unique_ptr<FileChannel> channel() override;
    Result<RemoteFile> stat(const QString &path, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<QList<RemoteFile>> list(const QString &directory, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> makePath(const QString &directory, int mode, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> remove(const QString &file, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> rename(const QString &from, const QString &to, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<QString> realPath(const QString &path, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<std::unique_ptr<RemoteReader>> open(const QString &path, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> write(const QString &path, const QByteArray &content, int mode, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> writeFrom(const QString &path, qint64 size, const Source &source, int mode, QDeadlineTimer deadline,
                           std::stop_token stop) override;

private:
    Result<QByteArray> openFile(SftpExchange &exchange, const QString &path, quint32 flags, int mode);
    Result<void> renameOver(SftpExchange &exchange, const QString &from, const QString &to);
    Result<void> fillTemporary(const QString &temporary, qint64 size, const Source &source, int mode, QDeadlineTimer deadline,
                               const std::stop_token &stop);
    Error explained(const Error &error, const QString &path);

    const std::shared_ptr<SessionLoop> m_loop;  // keeps the session while files are in use
    const std::shared_ptr<SftpLink> m_link;
};

}  // namespace trainyard
