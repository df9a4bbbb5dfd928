// SPDX-License-Identifier: GPL-3.0-or-later
// The hosts of the user's ~/.ssh/config, to choose machines from. Connects to nothing.
#pragma once

#include "core/base/result.h"
#include "core/model/configuredhost.h"

namespace trainyard {

// Reads files, not for the main thread. InvalidInput: the configuration includes itself.
Result<ConfiguredHosts> readConfiguredHosts();

}  // namespace trainyard
