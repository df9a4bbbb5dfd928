// The .metadata file of torch.distributed.checkpoint: which tensors there are and which piece of which file holds them.
// Layout: torch/distributed/checkpoint/metadata.py and filesystem.py. A pickle, read as data. Pure but for the source.
#pragma once

#include "core/format/inspection.h"
#include "core/format/rangereader.h"

#include <QMap>

namespace trainyard {

struct DistributedList {
    Inspection inspection;             // of the list alone: Complete says nothing of the pieces
    // Relative to the list's folder, never leaving it: the least number of bytes each must have.
    QMap<QString, quint64> pieces;
};
DistributedList inspectDistributedList(RangeReader &reader);

}  // namespace trainyard
