// What has to be moved for one checkpoint to be gone. Pure.
#pragma once

#include "core/base/result.h"
#include "core/format/checkpoint.h"

#include <QList>
#include <QStringList>

namespace trainyard {

struct Removal {
    QString checkpoint;      // its name
    QStringList paths;       // folders and files below the checkpoint directory, each moved whole by one rename
    qint64 bytes = 0;        // of all files below them
    QStringList pins = {};   // where it is pinned, should somebody do so meanwhile (core/keep/pins.h)
};

// `listing`: everything below the checkpoint directory that is no folder, hidden names too; `others`: every other
// checkpoint there. A folder goes as one when it is a step's own ("checkpoint-500") and nothing in it belongs to another
// checkpoint, or to nobody where the checkpoint is not the folder itself; else file by file, and files that another
// checkpoint has too stay. What Trainyard wrote beside it goes along. InvalidInput: a name leads out of the directory, or
// nothing is its own.
Result<Removal> removalOf(const Checkpoint &checkpoint, const QList<CheckpointFile> &listing,
                          const QList<Checkpoint> &others);

}  // namespace trainyard
