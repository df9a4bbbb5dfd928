// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint that lies somewhere else than where its run goes on, and the way it gets there: straight from an object store,
// else through this computer, file by file with SHA-256, under a hidden name until all of it is there and was judged whole.
// Blocking; worker threads.
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
// NotFound, and what the store says. `pattern`: of the run's checkpoints.
Result<NamedCheckpoint> lookAtNamed(const Location &origin, const QString &pattern, const Paths &paths, std::stop_token stop);

struct CopyTarget {
    SshConnection &connection;
    TransferLinks links, fromLinks;  // of the target, and of the machine it lies on, if it is one
    QString machineName;
    QString folder;  // its checkpoint folder, absolute
    QString pattern;
    QString lineage;  // one copy of a run at a time
};

// Fine when the same is there already. AlreadyExists: something else has its name, or another program copies it just now.
// NoSpace before anything is moved, where it is known. NotFound: it was removed meanwhile. Corrupt: what arrived is not whole.
// Cancelled, and what was lost on the way, keeps what is there for the next try. `report` comes at most once a second.
Result<void> bringCheckpoint(const CheckpointCopy &copy, const CopyTarget &to, const Paths &paths,
                             const std::function<void(const QString &)> &report, std::stop_token stop);

}  // namespace trainyard
