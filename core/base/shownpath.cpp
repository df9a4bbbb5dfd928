// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shownpath.h"

#include "core/base/seentext.h"

#include <QList>

namespace trainyard {

QString shownPath(const QString &path)
{
    QString shown;
    for (const char32_t c : path.toUcs4()) {
        if (c == U'\\')
            shown += QLatin1String("\\\\");
        else if (c == U'\n')
            shown += QLatin1String("\\n");
        else if (c == U'\t')
            shown += QLatin1String("\\t");
        else if (!isUnseen(c))
            shown += QString::fromUcs4(&c, 1);
        else if (c < 0x100)
            shown += QStringLiteral("\\x%1").arg(uint(c), 2, 16, QLatin1Char('0'));
        else if (c < 0x10000)
            shown += QStringLiteral("\\u%1").arg(uint(c), 4, 16, QLatin1Char('0'));
        else
            shown += QStringLiteral("\\U%1").arg(uint(c), 8, 16, QLatin1Char('0'));
    }
    return shown;
}

}  // namespace trainyard
