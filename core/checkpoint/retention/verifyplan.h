// SPDX-License-Identifier: GPL-3.0-or-later
// From what a look inside says to what a full look has to read: the records of zip files (PyTorch, NumPy, Keras) with
// their CRC-32, tensors that lie at known places, and all else once through. Pure; reads directories and local headers, not
// data.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/retention/verification.h"

#include <QHash>

namespace trainyard {

struct TensorPlace {
    QString file;
    qint64 offset = 0, length = 0;  // of all of its data, elements one behind the other
};

struct VerificationPlan {
    std::vector<RangeTask> tasks;         // by file, then offset
    QList<VerificationFinding> findings;  // what the directories say already
    QHash<QString, TensorPlace> places;   // of tensors, by name, where they can be told and are not packed
    int withoutSum = 0;                   // records that say that theirs was not computed, and files that have none
    qint64 bytes() const { return bytesOf(tasks); }
};

// Errors are the source's connection's; what is wrong with a file is a finding.
Result<VerificationPlan> planVerification(const Checkpoint &checkpoint, const Inspection &inspection, FileSource &source);

}  // namespace trainyard
