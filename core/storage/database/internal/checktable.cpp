// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/internal/checktable.h"

#include "core/storage/database/internal/rowvalues.h"

namespace trainyard {

namespace {

constexpr int kMaxOfAMachine = 20;  // a few ten kilobytes each, packed

CheckRecord recordOf(const QSqlQuery &row)
{
    return {row.value(0).toLongLong(), row.value(1).toLongLong(),  toTime(row.value(2)),
            row.value(3).toLongLong(), row.value(4).toByteArray(), {}};
}

}  // namespace

Result<void> insertCheck(Database &database, CheckRecord &record)
{
    auto inserted = database.select(
        QStringLiteral("INSERT INTO machine_checks(machine_id, taken, duration, question, answer) VALUES(%1)").arg(placeholders(5)),
        {record.machineId, fromTime(record.taken), record.durationMs, record.question, qCompress(record.answer)});
    if (!inserted)
        return inserted.error();
    record.id = inserted->lastInsertId().toLongLong();
    const auto forgotten = database.execute(
        QStringLiteral(
            "DELETE FROM machine_checks WHERE id IN (SELECT id FROM machine_checks WHERE machine_id = ? ORDER BY id DESC LIMIT -1 OFFSET ?)"),
        {record.machineId, kMaxOfAMachine});
    return forgotten ? Result<void>() : Result<void>(forgotten.error());
}

Result<QList<CheckRecord>> selectChecks(const Database &database, qint64 machineId)
{
    return rows(database, "id, machine_id, taken, duration, question", "machine_checks WHERE machine_id = ? ORDER BY id DESC", {machineId},
                recordOf);
}

Result<std::optional<CheckRecord>> selectCheck(const Database &database, qint64 id)
{
    const auto found = rows(database, "id, machine_id, taken, duration, question, answer", "machine_checks WHERE id = ?", {id},
                            [](const QSqlQuery &row) {
                                CheckRecord record = recordOf(row);
                                record.answer = qUncompress(row.value(5).toByteArray());
                                return record;
                            });
    if (!found)
        return found.error();
    return found->isEmpty() ? std::optional<CheckRecord>() : std::optional(found->first());
}

}  // namespace trainyard
