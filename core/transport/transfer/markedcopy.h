// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint between this computer and a machine, or from one machine to another through this computer: compared by content, and
// what marks it as complete comes when everything else is there. Blocking, worker threads.
#pragma once

#include "core/transport/transfer/transferjob.h"

#include <functional>

namespace trainyard {

using BytesMoved = std::function<void(qint64 done, qint64 total)>;

// Of `spec` the sides, the direction and `replaces` count. Corrupt: a file was removed meanwhile, and then nothing is marked as complete.
Result<TransferOutcome> copyMarked(const TransferSpec &spec, const TransferLinks &links, const BytesMoved &moved, std::stop_token stop);

struct MachineRelay {
    TransferLinks from, to;
    QByteArray source, target;  // a file or a folder and its exact name on the other machine
    QString staging;            // a folder of this computer for this target alone: what was begun is kept there until it has arrived
    bool replaces = false;
};
// Neither machine needs to reach the other, and no key of one lies on the other. AlreadyExists: something else is there, or another
// program copies there just now. NoSpace: it does not fit on this computer in between.
Result<TransferOutcome> relay(const MachineRelay &relay, const BytesMoved &moved, std::stop_token stop);

}  // namespace trainyard
