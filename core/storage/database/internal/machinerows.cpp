// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/internal/machinerows.h"

#include "core/base/seentext.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

// The column is older than providers.
const QString kSimulated = QStringLiteral("sandbox"), kReal = QStringLiteral("ssh");

}  // namespace

QVariantList machineValues(const Machine &machine)
{
    const SshTarget &target = machine.target;
    return {fromText(machine.name),          machine.isSimulated ? kSimulated : kReal,
            fromText(target.host),           target.port,
            fromText(target.user),           fromList(target.identityFiles),
            fromText(target.knownHostsFile), fromList(target.jumps),
            fromText(target.hostKeyAlias),   fromTime(machine.added),
            fromText(machine.group),         fromText(machine.notes),
            fromId(machine.instanceId)};
}

Machine machineOf(const QSqlQuery &row)
{
    Machine machine;
    machine.id = MachineId(row.value(0).toLongLong());
    machine.name = seenText(row.value(1).toString());
    machine.isSimulated = row.value(2).toString() == kSimulated;
    machine.target.host = row.value(3).toString();
    machine.target.port = row.value(4).toInt();
    machine.target.user = row.value(5).toString();
    machine.target.identityFiles = toList(row.value(6));
    machine.target.knownHostsFile = row.value(7).toString();
    machine.target.jumps = toList(row.value(8));
    machine.target.hostKeyAlias = row.value(9).toString();
    machine.added = toTime(row.value(10));
    machine.group = seenText(row.value(11).toString());
    machine.notes = seenText(row.value(12).toString(), u"\n\t");
    machine.instanceId = InstanceId(row.value(13).toLongLong());
    return machine;
}

Result<Machine> findMachine(const Database &database, MachineId id)
{
    return onlyOne(rows(database, kMachineColumns, "machines WHERE id = ?", {fromId(id)}, machineOf),
                   QCoreApplication::translate("trainyard::StateDatabase", "The machine was removed meanwhile: choose another one."));
}

}  // namespace trainyard
