// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be moved to remove one checkpoint. Pure.
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
    QStringList paths;      // folders and files below the checkpoint directory, each moved by one rename
    qint64 bytes = 0;       // of all files below them
    QStringList pins = {};  // where its pin would be, in case it is pinned meanwhile (core/checkpoint/retention/pins.h)
};

// Which checkpoints own which files of a checkpoint directory. Built once for all checkpoints there, so that the cost for each depends only
// on its own files. `listing`: everything below the directory except folders, including hidden names.
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

// `checkpoint` is one of those that `owners` was built from. A folder is moved as a whole if it is a step's own ("checkpoint-500") and
// nothing in it belongs to another checkpoint, or to none unless the checkpoint is the folder itself; otherwise file by file, and files
// that another checkpoint shares stay. Files that Trainyard wrote next to it are moved too. InvalidInput: a name leads out of the
// directory, or no file is its own.
Result<Removal> removalOf(const Checkpoint &checkpoint, const FileOwners &owners);

}  // namespace trainyard
