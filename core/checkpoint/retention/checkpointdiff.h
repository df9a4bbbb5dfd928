// SPDX-License-Identifier: GPL-3.0-or-later
// What two checkpoints have in common and what not, from what a look inside said of each: no tensor data is read. Pure.
#pragma once

#include "core/checkpoint/format/inspection.h"

#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace trainyard {

enum class TensorDifferenceKind {
    Same,     // shape and dtype equal, checksums equal
    Changed,  // … checksums differ
    Alike,    // … but one has no checksum: only their numbers would tell
    Reshaped,
    Retyped,  // the same shape in another dtype
    Added,
    Removed,
};
QString tensorDifferenceName(TensorDifferenceKind kind);  // "same" …

struct TensorDifference {
    TensorDifferenceKind kind = TensorDifferenceKind::Same;
    QString name;               // as the left has it, or the right where it was added
    int left = -1, right = -1;  // into the tensors of each side; -1 = not there
};

struct ParameterDifference {
    QString name;
    std::optional<QString> left, right;
    bool isSame() const { return left == right; }
};

// All (or nearly all) names of one side have words before them that the other's do not: wrapped by
// DistributedDataParallel ("module."), torch.compile ("_orig_mod.") or a class of one's own.
struct PrefixDifference {
    QString prefix;
    bool isOnRight = false;
};

struct CheckpointDiff {
    std::vector<TensorDifference> tensors;   // in the left's order, what was added after that in the right's
    QList<ParameterDifference> parameters;   // likewise
    std::optional<PrefixDifference> prefix;  // tensors are matched as if it were not there
    int count(TensorDifferenceKind kind) const;
    // The names, shapes and dtypes are the same on both sides: one loads where the other does.
    bool fits() const;
};

CheckpointDiff compareCheckpoints(const Inspection &left, const Inspection &right);

}  // namespace trainyard
