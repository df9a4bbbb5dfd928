// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/consolekeys.h"

#include <QtEndian>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

constexpr std::array kKeyTypes{"ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "ssh-rsa"};
constexpr qsizetype kMostKey = 4096;  // characters; an RSA 16384 key has 2,700

// The key names its own type (RFC 4253, 6.6), so that a word that merely looks like base64 is not taken for one.
bool isKeyOf(const QByteArray &type, const QByteArray &base64)
{
    if (base64.isEmpty() || base64.size() > kMostKey)
        return false;
    const auto decoded = QByteArray::fromBase64Encoding(base64, QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.size() < 4 + type.size())
        return false;
    return qFromBigEndian<quint32>(decoded.decoded.constData()) == quint32(type.size()) && decoded.decoded.mid(4, type.size()) == type;
}

QByteArray keyIn(const QByteArray &line)
{
    const QList<QByteArray> words = line.simplified().split(' ');
    for (qsizetype i = 0; i + 1 < words.size(); ++i) {
        const bool isType = std::any_of(kKeyTypes.begin(), kKeyTypes.end(), [&](const char *type) { return words[i] == type; });
        if (isType && isKeyOf(words[i], words[i + 1]))
            return words[i] + ' ' + words[i + 1];
    }
    return {};
}

}  // namespace

QList<QByteArray> hostKeysOnConsole(const QByteArray &console)
{
    QList<QByteArray> whole, open;
    bool isInside = false;
    const QList<QByteArray> lines = console.split('\n');
    for (const QByteArray &line : lines) {
        if (line.contains("-----BEGIN SSH HOST KEY KEYS-----")) {
            isInside = true;
            open.clear();
        } else if (isInside && line.contains("-----END SSH HOST KEY KEYS-----")) {
            isInside = false;
            whole = open;
        } else if (const QByteArray key = isInside ? keyIn(line) : QByteArray(); !key.isEmpty() && !open.contains(key)) {
            open << key;
        }
    }
    return whole;
}

QByteArray knownHostsOf(const QByteArray &name, const QList<QByteArray> &keys)
{
    QByteArray lines;
    for (const QByteArray &key : keys)
        lines += name + ' ' + key + '\n';
    return lines;
}

}  // namespace trainyard
