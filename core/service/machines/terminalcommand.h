// SPDX-License-Identifier: GPL-3.0-or-later
// Which terminal of this computer opens, and how it is told what to run in it. Pure; any thread.
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

namespace trainyard {

// The program and its arguments that open a terminal in which `sshCommand`, words for sh, runs. The window stays until Enter
// where ssh itself failed, so that its words can be read. `wanted` is $TERMINAL, one program or empty; `isThere` says whether a
// program is installed. Empty: there is no terminal that is known.
QStringList terminalCommand(const QString &sshCommand, const QString &wanted, const std::function<bool(const QString &)> &isThere);

}  // namespace trainyard
