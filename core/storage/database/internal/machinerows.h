// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of machines, for the tables that name one. Internal to core/storage/database.
#pragma once

#include "core/model/machine.h"
#include "core/storage/database/internal/database.h"

namespace trainyard {

constexpr auto kMachineColumns = "id, name, kind, host, port, user, identity_files, known_hosts_file, jumps, "
                                 "host_key_alias, added, machine_group, notes, instance_id";
Machine machineOf(const QSqlQuery &row);                              // of these columns
QVariantList machineValues(const Machine &machine);                   // for these columns, without the id
Result<Machine> findMachine(const Database &database, MachineId id);  // NotFound

}  // namespace trainyard
