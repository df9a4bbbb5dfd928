#include "core/run/copylock.h"

#include <QCoreApplication>
#include <QFile>
#include <QSysInfo>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr int kTries = 5;           // a holder that goes removes the file between our opening and locking it

bool isSame(const struct stat &one, const struct stat &other) { return one.st_dev == other.st_dev && one.st_ino == other.st_ino; }

// The lines that QLockFile writes: by them it knows a holder that is gone.
QByteArray ownLines()
{
    return QByteArray::number(qint64(::getpid())) + '\n' + QCoreApplication::applicationName().toUtf8() + '\n'
           + QSysInfo::machineHostName().toUtf8() + '\n';
}

bool sign(int descriptor)
{
    const QByteArray lines = ownLines();
    return ::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, lines.constData(), size_t(lines.size()), 0) == lines.size();
}

}  // namespace

CopyLock::CopyLock(const QString &file) : m_file(file) {}

CopyLock::~CopyLock() { unlock(); }

bool CopyLock::tryLock()
{
    if (wasOvertaken())
        unlock();
    m_error = 0;
    for (int tries = 0; m_descriptor < 0 && tries < kTries; ++tries) {
        const int descriptor = ::open(QFile::encodeName(m_file).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
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
        if (!isInPlace()) {
            unlock();
        } else if (!sign(descriptor)) {
            m_error = errno;
            unlock();
            return false;
        }
    }
    return m_descriptor >= 0;
}

bool CopyLock::takeOver()
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
    // Locked before it takes the other's place, so that there is no moment at which a third may have it.
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 || !sign(descriptor)
        || ::rename(name.constData(), QFile::encodeName(m_file).constData()) != 0) {
        m_error = errno;
        ::unlink(name.constData());
        ::close(descriptor);
        return false;
    }
    m_descriptor = descriptor;
    return true;
}

void CopyLock::unlock()
{
    if (m_descriptor < 0)
        return;
    if (isInPlace())
        ::unlink(QFile::encodeName(m_file).constData());
    ::close(m_descriptor);
    m_descriptor = -1;
}

bool CopyLock::isInPlace() const
{
    struct stat mine, there;
    return ::fstat(m_descriptor, &mine) == 0 && ::stat(QFile::encodeName(m_file).constData(), &there) == 0 && isSame(mine, there);
}

bool CopyLock::isHeld() const { return m_descriptor >= 0 && isInPlace(); }
bool CopyLock::wasOvertaken() const { return m_descriptor >= 0 && !isInPlace(); }

}  // namespace trainyard
