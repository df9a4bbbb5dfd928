// SPDX-License-Identifier: GPL-3.0-or-later
// The copy of a run directory on this computer, Paths::runs()/<run-id>/: always a prefix of the machine's files.
// Only the holder of the lock may write what comes from the machine. It may be overtaken in the middle of that: bytes are put
// where they belong, not at the end as it is then, so that two who copy the same file never spoil it. Any thread, one object
// per user.
#pragma once

#include "core/base/filelock.h"
#include "core/base/result.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace trainyard {

// A copy that did not grow for so long, while its machine has more, is not kept by its holder: five missed samples.
inline constexpr std::chrono::seconds kHolderSilence{5};

class LocalCopy {
public:
    explicit LocalCopy(const QString &directory);

    Result<void> create();                     // 0700
    bool tryLock();                            // true when this object is the writer; survives kill -9 of others
    std::optional<Error> lockProblem() const;  // why the last tryLock() failed; nullopt: another program is the writer
    bool isHeld() const { return m_lock.isHeld(); }
    void unlock();
    // For one whose holder lets the copy fall behind; false: lockProblem() says why not.
    bool takeOver();
    bool wasOvertaken() const;  // by another program, since this object held the lock
    // Since log, metrics or events last grew here: the lock's holder writes every second while the run goes on.
    std::chrono::milliseconds sinceGrowth() const;

    QString path(const QString &file) const;
    qint64 size(const QString &file) const;  // 0 when missing
    bool has(const QString &file) const;
    QByteArray read(const QString &file, qint64 offset, qint64 length) const;

    // The bytes of the machine's file from `offset` on; what of it is here already stays as it is. NoSpace or Io when not
    // everything could be written (what was written stays: still a prefix), Io where bytes before `offset` are missing or
    // when it was overtaken. Leaves some space to the other programs of this computer.
    Result<void> write(const QString &file, qint64 offset, const QByteArray &bytes);
    Result<void> clear(const QString &file);  // when the copy turned out not to be a prefix
    // The same for what cannot be fetched again: kept beside as FILE.earlier-N. AlreadyExists when so many are kept already
    // that another one is of no use.
    Result<void> setAside(const QString &file);
    QStringList earlier(const QString &file) const;                      // paths of those, oldest first
    Result<void> replace(const QString &file, const QByteArray &bytes);  // whole, atomically

private:
    Result<void> checkHeld() const;
    QString m_directory;
    FileLock m_lock;
};

}  // namespace trainyard
