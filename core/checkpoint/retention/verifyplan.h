// SPDX-License-Identifier: GPL-3.0-or-later
// Derives from an inspection what a full verification has to read: the records of zip files (PyTorch, NumPy, Keras) with their CRC-32,
// tensors at known places, and everything else once. Pure; reads directories and local headers, not data.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/retention/verification.h"

#include <QHash>

namespace trainyard {

struct TensorPlace {
    QString file;
    qint64 offset = 0, length = 0;  // of all its data, with contiguous elements
};

struct VerificationPlan {
    std::vector<RangeTask> tasks;         // by file, then offset
    QList<VerificationFinding> findings;  // found in the directories already
    QHash<QString, TensorPlace> places;   // of tensors, by name, if known and not compressed
    int withoutSum = 0;                   // records whose checksum was not computed, and files that have none
    qint64 bytes() const { return bytesOf(tasks); }
};

// Errors come from the source's connection; a problem with a file is a finding.
Result<VerificationPlan> planVerification(const Checkpoint &checkpoint, const Inspection &inspection, FileSource &source);

}  // namespace trainyard
