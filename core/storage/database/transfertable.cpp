// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/transfertable.h"

#include "core/storage/database/internal/machinerows.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QJsonObject>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

constexpr auto kTransferColumns = "id, keeper, machine_id, machine_name, direction, local, remote, options, state, progress, "
                                  "outcome, error, added, ended";

QVariant fromObject(const QJsonObject &object) { return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)); }

QJsonObject toObject(const QVariant &value) { return QJsonDocument::fromJson(value.toString().toUtf8()).object(); }

QJsonObject optionsOf(const TransferSpec &spec)
{
    return {
        {QStringLiteral("ignore_files"), spec.obeysIgnoreFiles}, {QStringLiteral("excludes"), QJsonArray::fromStringList(spec.excludes)},
        {QStringLiteral("only_changed"), spec.onlyChanged},      {QStringLiteral("verified"), spec.isVerified},
        {QStringLiteral("checkpoint"), spec.isCheckpoint},       {QStringLiteral("store"), spec.store},
        {QStringLiteral("store_address"), spec.storeAddress},    {QStringLiteral("connections"), spec.connections}};
}

void setOptions(TransferSpec &spec, const QJsonObject &options)
{
    spec.obeysIgnoreFiles = options[QStringLiteral("ignore_files")].toBool();
    const QJsonArray excludes = options[QStringLiteral("excludes")].toArray();
    for (const QJsonValue &pattern : excludes)
        spec.excludes << pattern.toString();
    spec.onlyChanged = options[QStringLiteral("only_changed")].toBool();
    spec.isVerified = options[QStringLiteral("verified")].toBool(true);
    spec.isCheckpoint = options[QStringLiteral("checkpoint")].toBool();
    spec.store = options[QStringLiteral("store")].toString();
    spec.storeAddress = options[QStringLiteral("store_address")].toString();
    spec.connections = std::clamp(options[QStringLiteral("connections")].toInt(spec.connections), 1, 8);
}

QJsonObject progressOf(const TransferRecord &record)
{
    return {{QStringLiteral("bytes_done"), record.bytesDone},
            {QStringLiteral("bytes_total"), record.bytesTotal},
            {QStringLiteral("files_done"), record.filesDone},
            {QStringLiteral("files_total"), record.filesTotal},
            {QStringLiteral("milliseconds"), record.milliseconds}};
}

QJsonObject outcomeOf(const TransferRecord &record)
{
    if (!record.outcome)
        return {};
    const TransferOutcome &outcome = *record.outcome;
    return {{QStringLiteral("files"), outcome.files},      {QStringLiteral("unchanged"), outcome.unchanged},
            {QStringLiteral("bytes"), outcome.bytes},      {QStringLiteral("bytes_kept"), outcome.bytesKept},
            {QStringLiteral("check"), int(outcome.check)}, {QStringLiteral("left_out"), QJsonArray::fromStringList(outcome.leftOut)}};
}

std::optional<TransferOutcome> toOutcome(const QJsonObject &object)
{
    if (object.isEmpty())
        return std::nullopt;
    TransferOutcome outcome;
    outcome.files = object[QStringLiteral("files")].toInt();
    outcome.unchanged = object[QStringLiteral("unchanged")].toInt();
    outcome.bytes = object[QStringLiteral("bytes")].toInteger();
    outcome.bytesKept = object[QStringLiteral("bytes_kept")].toInteger();
    outcome.check = TransferCheck(std::clamp(object[QStringLiteral("check")].toInt(), 0, int(TransferCheck::Md5)));
    const QJsonArray leftOut = object[QStringLiteral("left_out")].toArray();
    for (const QJsonValue &path : leftOut)
        outcome.leftOut << path.toString();
    return outcome;
}

QJsonObject errorOf(const TransferRecord &record)
{
    if (!record.error)
        return {};
    return {{QStringLiteral("code"), int(record.error->code)},
            {QStringLiteral("what"), record.error->what},
            {QStringLiteral("detail"), record.error->detail}};
}

std::optional<Error> toError(const QJsonObject &object)
{
    if (object.isEmpty())
        return std::nullopt;
    return Error{ErrorCode(std::clamp(object[QStringLiteral("code")].toInt(), 0, int(ErrorCode::Cancelled))),
                 object[QStringLiteral("what")].toString(), object[QStringLiteral("detail")].toString()};
}

// A side without a path is empty, not unknown.
QVariant bytesOf(const QByteArray &bytes) { return bytes.isNull() ? QByteArray("") : bytes; }

// Without the id, which the database assigns.
QVariantList valuesOf(const TransferRecord &record)
{
    return {fromText(record.keeper),
            fromId(record.machineId),
            fromText(record.machineName),
            record.spec.direction == TransferDirection::Upload ? QStringLiteral("upload") : QStringLiteral("download"),
            bytesOf(record.spec.local),
            bytesOf(record.spec.remote),
            fromObject(optionsOf(record.spec)),
            transferStateName(record.state),
            fromObject(progressOf(record)),
            fromObject(outcomeOf(record)),
            fromObject(errorOf(record)),
            fromTime(record.added),
            fromTime(record.ended)};
}

TransferRecord transferRecordOf(const QSqlQuery &row)
{
    int column = 0;
    const auto next = [&] { return row.value(column++); };
    TransferRecord record;
    record.id = TransferId(next().toLongLong());
    record.keeper = next().toString();
    record.machineId = MachineId(next().toLongLong());
    record.machineName = next().toString();
    record.spec.direction = next().toString() == QLatin1String("upload") ? TransferDirection::Upload : TransferDirection::Download;
    record.spec.local = next().toByteArray();
    record.spec.remote = next().toByteArray();
    setOptions(record.spec, toObject(next()));
    record.state = transferStateFromName(next().toString());
    const QJsonObject progress = toObject(next());
    record.bytesDone = progress[QStringLiteral("bytes_done")].toInteger();
    record.bytesTotal = progress[QStringLiteral("bytes_total")].toInteger();
    record.filesDone = progress[QStringLiteral("files_done")].toInt();
    record.filesTotal = progress[QStringLiteral("files_total")].toInt();
    record.milliseconds = progress[QStringLiteral("milliseconds")].toInteger();
    record.outcome = toOutcome(toObject(next()));
    record.error = toError(toObject(next()));
    record.added = toTime(next());
    record.ended = toTime(next());
    return record;
}

Result<void> onlyWhether(const Result<int> &executed) { return executed ? Result<void>() : Result<void>(executed.error()); }

Result<void> insertTransfer(Database &database, TransferRecord &record)
{
    if (!record.added.isValid())
        record.added = QDateTime::currentDateTimeUtc();
    record.added = toTime(fromTime(record.added));
    const QVariantList values = valuesOf(record);
    TRY(auto inserted,
        database.select(QStringLiteral("INSERT INTO transfers(keeper, machine_id, machine_name, direction, local, remote, options, state, "
                                       "progress, outcome, error, added, ended, place) "
                                       "VALUES(%1, (SELECT coalesce(max(place), 0) + 1 FROM transfers))")
                            .arg(placeholders(values.size())),
                        values));
    record.id = TransferId(inserted.lastInsertId().toLongLong());
    return {};
}

Result<void> changeTransfer(Database &database, const TransferRecord &record)
{
    // The machine's columns belong to the machine, which may have been renamed or removed meanwhile.
    return onlyWhether(
        database.execute(QStringLiteral("UPDATE transfers SET state = ?, progress = ?, outcome = ?, error = ?, ended = ? WHERE id = ?"),
                         {transferStateName(record.state), fromObject(progressOf(record)), fromObject(outcomeOf(record)),
                          fromObject(errorOf(record)), fromTime(record.ended), fromId(record.id)}));
}

Result<void> placeTransfers(Database &database, const QList<TransferId> &ids)
{
    QList<qint64> places;
    for (const TransferId id : ids) {
        const auto found = rows(database, "place", "transfers WHERE id = ?", {fromId(id)},
                                [](const QSqlQuery &row) { return row.value(0).toLongLong(); });
        if (!found)
            return found.error();
        places << found->value(0);
    }
    std::sort(places.begin(), places.end());
    for (qsizetype i = 0; i < ids.size(); ++i) {
        TRY_DO(database.execute(QStringLiteral("UPDATE transfers SET place = ? WHERE id = ?"), {places[i], fromId(ids[i])}));
    }
    return {};
}

Result<void> deleteTransfers(Database &database, const QList<TransferId> &ids)
{
    for (const TransferId id : ids) {
        TRY_DO(database.execute(QStringLiteral("DELETE FROM transfers WHERE id = ?"), {fromId(id)}));
    }
    return {};
}

Result<QList<TransferRecord>> adoptTransfers(Database &database, const QString &keeper, const std::function<bool(const QString &)> &isGone)
{
    const auto keepers = rows(database, "DISTINCT keeper", "transfers WHERE keeper <> ?", {keeper},
                              [](const QSqlQuery &row) { return row.value(0).toString(); });
    if (!keepers)
        return keepers.error();
    QSet<QString> gone;
    for (const QString &other : *keepers) {
        if (isGone(other))
            gone.insert(other);
    }
    QList<TransferRecord> taken;
    TRY(auto all, rows(database, kTransferColumns, "transfers ORDER BY place, id", {}, transferRecordOf));
    for (TransferRecord &record : all) {
        if (!gone.contains(record.keeper))
            continue;
        TRY_DO(database.execute(QStringLiteral("UPDATE transfers SET keeper = ? WHERE id = ?"), {keeper, fromId(record.id)}));
        record.keeper = keeper;
        taken << record;
    }
    return taken;
}

}  // namespace

Result<TransferRecord> TransferTable::add(TransferRecord record)
{
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        // A transfer between this computer and a store has no machine.
        if (record.machineId.isSet() || record.spec.storeAddress.isEmpty()) {
            TRY_DO(findMachine(database, record.machineId));
        }
        return insertTransfer(database, record);
    });
    if (!written)
        return written.error();
    return record;
}

Result<void> TransferTable::update(const TransferRecord &record)
{
    return m_database.write([&](Database &database) { return changeTransfer(database, record); });
}

Result<void> TransferTable::order(const QList<TransferId> &ids)
{
    return m_database.write([&](Database &database) { return placeTransfers(database, ids); });
}

Result<void> TransferTable::remove(const QList<TransferId> &ids)
{
    return m_database.write([&](Database &database) { return deleteTransfers(database, ids); });
}

Result<QList<TransferRecord>> TransferTable::take(const QString &keeper, const std::function<bool(const QString &)> &isGone)
{
    QList<TransferRecord> taken;
    // A program usually starts with nothing to take, and then need not wait for the disk.
    const auto foreign = rows(m_database, "count(*)", "transfers WHERE keeper <> ?", {keeper},
                              [](const QSqlQuery &row) { return row.value(0).toInt(); });
    if (!foreign)
        return foreign.error();
    if (foreign->value(0) == 0)
        return taken;
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY(auto found, adoptTransfers(database, keeper, isGone));
        taken = std::move(found);
        return {};
    });
    if (!written)
        return written.error();
    return taken;
}

}  // namespace trainyard
