// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a tooltip that shows words from outside: names of files and what machines say. Qt takes a tooltip that looks like HTML
// for HTML.
#pragma once

#include <QString>

namespace trainyard {

inline QString plainTip(const QString &text)
{
    return text.isEmpty() ? QString()
                          : QStringLiteral("<qt>") + text.toHtmlEscaped().replace(u'\n', QLatin1String("<br>")) + QStringLiteral("</qt>");
}

}  // namespace trainyard
