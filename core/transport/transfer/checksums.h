// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 of files on both sides, and what else the machine is asked to do with files. Blocking; worker threads.
#pragma once

#include "core/base/result.h"
#include "core/transport/ssh/sshconnection.h"
#include "core/transport/transfer/localfiles.h"

namespace trainyard {

using Digest = QByteArray;  // 32 bytes; empty = could not be told

// Of [from, to) of an open file; fewer bytes than that make an empty digest.
Digest localDigest(int fd, qint64 from, qint64 to, const std::stop_token &stop);

// Digests of whole files, in the order given; an empty list = the machine has no program for it. The connection's
// own troubles are errors. Gentle: at a low priority, for a machine that is training.
enum class Pace { Full, Gentle };
Result<QList<Digest>> remoteDigests(SshConnection &connection, const QList<QByteArray> &paths, QDeadlineTimer deadline,
                                    const std::stop_token &stop, Pace pace = Pace::Full);

// Digests of the first `count` blocks of `blockSize` bytes of one file. Empty: as above.
Result<QList<Digest>> remoteBlockDigests(SshConnection &connection, const QByteArray &path, qint64 blockSize, int count,
                                         QDeadlineTimer deadline, const std::stop_token &stop);

// Has the machine write to its disk what it was sent: the file system that `path` lies in. As far as possible: where
// there is no such program, or it does not end in time, the machine does so in its own.
void syncMachine(SshConnection &connection, const QByteArray &path, QDeadlineTimer deadline, const std::stop_token &stop);

}  // namespace trainyard
