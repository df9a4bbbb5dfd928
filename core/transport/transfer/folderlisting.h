// SPDX-License-Identifier: GPL-3.0-or-later
// Names, sizes and times of the files below a folder, for finding checkpoints there. Links are not followed; folders whose name begins
// with a dot are left out, and so is everything that is not a regular file. Blocking; any thread.
#pragma once

#include "core/checkpoint/format/checkpoint.h"
#include "core/transport/ssh/sshconnection.h"

#include <stop_token>

namespace trainyard {

struct FolderListing {
    QList<CheckpointFile> files;  // names relative to the folder
    QStringList unreadable;       // folders below it that cannot be listed
    qint64 now = 0;               // seconds since 1970 by the clock that produced the times
};

// The deepest known layout is step/item/ocdbt.process_0/d/file.
constexpr int kDeepestListed = 6;
constexpr qint64 kMaxListedBytes = 64 * 1024 * 1024;
constexpr qsizetype kMaxListedFiles = 1'000'000;

// One command (GNU find) answers for thousands of folders at once; without it, each folder is listed separately. To read files there as
// well, use openRemoteFolder() (core/transport/transfer/folderreader.h). NotFound: the folder does not exist. Unsupported: more than a
// million files or 64 MiB of names.
Result<FolderListing> listRemoteFolder(SshConnection &connection, const QString &folder, std::stop_token stop = {});
Result<FolderListing> listLocalFolder(const QString &folder, std::stop_token stop = {});

// Parses the output of find. Names that are not UTF-8 are left out, because they could not be requested again.
Result<FolderListing> parseFolderListing(const QByteArray &printed);
Error tooManyFilesError(const QString &folder);
Error noFolderError(const QString &folder);

}  // namespace trainyard
