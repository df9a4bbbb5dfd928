// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be moved for one checkpoint to be gone. Pure.
#pragma once

#include "core/base/result.h"
#include "core/checkpoint/format/checkpoint.h"

#include <QHash>
#include <QList>
#include <QStringList>

#include <span>

namespace trainyard {

struct Removal {
    QString checkpoint;     // its name
    QStringList paths;      // folders and files below the checkpoint directory, each moved whole by one rename
    qint64 bytes = 0;       // of all files below them
    QStringList pins = {};  // where it is pinned, in case this happens meanwhile (core/checkpoint/retention/pins.h)
};

// Who has which file of a checkpoint directory. Made once for all checkpoints there, so that each of them costs what its own
// files cost. `listing`: everything below the directory that is no folder, hidden names too.
class FileOwners {
public:
    FileOwners(QList<CheckpointFile> listing, const QList<Checkpoint> &checkpoints);

    int countOf(const QString &file) const { return m_counts.value(file); }  // checkpoints that have it
    bool isListed(const QString &file) const;
    std::span<const CheckpointFile> below(const QString &folder) const;
    qint64 bytesAt(const QString &path) const;  // a file, or all below a folder

private:
    std::span<const CheckpointFile> beginningWith(const QString &prefix) const;

    QList<CheckpointFile> m_listing;  // by name
    QHash<QString, int> m_counts;
};

// `checkpoint` is one of those that `owners` was made of. A folder goes as one when it is a step's own ("checkpoint-500") and
// nothing in it belongs to another checkpoint, or to none where the checkpoint is not the folder itself; else file by file,
// and files that another checkpoint has too stay. What Trainyard wrote beside it goes along. InvalidInput: a name leads out of
// the directory, or nothing is its own.
Result<Removal> removalOf(const Checkpoint &checkpoint, const FileOwners &owners);

}  // namespace trainyard
