// SPDX-License-Identifier: GPL-3.0-or-later
// Files and folders between an object store and this computer, a machine or another store. What marks a checkpoint as complete goes last, and nothing
// that is something else is written over unless that was asked for. Blocking, worker threads.
//
// Between a store and a machine the bytes go directly: the machine's own curl sends and fetches parts by addresses that allow
// this one thing for an hour, told over standard input; no key ever lies there, and nothing is seen in its list of processes.
// From store to store they pass through the memory of this computer, a few parts at a time.
// What is there afterwards counts only when its SHA-256 is the one that was computed at its source.
#pragma once

#include "core/base/result.h"
#include "core/model/transfer.h"
#include "core/transport/objectstore/storetransfer.h"

#include <QStringList>

#include <functional>

namespace trainyard {

class SshConnection;

struct TreeCopySpec {
    QString path;  // on this computer or on the machine: a file or a folder; its key in the store that is copied from
    QString key;   // of a file, or of a folder without its slash; empty: the whole bucket
    QString stateFolder;
    bool replaces = false;   // what is something else on the other side is written over
    bool readsBack = false;  // of uploads from this computer; those from machines are always read back
    qint64 partSize = 0;     // see StoreFileSpec
};

struct TreeCopyOutcome {
    int files = 0;                        // copied
    int unchanged = 0;                    // were there already, with the same SHA-256
    qint64 bytes = 0;                     // of the copied files
    qint64 bytesKept = 0;                 // of these: from an earlier try
    StoreCheck check = StoreCheck::None;  // the weakest of all files
    QStringList leftOut;                  // links, devices, names that cannot be told or would lead out of the folder
};

using TreeMoved = std::function<void(const CopyProgress &)>;

// The same as of a transfer between this computer and a machine.
TransferOutcome transferOutcomeOf(const TreeCopyOutcome &outcome);

// AlreadyExists: something else is there. Corrupt: a file is not what it was; it is not there under its name then. Otherwise
// as storetransfer.h, and the connection's.
Result<TreeCopyOutcome> pushTree(ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop);
Result<TreeCopyOutcome> pullTree(ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop);
// Unsupported where the machine has no curl or nothing that computes digests.
Result<TreeCopyOutcome> pushTreeFrom(SshConnection &connection, ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved,
                                     std::stop_token stop);
Result<TreeCopyOutcome> pullTreeTo(SshConnection &connection, ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved,
                                   std::stop_token stop);
// Both may be the same bucket, but not the same ObjectStore. What `from` tells no SHA-256 of is read twice.
Result<TreeCopyOutcome> copyTree(ObjectStore &from, ObjectStore &to, const TreeCopySpec &spec, const TreeMoved &moved,
                                 std::stop_token stop);

}  // namespace trainyard
