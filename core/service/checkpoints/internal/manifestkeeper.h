// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a manifest of the files of a whole checkpoint beside it, and later checks whether the files still match. Blocking, worker threads.
#pragma once

#include "core/checkpoint/retention/manifest.h"
#include "core/service/checkpoints/checkpointplace.h"

namespace trainyard {

class ManifestKeeper {
public:
    using Progress = std::function<void(qint64 bytesDone)>;
    explicit ManifestKeeper(CheckpointPlace &place) : m_place(place) {}

    // Reads the whole checkpoint in place. InvalidInput when it is not Complete; Io when something changed meanwhile: then nothing is
    // written. NoSpace: there is no space for the manifest; the checkpoint is unchanged.
    Result<Manifest> make(const Checkpoint &checkpoint, const Progress &progress = {}, std::stop_token stop = {});
    // nullopt when there is none.
    Result<std::optional<Manifest>> read(const Checkpoint &checkpoint, std::stop_token stop = {});
    // With `readsAll`, every file of the right size is read; otherwise only files written to since then.
    Result<QList<FileComparison>> compare(const Checkpoint &checkpoint, const Manifest &manifest, bool readsAll,
                                          const Progress &progress = {}, std::stop_token stop = {});

    static QString nameFor(const Checkpoint &checkpoint);
    // Names in the text are relative to the folder that contains the manifest, so it does not matter from where it is read.
    static QString folderFor(const Checkpoint &checkpoint);  // with a slash at its end; empty: the place itself

private:
    QStringList coveredNames(const Checkpoint &checkpoint) const;  // files elsewhere cannot be in the manifest
    // As they are listed now.
    Result<QList<CheckpointFile>> filesOf(const QStringList &names, std::stop_token stop);

    CheckpointPlace &m_place;
};

}  // namespace trainyard
