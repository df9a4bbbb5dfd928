// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/ownnames.h"

#include <QRegularExpression>
#include <QStringList>
#include <QTimeZone>

#include <algorithm>

namespace trainyard {

namespace {

const QLatin1String kOwn(".trainyard-"), kMoving(".moving"), kDoomed(".doomed");
const QString kTimeFormat = QStringLiteral("yyyyMMdd'T'HHmmss'Z'");
const QString kManifest = QStringLiteral(".trainyard-manifest"), kJson = QStringLiteral(".json");
const QString kPin = QStringLiteral(".trainyard-pin");
constexpr qsizetype kMaxPath = 4096;  // PATH_MAX

QString besides(const QString &checkpoint, bool isFolder, const QString &own, const QString &suffix)
{
    if (checkpoint == QLatin1String("."))
        return own + suffix;
    if (isFolder)
        return checkpoint + u'/' + own + suffix;
    const qsizetype slash = checkpoint.lastIndexOf(u'/');
    return checkpoint.left(slash + 1) + own + u'.' + checkpoint.mid(slash + 1) + suffix;
}

}  // namespace

bool isSafeRelative(const QString &name)
{
    if (name.isEmpty() || name.size() > kMaxPath || name.contains(QChar(0)))
        return false;
    const QStringList parts = name.split(u'/');
    return std::none_of(parts.begin(), parts.end(),
                        [](const QString &part) { return part.isEmpty() || part == QLatin1String(".") || part == QLatin1String(".."); });
}

bool isOwnName(const QString &name) { return name.startsWith(kOwn) || name.contains(u'/' + kOwn); }

QString trashEntryName(const QDateTime &when, quint32 salt)
{
    return QStringLiteral("%1-%2").arg(when.toUTC().toString(kTimeFormat)).arg(salt & 0xffff, 4, 16, QLatin1Char('0'));
}

bool isTrashEntryName(const QString &name)
{
    static const QRegularExpression pattern(QStringLiteral("^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}\\z"));
    return pattern.match(name).hasMatch();
}

std::optional<QDateTime> trashedAt(const QString &entry)
{
    if (!isTrashEntryName(entry))
        return std::nullopt;
    QDateTime when = QDateTime::fromString(entry.section(u'-', 0, 0), kTimeFormat);
    if (!when.isValid())
        return std::nullopt;
    when.setTimeZone(QTimeZone::utc());
    return when;
}

QString movingName(const QString &entry) { return entry + kMoving; }

std::optional<QString> entryOfMovingName(const QString &name)
{
    if (!name.endsWith(kMoving) || !isTrashEntryName(name.chopped(kMoving.size())))
        return std::nullopt;
    return name.chopped(kMoving.size());
}

QString doomedName(const QString &entry) { return entry + kDoomed; }

bool isDoomedName(const QString &name) { return name.endsWith(kDoomed) && isTrashEntryName(name.chopped(kDoomed.size())); }

bool isManifestName(const QString &name)
{
    const QString base = name.mid(name.lastIndexOf(u'/') + 1);
    return base == kManifest + kJson
           || (base.startsWith(kManifest + u'.') && base.endsWith(kJson) && base.size() > kManifest.size() + 1 + kJson.size());
}

QString namedByManifest(const QString &name)
{
    const QString base = name.mid(name.lastIndexOf(u'/') + 1);
    return isManifestName(name) && base.size() > kManifest.size() + kJson.size() ? base.mid(kManifest.size() + 1).chopped(kJson.size())
                                                                                 : QString();
}

bool isLeftoverName(const QString &name)
{
    static const QRegularExpression part(QStringLiteral("^\\.trainyard-[0-9a-f]{16}\\.part\\z"));
    const QString base = name.mid(name.lastIndexOf(u'/') + 1);
    return (base.startsWith(kManifest + u'.') && !isManifestName(name)) || part.match(base).hasMatch();
}

bool isPinName(const QString &name)
{
    const QString base = name.mid(name.lastIndexOf(u'/') + 1);
    return base == kPin || base.startsWith(kPin + u'.');
}

QString manifestName(const QString &checkpoint, bool isFolder) { return besides(checkpoint, isFolder, kManifest, kJson); }

QString pinName(const QString &checkpoint, bool isFolder) { return besides(checkpoint, isFolder, kPin, {}); }

}  // namespace trainyard
