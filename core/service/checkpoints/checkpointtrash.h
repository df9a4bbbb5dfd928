// SPDX-License-Identifier: GPL-3.0-or-later
// Where checkpoints go before they are erased: .trainyard-trash beside them, on the same file system. Every step is one rename, so a
// program that is killed in the middle, or finds the disk full, leaves each folder and file whole: either where it was, or in the trash.
// When a killed program moved only some files of a checkpoint, recover() puts them back. Blocking, worker threads.
#pragma once

#include "core/checkpoint/retention/removal.h"
#include "core/service/checkpoints/checkpointplace.h"

#include <QDateTime>

namespace trainyard {

struct TrashEntry {
    QString id;
    QDateTime taken;    // UTC
    QStringList names;  // its direct contents
    qint64 bytes = 0;
};

class CheckpointTrash {
public:
    explicit CheckpointTrash(CheckpointPlace &place) : m_place(place) {}

    // The id of the new entry. InvalidInput when it is pinned. What could not be moved as a whole stays as it was. `begins` gets the id
    // before anything is moved.
    Result<QString> take(const Removal &removal, std::stop_token stop = {}, const std::function<void(const QString &id)> &begins = {});
    // Newest first; empty when there is no trash.
    Result<QList<TrashEntry>> entries(std::stop_token stop = {});
    // Moves the entry's files back to where they were. AlreadyExists, and nothing is moved, when one of the old places is taken.
    Result<void> restore(const QString &id, std::stop_token stop = {});
    // Erases permanently: first one rename, so that a partly removed entry is never taken for an entry.
    Result<void> erase(const QString &id, std::stop_token stop = {});

    struct Recovered {
        int putBack = 0, erased = 0;
        QStringList stuck;  // entries with files whose old place is taken; they are left alone
    };
    // Recovers what other programs began more than `olderThan` ago and did not finish.
    Result<Recovered> recover(std::chrono::seconds olderThan = std::chrono::minutes(2), std::stop_token stop = {});

private:
    Result<void> makeTrash(const QString &folder, std::stop_token stop);
    Result<void> takeEach(const Removal &removal, const QString &folder, std::stop_token stop);
    Result<bool> putBack(const QString &folder, const QString &below, std::stop_token stop);
    Result<void> checkPlaces(const QString &folder, const QString &below, std::stop_token stop);

    CheckpointPlace &m_place;
};

}  // namespace trainyard
