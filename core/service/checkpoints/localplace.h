// SPDX-License-Identifier: GPL-3.0-or-later
// CheckpointPlace on this computer.
#pragma once

#include "core/service/checkpoints/checkpointplace.h"

namespace trainyard {

class LocalPlace : public CheckpointPlace {
public:
    explicit LocalPlace(const QString &folder) : m_folder(folder) {}

    Result<QList<CheckpointFile>> list(const QString &folder, std::stop_token stop) override;
    Result<QList<PlaceEntry>> entries(const QString &folder, std::stop_token stop) override;
    Result<void> makeFolder(const QString &name, std::stop_token stop) override;
    Result<void> move(const QString &from, const QString &to, std::stop_token stop) override;
    Result<void> removeTree(const QString &name, std::stop_token stop) override;
    Result<void> removeFile(const QString &name, std::stop_token stop) override;
    Result<void> write(const QString &name, const QByteArray &content, std::stop_token stop) override;
    Result<QByteArray> read(const QString &name, qint64 limit, std::stop_token stop) override;
    Result<QList<QByteArray>> digests(const QList<CheckpointFile> &files, const std::function<void(qint64)> &bytesDone,
                                      std::stop_token stop) override;
    Result<qint64> freeBytes(std::stop_token stop) override;
    qint64 now(std::stop_token stop) override;

private:
    QByteArray pathOf(const QString &name) const;

    const QString m_folder;
};

}  // namespace trainyard
