// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/knownhosts.h"

#include "core/transport/ssh/internal/wildcard.h"

#include <QCryptographicHash>
#include <QList>
#include <QMessageAuthenticationCode>
#include <QStringList>
#include <QtEndian>

namespace trainyard {

namespace {

bool matchesHashed(const QByteArray &field, const QByteArray &name)
{
    const QList<QByteArray> parts = field.split('|');  // "", "1", salt, hash
    if (parts.size() != 4 || parts[1] != "1")
        return false;
    const QByteArray salt = QByteArray::fromBase64(parts[2]);
    const QByteArray expected = QByteArray::fromBase64(parts[3]);
    return !expected.isEmpty() && QMessageAuthenticationCode::hash(name, salt, QCryptographicHash::Sha1) == expected;
}

bool matchesHosts(const QByteArray &field, const QByteArray &name)
{
    if (field.startsWith('|'))
        return matchesHashed(field, name);
    return matchesList(QString::fromUtf8(field).split(u','), QString::fromUtf8(name));
}

struct Line {
    int number = 0;          // 1-based
    QByteArray marker, key;  // "@revoked"; SSH wire format
};

// Visits every complete line that names the host.
template <typename Visit>
void forEachLine(const QByteArray &knownHosts, const QByteArray &name, Visit visit)
{
    const QList<QByteArray> lines = knownHosts.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QList<QByteArray> fields = lines[i].simplified().split(' ');
        if (fields[0].isEmpty() || fields[0].startsWith('#'))
            continue;
        const QByteArray marker = fields[0].startsWith('@') ? fields.takeFirst() : QByteArray();
        if (fields.size() < 3 || !matchesHosts(fields[0], name))
            continue;
        const Line line{static_cast<int>(i + 1), marker, QByteArray::fromBase64(fields[2])};
        if (!keyTypeOf(line.key).isEmpty())
            visit(line);
    }
}

}  // namespace

QByteArray keyTypeOf(const QByteArray &key)
{
    if (key.size() < 4)
        return {};
    const quint32 length = qFromBigEndian<quint32>(key.constData());
    return length <= static_cast<quint32>(key.size() - 4) && length < 128 ? key.mid(4, length) : QByteArray();
}

QString keyFingerprint(const QByteArray &key)
{
    const QByteArray hash = QCryptographicHash::hash(key, QCryptographicHash::Sha256);
    return QStringLiteral("SHA256:") + QString::fromLatin1(hash.toBase64(QByteArray::Base64Encoding | QByteArray::OmitTrailingEquals));
}

QByteArray knownHostsName(const QString &host, int port, const QString &alias)
{
    const QByteArray name = (alias.isEmpty() ? host : alias).toLower().toUtf8();
    return port == 22 || !alias.isEmpty() ? name : '[' + name + "]:" + QByteArray::number(port);
}

QByteArray knownHostsLine(const QByteArray &name, const QByteArray &key)
{
    return name + ' ' + keyTypeOf(key) + ' ' + key.toBase64() + '\n';
}

QList<QByteArray> knownKeyTypes(const QByteArray &knownHosts, const QByteArray &name)
{
    QList<QByteArray> types;
    forEachLine(knownHosts, name, [&](const Line &line) {
        if (line.marker.isEmpty() && !types.contains(keyTypeOf(line.key)))
            types << keyTypeOf(line.key);
    });
    return types;
}

HostKeyVerdict judgeHostKey(const QByteArray &knownHosts, const QByteArray &name, const QByteArray &key)
{
    HostKeyVerdict verdict;
    bool isRevoked = false;
    forEachLine(knownHosts, name, [&](const Line &line) {
        if (line.marker == "@cert-authority" && verdict.authorityLine == 0)
            verdict.authorityLine = line.number;
        if (line.marker == "@revoked" && line.key == key && !isRevoked) {
            isRevoked = true;
            verdict.kind = HostKeyVerdict::Revoked;
            verdict.line = line.number;
            verdict.knownKey = line.key;
        }
        if (isRevoked || !line.marker.isEmpty() || verdict.kind == HostKeyVerdict::Known)
            return;
        if (line.key == key) {
            verdict.kind = HostKeyVerdict::Known;
            verdict.line = line.number;
            verdict.knownKey.clear();
        } else if (verdict.kind == HostKeyVerdict::Unknown
                   || (keyTypeOf(line.key) == keyTypeOf(key) && keyTypeOf(verdict.knownKey) != keyTypeOf(key))) {
            verdict.kind = HostKeyVerdict::Changed;
            verdict.line = line.number;
            verdict.knownKey = line.key;
        }
    });
    return verdict;
}

}  // namespace trainyard
