// SPDX-License-Identifier: GPL-3.0-or-later
// Work with many remote names at once over a FileChannel. Blocking; the thread that uses the channel.
#pragma once

#include "core/transport/ssh/filechannel.h"
#include "core/transport/transfer/localfiles.h"

#include <optional>

namespace trainyard {

// What is at `top`, links not followed below it. Names that no honest server sends (with a slash, "..") are left out
// and noted among the others. Ignore rules are obeyed by path only.
Result<FileTree> listRemoteTree(FileChannel &channel, const QByteArray &top, const IgnoreRules &excludes, const std::stop_token &stop);

// One per path, in the order given; nothing where there is none or no regular file.
Result<QList<std::optional<TreeEntry>>> lookRemote(FileChannel &channel, const QList<QByteArray> &paths, const std::stop_token &stop);

// The folder and every level above it, parents first; of a file's path those that it lies in.
QList<QByteArray> foldersDownTo(const QByteArray &path, bool isFile);

// Parents first. What exists already is fine.
Result<void> makeRemoteFolders(FileChannel &channel, const QList<QByteArray> &paths, const std::stop_token &stop);

// Permissions and times; children first. As far as possible.
Result<void> finishRemoteEntries(FileChannel &channel, const QByteArray &top, const QList<TreeEntry> &entries, const std::stop_token &stop);

// Replaces what is there if that is a link.
Result<void> makeRemoteLinks(FileChannel &channel, const QByteArray &top, const QList<TreeEntry> &links, const std::stop_token &stop);

}  // namespace trainyard
