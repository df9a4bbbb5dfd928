// SPDX-License-Identifier: GPL-3.0-or-later
// The command that installs something on this distribution, for messages that suggest what to do. Any thread.
#pragma once

#include <QString>

namespace trainyard {

enum class Installable { SshServer, Podman };

QString installCommand(Installable what);

// `osRelease` = contents of /etc/os-release. Pure.
QString installCommand(Installable what, const QString &osRelease);

}  // namespace trainyard
