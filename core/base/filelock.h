// SPDX-License-Identifier: GPL-3.0-or-later
// A lock that is a file. The kernel releases it however its holder ends, so a killed program never keeps others waiting. A holder that is
// alive but makes no progress (stopped, in a debugger, hung) can be overtaken; it finds out before its next write (isHeld()). The file is
// removed with the lock; it contains the holder's process number, for people and for programs that use QLockFile on it. One object per
// user, on one thread; blocking.
#pragma once

#include <QString>

#include <chrono>
#include <stop_token>

namespace trainyard {

class FileLock {
public:
    explicit FileLock(const QString &file);
    ~FileLock();
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;

    bool tryLock();  // does not wait; true if it is already held
    // Waits for its turn; false after `within`, when `stop` is requested, or immediately if waiting would not help (systemError()).
    bool tryLock(std::chrono::milliseconds within, const std::stop_token &stop = {});
    bool takeOver();  // from its current holder
    void unlock();

    bool isHeld() const;                         // and was not overtaken
    bool wasOvertaken() const;                   // this object held the lock, but another program took it over
    int systemError() const { return m_error; }  // errno of the last attempt; 0: no error, even if another program holds the lock
    qint64 holder() const;                       // process ID of the current or last holder; 0: the file does not say
    QString holderProgram() const;               // its application name, at most kMaxName characters; empty: the file does not say
    static constexpr int kMaxName = 64;

    // A heartbeat for the programs that wait: the holder changes the file's time, and the others see the change. Needs no disk space.
    struct Beat {
        quint64 inode = 0;
        qint64 seconds = 0, nanoseconds = 0;
        friend bool operator==(const Beat &, const Beat &) = default;
    };
    void beat();            // called by the holder
    Beat lastBeat() const;  // of whichever program holds it

private:
    bool isInPlace() const;

    QString m_file;
    int m_descriptor = -1;
    int m_error = 0;
};

}  // namespace trainyard
