// SPDX-License-Identifier: GPL-3.0-or-later
// Copies a checkpoint between this computer and a machine, or from one machine to another through this computer. Compares by content, and
// copies the files that mark it as complete after everything else. Blocking, worker threads.
#pragma once

#include "core/transport/transfer/transferjob.h"

#include <functional>

namespace trainyard {

using BytesMoved = std::function<void(qint64 done, qint64 total)>;

// Uses the sides, the direction and `replaces` of `spec`. Corrupt: a file was removed meanwhile; nothing is then marked as complete.
Result<TransferOutcome> copyMarked(const TransferSpec &spec, const TransferLinks &links, const BytesMoved &moved, std::stop_token stop);

struct MachineRelay {
    TransferLinks from, to;
    QByteArray source, target;  // a file or a folder and its exact name on the other machine
    QString staging;            // a folder of this computer for this target alone; partial data is kept there until it has arrived
    bool replaces = false;
};
// The machines need not reach each other, and neither holds a key of the other. AlreadyExists: different content exists there, or another
// program is copying there at the moment. NoSpace: it does not fit on this computer in between.
Result<TransferOutcome> relay(const MachineRelay &relay, const BytesMoved &moved, std::stop_token stop);

}  // namespace trainyard
