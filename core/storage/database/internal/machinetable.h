// SPDX-License-Identifier: GPL-3.0-or-later
// The table of machines. Internal to core/storage/database.
#pragma once

#include "core/model/machine.h"

#include <QSqlQuery>
#include <QVariantList>

namespace trainyard {

constexpr auto kMachineColumns = "id, name, kind, host, port, user, identity_files, known_hosts_file, jumps, "
                                 "host_key_alias, added, machine_group, notes";
Machine machineOf(const QSqlQuery &row);             // of these columns
QVariantList machineValues(const Machine &machine);  // for these columns, without the id

}  // namespace trainyard
