// SPDX-License-Identifier: GPL-3.0-or-later
// The host aliases in a person's ~/.ssh/config, to choose from. Reads files, connects to nothing and executes nothing.
#pragma once

#include "core/base/result.h"
#include "core/model/configuredhost.h"

#include <QStringList>

namespace trainyard {

// In the order of the file and its includes, without patterns; at most some hundreds.
QStringList sshConfigHosts();
// The same with what the configuration says of each, and what was left out. InvalidInput: the file includes itself. May take a tenth of a
// second: not for the main thread.
Result<ConfiguredHosts> configuredHostsIn(const QString &home);

}  // namespace trainyard
