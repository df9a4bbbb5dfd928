// SPDX-License-Identifier: GPL-3.0-or-later
// How long-running work reports its current step.
#pragma once

#include <QString>

#include <functional>

namespace trainyard {

using StepReport = std::function<void(const QString &step)>;  // translated, for a person; any thread

}  // namespace trainyard
