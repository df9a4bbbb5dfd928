// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/alerttable.h"

#include "core/storage/database/internal/rowvalues.h"

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr int kMax = 5000;  // a year of frequent alerts
constexpr auto kColumns =
    "id, kind, severity, run_id, run_name, machine_name, topic, is_simulated, gpus, value, threshold, detail, opened, cleared, "
    "seen, acknowledged, told, is_due, has_no_data";

QString fromGpus(const QList<int> &gpus)
{
    QStringList texts;
    for (const int gpu : gpus)
        texts << QString::number(gpu);
    return texts.join(u',');
}

// An alert of a kind or severity that this version does not know is skipped.
std::optional<Alert> alertOf(const QSqlQuery &row)
{
    const auto kind = alertKindFromName(row.value(1).toString());
    const auto severity = alertSeverityFromName(row.value(2).toString());
    if (!kind || !severity)
        return std::nullopt;
    Alert alert;
    alert.id = AlertId(row.value(0).toLongLong());
    alert.kind = *kind;
    alert.severity = *severity;
    alert.runId = RunId(row.value(3).toString());
    alert.runName = row.value(4).toString();
    alert.machine = row.value(5).toString();
    alert.topic = row.value(6).toString();
    alert.isSimulated = row.value(7).toBool();
    const QStringList gpus = row.value(8).toString().split(u',', Qt::SkipEmptyParts);
    for (const QString &gpu : gpus) {
        bool isNumber = false;
        const int index = gpu.toInt(&isNumber);
        if (isNumber && index >= 0 && alert.gpus.size() < AlertEngine::kMaxGpus)
            alert.gpus << index;
    }
    if (!row.value(9).isNull() && std::isfinite(row.value(9).toDouble()))
        alert.value = row.value(9).toDouble();
    alert.threshold = row.value(10).toDouble();
    alert.detail = row.value(11).toString().left(Alert::kMaxDetail);
    alert.opened = toTime(row.value(12));
    alert.cleared = toTime(row.value(13));
    alert.seen = toTime(row.value(14));
    alert.acknowledged = toTime(row.value(15));
    alert.told = toTime(row.value(16));
    alert.isDue = row.value(17).toBool();
    alert.hasNoData = row.value(18).toBool();
    return alert;
}

QVariant fromNumber(const std::optional<double> &value) { return value && std::isfinite(*value) ? QVariant(*value) : QVariant(); }

Result<Alert> join(Database &database, Alert open, const Alert &alert)
{
    QList<int> gpus = open.gpus;
    for (const int gpu : alert.gpus) {
        if (!gpus.contains(gpu) && gpus.size() < AlertEngine::kMaxGpus)
            gpus << gpu;
    }
    std::sort(gpus.begin(), gpus.end());
    const bool hasGrown = gpus.size() > open.gpus.size();
    if (!hasGrown && !open.hasNoData)
        return open;
    open.gpus = gpus;
    open.hasNoData = false;
    if (hasGrown) {
        // A person who acknowledged the alert for GPU 3 has not seen the one for GPU 5.
        open.isDue = alert.isDue;
        open.acknowledged = {};
        open.value = alert.value;
    }
    const auto changed = database.execute(
        QStringLiteral("UPDATE alerts SET gpus = ?, value = ?, is_due = ?, acknowledged = ?, has_no_data = 0 WHERE id = ?"),
        {fromText(fromGpus(open.gpus)), fromNumber(open.value), open.isDue, fromTime(open.acknowledged), fromId(open.id)});
    return changed ? Result<Alert>(open) : Result<Alert>(changed.error());
}

Result<QList<Alert>> selectAlerts(const Database &database, const char *rest, const QVariantList &values)
{
    return readableRows(database, kColumns, rest, values, alertOf);
}

Result<Alert> putAlert(Database &database, Alert alert)
{
    TRY(const auto known,
        selectAlerts(database, "alerts WHERE alert_key = ? AND (cleared IS NULL OR cleared >= ?) ORDER BY id DESC LIMIT 1",
                     {alert.key(), fromTime(alert.opened)}));
    if (!known.isEmpty())
        return known.first().isOpen() ? join(database, known.first(), alert) : Result<Alert>(known.first());
    TRY(auto inserted,
        database.select(
            QStringLiteral(
                "INSERT INTO alerts(alert_key, kind, severity, run_id, run_name, machine_name, topic, is_simulated, gpus, value, threshold, "
                "detail, opened, cleared, seen, is_due, has_no_data) VALUES(%1)")
                .arg(placeholders(17)),
            {alert.key(), alertKindName(alert.kind), alertSeverityName(alert.severity), fromText(alert.runId.text()),
             fromText(alert.runName), fromText(alert.machine), fromText(alert.topic), alert.isSimulated, fromText(fromGpus(alert.gpus)),
             fromNumber(alert.value), alert.threshold, fromText(alert.detail.left(Alert::kMaxDetail)), fromTime(alert.opened),
             fromTime(alert.cleared), fromTime(alert.seen), alert.isDue, alert.hasNoData}));
    alert.id = AlertId(inserted.lastInsertId().toLongLong());
    const auto forgotten = database.execute(QStringLiteral("DELETE FROM alerts WHERE id <= ? AND cleared IS NOT NULL"),
                                            {alert.id.number() - kMax});
    return forgotten ? Result<Alert>(alert) : Result<Alert>(forgotten.error());
}

Result<std::optional<Alert>> endAlert(Database &database, const QString &key, const QDateTime &when)
{
    TRY(const auto open, selectAlerts(database, "alerts WHERE alert_key = ? AND cleared IS NULL", {key}));
    if (open.isEmpty())
        return std::optional<Alert>();
    Alert alert = open.first();
    alert.cleared = std::max(when, alert.opened);
    alert.isDue = false;
    const auto ended = database.execute(
        QStringLiteral("UPDATE alerts SET cleared = max(opened, ?), is_due = 0 WHERE alert_key = ? AND cleared IS NULL"),
        {fromTime(when), key});
    return ended ? Result<std::optional<Alert>>(std::optional(alert)) : Result<std::optional<Alert>>(ended.error());
}

Result<void> setAlertNoData(Database &database, const QString &key)
{
    const auto changed = database.execute(QStringLiteral("UPDATE alerts SET has_no_data = 1 WHERE alert_key = ? AND cleared IS NULL"),
                                          {key});
    return changed ? Result<void>() : Result<void>(changed.error());
}

Result<void> setAlertSeen(Database &database, AlertId id, const QDateTime &when)
{
    // Alerts about a single event end once a person has seen them.
    const QStringList lasting{alertKindName(AlertKind::RunFailed), alertKindName(AlertKind::Budget)};
    const auto changed = database.execute(
        QStringLiteral(
            "UPDATE alerts SET acknowledged = ?, is_due = 0, cleared = CASE WHEN cleared IS NULL AND kind IN (?, ?) THEN max(opened, ?) "
            "ELSE cleared END WHERE id = ? AND acknowledged IS NULL"),
        {fromTime(when), lasting[0], lasting[1], fromTime(when), fromId(id)});
    return changed ? Result<void>() : Result<void>(changed.error());
}

Result<QList<AlertId>> takeAlerts(Database &database, const QList<AlertId> &ids, const QDateTime &when)
{
    QList<AlertId> taken;
    for (const AlertId id : ids) {
        TRY(const auto changed, database.execute(QStringLiteral("UPDATE alerts SET told = ?, is_due = 0 WHERE id = ? AND is_due = 1"),
                                                 {fromTime(when), fromId(id)}));
        if (changed > 0)
            taken << id;
    }
    return taken;
}

}  // namespace

Result<Alert> AlertTable::open(const Alert &alert)
{
    Result<Alert> opened = alert;
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        opened = putAlert(database, alert);
        return opened ? Result<void>() : Result<void>(opened.error());
    });
    return written ? opened : Result<Alert>(written.error());
}

Result<std::optional<Alert>> AlertTable::clear(const QString &key, const QDateTime &when)
{
    Result<std::optional<Alert>> ended = std::optional<Alert>();
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        ended = endAlert(database, key, when);
        return ended ? Result<void>() : Result<void>(ended.error());
    });
    return written ? ended : Result<std::optional<Alert>>(written.error());
}

Result<void> AlertTable::markNoData(const QString &key)
{
    return m_database.write([&](Database &database) { return setAlertNoData(database, key); });
}

Result<void> AlertTable::acknowledge(AlertId id)
{
    return m_database.write([&](Database &database) { return setAlertSeen(database, id, QDateTime::currentDateTimeUtc()); });
}

Result<QList<AlertId>> AlertTable::claim(const QList<AlertId> &ids, const QDateTime &when)
{
    Result<QList<AlertId>> taken = QList<AlertId>();
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        taken = takeAlerts(database, ids, when);
        return taken ? Result<void>() : Result<void>(taken.error());
    });
    return written ? taken : Result<QList<AlertId>>(written.error());
}

Result<QList<Alert>> AlertTable::newest(int most, const RunId &runId) const
{
    return !runId.isSet() ? selectAlerts(m_database, "alerts ORDER BY id DESC LIMIT ?", {most})
                          : selectAlerts(m_database, "alerts WHERE run_id = ? ORDER BY id DESC LIMIT ?", {runId.text(), most});
}

Result<QList<Alert>> AlertTable::allOpen() const { return selectAlerts(m_database, "alerts WHERE cleared IS NULL ORDER BY id DESC", {}); }

Result<QList<Alert>> AlertTable::due(const QDateTime &reportedSince) const
{
    return selectAlerts(m_database, "alerts WHERE is_due = 1 OR told >= ? ORDER BY id", {fromTime(reportedSince)});
}

}  // namespace trainyard
