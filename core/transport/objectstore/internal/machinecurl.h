// SPDX-License-Identifier: GPL-3.0-or-later
// A machine's own curl, told what to do over standard input, and the digests that the machine computes. Internal to
// core/transport/objectstore; blocking, any thread.
#pragma once

#include "core/transport/objectstore/objectstore.h"
#include "core/transport/ssh/sshconnection.h"

#include <QList>

namespace trainyard {

// Unsupported with a sentence for the person where curl or a program for digests is missing.
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

// Sends a part of a file to where `to` allows it.
Result<MachineAnswer> sendPart(SshConnection &connection, const MachinePart &part, const ObjectStore::Presigned &to, std::stop_token stop);
// Fetches this range of an object into the same place of a file, which exists. Unsupported when the server gives no parts.
Result<void> fetchPart(SshConnection &connection, const MachinePart &part, const ObjectStore::Presigned &from, std::stop_token stop);
// SHA-256 of what `from` gives, computed on the machine: 32 bytes.
Result<QByteArray> digestOf(SshConnection &connection, const ObjectStore::Presigned &from, std::stop_token stop);

// MD5 of each part, in order; SHA-256 besides where `hasSha256`.
Result<QList<PartDigests>> machineDigests(SshConnection &connection, const QString &path, qint64 partSize, int count, bool hasSha256,
                                          std::stop_token stop);

// Whether the trouble is of the moment, so that another try is worth while.
bool isWorthAnother(int status);

}  // namespace trainyard
