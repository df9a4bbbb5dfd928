// SPDX-License-Identifier: GPL-3.0-or-later
// The names that a person's ~/.ssh/config has for machines, to choose from.
#pragma once

#include <QStringList>

namespace trainyard {

// In the order of the file and what it includes, patterns left out; at most some hundreds. Reads files.
QStringList sshConfigHosts();

}  // namespace trainyard
