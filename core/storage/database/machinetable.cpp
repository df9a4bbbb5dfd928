// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/machinetable.h"

#include "core/base/seentext.h"
#include "core/storage/database/internal/machinerows.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

QString noMachine(const QString &name)
{
    return Words::tr("There is no machine named “%1”: check the name in the list of machines.").arg(name);
}

Result<void> checkLabels(const Machine &machine)
{
    if (machine.group.toUcs4().size() > 64 || hasUnseen(machine.group)) {
        return Error{
            ErrorCode::InvalidInput, Words::tr("A group's name has at most 64 characters, all of them visible: choose another name."), {}};
    }
    if (machine.notes.toUcs4().size() > 2000)
        return Error{ErrorCode::InvalidInput, Words::tr("Notes have at most 2000 characters: shorten them."), {}};
    return {};
}

// Queries inside the transaction, so that the check and the change see the same state.
Result<void> checkNameIsFree(const Database &database, const QString &name, MachineId exceptId)
{
    const auto taken = rows(database, "id", "machines WHERE name = ? AND id <> ?", {name, exceptId.number()},
                            [](const QSqlQuery &row) { return row.value(0).toLongLong(); });
    if (!taken)
        return taken.error();
    if (taken->isEmpty())
        return {};
    return Error{ErrorCode::AlreadyExists, Words::tr("There is already a machine named “%1”: choose another name.").arg(name), {}};
}

}  // namespace

Result<Machine> MachineTable::add(Machine machine)
{
    TRY_DO(checkMachineName(machine.name));
    TRY_DO(checkLabels(machine));
    if (!machine.added.isValid())
        machine.added = QDateTime::currentDateTimeUtc();
    machine.added = toTime(fromTime(machine.added));
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY_DO(checkNameIsFree(database, machine.name, {}));
        const QVariantList values = machineValues(machine);
        TRY(auto inserted,
            database.select(QStringLiteral("INSERT INTO machines(name, kind, host, port, user, identity_files, known_hosts_file, "
                                           "jumps, host_key_alias, added, machine_group, notes, instance_id) VALUES(%1)")
                                .arg(placeholders(values.size())),
                            values));
        machine.id = MachineId(inserted.lastInsertId().toLongLong());
        return {};
    });
    if (!written)
        return written.error();
    return machine;
}

Result<void> MachineTable::update(const Machine &machine)
{
    TRY_DO(checkMachineName(machine.name));
    TRY_DO(checkLabels(machine));
    return m_database.write([&](Database &database) -> Result<void> {
        TRY_DO(findMachine(database, machine.id));
        TRY_DO(checkNameIsFree(database, machine.name, machine.id));
        TRY_DO(database.execute(QStringLiteral("UPDATE machines SET name = ?, kind = ?, host = ?, port = ?, user = ?, identity_files = ?, "
                                               "known_hosts_file = ?, jumps = ?, host_key_alias = ?, added = ?, machine_group = ?, "
                                               "notes = ?, instance_id = ? WHERE id = ?"),
                                machineValues(machine) << fromId(machine.id)));
        for (const char *table : {"run_nodes", "transfers", "rentals", "probe_reports"}) {
            TRY_DO(database.execute(
                QStringLiteral("UPDATE %1 SET machine_name = ? WHERE machine_id = ? AND machine_name <> ?").arg(QLatin1String(table)),
                {machine.name, fromId(machine.id), machine.name}));
        }
        return {};
    });
}

Result<void> MachineTable::remove(MachineId id)
{
    return m_database.write([&](Database &database) -> Result<void> {
        TRY_DO(findMachine(database, id));
        // Removing a machine also ends its rental.
        TRY_DO(database.execute(QStringLiteral("UPDATE rentals SET ended = max(began, ?) WHERE machine_id = ? AND ended IS NULL"),
                                {fromTime(wholeSeconds(QDateTime::currentDateTimeUtc())), fromId(id)}));
        const auto removed = database.execute(QStringLiteral("DELETE FROM machines WHERE id = ?"), {fromId(id)});
        return removed ? Result<void>() : Result<void>(removed.error());
    });
}

Result<QList<Machine>> MachineTable::all() const
{
    return rows(m_database, kMachineColumns, "machines ORDER BY name COLLATE NOCASE, name", {}, machineOf);
}

Result<Machine> MachineTable::find(const QString &name) const
{
    return onlyOne(rows(m_database, kMachineColumns, "machines WHERE name = ?", {fromText(name)}, machineOf), noMachine(name));
}

Result<Machine> MachineTable::find(MachineId id) const { return findMachine(m_database, id); }

}  // namespace trainyard
