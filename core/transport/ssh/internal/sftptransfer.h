// SPDX-License-Identifier: GPL-3.0-or-later
// File content over an SFTP handle, many requests in flight at once. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/internal/sftplink.h"
#include "core/transport/ssh/sftp.h"

#include <functional>

namespace trainyard {

// Bytes at an offset, in any order. An error ends the transfer.
using SftpSink = std::function<Result<void>(qint64 offset, const QByteArray &bytes)>;

// Reads [offset, offset + length) or up to the end of the file. Returns the number of bytes from `offset` on that have no gaps; the
// caller should cut off what the sink received beyond that.
Result<qint64> sftpRead(SftpExchange &exchange, const QByteArray &handle, const QString &path, qint64 offset, qint64 length,
                        const SftpSink &sink);

// Writes `size` bytes of the source, from offset 0.
Result<void> sftpWrite(SftpExchange &exchange, const QByteArray &handle, const QString &path, qint64 size, const Sftp::Source &source);

}  // namespace trainyard
