// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/backend/sftprunfiles.h"

#include "core/transport/ssh/sftp.h"

#include <utility>

namespace trainyard {

namespace {

class SftpRunFiles : public RunFiles {
public:
    SftpRunFiles(std::shared_ptr<Sftp> sftp, QString directory) : m_sftp(std::move(sftp)), m_directory(std::move(directory)) {}

    Result<QList<RemoteFile>> list(QDeadlineTimer deadline, std::stop_token stop) override
    {
        return m_sftp->list(m_directory, deadline, stop);
    }

    Result<RemoteFile> stat(const QString &name, QDeadlineTimer deadline, std::stop_token stop) override
    {
        return m_sftp->stat(path(name), deadline, stop);
    }

    Result<QByteArray> read(const QString &name, qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop) override
    {
        return m_sftp->read(path(name), offset, length, deadline, stop);
    }

    Result<void> write(const QString &name, const QByteArray &content, QDeadlineTimer deadline, std::stop_token stop) override
    {
        return m_sftp->write(path(name), content, 0600, deadline, stop);
    }

private:
    QString path(const QString &name) const { return m_directory + u'/' + name; }

    const std::shared_ptr<Sftp> m_sftp;
    const QString m_directory;
};

}  // namespace

Result<std::unique_ptr<RunFiles>> sftpRunFiles(const QString &directory, SshConnection &connection, QDeadlineTimer deadline,
                                               std::stop_token stop)
{
    TRY(auto sftp, connection.sftp(deadline, stop));
    return Result<std::unique_ptr<RunFiles>>(std::make_unique<SftpRunFiles>(std::move(sftp), directory));
}

}  // namespace trainyard
