// SPDX-License-Identifier: GPL-3.0-or-later
// Moves one file to or from an object store: in parallel parts, resumable after any interruption, and done only when the result is what
// was meant. Blocking, worker threads.
//
// Upload: the SHA-256 of the whole file is computed first and stored with the object. Each part is sent with its own digest, which the
// store compares before it accepts the part. Download: into a file of another name beside the target, which gets the target's name only
// if its SHA-256 matches the one stored with the object, or its MD5 if the store reports one. Progress is recorded in a small file in
// `stateFolder` and reused by the next try for the same file in the same state.
#pragma once

#include "core/transport/objectstore/objectstore.h"

#include <functional>

namespace trainyard {

struct StoreFileSpec {
    QString file;  // on this computer
    QString key;
    QString stateFolder;
    bool readsBack = false;  // for uploads: the whole object is read again and compared
    qint64 partSize = 0;     // at least 5 MiB; 0: chosen by size
};

enum class StoreCheck {
    None,
    Size,      // there was nothing else to compare with
    Md5,       // the MD5 that the store reports
    Sha256,    // the digest stored with the object; parts were checked by the store on upload
    ReadBack,  // all of it was read back
};

struct StoreFileOutcome {
    qint64 bytes = 0;
    qint64 bytesKept = 0;  // part of these: there from an earlier try
    QByteArray sha256;
    StoreCheck check = StoreCheck::None;
};

using StoreMoved = std::function<void(qint64 done, qint64 total)>;

// Errors in addition to those of the store: NotFound, PermissionDenied, NoSpace, Io for the file; Corrupt if it changed meanwhile or if
// what arrived is not what was sent. In that case nothing is left under the target's name.
Result<StoreFileOutcome> uploadFile(ObjectStore &store, const StoreFileSpec &spec, const StoreMoved &moved, std::stop_token stop);
Result<StoreFileOutcome> downloadFile(ObjectStore &store, const StoreFileSpec &spec, const StoreMoved &moved, std::stop_token stop);

// Equal parts, few enough for every store (10 000).
qint64 partSizeFor(qint64 size);

}  // namespace trainyard
