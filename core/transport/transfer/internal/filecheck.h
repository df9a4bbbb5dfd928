// SPDX-License-Identifier: GPL-3.0-or-later
// Whether both sides of a transfer have the same content. Blocking. Internal to core/transport/transfer.
#pragma once

#include "core/transport/transfer/checksums.h"
#include "core/transport/transfer/internal/transferworker.h"

namespace trainyard {

enum class FileEquality { Different, Equal };

// Compares by SHA-256 on both sides; if the machine has no program for that, uploads are read back and downloads are compared by size.
// One answer per file.
Result<QList<FileEquality>> equalContent(SshConnection &connection, const TransferSides &sides, const QList<TreeEntry> &files,
                                         const std::stop_token &stop, TransferCheck *how = nullptr);

// The ranges of the first `size` bytes of a file's part that equal its source; empty if that cannot be determined.
Result<QList<ByteRange>> equalRanges(SshConnection &connection, const TransferSides &sides, const TreeEntry &file, qint64 size,
                                     const std::stop_token &stop);

// Checks and renames a large file whose part is complete. None: it differed and is moved again.
Result<TransferCheck> checkAndPublish(SshConnection &connection, FileChannel &channel, const TransferSides &sides, WorkList &list,
                                      const WorkList::Work &work, const std::stop_token &stop);

std::optional<TreeEntry> currentLocal(const TransferSides &sides, const TreeEntry &file);

Error machineFullError(const Error &error);
Error thereAlreadyError(const TransferSides &sides, const QByteArray &path);
Error differsError(const TransferSides &sides, const TreeEntry &file);
// The error for a file of the machine that is too short and has not changed meanwhile.
Error shorterError(const TransferSides &sides, const TreeEntry &file);

// Whether a link at `path` with this text leads to a place below the top.
bool staysInside(const QByteArray &path, const QByteArray &target);

}  // namespace trainyard
