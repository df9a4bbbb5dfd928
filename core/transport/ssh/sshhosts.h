// SPDX-License-Identifier: GPL-3.0-or-later
// The host aliases in a person's ~/.ssh/config, to choose from.
#pragma once

#include <QStringList>

namespace trainyard {

// In the order of the file and its includes, without patterns; at most some hundreds. Reads files.
QStringList sshConfigHosts();

}  // namespace trainyard
