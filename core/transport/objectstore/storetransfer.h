// SPDX-License-Identifier: GPL-3.0-or-later
// One file to or from an object store: in parts, several at a time, resumed after anything, and done only when what is there is what
// was meant. Blocking, worker threads.
//
// Upload: the SHA-256 of the whole is computed first and kept beside the object; each part goes with its own digest, which the store
// compares before it keeps the part. Download: into a file of another name beside the target, which gets the target's name
// only when its SHA-256 is the one that is told of the object, or its MD5 where the store tells that. What was moved before
// a break is remembered in a small file in `stateFolder`, and kept by the next try for the same file in the same state.
#pragma once

#include "core/transport/objectstore/objectstore.h"

#include <functional>

namespace trainyard {

struct StoreFileSpec {
    QString file;  // on this computer
    QString key;
    QString stateFolder;
    bool readsBack = false;  // of an upload: the whole object is read again and compared
    qint64 partSize = 0;     // at least 5 MiB; 0: as fits the size
};

enum class StoreCheck {
    None,
    Size,      // there was nothing else to compare with
    Md5,       // what the store tells as its MD5
    Sha256,    // the digest that is kept beside the object; parts were checked by the store on their way in
    ReadBack,  // all of it was read again
};

struct StoreFileOutcome {
    qint64 bytes = 0;
    qint64 bytesKept = 0;  // of these: there from an earlier try
    QByteArray sha256;
    StoreCheck check = StoreCheck::None;
};

using StoreMoved = std::function<void(qint64 done, qint64 total)>;

// Errors beside those of the store: NotFound, PermissionDenied, NoSpace, Io of the file; Corrupt when it changed meanwhile or when
// what arrived is not what was sent, and then nothing is left under the target's name.
Result<StoreFileOutcome> uploadFile(ObjectStore &store, const StoreFileSpec &spec, const StoreMoved &moved, std::stop_token stop);
Result<StoreFileOutcome> downloadFile(ObjectStore &store, const StoreFileSpec &spec, const StoreMoved &moved, std::stop_token stop);

// Equal parts, and few enough for every store (10 000).
qint64 partSizeFor(qint64 size);

}  // namespace trainyard
