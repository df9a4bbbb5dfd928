// The copy of a run directory on this computer, Paths::runs()/<run-id>/: always a prefix of the machine's files.
// Only the holder of the lock may append. Any thread, one object per user.
#pragma once

#include "core/base/result.h"

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>

namespace trainyard {

class LocalCopy {
public:
    explicit LocalCopy(const QString &directory);

    Result<void> create();                       // 0700
    bool tryLock();                              // true when this object is the writer; survives kill -9 of others
    std::optional<Error> lockProblem() const;    // why the last tryLock() failed; nullopt: somebody else is the writer
    QString holder() const;                      // program and process that has the lock, as a person may look for it
    void unlock();

    QString path(const QString &file) const;
    qint64 size(const QString &file) const;      // 0 when missing
    bool has(const QString &file) const;
    QByteArray read(const QString &file, qint64 offset, qint64 length) const;

    // Appends at the end; NoSpace or Io when not everything could be written (what was written stays: still a prefix).
    // Leaves some space to the other programs of this computer.
    Result<void> append(const QString &file, const QByteArray &bytes);
    Result<void> clear(const QString &file);     // when the copy turned out not to be a prefix
    Result<void> replace(const QString &file, const QByteArray &bytes);   // whole, atomically

private:
    QString m_directory;
    std::unique_ptr<QLockFile> m_lock;
};

}  // namespace trainyard
