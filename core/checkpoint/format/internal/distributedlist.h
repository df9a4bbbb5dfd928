// SPDX-License-Identifier: GPL-3.0-or-later
// The .metadata file of torch.distributed.checkpoint: which tensors there are and which piece of which file holds them.
// Layout: torch/distributed/checkpoint/metadata.py and filesystem.py. A pickle, read as data. Pure but for the source.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/format/rangereader.h"

#include <QHash>
#include <QMap>

namespace trainyard {

// One tensor's part or one other value: a file of torch.save by itself, within a piece.
struct DistributedItem {
    QString name;   // "model.weight", "train_state"
    QString piece;  // as in DistributedList::pieces
    quint64 offset = 0, length = 0;
    bool isTensor = false;  // else anything: torch loads it without a list of what is allowed
    bool isPacked = false;  // compressed, or otherwise changed on its way to the file
};

struct DistributedList {
    Inspection inspection;  // of the list alone: Complete says nothing of the pieces
    // Relative to the list's folder, never leaving it: the least number of bytes each must have.
    QMap<QString, quint64> pieces;
    std::vector<DistributedItem> items;  // the first 200,000 of
    quint64 itemCount = 0;
};
DistributedList inspectDistributedList(RangeReader &reader);

// Looks into the items: their safety, whether each is whole, and what they say of the training. At most 4,096 of them and
// 64 MiB, first those that are no tensors; what is beyond that is said among the findings. `folder`: of the list, with its slash.
void lookIntoPieces(const DistributedList &list, const QString &folder, const QHash<QString, qint64> &sizes, FileSource &source,
                    Inspection &inspection);

}  // namespace trainyard
