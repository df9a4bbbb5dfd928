// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/gpucloud/machinelabel.h"

#include <QByteArray>
#include <QUuid>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kIdLength = 22;  // 16 bytes as Base64
constexpr qsizetype kPrefix = 3, kWhole = kPrefix + 2 * kIdLength + 1;
constexpr auto kForm = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

QString shortId(const QString &id)
{
    const QUuid uuid = QUuid::fromString(id);
    return uuid.isNull() || uuid.toString(QUuid::WithoutBraces) != id ? QString() : QString::fromLatin1(uuid.toRfc4122().toBase64(kForm));
}

QString longId(const QString &id)
{
    const auto bytes = QByteArray::fromBase64Encoding(id.toLatin1(), kForm | QByteArray::AbortOnBase64DecodingErrors);
    const QUuid uuid = bytes && (*bytes).size() == 16 ? QUuid::fromRfc4122(*bytes) : QUuid();
    // Only the one way to write it.
    const QString text = uuid.isNull() ? QString() : uuid.toString(QUuid::WithoutBraces);
    return !text.isEmpty() && shortId(text) == id ? text : QString();
}

}  // namespace

std::optional<QString> machineLabel(const InstanceRequest &request, qsizetype most)
{
    const QString owner = shortId(request.owner), token = shortId(request.clientToken);
    if (owner.isEmpty() || token.isEmpty())
        return std::nullopt;
    QString name;
    for (const QChar c : request.name) {
        if (c.unicode() < 128 && (c.isLetterOrNumber() || c == u'-' || c == u'_' || c == u'.'))
            name += c;
    }
    const QString label = QStringLiteral("ty-%1-%2").arg(owner, token);
    const QString whole = name.isEmpty() ? label : label + u' ' + name;
    return whole.left(std::max(most, kWhole)).trimmed();
}

std::optional<MachineLabel> readMachineLabel(const QString &label)
{
    if (label.size() < kWhole || !label.startsWith(QLatin1String("ty-")) || label.at(kPrefix + kIdLength) != u'-'
        || (label.size() > kWhole && label.at(kWhole) != u' '))
        return std::nullopt;
    const MachineLabel read{longId(label.mid(kPrefix, kIdLength)), longId(label.mid(kPrefix + kIdLength + 1, kIdLength))};
    return read.owner.isEmpty() || read.clientToken.isEmpty() ? std::nullopt : std::optional(read);
}

}  // namespace trainyard
