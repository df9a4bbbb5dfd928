// SPDX-License-Identifier: GPL-3.0-or-later
// A file's name inside a sentence of ours. Pure, any thread.
#pragma once

#include <QString>

namespace trainyard {

// On one line whatever the name has in it: backslashes twice as in a shell, other controls as \n, \t, \x1b, and \u202e for what
// would turn the line round.
QString shownPath(const QString &path);

}  // namespace trainyard
