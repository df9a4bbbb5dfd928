// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/hostkeymaker.h"

#include "core/transport/ssh/keystore.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace trainyard {

namespace {

constexpr int kLeftOverSeconds = 60;  // making a key takes less than one

// A program that was killed in between left the private half behind.
void removeLeftOver(const QString &folder)
{
    const QDateTime old = QDateTime::currentDateTimeUtc().addSecs(-kLeftOverSeconds);
    const QFileInfoList places = QDir(folder).entryInfoList({QStringLiteral("host-key-*")}, QDir::Dirs | QDir::NoSymLinks);
    for (const QFileInfo &place : places) {
        if (place.lastModified() < old)
            QDir(place.filePath()).removeRecursively();
    }
}

}  // namespace

Result<MadeHostKey> makeHostKey(const QString &folder)
{
    QDir().mkpath(folder);
    removeLeftOver(folder);
    QTemporaryDir place(folder + QStringLiteral("/host-key-XXXXXX"));
    const auto key = KeyStore(place.path()).generate(QStringLiteral("host"), {}, QStringLiteral("trainyard"));
    if (!key)
        return key.error();
    QFile file(key->path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{
            ErrorCode::Io,
            QCoreApplication::translate("trainyard::CloudService", "%1 cannot be read: check its permissions and the disk.").arg(key->path),
            file.errorString()};
    }
    MadeHostKey made;
    made.publicLine = key->publicLine.split(' ').mid(0, 2).join(' ');
    made.userData = QStringLiteral("#cloud-config\nssh_deletekeys: true\nssh_genkeytypes: []\nssh_keys:\n  ed25519_private: |\n");
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    for (const QByteArray &line : lines)
        made.userData += QStringLiteral("    ") + QString::fromLatin1(line) + u'\n';
    made.userData += QStringLiteral("  ed25519_public: ") + QString::fromLatin1(made.publicLine) + u'\n';
    return made;
}

}  // namespace trainyard
