// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/internal/storestate.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>

namespace trainyard {

namespace {

constexpr qint64 kMaxBytes = 16 * 1024 * 1024;  // 10 000 parts take one
constexpr qint64 kBetweenMs = 500;

QString fileOf(const QString &folder, const ObjectStoreConfig &record, const QString &what)
{
    const QByteArray name = (record.name + u'\n' + record.endpoint + u'\n' + record.bucket + u'\n' + what).toUtf8();
    return folder + u'/' + QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha256).toHex().left(32))
           + QStringLiteral(".json");
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

StoreState::StoreState(const QString &folder, const ObjectStoreConfig &record, const QString &what)
    : m_file(fileOf(folder, record, what)), m_lock(m_file + QStringLiteral(".lock"))
{
}

Result<void> StoreState::lock()
{
    QDir().mkpath(QFileInfo(m_file).path());
    // If no lock can be created, the state cannot be saved either, which is no reason to stop.
    if (m_lock.tryLock() || m_lock.systemError() != 0)
        return {};
    return Error{ErrorCode::AlreadyExists,
                 QCoreApplication::translate("trainyard::ObjectStore",
                                             "The same file is already being copied to the same place: wait until this is done."),
                 m_file};
}

void StoreState::load(const QByteArray &fingerprint)
{
    m_fingerprint = fingerprint;
    uploadId.clear();
    parts.clear();
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return;
    const QJsonObject object = QJsonDocument::fromJson(file.read(kMaxBytes)).object();
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
    // Without it the next try starts over, which is no reason to stop.
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(QJsonDocument(QJsonObject{{QStringLiteral("fingerprint"), QString::fromLatin1(m_fingerprint)},
                                         {QStringLiteral("upload"), QString::fromUtf8(uploadId)},
                                         {QStringLiteral("parts"), known}})
                   .toJson(QJsonDocument::Compact));
    file.commit();
}

void StoreState::remove() { QFile::remove(m_file); }

}  // namespace trainyard
