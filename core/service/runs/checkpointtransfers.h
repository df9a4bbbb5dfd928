// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be copied to bring one checkpoint somewhere else, as transfers for the queue. Pure.
#pragma once

#include "core/model/transfer.h"
#include "core/service/runs/checkpointscan.h"

namespace trainyard {

struct CheckpointTransfers {
    MachineId machineId;  // whose queue to use; 0: between this computer and a store
    QString store;        // then the store's name
    QList<TransferSpec> specs;
};

// A folder is one transfer, otherwise each file is one. Unsupported: from store to store, from machine to machine, or to where it already
// is.
Result<CheckpointTransfers> transfersFor(const FoundCheckpoint &found, const Location &target);

}  // namespace trainyard
