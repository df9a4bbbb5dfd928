// SPDX-License-Identifier: GPL-3.0-or-later
// Verifies one checkpoint where it lies. Blocking, worker threads.
//
// Quick: what a look inside says, and sizes and times beside the manifest, where there is one. Full: every checksum of the
// format, whether the numbers are finite, and SHA-256 beside the manifest; on a machine by its own programs, so that
// nothing is moved.
#pragma once

#include "core/checkpoint/retention/manifest.h"
#include "core/checkpoint/retention/verification.h"
#include "core/service/checkpoints/checkpointfolder.h"

namespace trainyard {

struct VerifyOptions {
    bool isFull = false;
    bool mayTransfer = false;     // read here what the machine cannot check there
    bool writesManifest = false;  // when all is well
};

struct CheckedCheckpoint {
    Checkpoint checkpoint;
    bool isFull = false;
    Verification verification;
    std::optional<Manifest> manifest;  // the one that it was compared with
    QList<FileComparison> files;       // with it
    bool isManifestWritten = false;
    QString tool;        // what read it: "here", "python3", "gzip"; empty: nothing did
    int withoutSum = 0;  // parts of which the format has no checksum
    qint64 transferredBytes = 0;
    qint64 untransferredBytes = 0;  // what would have to be, for what could not be checked there
};

// Where it is and how far: bytes of `total`.
using VerifyProgress = std::function<void(qint64 done, qint64 total)>;

Result<CheckedCheckpoint> verifyCheckpoint(CheckpointFolder &folder, const Checkpoint &checkpoint, const VerifyOptions &options,
                                           const VerifyProgress &progress = {}, std::stop_token stop = {});

}  // namespace trainyard
