// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/maintenanceevents.h"

#include "core/checkpoint/retention/ownnames.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

constexpr qsizetype kMaxEventName = 200, kMaxEntries = 10'000;
const QString kRemovedEvent = QStringLiteral("checkpoint-removed");

}  // namespace

QByteArray removalEvent(const MaintenanceReport::Removed &removed, qint64 when)
{
    const QJsonObject line{{QStringLiteral("t"), when},
                           {QStringLiteral("event"), kRemovedEvent},
                           {QStringLiteral("name"), removed.name.left(kMaxEventName)},
                           {QStringLiteral("step"), removed.step ? QJsonValue(*removed.step) : QJsonValue()},
                           {QStringLiteral("bytes"), removed.bytes},
                           {QStringLiteral("trash"), removed.trashId}};
    return QJsonDocument(line).toJson(QJsonDocument::Compact);
}

QStringList trashOfEvents(const QByteArray &events)
{
    QStringList entries;
    const QList<QByteArray> lines = events.split('\n');
    for (const QByteArray &line : lines) {
        if (!line.contains("checkpoint-removed") || entries.size() >= kMaxEntries)
            continue;
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        const QString id = object[QLatin1String("trash")].toString();
        if (object[QLatin1String("event")].toString() == kRemovedEvent && isTrashEntryName(id))
            entries << id;
    }
    return entries;
}

QByteArray begunLine(const QString &trashId) { return trashId.toLatin1() + '\n'; }

QStringList begunRemovals(const QByteArray &text)
{
    QStringList entries;
    const QList<QByteArray> lines = text.split('\n');
    for (const QByteArray &line : lines) {
        if (const QString id = QString::fromLatin1(line); isTrashEntryName(id) && entries.size() < kMaxEntries)
            entries << id;
    }
    return entries;
}

}  // namespace trainyard
