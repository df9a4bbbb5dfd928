#include "core/ssh/knownhosts.h"

#include "core/ssh/wildcard.h"

#include <QCryptographicHash>
#include <QList>
#include <QMessageAuthenticationCode>
#include <QStringList>
#include <QtEndian>

namespace trainyard {

namespace {

QByteArray lookupName(const QString &host, int port)
{
    const QByteArray name = host.toLower().toUtf8();
    return port == 22 ? name : '[' + name + "]:" + QByteArray::number(port);
}

bool matchesHashed(const QByteArray &field, const QByteArray &name)
{
    const QList<QByteArray> parts = field.split('|');   // "", "1", salt, hash
    if (parts.size() != 4 || parts[1] != "1")
        return false;
    const QByteArray salt = QByteArray::fromBase64(parts[2]);
    const QByteArray expected = QByteArray::fromBase64(parts[3]);
    return !expected.isEmpty()
        && QMessageAuthenticationCode::hash(name, salt, QCryptographicHash::Sha1) == expected;
}

bool matchesHosts(const QByteArray &field, const QByteArray &name)
{
    if (field.startsWith('|'))
        return matchesHashed(field, name);
    bool matched = false;
    const QString text = QString::fromUtf8(name);
    const QStringList patterns = QString::fromUtf8(field).split(u',');
    for (const QString &pattern : patterns) {
        if (pattern.startsWith(u'!')) {
            if (matchesWildcard(QStringView(pattern).sliced(1), text))
                return false;
        } else if (matchesWildcard(pattern, text)) {
            matched = true;
        }
    }
    return matched;
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
    return QStringLiteral("SHA256:")
        + QString::fromLatin1(hash.toBase64(QByteArray::Base64Encoding | QByteArray::OmitTrailingEquals));
}

QByteArray knownHostsLine(const QString &host, int port, const QByteArray &key)
{
    return lookupName(host, port) + ' ' + keyTypeOf(key) + ' ' + key.toBase64() + '\n';
}

HostKeyVerdict judgeHostKey(const QByteArray &knownHosts, const QString &host, int port, const QByteArray &key)
{
    const QByteArray name = lookupName(host, port);
    HostKeyVerdict verdict;
    const QList<QByteArray> lines = knownHosts.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QList<QByteArray> fields = lines[i].simplified().split(' ');
        if (fields[0].isEmpty() || fields[0].startsWith('#'))
            continue;
        const QByteArray marker = fields[0].startsWith('@') ? fields.takeFirst() : QByteArray();
        if (fields.size() < 3 || !matchesHosts(fields[0], name))
            continue;
        const QByteArray known = QByteArray::fromBase64(fields[2]);
        const int line = static_cast<int>(i + 1);
        if (marker == "@revoked") {
            if (known == key)
                return {HostKeyVerdict::Revoked, line, known};
            continue;
        }
        if (!marker.isEmpty() || keyTypeOf(known).isEmpty())
            continue;
        if (known == key) {
            verdict = {HostKeyVerdict::Known, line, {}};
        } else if (verdict.kind == HostKeyVerdict::Unknown
                   || (verdict.kind == HostKeyVerdict::Changed && keyTypeOf(known) == keyTypeOf(key)
                       && keyTypeOf(verdict.knownKey) != keyTypeOf(key))) {
            verdict = {HostKeyVerdict::Changed, line, known};
        }
    }
    return verdict;
}

}  // namespace trainyard
