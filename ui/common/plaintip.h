// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a tooltip that shows external text, such as file names and machine output. Qt would render a tooltip that looks like HTML as
// HTML.
#pragma once

#include <QString>

namespace trainyard {

inline QString plainTip(const QString &text)
{
    return text.isEmpty() ? QString()
                          : QStringLiteral("<qt>") + text.toHtmlEscaped().replace(u'\n', QLatin1String("<br>")) + QStringLiteral("</qt>");
}

}  // namespace trainyard
