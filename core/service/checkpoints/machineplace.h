// SPDX-License-Identifier: GPL-3.0-or-later
// CheckpointPlace on a machine: SFTP, and a shell command where that saves thousands of requests or SFTP cannot do it.
#pragma once

#include "core/service/checkpoints/checkpointplace.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/ssh/sshconnection.h"

namespace trainyard {

class MachinePlace : public CheckpointPlace {
public:
    // `folder` is absolute. The connection must outlive it. Makes no request yet.
    static Result<std::unique_ptr<MachinePlace>> open(SshConnection &connection, const QString &folder, std::stop_token stop);

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
    MachinePlace(SshConnection &connection, const QString &folder) : m_connection(connection), m_folder(folder) {}
    QString pathOf(const QString &name) const { return name.isEmpty() ? m_folder : m_folder + u'/' + name; }
    // The script's output; its "$1" … are the arguments. RemoteCommandFailed with its message.
    Result<QByteArray> ask(const QString &script, const QStringList &arguments, QDeadlineTimer deadline, std::stop_token stop);
    Result<std::shared_ptr<Sftp>> sftp(std::stop_token stop);
    Result<QList<CheckpointFile>> listByFolders(const QString &folder, std::stop_token stop);

    SshConnection &m_connection;
    const QString m_folder;
};

}  // namespace trainyard
