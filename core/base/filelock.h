// SPDX-License-Identifier: GPL-3.0-or-later
// A lock that is a file. The kernel gives it back when its holder ends in whatever way, so a program that was killed never keeps
// others waiting; a holder that lives and does nothing (stopped, in a debugger, hung) can be overtaken, and finds out before its
// next write whether it was (isHeld()). The file goes with the lock; it holds the holder's process number, for people to read and
// for programs that use QLockFile on it. One object per user, on one thread; blocking.
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

    bool tryLock();  // at once; true when it is held already
    // Waits for its turn; false when the time is over, when `stop` asks for it, or at once when no waiting would help (systemError()).
    bool tryLock(std::chrono::milliseconds within, const std::stop_token &stop = {});
    bool takeOver();  // from its present holder
    void unlock();

    bool isHeld() const;                         // was not overtaken either
    bool wasOvertaken() const;                   // this object held the lock, and another program took it over
    int systemError() const { return m_error; }  // errno of the last try; 0: no error, even when another program holds the lock
    qint64 holder() const;                       // process ID of the present or last holder; 0: the file does not say
    QString holderProgram() const;               // its application name, at most kMaxName characters; empty: the file does not say
    static constexpr int kMaxName = 64;

    // A sign of life for the programs that wait: the holder moves the time of the file, and the others see that it moved. Needs no room.
    struct Beat {
        quint64 inode = 0;
        qint64 seconds = 0, nanoseconds = 0;
        friend bool operator==(const Beat &, const Beat &) = default;
    };
    void beat();            // of the holder
    Beat lastBeat() const;  // of whatever program holds it

private:
    bool isInPlace() const;

    QString m_file;
    int m_descriptor = -1;
    int m_error = 0;
};

}  // namespace trainyard
