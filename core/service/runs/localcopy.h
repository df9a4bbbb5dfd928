// SPDX-License-Identifier: GPL-3.0-or-later
// The copy of a run directory on this computer, Paths::runs()/<run-id>/: always a prefix of the machine's files. Only the holder of the
// lock may write what comes from the machine. Another program may take over in the middle of that: bytes are written at their own offset,
// not at the current end, so that two programs that copy the same file never corrupt it. Any thread, one object per user.
#pragma once

#include "core/base/filelock.h"
#include "core/base/result.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace trainyard {

// When a copy has not grown for this long while its machine has more, its holder no longer maintains it: five missed samples.
inline constexpr std::chrono::seconds kHolderSilence{5};

class LocalCopy {
public:
    explicit LocalCopy(const QString &directory);

    Result<void> create();                     // 0700
    bool tryLock();                            // true when this object is the writer; survives kill -9 of others
    std::optional<Error> lockProblem() const;  // why the last tryLock() failed; nullopt: another program is the writer
    bool isHeld() const { return m_lock.isHeld(); }
    void unlock();
    // For a copy whose holder lets it fall behind; false: lockProblem() says why not.
    bool takeOver();
    bool wasOvertaken() const;  // by another program, since this object held the lock
    // Time since log, metrics or events last grew here: the lock's holder writes every second while the run is active.
    std::chrono::milliseconds sinceGrowth() const;

    QString path(const QString &file) const;
    qint64 size(const QString &file) const;  // 0 when missing
    bool has(const QString &file) const;
    QByteArray read(const QString &file, qint64 offset, qint64 length) const;

    // Writes the bytes of the machine's file from `offset` on; what is already here stays as it is. NoSpace or Io when not everything could
    // be written (what was written stays: still a prefix), Io when bytes before `offset` are missing or another program has taken over.
    // Leaves some space for the other programs of this computer.
    Result<void> write(const QString &file, qint64 offset, const QByteArray &bytes);
    Result<void> clear(const QString &file);  // when the copy turned out not to be a prefix
    // The same for data that cannot be fetched again: keeps it beside the copy as FILE.earlier-N. AlreadyExists when so many are kept
    // already that another one is of no use.
    Result<void> setAside(const QString &file);
    QStringList earlier(const QString &file) const;                      // paths of those, oldest first
    Result<void> replace(const QString &file, const QByteArray &bytes);  // whole, atomically

private:
    Result<void> checkHeld() const;
    QString m_directory;
    FileLock m_lock;
};

}  // namespace trainyard
