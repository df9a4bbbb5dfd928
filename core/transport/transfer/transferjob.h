// SPDX-License-Identifier: GPL-3.0-or-later
// One transfer from start to end: lists both sides, moves files over as many connections as help, reconnects without limit, checks, and
// gives each file its name only when it is whole. Ending early loses nothing: the next job for the same files finds the existing data,
// compares it, and keeps it.
//
// run() blocks, on a worker thread; everything else may be called from any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/transfer.h"
#include "core/transport/ssh/filechannel.h"
#include "core/transport/ssh/sshconnection.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard {

// How to reach the machine; called again whenever a connection is lost, on any worker thread.
struct TransferLinks {
    // The shared connection: for listings, checks and small files.
    std::function<Result<std::shared_ptr<SshConnection>>(QDeadlineTimer, std::stop_token)> shared;
    // Another connection for bulk data only.
    std::function<Result<std::unique_ptr<FileChannel>>(QDeadlineTimer, std::stop_token)> own;
};

class TransferJob {
public:
    TransferJob(TransferSpec spec, TransferLinks links);
    ~TransferJob();
    TransferJob(const TransferJob &) = delete;
    TransferJob &operator=(const TransferJob &) = delete;

    // Call once. Errors: those of the first connection or of a file (NotFound, PermissionDenied, NoSpace, …), Corrupt if the two sides
    // differ in the end, Cancelled. A lost connection is not an error; it is re-established.
    Result<TransferOutcome> run(std::stop_token stop);

    TransferProgress progress() const;
    void setPaused(bool isPaused);  // connections stay open

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
