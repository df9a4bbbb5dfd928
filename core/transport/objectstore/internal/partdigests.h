// SPDX-License-Identifier: GPL-3.0-or-later
// Digests of a file in one pass: of the whole and of each of its parts. Internal to core/transport/objectstore; blocking, any thread.
#pragma once

#include "core/transport/objectstore/storedialect.h"

#include <QList>
#include <QString>

#include <stop_token>

namespace trainyard {

struct FileDigests {
    qint64 size = 0;
    qint64 modified = 0;     // nanoseconds since 1970
    QByteArray sha256, md5;  // of the whole; MD5 only if requested
    QList<PartDigests> parts;
};

struct DigestOptions {
    qint64 partSize = 0;  // 0: no parts
    bool hasPartMd5 = false, hasWholeMd5 = false;
};

// NotFound, PermissionDenied, Io; InvalidInput if it is not a regular file; Corrupt if it changed meanwhile; Cancelled.
Result<FileDigests> digestFile(const QString &file, const DigestOptions &options, std::stop_token stop);

// Whether the file is unchanged since its digests were computed.
bool isStill(const QString &file, const FileDigests &digests);

}  // namespace trainyard
