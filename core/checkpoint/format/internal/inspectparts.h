// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a look inside a checkpoint. Private to this room; pure.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/format/internal/fileverdict.h"
#include "core/checkpoint/format/rangereader.h"

#include <QHash>

namespace trainyard {

// One file by its content: verdict, safety, tensors, and what it says of the training.
Inspection inspectFile(const CheckpointFile &file, FileSource &source);

// A file that can hold code: PyTorch's formats, bare pickles, and Keras's zip, whose own kind this is the reader of.
Inspection inspectPickled(const CheckpointFile &file, FileSource &source);
Inspection inspectKeras(RangeReader &reader);

// A file that begins as one of a format without code may still be a pickle for what loads it by its name.
void gradeAsPickle(const CheckpointFile &file, FileSource &source, Inspection &inspection);

// Orbax's _METADATA: names and shapes; types and sizes are not in it.
Inspection inspectOrbaxTree(const CheckpointFile &file, FileSource &source);

// The list of a distributed checkpoint with the pieces that it names. `sizes`: of all files, by name.
Inspection inspectDistributed(const CheckpointFile &list, const QHash<QString, qint64> &sizes, FileSource &source);

// Whether every tensor lies in the shard that the index says.
struct ShardIndex {
    QString file;
    bool isRead = false;
    QList<QPair<QString, QString>> tensors;  // tensor, file
};
void checkShardIndex(const ShardIndex &index, Inspection &inspection);

// The worse of two, with its reason.
void worsen(Inspection &inspection, Verdict verdict, const QString &reason);

}  // namespace trainyard
