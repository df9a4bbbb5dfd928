#include "core/base/shownpath.h"

namespace trainyard {

QString shownPath(const QString &path)
{
    QString shown;
    for (const QChar c : path) {
        const QChar::Category kind = c.category();
        if (c == u'\\')
            shown += QLatin1String("\\\\");
        else if (c == u'\n')
            shown += QLatin1String("\\n");
        else if (c == u'\t')
            shown += QLatin1String("\\t");
        else if (kind == QChar::Other_Control && c.unicode() < 0x100)
            shown += QStringLiteral("\\x%1").arg(c.unicode(), 2, 16, QLatin1Char('0'));
        else if (kind == QChar::Other_Format || kind == QChar::Separator_Line || kind == QChar::Separator_Paragraph)
            shown += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
        else
            shown += c;
    }
    return shown;
}

}  // namespace trainyard
