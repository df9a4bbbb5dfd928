// SPDX-License-Identifier: GPL-3.0-or-later
// CheckpointPlace below a prefix of a bucket: checkpoints can be read, compared, pinned and given a manifest. Nothing is moved there
// (Unsupported): a store has no rename, so a trash would cost a copy of every byte, which is paid for twice while it is kept. Removal is
// permanent.
#pragma once

#include "core/service/checkpoints/checkpointplace.h"
#include "core/transport/objectstore/objectstore.h"

namespace trainyard {

class StorePlace : public CheckpointPlace {
public:
    // `prefix`: "runs/7/", or empty. The store must outlive it.
    StorePlace(ObjectStore &store, const QString &prefix) : m_store(store), m_prefix(prefix) {}

    Result<QList<CheckpointFile>> list(const QString &folder, std::stop_token stop) override;
    Result<QList<PlaceEntry>> entries(const QString &folder, std::stop_token stop) override;
    Result<void> makeFolder(const QString &name, std::stop_token stop) override;
    Result<void> move(const QString &from, const QString &to, std::stop_token stop) override;
    Result<void> removeTree(const QString &name, std::stop_token stop) override;
    bool hasTrash() const override { return false; }
    Result<void> removeForGood(const QStringList &paths, const QList<CheckpointFile> &files, qint64 bytes, std::stop_token stop) override;
    Result<void> removeFile(const QString &name, std::stop_token stop) override;
    Result<void> write(const QString &name, const QByteArray &content, std::stop_token stop) override;
    Result<QByteArray> read(const QString &name, qint64 limit, std::stop_token stop) override;
    // Every byte passes through here, a few pieces at a time.
    Result<QList<QByteArray>> digests(const QList<CheckpointFile> &files, const std::function<void(qint64)> &bytesDone,
                                      std::stop_token stop) override;
    Result<qint64> freeBytes(std::stop_token stop) override;
    qint64 now(std::stop_token stop) override;

private:
    QString prefixOf(const QString &folder) const { return folder.isEmpty() ? m_prefix : m_prefix + folder + u'/'; }

    ObjectStore &m_store;
    const QString m_prefix;
};

// The objects of a listing below `prefix` that may be files of a folder. Left out are the marks that some tools write for folders, and
// names that would lead out of the prefix.
QList<CheckpointFile> filesBelow(const QString &prefix, const QList<StoredObject> &objects);

}  // namespace trainyard
