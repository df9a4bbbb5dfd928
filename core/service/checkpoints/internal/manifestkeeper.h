// SPDX-License-Identifier: GPL-3.0-or-later
// Writes what the files of a whole checkpoint are beside it, and later says whether they still are. Blocking, worker threads.
#pragma once

#include "core/checkpoint/retention/manifest.h"
#include "core/service/checkpoints/checkpointplace.h"

namespace trainyard {

class ManifestKeeper {
public:
    using Progress = std::function<void(qint64 bytesDone)>;
    explicit ManifestKeeper(CheckpointPlace &place) : m_place(place) {}

    // Reads all of it, where it lies. InvalidInput when it is not Complete; Io when something changed meanwhile: then it is
    // not as still as it seemed, and nothing is written. NoSpace: there is no room for it; the checkpoint is as it was.
    Result<Manifest> make(const Checkpoint &checkpoint, const Progress &progress = {}, std::stop_token stop = {});
    // Nothing when there is none.
    Result<std::optional<Manifest>> read(const Checkpoint &checkpoint, std::stop_token stop = {});
    // With `readsAll` every file whose size is right is read, else only what was written to since.
    Result<QList<FileComparison>> compare(const Checkpoint &checkpoint, const Manifest &manifest, bool readsAll,
                                          const Progress &progress = {}, std::stop_token stop = {});

    static QString nameFor(const Checkpoint &checkpoint);
    // The names in the text are relative to the folder that it lies in, so that it does not matter from where one looks.
    static QString folderFor(const Checkpoint &checkpoint);  // with a slash at its end; empty: the place itself

private:
    QStringList coveredNames(const Checkpoint &checkpoint) const;  // what lies elsewhere has no place in it
    // As they are listed now.
    Result<QList<CheckpointFile>> filesOf(const QStringList &names, std::stop_token stop);

    CheckpointPlace &m_place;
};

}  // namespace trainyard
