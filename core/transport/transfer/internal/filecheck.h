// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what is on both sides of a transfer is the same. Blocking. Internal to core/transport/transfer.
#pragma once

#include "core/transport/transfer/checksums.h"
#include "core/transport/transfer/internal/transferworker.h"

namespace trainyard {

enum class FileEquality { Different, Equal };

// By SHA-256 on both sides; where the machine has no program for that, uploads are read back and downloads compared
// by size. One answer per file.
Result<QList<FileEquality>> equalContent(SshConnection &connection, const TransferSides &sides, const QList<TreeEntry> &files,
                                         const std::stop_token &stop, TransferCheck *how = nullptr);

// The ranges of the first `size` bytes of a file's part that are as in its source; none where that cannot be told.
Result<QList<ByteRange>> equalRanges(SshConnection &connection, const TransferSides &sides, const TreeEntry &file, qint64 size,
                                     const std::stop_token &stop);

// A large file whose part is complete. None: it differed and is moved again.
Result<TransferCheck> checkAndPublish(SshConnection &connection, FileChannel &channel, const TransferSides &sides, WorkList &list,
                                      const WorkList::Work &work, const std::stop_token &stop);

std::optional<TreeEntry> currentLocal(const TransferSides &sides, const TreeEntry &file);

Error machineFullError(const Error &error);
Error thereAlreadyError(const TransferSides &sides, const QByteArray &path);
Error differsError(const TransferSides &sides, const TreeEntry &file);
// Of a file of the machine that ends too early and has not changed meanwhile.
Error shorterError(const TransferSides &sides, const TreeEntry &file);

// Whether a link at `path` with this text leads to somewhere below the top.
bool staysInside(const QByteArray &path, const QByteArray &target);

}  // namespace trainyard
