// One step of following a run: brings the local copy and the database's row up to what the machine says.
// Blocking, one worker thread per object; needs the lock of the local copy. Used by RunWatch again and again and by
// Workbench::refreshRuns() once.
#pragma once

#include "core/run/localcopy.h"
#include "core/run/runexit.h"
#include "core/ssh/sshconnection.h"
#include "core/store/store.h"

#include <QElapsedTimer>

namespace trainyard {

class Sftp;
struct RemoteFile;

class RunSync {
public:
    RunSync(const Run &run, LocalCopy &copy, Store &store);

    struct Progress {
        bool hasNewLog = false, hasNewMetrics = false, hasNewRun = false;
        bool isComplete = false;     // the run ended and the whole log is here
        bool isCaughtUp = false;     // the log is as long as it was when the machine was asked
    };
    // Fetches what is new, at most about 64 MiB a call, so that a caller can show progress. Errors: those of the
    // connection, NoSpace and Io for this computer's disk, Corrupt when the machine's log shrank.
    Result<Progress> poll(SshConnection &connection, std::stop_token stop);

    const Run &run() const { return m_run; }

private:
    Result<qint64> fetch(Sftp &sftp, const QString &file, qint64 remoteSize, bool hasExit, std::stop_token stop);
    Result<void> checkIsPrefix(Sftp &sftp, const QString &file, qint64 remoteSize, std::stop_token stop);
    Result<QByteArray> readExit(Sftp &sftp, const RemoteFile &file, std::stop_token stop);
    Result<Progress> finish(Sftp &sftp, const RemoteFile &exitFile, Progress progress, qint64 logSize,
                            qint64 metricsSize, qint64 eventsSize, std::stop_token stop);
    Result<void> supervise(SshConnection &connection, std::stop_token stop);
    bool mayBeUnstarted() const;
    Result<void> change(const std::function<void(Run &)> &change);

    Run m_run;
    LocalCopy &m_copy;
    Store &m_store;
    bool m_isChecked = false;        // the local copy was compared with the machine's files
    bool m_hasSeenExit = false;      // an earlier listing had the exit file
    bool m_hasAsked = false;         // the supervisor was asked since this object exists
    QElapsedTimer m_sinceMetrics;    // since the metrics last grew: a living supervisor writes every second
};

// Nothing is left to fetch: it ended and its exit file is here (written after the last byte of the log), or nothing
// was ever started.
bool isCopyComplete(const Run &run, const LocalCopy &copy);

}  // namespace trainyard
