// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of `resources` that choose a machine to rent. Private to this folder; pure.
#pragma once

#include "core/model/internal/yamlmap.h"
#include "core/model/machineneeds.h"

namespace trainyard {

// Called for each of these keys that has a valid value.
using OnMachineKey = std::function<void(const QString &key, const YAML::Node &keyNode, const YAML::Node &value)>;

// `one` gets the values, over those that it has; a wrong value is an error. The list is for one map: it remembers which of the keys that
// exclude each other were there.
QList<KeyHandler> machineKeys(NeededMachine &one, IssueList &issues, const OnMachineKey &then);

// Of AWS, SkyPilot itself, Google, Oracle, Azure (publisher:offer:sku:version, or a gallery).
bool isMachineImage(const QString &text);
// The kind of the cloud that has a machine image; empty: none that is rented from.
QString cloudOfImage(const QString &text);

// One, or several of which the machine needs one; empty after an error.
QList<Accelerators> acceleratorsOf(const YAML::Node &node, IssueList &issues);

}  // namespace trainyard
