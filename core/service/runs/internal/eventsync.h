// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches the TensorBoard event files that a run writes into its local copy, new bytes only. It searches below the run's workdir, its
// checkpoints folder and the folders of its task's `tensorboard`, six folders deep: at most 64 files that were written since the run began,
// 64 MiB each and 256 MiB in all. A file that became shorter is fetched again from the start. It never delays the log: a call fetches at
// most 1 MiB, and it searches no more often than every ten seconds. Blocking, one worker thread; needs the lock of the local copy.
#pragma once

#include "core/service/runs/localcopy.h"
#include "core/storage/database/statedatabase.h"
#include "core/transport/ssh/sshconnection.h"

#include <QElapsedTimer>

#include <vector>

namespace trainyard {

class Sftp;

class EventSync {
public:
    EventSync(const Run &run, LocalCopy &copy);

    // Errors: those of the connection; the caller continues without event files.
    Result<void> poll(SshConnection &connection, std::stop_token stop);
    // The run has ended: searches once more and fetches all that is within the limits.
    Result<void> finish(SshConnection &connection, std::stop_token stop);

private:
    struct File {
        QString path;     // on the machine
        QString name;     // in the copy
        qint64 size = 0;  // on the machine, at the last check
    };
    void findRoots();
    Result<void> look(SshConnection &connection, Sftp &sftp, std::stop_token stop);
    Result<void> measure(Sftp &sftp, std::stop_token stop);
    Result<void> fetch(Sftp &sftp, qint64 most, std::stop_token stop);

    Run m_run;
    std::vector<std::pair<char, QString>> m_roots;  // where on the machine, by the letter of eventFileName()
    LocalCopy &m_copy;
    std::vector<File> m_files;
    QElapsedTimer m_sinceLook, m_sinceMeasure;
    qint64 m_begun = -1;  // seconds, the machine's clock
};

}  // namespace trainyard
