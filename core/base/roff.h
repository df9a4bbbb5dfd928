// SPDX-License-Identifier: GPL-3.0-or-later
// Escaping for manual pages (roff, the man macros), where a backslash, a dot at the beginning of a line and a plain hyphen have special
// meanings.
#pragma once

#include <QString>

namespace trainyard {

// The text as one line that shows every character as it is: an option copied from the page still begins with ASCII hyphens. Line ends and
// other control characters become blanks. It can be used anywhere, also in a quoted argument of a macro.
QString roffText(const QString &text);

// Formats a usage text as manual pages do: options and words to type in bold, PLACEHOLDERS in italics, brackets upright.
QString roffUsage(const QString &usage);

}  // namespace trainyard
