// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/containeroptions.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace trainyard {

namespace {

constexpr qint64 kLeastMemory = qint64(1) << 20, kMostMemory = qint64(1) << 46;
constexpr std::array kNetworks{NetworkKind::Host, NetworkKind::Bridge, NetworkKind::None};

bool isOnePath(const QString &path)
{
    const bool isShown = std::none_of(path.begin(), path.end(),
                                      [](QChar c) { return c.category() == QChar::Other_Control || c == u',' || c == u'"'; });
    return isShown && !path.split(u'/').contains(QLatin1String(".."));
}

QString withoutEndSlashes(QString path)
{
    while (path.endsWith(u'/'))
        path.chop(1);
    return path;
}

struct PortRange {
    int first = 0, last = 0;
};

std::optional<PortRange> portRange(const QString &text)
{
    static const QRegularExpression kRange(QStringLiteral("\\A([0-9]{1,5})(?:-([0-9]{1,5}))?\\z"));
    const auto match = kRange.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    PortRange range;
    range.first = match.captured(1).toInt();
    range.last = match.captured(2).isEmpty() ? range.first : match.captured(2).toInt();
    return range.first >= 1 && range.last >= range.first && range.last <= 65535 ? std::optional(range) : std::nullopt;
}

QString rangeText(const PortRange &range)
{
    return range.first == range.last ? QString::number(range.first) : QStringLiteral("%1-%2").arg(range.first).arg(range.last);
}

bool isAddress(const QString &text)
{
    static const QRegularExpression kNumber(QStringLiteral("\\A[0-9]{1,3}\\z"));
    const QStringList parts = text.split(u'.');
    return parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](const QString &part) {
               return kNumber.match(part).hasMatch() && part.toInt() <= 255;
           });
}

}  // namespace

bool isMountSource(const QString &path)
{
    const bool isInHome = path.startsWith(QLatin1String("~/")) && !withoutEndSlashes(path.mid(1)).isEmpty();
    return isOnePath(path) && (isInHome || (path.startsWith(u'/') && !withoutEndSlashes(path).isEmpty()));
}

bool isMountTarget(const QString &path)
{
    return path.startsWith(u'/') && isOnePath(path) && !withoutEndSlashes(path).isEmpty() && !pathBelow(QStringLiteral("/trainyard"), path);
}

bool isVolumeName(const QString &text)
{
    static const QRegularExpression kName(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._-]{0,127}\\z"));
    return kName.match(text).hasMatch();
}

std::optional<QString> pathBelow(const QString &folder, const QString &path)
{
    const QString above = withoutEndSlashes(folder), below = withoutEndSlashes(path);
    if (above.isEmpty() || (below != above && !below.startsWith(above + u'/')))
        return std::nullopt;
    return below.mid(above.size());
}

std::optional<qint64> parseMemorySize(const QString &text)
{
    static const QRegularExpression kSize(QStringLiteral("\\A([0-9]{1,9}) ?([KMGT])(?:i?B)?\\z"),
                                          QRegularExpression::CaseInsensitiveOption);
    const auto match = kSize.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    static const QHash<QString, int> kShifts{
        {QStringLiteral("K"), 10}, {QStringLiteral("M"), 20}, {QStringLiteral("G"), 30}, {QStringLiteral("T"), 40}};
    const qint64 number = match.captured(1).toLongLong();
    const int shift = kShifts.value(match.captured(2).toUpper());
    if (number > (kMostMemory >> shift))
        return std::nullopt;
    const qint64 bytes = number << shift;
    return bytes >= kLeastMemory ? std::optional(bytes) : std::nullopt;
}

QString memorySizeText(qint64 bytes)
{
    constexpr std::array kUnits{std::pair(40, "TB"), std::pair(30, "GB"), std::pair(20, "MB")};
    for (const auto &[shift, unit] : kUnits) {
        if (bytes % (qint64(1) << shift) == 0)
            return QString::number(bytes >> shift) + QLatin1String(unit);
    }
    return QString::number(bytes >> 10) + QLatin1String("KB");
}

QString networkName(NetworkKind network)
{
    switch (network) {
    case NetworkKind::Host: return QStringLiteral("host");
    case NetworkKind::Bridge: return QStringLiteral("bridge");
    case NetworkKind::None: break;
    }
    return QStringLiteral("none");
}

std::optional<NetworkKind> networkFromName(const QString &name)
{
    const auto *const found = std::find_if(kNetworks.begin(), kNetworks.end(), [&](NetworkKind one) { return networkName(one) == name; });
    return found == kNetworks.end() ? std::nullopt : std::optional(*found);
}

std::optional<QString> publishedPort(const QString &text)
{
    QStringList parts = text.split(u':');
    QString address = QStringLiteral("127.0.0.1");
    if (parts.size() == 3)
        address = parts.takeFirst();
    if (parts.size() > 2 || !isAddress(address))
        return std::nullopt;
    const auto onMachine = portRange(parts.first()), inRun = portRange(parts.last());
    if (!onMachine || !inRun || onMachine->last - onMachine->first != inRun->last - inRun->first)
        return std::nullopt;
    return QStringLiteral("%1:%2:%3").arg(address, rangeText(*onMachine), rangeText(*inRun));
}

std::optional<QString> userIdsOf(const QString &text)
{
    const QStringList parts = text.trimmed().split(u':');
    QStringList ids;
    for (const QString &part : parts) {
        bool isNumber = false;
        const uint id = part.toUInt(&isNumber);
        const bool hasDigitsOnly = std::all_of(part.begin(), part.end(), [](QChar one) { return one >= u'0' && one <= u'9'; });
        if (!isNumber || !hasDigitsOnly || id == std::numeric_limits<uint>::max())  // which means no user
            return std::nullopt;
        ids << QString::number(id);
    }
    return ids.size() == 2 ? std::optional(ids.join(u':')) : std::nullopt;
}

}  // namespace trainyard
