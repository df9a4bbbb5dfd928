// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/checktable.h"

#include "core/storage/database/internal/machinerows.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

constexpr int kMaxChecksOfAMachine = 20;  // a few ten kilobytes each, packed

CheckRecord checkRecordOf(const QSqlQuery &row)
{
    return {CheckId(row.value(0).toLongLong()), MachineId(row.value(1).toLongLong()), toTime(row.value(2)),
            row.value(3).toLongLong(),          row.value(4).toByteArray(),           {}};
}

Result<void> insertCheck(Database &database, CheckRecord &record)
{
    TRY(auto inserted,
        database.select(
            QStringLiteral("INSERT INTO machine_checks(machine_id, taken, duration, question, answer) VALUES(%1)").arg(placeholders(5)),
            {fromId(record.machineId), fromTime(record.taken), record.durationMs, record.question, qCompress(record.answer)}));
    record.id = CheckId(inserted.lastInsertId().toLongLong());
    const auto forgotten = database.execute(
        QStringLiteral(
            "DELETE FROM machine_checks WHERE id IN (SELECT id FROM machine_checks WHERE machine_id = ? ORDER BY id DESC LIMIT -1 OFFSET ?)"),
        {fromId(record.machineId), kMaxChecksOfAMachine});
    return forgotten ? Result<void>() : Result<void>(forgotten.error());
}

Result<QList<CheckRecord>> selectChecks(const Database &database, MachineId machineId)
{
    return rows(database, "id, machine_id, taken, duration, question", "machine_checks WHERE machine_id = ? ORDER BY id DESC",
                {fromId(machineId)}, checkRecordOf);
}

Result<std::optional<CheckRecord>> selectCheck(const Database &database, CheckId id)
{
    const auto found = rows(database, "id, machine_id, taken, duration, question, answer", "machine_checks WHERE id = ?", {fromId(id)},
                            [](const QSqlQuery &row) {
                                CheckRecord record = checkRecordOf(row);
                                record.answer = qUncompress(row.value(5).toByteArray());
                                return record;
                            });
    if (!found)
        return found.error();
    return found->isEmpty() ? std::optional<CheckRecord>() : std::optional(found->first());
}

}  // namespace

Result<CheckRecord> CheckTable::add(CheckRecord record)
{
    record.taken = toTime(fromTime(record.taken.isValid() ? record.taken : QDateTime::currentDateTimeUtc()));
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY_DO(findMachine(database, record.machineId));
        return insertCheck(database, record);
    });
    if (!written)
        return written.error();
    return record;
}

Result<QList<CheckRecord>> CheckTable::all(MachineId machineId) const { return selectChecks(m_database, machineId); }

Result<CheckRecord> CheckTable::find(CheckId id) const
{
    TRY(auto found, selectCheck(m_database, id));
    if (!found)
        return Error{ErrorCode::NotFound, Words::tr("This check is no longer kept: check the machine again."),
                     QString::number(id.number())};
    return std::move(*found);
}

}  // namespace trainyard
