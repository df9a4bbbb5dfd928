#include "core/objectstore/storestate.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr qint64 kMostBytes = 16 * 1024 * 1024;   // 10 000 parts take one
constexpr qint64 kBetweenMs = 500;

QString fileOf(const QString &folder, const StoreRecord &record, const QString &what)
{
    const QByteArray name = (record.name + u'\n' + record.endpoint + u'\n' + record.bucket + u'\n' + what).toUtf8();
    return folder + u'/' + QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha256).toHex().left(32)) + QStringLiteral(".json");
}

}  // namespace

QString partNameOf(const QString &fileName, const QByteArray &fingerprint)
{
    QString name = fileName;
    while (name.toUtf8().size() > 200)
        name.chop(1);
    const QByteArray mark = QCryptographicHash::hash(fingerprint, QCryptographicHash::Sha256).toHex().left(8);
    return u'.' + name + u'.' + QString::fromLatin1(mark) + QStringLiteral(".part");
}

StoreState::StoreState(const QString &folder, const StoreRecord &record, const QString &what) : m_file(fileOf(folder, record, what)) {}

StoreState::~StoreState()
{
    if (m_lock < 0)
        return;
    ::unlink(QFile::encodeName(m_file + QStringLiteral(".lock")).constData());
    ::close(m_lock);
}

Result<void> StoreState::lock()
{
    QDir().mkpath(QFileInfo(m_file).path());
    const QByteArray name = QFile::encodeName(m_file + QStringLiteral(".lock"));
    // Whoever held it takes its name away at the end: what was opened may not be what has the name now.
    for (int tries = 0; tries < 100; ++tries) {
        const int fd = ::open(name.constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0)
            return {};   // as with the state itself: no reason to stop
        if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
            const bool isHeld = errno == EWOULDBLOCK;
            ::close(fd);
            return isHeld ? Result<void>(Error{ErrorCode::AlreadyExists, QCoreApplication::translate("trainyard::ObjectStore",
                "The same file is being copied to the same place right now: wait until that is done."), m_file}) : Result<void>();
        }
        struct stat opened{}, named{};
        if (::fstat(fd, &opened) == 0 && ::stat(name.constData(), &named) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev) {
            m_lock = fd;
            return {};
        }
        ::close(fd);
    }
    return {};
}

void StoreState::load(const QByteArray &fingerprint)
{
    m_fingerprint = fingerprint;
    uploadId.clear();
    parts.clear();
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return;
    const QJsonObject object = QJsonDocument::fromJson(file.read(kMostBytes)).object();
    if (object.value(QLatin1String("fingerprint")).toString().toLatin1() != fingerprint)
        return;
    uploadId = object.value(QLatin1String("upload")).toString().toUtf8();
    const QJsonObject known = object.value(QLatin1String("parts")).toObject();
    for (auto it = known.begin(); it != known.end(); ++it)
        parts.insert(it.key().toInt(), QByteArray::fromBase64(it.value().toString().toLatin1()));
}

void StoreState::save()
{
    m_isDue = true;
    saveDue();
}

void StoreState::saveDue()
{
    if (m_isDue && QDateTime::currentMSecsSinceEpoch() - m_saved >= kBetweenMs)
        saveNow();
}

void StoreState::saveNow()
{
    m_saved = QDateTime::currentMSecsSinceEpoch();
    m_isDue = false;
    QJsonObject known;
    for (auto it = parts.begin(); it != parts.end(); ++it)
        known.insert(QString::number(it.key()), QString::fromLatin1(it.value().toBase64()));
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile file(m_file);
    // Without it the next try begins anew: no reason to stop.
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(QJsonDocument(QJsonObject{{QStringLiteral("fingerprint"), QString::fromLatin1(m_fingerprint)},
                                         {QStringLiteral("upload"), QString::fromUtf8(uploadId)},
                                         {QStringLiteral("parts"), known}}).toJson(QJsonDocument::Compact));
    file.commit();
}

void StoreState::remove() { QFile::remove(m_file); }

}  // namespace trainyard
