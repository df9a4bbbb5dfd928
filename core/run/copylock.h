// Who may write the copy of a run: the holder of a lock file. The kernel gives it back when its holder ends in whatever way; a
// holder that lives and does nothing (stopped, in a debugger, hung) can be overtaken, and finds out before its next write
// whether it was (isHeld()). Programs that use QLockFile on the same file keep to it too. One object per user; one thread.
#pragma once

#include "core/base/result.h"

#include <QString>

namespace trainyard {

class CopyLock {
public:
    explicit CopyLock(const QString &file);
    ~CopyLock();
    CopyLock(const CopyLock &) = delete;
    CopyLock &operator=(const CopyLock &) = delete;

    bool tryLock();                  // at once; true when it is held already
    bool takeOver();                 // from whoever holds it
    void unlock();

    bool isHeld() const;             // was not overtaken either
    bool wasOvertaken() const;       // held once, and somebody else took it over
    int systemError() const { return m_error; }      // errno of the last try; 0: it was free, or somebody holds it

private:
    bool isInPlace() const;

    QString m_file;
    int m_descriptor = -1;
    int m_error = 0;
};

}  // namespace trainyard
