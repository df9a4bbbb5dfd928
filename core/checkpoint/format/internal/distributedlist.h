// SPDX-License-Identifier: GPL-3.0-or-later
// The .metadata file of torch.distributed.checkpoint: the tensors, and which piece of which file holds each. Layout:
// torch/distributed/checkpoint/metadata.py and filesystem.py. A pickle, read as data. Pure but for the source.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/format/rangereader.h"

#include <QHash>
#include <QMap>

namespace trainyard {

// A part of one tensor, or one other value: a torch.save file of its own within a piece.
struct DistributedItem {
    QString name;   // "model.weight", "train_state"
    QString piece;  // as in DistributedList::pieces
    quint64 offset = 0, length = 0;
    bool isTensor = false;  // false: any other value, which torch loads without restricting names
    bool isPacked = false;  // compressed, or otherwise transformed before it was written
};

struct DistributedList {
    Inspection inspection;  // of the list alone: Complete does not include the pieces
    // Relative to the list's folder, never leaving it; the value is the minimum size of each in bytes.
    QMap<QString, quint64> pieces;
    std::vector<DistributedItem> items;  // at most the first 200,000
    quint64 itemCount = 0;
};
DistributedList inspectDistributedList(RangeReader &reader);

// Inspects the items: their safety, whether each is complete, and their training facts. At most 4,096 of them and 64 MiB, starting with
// those that are not tensors; a finding reports anything beyond that. `folder`: of the list, with its slash.
void lookIntoPieces(const DistributedList &list, const QString &folder, const QHash<QString, qint64> &sizes, FileSource &source,
                    Inspection &inspection);

}  // namespace trainyard
