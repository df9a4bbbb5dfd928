// SPDX-License-Identifier: GPL-3.0-or-later
// Escaping for manual pages (roff, the man macros), where a backslash, a dot at the beginning of a line and a plain hyphen
// mean something else than themselves.
#pragma once

#include <QString>

namespace trainyard {

// The text as one line that shows every character as it is: copied from the page, an option still begins with ASCII hyphens.
// Line ends and other control characters become blanks. It may stand anywhere, in a quoted argument of a macro too.
QString roffText(const QString &text);

// A usage text the way manual pages set it: options and words to type in bold, PLACEHOLDERS in italics, brackets upright.
QString roffUsage(const QString &usage);

}  // namespace trainyard
