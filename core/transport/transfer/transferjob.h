// SPDX-License-Identifier: GPL-3.0-or-later
// One transfer from start to end: lists both sides, moves over as many connections as help, reconnects for ever,
// checks, and gives every file its name only when it is whole. Nothing is lost by ending early: what is there is
// found again, compared, and kept by the next job for the same files.
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

// How the machine is reached; called again whenever a connection is lost, on any worker thread.
struct TransferLinks {
    // The connection that everybody shares: lists, checks, small files.
    std::function<Result<std::shared_ptr<SshConnection>>(QDeadlineTimer, std::stop_token)> shared;
    // A further connection for bulk data only.
    std::function<Result<std::unique_ptr<FileChannel>>(QDeadlineTimer, std::stop_token)> own;
};

class TransferJob {
public:
    TransferJob(TransferSpec spec, TransferLinks links);
    ~TransferJob();
    TransferJob(const TransferJob &) = delete;
    TransferJob &operator=(const TransferJob &) = delete;

    // Once. Errors: what the first connection or a file says (NotFound, PermissionDenied, NoSpace, …), Corrupt when
    // the two sides differ in the end, Cancelled. A lost connection is no error: it is made again.
    Result<TransferOutcome> run(std::stop_token stop);

    TransferProgress progress() const;
    void setPaused(bool isPaused);  // connections stay

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
