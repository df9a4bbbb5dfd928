// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/spokentext.h"

namespace trainyard {

QString spokenSentences(const QStringList &parts)
{
    static const QString ends = QStringLiteral(".!?:;…。！？：；");
    QString all;
    for (const QString &part : parts) {
        const QString text = part.trimmed();
        if (text.isEmpty())
            continue;
        if (!all.isEmpty())
            all += ends.contains(all.back()) ? QStringLiteral(" ") : QStringLiteral(". ");
        all += text;
    }
    return all;
}

}  // namespace trainyard
