// SPDX-License-Identifier: GPL-3.0-or-later
// Which of this computer's terminals to open, and how to run a command in it. Pure; any thread.
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

namespace trainyard {

// The program and arguments that open a terminal and run `sshCommand`, words for sh, in it. The window stays until Enter when ssh itself
// failed, so that its message can be read. `wanted` is $TERMINAL, one program or empty; `isThere` tests whether a program is installed.
// Empty: no known terminal is installed.
QStringList terminalCommand(const QString &sshCommand, const QString &wanted, const std::function<bool(const QString &)> &isThere);

}  // namespace trainyard
