// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a directory put together to checkpoints, by their names. Private to this room; pure.
#pragma once

#include "core/checkpoint/format/trainerlayout.h"

namespace trainyard {

struct FileGroup {
    QString name;  // what the checkpoint will be called
    Trainer trainer = Trainer::None;
    QList<CheckpointFile> mains;       // the model
    QList<CheckpointFile> companions;  // what belongs to it and can be looked into
    QList<CheckpointFile> others;
    int shardCount = 0;
    bool isTemporary = false;
    std::optional<qint64> step;  // from the name
    StepFolder folder;           // what the names of a trainer's folder say

    QList<CheckpointFile> files() const { return mains + companions + others; }
};

QList<FileGroup> groupFiles(const QList<CheckpointFile> &files, const QString &pattern);

}  // namespace trainyard
