// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 of files on both sides, and other file operations run on the machine. Blocking; worker threads.
#pragma once

#include "core/base/result.h"
#include "core/transport/ssh/sshconnection.h"
#include "core/transport/transfer/localfiles.h"

namespace trainyard {

using Digest = QByteArray;  // 32 bytes; empty = unknown

// Of [from, to) of an open file; the digest is empty if the range has fewer bytes than that.
Digest localDigest(int fd, qint64 from, qint64 to, const std::stop_token &stop);

// Digests of whole files, in the order given; an empty list = the machine has no program for it. Only the connection's own failures are
// errors. Gentle: at low priority, for a machine that is training.
enum class Pace { Full, Gentle };
Result<QList<Digest>> remoteDigests(SshConnection &connection, const QList<QByteArray> &paths, QDeadlineTimer deadline,
                                    const std::stop_token &stop, Pace pace = Pace::Full);

// Digests of the first `count` blocks of `blockSize` bytes of one file. Empty: as above.
Result<QList<Digest>> remoteBlockDigests(SshConnection &connection, const QByteArray &path, qint64 blockSize, int count,
                                         QDeadlineTimer deadline, const std::stop_token &stop);

// Makes the machine write what it received to disk: the file system of `path`. Best effort: if no such program exists or it does not
// finish in time, the machine writes on its own schedule.
void syncMachine(SshConnection &connection, const QByteArray &path, QDeadlineTimer deadline, const std::stop_token &stop);

}  // namespace trainyard
