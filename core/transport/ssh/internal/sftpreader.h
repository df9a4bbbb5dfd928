// SPDX-License-Identifier: GPL-3.0-or-later
// A file held open over SFTP. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/internal/sftplink.h"
#include "core/transport/ssh/sftp.h"

namespace trainyard {

class SftpReader : public RemoteReader {
public:
    SftpReader(std::shared_ptr<SessionLoop> loop, std::shared_ptr<SftpLink> link, QByteArray handle, QString path);
    ~SftpReader() override;
    SftpReader(const SftpReader &) = delete;
    SftpReader &operator=(const SftpReader &) = delete;

protected:
    Result<QByteArray> readRange(qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop) override;

private:
    const std::shared_ptr<SessionLoop> m_loop;  // keeps the session while the file is in use
    const std::shared_ptr<SftpLink> m_link;
    const QByteArray m_handle;
    const QString m_path;
};

}  // namespace trainyard
