// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/roff.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

QString escaped(const QString &text)
{
    QString line;
    for (const char32_t letter : text.toUcs4()) {
        switch (letter) {
        case U'\\': line += QLatin1String("\\(rs"); break;
        case U'-': line += QLatin1String("\\-"); break;
        case U'\'': line += QLatin1String("\\(aq"); break;
        case U'`': line += QLatin1String("\\(ga"); break;
        case U'^': line += QLatin1String("\\(ha"); break;
        case U'~': line += QLatin1String("\\(ti"); break;
        case U'"': line += QLatin1String("\\(dq"); break;
        case U'…':  // terminals of ASCII have none
            line += QLatin1String("...");
            break;
        default:
            if (letter < 0x20 || (letter >= 0x7f && letter < 0xa0))
                line += u' ';
            else if (letter < 0x7f)
                line += QChar(static_cast<char16_t>(letter));
            else
                line += QLatin1String("\\[u") + QString::number(letter, 16).toUpper().rightJustified(4, u'0') + u']';
        }
    }
    return line;
}

// A dot or an apostrophe at the beginning of a line would make it a request; apostrophes are already escaped.
QString asText(const QString &line) { return line.startsWith(u'.') ? QLatin1String("\\&") + line : line; }

}  // namespace

QString roffText(const QString &text) { return asText(escaped(text)); }

QString roffUsage(const QString &usage)
{
    static const QRegularExpression kToken(
        QStringLiteral("(?<typed>(?<![A-Za-z0-9])--?[a-z][a-z0-9-]*|[a-z0-9][a-z0-9_.-]*)|(?<place>[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)"));
    QString line;
    qsizetype end = 0;
    for (auto it = kToken.globalMatch(usage); it.hasNext();) {
        const auto token = it.next();
        line += escaped(usage.mid(end, token.capturedStart() - end));
        const QLatin1String font(token.captured(QStringLiteral("typed")).isEmpty() ? "\\fI" : "\\fB");
        line += font + escaped(token.captured()) + QLatin1String("\\fR");
        end = token.capturedEnd();
    }
    return asText(line + escaped(usage.mid(end)));
}

}  // namespace trainyard
