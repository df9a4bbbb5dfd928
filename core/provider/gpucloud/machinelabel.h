// SPDX-License-Identifier: GPL-3.0-or-later
// The name by which a machine is found again at clouds without client tokens and tags. Pure, any thread.
#pragma once

#include "core/model/instance.h"

#include <QString>

#include <optional>

namespace trainyard {

struct MachineLabel {
    QString owner, clientToken;  // UUIDs without braces, as the database makes them
};

// "ty-OWNER-TOKEN digits": both ids as 22 characters of Base64 (URL), then the person's name, cut so that the whole has at most `most`
// characters. nullopt: one of the ids is no UUID.
std::optional<QString> machineLabel(const InstanceRequest &request, qsizetype most);
// nullopt: Trainyard did not give that name.
std::optional<MachineLabel> readMachineLabel(const QString &label);

}  // namespace trainyard
