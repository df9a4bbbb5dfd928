// SPDX-License-Identifier: GPL-3.0-or-later
// Groups the files of a directory into checkpoints, by their names. Private to this folder; pure.
#pragma once

#include "core/checkpoint/format/trainerlayout.h"

namespace trainyard {

struct FileGroup {
    QString name;  // the checkpoint's future name
    Trainer trainer = Trainer::None;
    QList<CheckpointFile> mains;       // the model
    QList<CheckpointFile> companions;  // files that belong to it and can be inspected
    QList<CheckpointFile> others;
    int shardCount = 0;
    bool isTemporary = false;
    std::optional<qint64> step;  // from the name
    StepFolder folder;           // the facts from the names in a trainer's folder

    QList<CheckpointFile> files() const { return mains + companions + others; }
};

QList<FileGroup> groupFiles(const QList<CheckpointFile> &files, const QString &pattern);

}  // namespace trainyard
