// SPDX-License-Identifier: GPL-3.0-or-later
// Which checkpoints programs of this computer are about to resume from, until the resumed run is recorded: no program removes one of them
// meanwhile. A use is a file in `copies/uses`, locked as long as it lasts, so it ends with its program however that ends. Blocking; any
// thread.
#pragma once

#include "core/base/filelock.h"
#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/model/location.h"
#include "core/transport/transfer/localfiles.h"

#include <QStringList>

#include <memory>
#include <stop_token>
#include <vector>

namespace trainyard {

class CheckpointLock {
public:
    // `checkpoint` has an absolute path. Code that removes checkpoints holds the guard around each removal: what is still there after
    // begin() stays.
    static Result<std::unique_ptr<CheckpointLock>> begin(const Paths &paths, const Location &checkpoint, std::stop_token stop = {});
    ~CheckpointLock();
    CheckpointLock(const CheckpointLock &) = delete;
    CheckpointLock &operator=(const CheckpointLock &) = delete;

private:
    CheckpointLock(QString file, int descriptor) : m_file(std::move(file)), m_lock(descriptor) {}
    const QString m_file;
    const LocalFd m_lock;
};
using CheckpointUses = std::vector<std::unique_ptr<CheckpointLock>>;

// Held by one program at a time: no use can begin while it is held.
Result<std::shared_ptr<FileLock>> guardUses(const Paths &paths, std::stop_token stop = {});

// What is in use in `folder`, relative to it; a prefix in use is included as a prefix. The path is absolute. Empty for a bucket.
Result<QStringList> usedIn(const Paths &paths, const Location &folder);

}  // namespace trainyard
