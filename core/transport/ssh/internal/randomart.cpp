// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/randomart.h"

#include "core/transport/ssh/internal/knownhosts.h"

#include <QCryptographicHash>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <bit>

namespace trainyard {

namespace {

constexpr int kWidth = 17, kHeight = 9;

// The field of the wire format that starts at `*from`, which is moved past it.
QByteArray nextField(const QByteArray &key, qsizetype *from)
{
    if (key.size() - *from < 4)
        return {};
    const quint32 length = qFromBigEndian<quint32>(key.constData() + *from);
    *from += 4;
    if (length > static_cast<quint64>(key.size() - *from))
        return {};
    const QByteArray field = key.mid(*from, length);
    *from += length;
    return field;
}

QString title(const QByteArray &key)
{
    qsizetype at = 0;
    const QByteArray type = nextField(key, &at);
    if (type == "ssh-ed25519")
        return QStringLiteral("ED25519 256");
    if (type.startsWith("ecdsa-sha2-nistp"))
        return QStringLiteral("ECDSA ") + QString::fromLatin1(type.mid(16));
    if (type == "ssh-rsa") {
        nextField(key, &at);  // the exponent
        QByteArray modulus = nextField(key, &at);
        while (modulus.startsWith('\0'))
            modulus.remove(0, 1);
        if (modulus.isEmpty())
            return QStringLiteral("RSA");
        const auto first = static_cast<unsigned char>(modulus.front());
        const auto bits = (modulus.size() - 1) * 8 + static_cast<qsizetype>(std::bit_width(first));
        return QStringLiteral("RSA %1").arg(bits);
    }
    return QString::fromLatin1(type.left(kWidth - 2)).toUpper();
}

QString border(const QString &text)
{
    const QString label = u'[' + text + u']';
    const qsizetype before = std::max<qsizetype>((kWidth - label.size()) / 2, 0);
    return u'+' + (QString(before, u'-') + label).leftJustified(kWidth, u'-', true) + u'+';
}

}  // namespace

QString randomart(const QByteArray &key)
{
    if (keyTypeOf(key).isEmpty())
        return {};
    const QString marks = QStringLiteral(" .o+=*BOX@%&#/^SE");
    const int most = static_cast<int>(marks.size()) - 1;
    std::array<std::array<int, kWidth>, kHeight> field = {};
    int x = kWidth / 2, y = kHeight / 2;
    const QByteArray hash = QCryptographicHash::hash(key, QCryptographicHash::Sha256);
    for (const char byte : hash) {
        auto input = static_cast<unsigned char>(byte);
        for (int move = 0; move < 4; ++move, input = static_cast<unsigned char>(input >> 2)) {
            x = std::clamp(x + (input & 1 ? 1 : -1), 0, kWidth - 1);
            y = std::clamp(y + (input & 2 ? 1 : -1), 0, kHeight - 1);
            int &visits = field[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
            if (visits < most - 2)
                ++visits;
        }
    }
    field[kHeight / 2][kWidth / 2] = most - 1;
    field[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = most;

    QString art = border(title(key)) + u'\n';
    for (const auto &row : field) {
        art += u'|';
        for (const int visits : row)
            art += marks[visits];
        art += QStringLiteral("|\n");
    }
    return art + border(QStringLiteral("SHA256"));
}

}  // namespace trainyard
