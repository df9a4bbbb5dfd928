// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on many remote names at once over a FileChannel. Blocking; on the thread that uses the channel.
#pragma once

#include "core/transport/ssh/filechannel.h"
#include "core/transport/transfer/localfiles.h"

#include <optional>

namespace trainyard {

// Lists `top` without following links below it. Names that no honest server sends (with a slash, "..") are left out and noted in
// `others`. Ignore rules are applied by path only.
Result<FileTree> listRemoteTree(FileChannel &channel, const QByteArray &top, const IgnoreRules &excludes, const std::stop_token &stop);

// One per path, in the order given; nullopt if there is no regular file.
Result<QList<std::optional<TreeEntry>>> lookRemote(FileChannel &channel, const QList<QByteArray> &paths, const std::stop_token &stop);

// The folder and every level above it, parents first; for a file's path, the folders above it.
QList<QByteArray> foldersDownTo(const QByteArray &path, bool isFile);

// Parents first. Existing folders are fine.
Result<void> makeRemoteFolders(FileChannel &channel, const QList<QByteArray> &paths, const std::stop_token &stop);

// Sets permissions and times; children first. Best effort.
Result<void> finishRemoteEntries(FileChannel &channel, const QByteArray &top, const QList<TreeEntry> &entries, const std::stop_token &stop);

// Replaces an existing link.
Result<void> makeRemoteLinks(FileChannel &channel, const QByteArray &top, const QList<TreeEntry> &links, const std::stop_token &stop);

}  // namespace trainyard
