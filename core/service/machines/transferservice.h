// SPDX-License-Identifier: GPL-3.0-or-later
// Files to and from machines: one queue, shared with other running programs through the database, and copies outside it that a command
// waits for. Main thread.
#pragma once

#include "core/model/ids.h"
#include "core/model/transfer.h"
#include "core/service/machines/servicecontext.h"

#include <functional>
#include <memory>

namespace trainyard {

class TransferQueue;

struct DirectTransfer {
    std::function<TransferProgress()> progress;  // any thread, also when it has ended
    QFuture<Result<TransferOutcome>> outcome;    // a lost connection is not an error: it is reconnected
};

class TransferService {
public:
    explicit TransferService(ServiceContext &context);
    ~TransferService();

    TransferQueue &queue();  // made at first use
    // Starts immediately, outside the queue; it is forgotten when this program ends. May ask questions. Copying the same files again
    // continues where it ended.
    DirectTransfer begin(const Machine &machine, const TransferSpec &spec, std::stop_token stop = {});
    void cancelAllOf(MachineId machineId);  // call before the machine is removed
    void stop();                            // ends the work; transfers continue at the next start

private:
    ServiceContext &m_context;
    std::unique_ptr<TransferQueue> m_queue;
};

}  // namespace trainyard
