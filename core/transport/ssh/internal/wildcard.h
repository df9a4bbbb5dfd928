// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns of ssh_config and known_hosts: * is any run of characters, ? any one. Pure. Internal to core/transport/ssh.
#pragma once

#include <QStringList>
#include <QStringView>

namespace trainyard {

// Case-insensitive; costs at most pattern × text steps, even for a hostile pattern.
bool matchesWildcard(QStringView pattern, QStringView text);
// Whether any of the patterns matches, and none of those that begin with "!".
bool matchesList(const QStringList &patterns, QStringView text);

}  // namespace trainyard
