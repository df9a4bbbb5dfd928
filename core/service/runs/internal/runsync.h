// SPDX-License-Identifier: GPL-3.0-or-later
// One step of following a run: brings the local copy and the database's row up to date with the machine. Blocking, one worker thread per
// object; needs the lock of the local copy for all but the state. RunWatch uses it repeatedly and RunService::refresh() once.
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
        Look,   // the state; and what the copy lacks, but only if that is little
        State,  // the state alone: nothing is written into the copy, and its lock is not needed
    };
    struct Progress {
        bool hasNewLog = false, hasNewMetrics = false, hasNewRun = false;
        bool isComplete = false;  // the run has ended and the whole log is here
        bool isCaughtUp = false;  // the log is as long as it was when the machine was asked
        bool isReplaced = false;  // a file on the machine was a different one: the copy started over, and the old file is kept beside it
        qint64 behindBytes = 0;   // bytes of the log that are only on the machine
    };
    // Fetches new data, at most about 64 MiB a call, so that a caller can show progress; the run's state comes first when that takes long.
    // Errors: those of the connection, NoSpace and Io for this computer's disk, Corrupt when the machine's record of the end cannot be
    // read: then the run stays as it was, and what could be fetched is here.
    Result<Progress> poll(SshConnection &connection, std::stop_token stop, Reach reach = Reach::All);

    // The machine's state of the run, even if it could not be recorded (unrecorded() says why).
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
    void addUpEnergy(bool isOver);
    Result<void> change(const std::function<void(Run &)> &change);

    Run m_run;
    LocalCopy &m_copy;
    StateDatabase &m_store;
    std::optional<Error> m_unrecorded;
    bool m_hasSeenExit = false;     // an earlier listing had the exit file
    bool m_hasAsked = false;        // the supervisor was asked since this object was created
    QElapsedTimer m_sinceCompared;  // since the local copy was compared with the machine's files
    QElapsedTimer m_sinceEnergy;    // since the power in the samples was added up
    QElapsedTimer m_sinceMetrics;   // since the metrics last grew: a living supervisor writes every second
};

// Nothing is left to fetch: either the run ended and its exit file (written after the last byte of the log) is here and has the outcome, or
// nothing was ever started.
bool isCopyComplete(const Run &run, const LocalCopy &copy);
// The record has an end, but no reported one: the record on the machine could not be read then.
bool isEndDoubtful(const Run &run, const LocalCopy &copy);
// Whether the machine has something of the run that the copy lacks.
Result<bool> isCopyBehind(const Run &run, const LocalCopy &copy, SshConnection &connection, std::stop_token stop);

}  // namespace trainyard
