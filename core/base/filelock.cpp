// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filelock.h"

#include "core/base/retry.h"

#include <QCoreApplication>
#include <QFile>
#include <QSysInfo>

#include <cerrno>
#include <tuple>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr int kTries = 5;      // a holder that ends removes the file between our opening and locking it
constexpr auto kPause = 20ms;  // between two attempts; flock(2) has no time limit
constexpr qint64 kMaxLines = 1024;

bool isSame(const struct stat &one, const struct stat &other) { return one.st_dev == other.st_dev && one.st_ino == other.st_ino; }

// The lines that QLockFile writes: it uses them to recognize a holder that has ended.
QByteArray ownLines()
{
    return QByteArray::number(qint64(::getpid())) + '\n' + QCoreApplication::applicationName().toUtf8() + '\n'
           + QSysInfo::machineHostName().toUtf8() + '\n';
}

// A full disk has no room for these lines, but the lock does not need them.
void sign(int descriptor)
{
    const QByteArray lines = ownLines();
    if (::ftruncate(descriptor, 0) == 0)
        std::ignore = ::pwrite(descriptor, lines.constData(), size_t(lines.size()), 0);
}

}  // namespace

FileLock::FileLock(const QString &file) : m_file(file) {}

FileLock::~FileLock() { unlock(); }

bool FileLock::tryLock()
{
    if (wasOvertaken())
        unlock();
    m_error = 0;
    for (int tries = 0; m_descriptor < 0 && tries < kTries; ++tries) {
        const int descriptor = ::open(QFile::encodeName(m_file).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (descriptor < 0) {
            m_error = errno;
            return false;
        }
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            m_error = errno == EWOULDBLOCK ? 0 : errno;
            ::close(descriptor);
            return false;
        }
        m_descriptor = descriptor;
        if (isInPlace())
            sign(descriptor);
        else
            unlock();
    }
    return m_descriptor >= 0;
}

bool FileLock::tryLock(std::chrono::milliseconds within, const std::stop_token &stop)
{
    const auto end = std::chrono::steady_clock::now() + within;
    while (!tryLock()) {
        if (m_error != 0 || std::chrono::steady_clock::now() >= end || !pauseFor(kPause, stop))
            return false;
    }
    return true;
}

bool FileLock::takeOver()
{
    if (isHeld())
        return true;
    unlock();
    m_error = 0;
    QByteArray name = QFile::encodeName(m_file) + "-XXXXXX";
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0) {
        m_error = errno;
        return false;
    }
    // Locked before it replaces the other's file, so that no third program can take the lock in between.
    sign(descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 || ::rename(name.constData(), QFile::encodeName(m_file).constData()) != 0) {
        m_error = errno;
        ::unlink(name.constData());
        ::close(descriptor);
        return false;
    }
    m_descriptor = descriptor;
    return true;
}

void FileLock::unlock()
{
    if (m_descriptor < 0)
        return;
    if (isInPlace())
        ::unlink(QFile::encodeName(m_file).constData());
    ::close(m_descriptor);
    m_descriptor = -1;
}

bool FileLock::isInPlace() const
{
    struct stat mine, there;
    return ::fstat(m_descriptor, &mine) == 0 && ::stat(QFile::encodeName(m_file).constData(), &there) == 0 && isSame(mine, there);
}

bool FileLock::isHeld() const { return m_descriptor >= 0 && isInPlace(); }
bool FileLock::wasOvertaken() const { return m_descriptor >= 0 && !isInPlace(); }

qint64 FileLock::holder() const
{
    QFile file(m_file);
    return file.open(QIODevice::ReadOnly) ? qMax<qint64>(0, file.readLine(kMaxLines).trimmed().toLongLong()) : 0;
}

QString FileLock::holderProgram() const
{
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.readLine(kMaxLines);
    QString name = QString::fromUtf8(file.readLine(kMaxLines)).trimmed();
    name.removeIf([](QChar c) { return !c.isLetterOrNumber() && c != u'-' && c != u'_' && c != u'.'; });
    return name.left(kMaxName);
}

void FileLock::beat()
{
    if (m_descriptor >= 0)
        std::ignore = ::futimens(m_descriptor, nullptr);
}

FileLock::Beat FileLock::lastBeat() const
{
    struct stat there;
    if (::stat(QFile::encodeName(m_file).constData(), &there) != 0)
        return {};
    return {quint64(there.st_ino), qint64(there.st_mtim.tv_sec), qint64(there.st_mtim.tv_nsec)};
}

}  // namespace trainyard
