// SPDX-License-Identifier: GPL-3.0-or-later
// One copy in progress, between this computer, a machine and an object store: what a TransferQueue runs. run() blocks, on a worker thread,
// once; everything else may be called from any thread. Ending early loses nothing: the next job for the same files continues from there.
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

// Between this computer and a machine. With TransferSpec::isCheckpoint, what marks a checkpoint as complete is sent after everything else.
std::unique_ptr<CopyJob> makeMachineCopy(const TransferSpec &spec, const TransferLinks &links);
// To a store (Upload) or from it. The other side is this computer or, with `links`, the machine, which then moves the bytes itself.
// Temporary failures are retried for as long as it takes. `stateFolder`: for unfinished work.
std::unique_ptr<CopyJob> makeStoreCopy(const TransferSpec &spec, const ObjectStoreConfig &record, const std::optional<TransferLinks> &links,
                                       const QString &stateFolder);

}  // namespace trainyard
