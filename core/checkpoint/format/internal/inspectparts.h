// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of inspecting a checkpoint. Private to this folder; pure.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/format/internal/fileverdict.h"
#include "core/checkpoint/format/rangereader.h"

#include <QHash>

namespace trainyard {

// One file by its content: verdict, safety, tensors, and training facts.
Inspection inspectFile(const CheckpointFile &file, FileSource &source);

// A file that can hold code: PyTorch's formats, bare pickles, and Keras's zip, whose format only this function reads.
Inspection inspectPickled(const CheckpointFile &file, FileSource &source);
Inspection inspectKeras(RangeReader &reader);

// A file that begins like a format without code may still be a pickle for a program that loads it by its name.
void gradeAsPickle(const CheckpointFile &file, FileSource &source, Inspection &inspection);

// Orbax's _METADATA: names and shapes; types and sizes are not in it.
Inspection inspectOrbaxTree(const CheckpointFile &file, FileSource &source);

// The list of a distributed checkpoint with the pieces it names. `sizes`: of all files, by name.
Inspection inspectDistributed(const CheckpointFile &list, const QHash<QString, qint64> &sizes, FileSource &source);

// Whether every tensor is in the shard that the index names.
struct ShardIndex {
    QString file;
    bool isRead = false;
    QList<QPair<QString, QString>> tensors;  // tensor, file
};
void checkShardIndex(const ShardIndex &index, Inspection &inspection);

// Takes the worse of two verdicts, with its reason.
void worsen(Inspection &inspection, Verdict verdict, const QString &reason);

}  // namespace trainyard
