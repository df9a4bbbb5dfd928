// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two checkpoints using the inspection of each: no tensor data is read. Pure.
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
    Alike,    // … but one has no checksum: only comparing the numbers would show a difference
    Reshaped,
    Retyped,  // the same shape in another dtype
    Added,
    Removed,
};
QString tensorDifferenceName(TensorDifferenceKind kind);  // "same" …

struct TensorDifference {
    TensorDifferenceKind kind = TensorDifferenceKind::Same;
    QString name;               // from the left side, or from the right if it was added
    int left = -1, right = -1;  // index in the tensors of each side; -1 = missing
};

struct ParameterDifference {
    QString name;
    std::optional<QString> left, right;
    bool isSame() const { return left == right; }
};

// All (or nearly all) names of one side have a prefix that the other's do not: wrapped by DistributedDataParallel ("module."),
// torch.compile ("_orig_mod.") or a custom class.
struct PrefixDifference {
    QString prefix;
    bool isOnRight = false;
};

struct CheckpointDiff {
    std::vector<TensorDifference> tensors;   // in the left's order, then those added on the right
    QList<ParameterDifference> parameters;   // in the same order
    std::optional<PrefixDifference> prefix;  // tensors are matched as if it were not there
    int count(TensorDifferenceKind kind) const;
    // The names, shapes and dtypes are the same on both sides: a program that loads one can load the other.
    bool fits() const;
};

CheckpointDiff compareCheckpoints(const Inspection &left, const Inspection &right);

}  // namespace trainyard
