// SPDX-License-Identifier: GPL-3.0-or-later
// Controls a machine's own curl over standard input, and has the machine compute digests. Internal to core/transport/objectstore;
// blocking, any thread.
#pragma once

#include "core/transport/objectstore/objectstore.h"
#include "core/transport/ssh/sshconnection.h"

#include <QList>

namespace trainyard {

// Unsupported, with a sentence for the person, if curl or a program for digests is missing.
Result<void> checkMachine(SshConnection &connection, std::stop_token stop);

struct MachinePart {
    QString path;       // on the machine
    qint64 offset = 0;  // a multiple of a MiB
    qint64 length = 0;
};

struct MachineAnswer {
    int status = 0;                         // of HTTP
    QHash<QByteArray, QByteArray> headers;  // by name in lower case
    QByteArray body;                        // its beginning
};

// Sends a part of a file to the address `to`.
Result<MachineAnswer> sendPart(SshConnection &connection, const MachinePart &part, const ObjectStore::Presigned &to, std::stop_token stop);
// Fetches this range of an object into the same range of an existing file. Unsupported if the server does not support ranges.
Result<void> fetchPart(SshConnection &connection, const MachinePart &part, const ObjectStore::Presigned &from, std::stop_token stop);
// SHA-256 of the content at `from`, computed on the machine: 32 bytes.
Result<QByteArray> digestOf(SshConnection &connection, const ObjectStore::Presigned &from, std::stop_token stop);

// MD5 of each part, in order; also SHA-256 if `hasSha256`.
Result<QList<PartDigests>> machineDigests(SshConnection &connection, const QString &path, qint64 partSize, int count, bool hasSha256,
                                          std::stop_token stop);

// Whether the failure is temporary, so that a retry is worthwhile.
bool isWorthAnother(int status);

}  // namespace trainyard
