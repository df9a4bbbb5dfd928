// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint that is stored somewhere other than where its run continues, and how it gets there: directly from an object store, otherwise
// through this computer, file by file with SHA-256, under a hidden name until all of it has arrived and was judged whole. Blocking; worker
// threads.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/checkpoint/format/inspection.h"
#include "core/model/location.h"
#include "core/transport/ssh/sshconnection.h"
#include "core/transport/transfer/transferjob.h"

#include <functional>
#include <stop_token>

namespace trainyard {

struct CheckpointCopy {
    Location folder;  // what the files' names are relative to; in a bucket it ends with a slash, or is the bucket
    QString from;     // for a person: "lab", "s3://bucket", "this computer"
    Checkpoint checkpoint;
};

// A checkpoint that the user names: in a bucket or on this computer.
struct NamedCheckpoint {
    CheckpointCopy copy;
    std::optional<Inspection> inspection;
};
// NotFound, and the store's errors. `pattern`: of the run's checkpoints.
Result<NamedCheckpoint> lookAtNamed(const Location &origin, const QString &pattern, const Paths &paths, std::stop_token stop);

struct CopyTarget {
    SshConnection &connection;
    TransferLinks links, fromLinks;  // of the target, and of the machine that has it, if any
    QString machineName;
    QString folder;  // its checkpoint folder, absolute
    QString pattern;
    QString lineage;  // one copy of a run at a time
};

// Succeeds when the same checkpoint is already there. AlreadyExists: something else has its name, or another program is copying it. NoSpace
// before anything is moved, where that is known. NotFound: it was removed meanwhile. Corrupt: what arrived is not whole. After Cancelled or
// a lost connection, what has arrived stays for the next try. `report` is called at most once a second.
Result<void> bringCheckpoint(const CheckpointCopy &copy, const CopyTarget &to, const Paths &paths,
                             const std::function<void(const QString &)> &report, std::stop_token stop);

}  // namespace trainyard
