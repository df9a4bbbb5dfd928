// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/sftp.h"

#include "core/transport/ssh/filechannel.h"

#include <QCoreApplication>

namespace trainyard {

Result<QByteArray> RemoteReader::read(qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop)
{
    if (offset < 0 || length < 0)
        return Error{
            ErrorCode::InvalidInput, QCoreApplication::translate("trainyard::Ssh", "A file cannot be read at a negative position."), {}};
    return readRange(offset, length, deadline, std::move(stop));
}

std::unique_ptr<FileChannel> Sftp::channel() { return nullptr; }

Result<QByteArray> Sftp::read(const QString &path, qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop)
{
    const auto reader = open(path, deadline, stop);
    return reader ? (*reader)->read(offset, length, deadline, stop) : reader.error();
}

}  // namespace trainyard
