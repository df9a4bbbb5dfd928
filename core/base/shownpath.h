// SPDX-License-Identifier: GPL-3.0-or-later
// A file name inside a sentence of ours. Pure, any thread.
#pragma once

#include <QString>

namespace trainyard {

// Always one line, whatever the name contains: backslashes are doubled as in a shell, control characters become
// , \t or \x1b, and characters that would reverse the line become \u202e.
QString shownPath(const QString &path);

}  // namespace trainyard
