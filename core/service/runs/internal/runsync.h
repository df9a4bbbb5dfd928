// SPDX-License-Identifier: GPL-3.0-or-later
// One step of following a run: brings the local copy and the database's row up to what the machine says.
// Blocking, one worker thread per object; needs the lock of the local copy for all but the state. Used by RunWatch again and
// again and by RunService::refresh() once.
#pragma once

#include "core/model/runexit.h"
#include "core/service/runs/localcopy.h"
#include "core/storage/database/statedatabase.h"
#include "core/transport/ssh/sshconnection.h"

#include <QElapsedTimer>

namespace trainyard {

class RunFiles;
struct RemoteFile;

class RunSync {
public:
    RunSync(const Run &run, LocalCopy &copy, StateDatabase &store);

    enum class Reach {
        All,    // all there is
        Look,   // the state; what the copy lacks only where that is little
        State,  // the state alone: nothing is written into the copy, and its lock is not needed
    };
    struct Progress {
        bool hasNewLog = false, hasNewMetrics = false, hasNewRun = false;
        bool isComplete = false;  // the run ended and the whole log is here
        bool isCaughtUp = false;  // the log is as long as it was when the machine was asked
        bool isReplaced = false;  // a file was another one on the machine: the copy began anew, what was here is kept beside
        qint64 behindBytes = 0;   // of the log, that are only on the machine
    };
    // Fetches what is new, at most about 64 MiB a call, so that a caller can show progress; how the run is comes first where
    // that takes long. Errors: those of the connection, NoSpace and Io for this computer's disk, Corrupt when the machine's
    // record of the end cannot be read: then the run stays as it was, and what could be fetched is here.
    Result<Progress> poll(SshConnection &connection, std::stop_token stop, Reach reach = Reach::All);

    // As the machine said, also where that could not be recorded (unrecorded() says why).
    const Run &run() const { return m_run; }
    const std::optional<Error> &unrecorded() const { return m_unrecorded; }

private:
    struct End {
        QByteArray json;
        RunExit exit;
    };
    Result<qint64> fetch(RunFiles &files, const QString &file, qint64 remoteSize, std::stop_token stop);
    Result<bool> setRight(RunFiles &files, const QString &file, qint64 remoteSize, std::stop_token stop);
    Result<bool> isSame(RunFiles &files, const QString &file, qint64 from, qint64 length, std::stop_token stop) const;
    Result<bool> setAllRight(RunFiles &files, const QList<RemoteFile> &listing, std::stop_token stop);
    Result<End> readEnd(RunFiles &files, const RemoteFile &file, std::stop_token stop) const;
    Result<void> recordEnd(const End &end);
    Result<Progress> finish(RunFiles &files, const End &end, Progress progress, const QList<RemoteFile> &listing, std::stop_token stop);
    Result<Progress> folderIsGone();
    Result<bool> supervise(SshConnection &connection, std::stop_token stop);  // true: nothing was ever started
    bool mayBeUnstarted() const;
    Result<void> change(const std::function<void(Run &)> &change);

    Run m_run;
    LocalCopy &m_copy;
    StateDatabase &m_store;
    std::optional<Error> m_unrecorded;
    bool m_hasSeenExit = false;     // an earlier listing had the exit file
    bool m_hasAsked = false;        // the supervisor was asked since this object exists
    QElapsedTimer m_sinceCompared;  // since the local copy was compared with the machine's files
    QElapsedTimer m_sinceMetrics;   // since the metrics last grew: a living supervisor writes every second
};

// Nothing is left to fetch: it ended and its exit file is here (written after the last byte of the log) and says how, or
// nothing was ever started.
bool isCopyComplete(const Run &run, const LocalCopy &copy);
// The record says that it ended, but not because anybody said so: the record on the machine could not be read then.
bool isEndDoubtful(const Run &run, const LocalCopy &copy);
// Does the machine have something of the run that the copy lacks?
Result<bool> isCopyBehind(const Run &run, const LocalCopy &copy, SshConnection &connection, std::stop_token stop);

}  // namespace trainyard
