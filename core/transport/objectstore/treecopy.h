// SPDX-License-Identifier: GPL-3.0-or-later
// Copies files and folders between an object store and this computer, a machine or another store. Files that mark a checkpoint as
// complete are copied last, and different content is overwritten only on request. Blocking, worker threads.
//
// Between a store and a machine the bytes go directly: the machine's own curl sends and fetches parts with addresses that allow this one
// operation for an hour and are passed over standard input. No key is ever stored there, and nothing shows in its process list. From
// store to store the bytes pass through this computer's memory, a few parts at a time. A copy counts only if its SHA-256 equals the one
// computed at its source.
#pragma once

#include "core/base/result.h"
#include "core/model/transfer.h"
#include "core/transport/objectstore/storetransfer.h"

#include <QStringList>

#include <functional>

namespace trainyard {

class SshConnection;

struct TreeCopySpec {
    QString path;  // on this computer or on the machine: a file or a folder; for copyTree(), its key in the source store
    QString key;   // of a file, or of a folder without its slash; empty: the whole bucket
    QString stateFolder;
    bool replaces = false;   // different content on the other side is overwritten
    bool readsBack = false;  // of uploads from this computer; those from machines are always read back
    qint64 partSize = 0;     // see StoreFileSpec
};

struct TreeCopyOutcome {
    int files = 0;                        // copied
    int unchanged = 0;                    // already there, with the same SHA-256
    qint64 bytes = 0;                     // of the copied files
    qint64 bytesKept = 0;                 // part of these: there from an earlier try
    StoreCheck check = StoreCheck::None;  // the weakest of all files
    QStringList leftOut;                  // links, devices, and names that cannot be represented or would lead out of the folder
};

using TreeMoved = std::function<void(const CopyProgress &)>;

// The same as the outcome of a transfer between this computer and a machine.
TransferOutcome transferOutcomeOf(const TreeCopyOutcome &outcome);

// AlreadyExists: different content exists there. Corrupt: a file is not what it was; it then does not exist under its name. Otherwise the
// errors of storetransfer.h and of the connection.
Result<TreeCopyOutcome> pushTree(ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop);
Result<TreeCopyOutcome> pullTree(ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop);
// Unsupported if the machine has no curl or no program that computes digests.
Result<TreeCopyOutcome> pushTreeFrom(SshConnection &connection, ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved,
                                     std::stop_token stop);
Result<TreeCopyOutcome> pullTreeTo(SshConnection &connection, ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved,
                                   std::stop_token stop);
// Both may be the same bucket, but not the same ObjectStore. Objects for which `from` reports no SHA-256 are read twice.
Result<TreeCopyOutcome> copyTree(ObjectStore &from, ObjectStore &to, const TreeCopySpec &spec, const TreeMoved &moved,
                                 std::stop_token stop);

}  // namespace trainyard
