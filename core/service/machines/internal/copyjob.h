// SPDX-License-Identifier: GPL-3.0-or-later
// One copy on its way, between this computer, a machine and an object store: what a TransferQueue runs. run() blocks, on a worker
// thread, once; everything else may be called from any thread. Nothing is lost by ending early: the next job for the same files
// goes on where this one was.
#pragma once

#include "core/model/objectstoreconfig.h"
#include "core/transport/transfer/transferjob.h"

#include <memory>

namespace trainyard {

class CopyJob {
public:
    virtual ~CopyJob() = default;

    virtual Result<TransferOutcome> run(std::stop_token stop) = 0;
    virtual TransferProgress progress() const = 0;
    virtual void setPaused(bool isPaused) = 0;
};

// Between this computer and a machine. With TransferSpec::isCheckpoint what marks a checkpoint as complete goes when all else is there.
std::unique_ptr<CopyJob> makeMachineCopy(const TransferSpec &spec, const TransferLinks &links);
// To a store (Upload) or from it; the other side is this computer, or with `links` the machine, which then moves the bytes by
// itself. What breaks for a while is tried again for as long as it takes. `stateFolder`: for what is half done.
std::unique_ptr<CopyJob> makeStoreCopy(const TransferSpec &spec, const ObjectStoreConfig &record, const std::optional<TransferLinks> &links,
                                       const QString &stateFolder);

}  // namespace trainyard
