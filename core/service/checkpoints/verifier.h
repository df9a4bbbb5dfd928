// SPDX-License-Identifier: GPL-3.0-or-later
// Verifies one checkpoint in place. Blocking, worker threads.
//
// Quick: what an inspection finds, and sizes and times compared with the manifest, if there is one. Full: every checksum of the format,
// whether the numbers are finite, and SHA-256 compared with the manifest; on a machine its own programs do this, so that nothing is
// transferred.
#pragma once

#include "core/checkpoint/retention/manifest.h"
#include "core/checkpoint/retention/verification.h"
#include "core/service/checkpoints/checkpointfolder.h"

namespace trainyard {

struct VerifyOptions {
    bool isFull = false;
    bool mayTransfer = false;     // read here what the machine cannot check itself
    bool writesManifest = false;  // when everything is fine
};

struct CheckedCheckpoint {
    Checkpoint checkpoint;
    bool isFull = false;
    Verification verification;
    std::optional<Manifest> manifest;  // the one that it was compared with
    QList<FileComparison> files;       // with it
    bool isManifestWritten = false;
    QString tool;        // what read it: "here", "python3", "gzip"; empty: nothing did
    int withoutSum = 0;  // parts for which the format has no checksum
    qint64 transferredBytes = 0;
    qint64 untransferredBytes = 0;  // would have to be transferred to check what could not be checked there
};

// Where it is and how far it got: bytes of `total`.
using VerifyProgress = std::function<void(qint64 done, qint64 total)>;

Result<CheckedCheckpoint> verifyCheckpoint(CheckpointFolder &folder, const Checkpoint &checkpoint, const VerifyOptions &options,
                                           const VerifyProgress &progress = {}, std::stop_token stop = {});

}  // namespace trainyard
