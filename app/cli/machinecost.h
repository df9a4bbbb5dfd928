// SPDX-License-Identifier: GPL-3.0-or-later
// What a person's own machine costs by their figures: the options that set them, and how they are shown.
#pragma once

#include "app/cli/commands.h"
#include "core/service/runs/meternow.h"

#include <QJsonObject>

namespace trainyard {

QString machineCostUsage();  // part of that of `yard machine edit`
QStringList machineCostOptions();
QStringList machineCostFlags();
bool hasMachineCost(const Options &options);

// What the machine has, with the changes of the options. nullopt: it has no cost of its own any more.
Result<std::optional<OwnHardware>> readMachineCost(const Options &options, const std::optional<OwnHardware> &known);

// "0.83 EUR per hour under load: 512 W of its GPUs as measured, 350 W without them, …"
QString machineCostText(const OwnMachineCost &cost);
QJsonObject toJson(const OwnMachineCost &cost);

}  // namespace trainyard
