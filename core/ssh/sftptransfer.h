// File content over an SFTP handle, many requests in flight at once. Internal to core/ssh.
#pragma once

#include "core/ssh/sftplink.h"

#include <functional>

namespace trainyard {

// Bytes at an offset, in any order. An error ends the transfer.
using SftpSink = std::function<Result<void>(qint64 offset, const QByteArray &bytes)>;
// Up to `limit` bytes at an offset, empty at the end. Offsets ascend without gaps.
using SftpSource = std::function<Result<QByteArray>(qint64 offset, qsizetype limit)>;
using SftpDone = std::function<void(qint64 done, qint64 total)>;

// Reads [offset, offset + length) or up to the end of the file; returns how many bytes there were from
// `offset` on, without holes (what the sink got beyond that is to be cut off). `done` may be empty.
Result<qint64> sftpRead(SftpExchange &exchange, const QByteArray &handle, const QString &path, qint64 offset,
                        qint64 length, const SftpSink &sink, const SftpDone &done);

// Writes everything the source has, from offset 0.
Result<void> sftpWrite(SftpExchange &exchange, const QByteArray &handle, const QString &path,
                       const SftpSource &source, const SftpDone &done);

}  // namespace trainyard
