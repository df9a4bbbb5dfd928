// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be copied for one checkpoint to be somewhere else, as transfers for the queue. Pure.
#pragma once

#include "core/model/transfer.h"
#include "core/service/runs/checkpointscan.h"

namespace trainyard {

struct CheckpointTransfers {
    MachineId machineId;  // whose queue it is; 0: between this computer and a store
    QString store;        // then the store's name
    QList<TransferSpec> specs;
};

// A folder goes as one, else each of its files. Unsupported: from store to store, from machine to machine, or to where it is.
Result<CheckpointTransfers> transfersFor(const FoundCheckpoint &found, const Location &target);

}  // namespace trainyard
