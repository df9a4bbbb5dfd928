// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/tasklines.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace trainyard {

namespace {

qsizetype blanksBefore(const QString &line)
{
    const auto first = std::find_if(line.begin(), line.end(), [](QChar c) { return c != u' '; });
    return first - line.begin();
}

bool isEmptyLine(const QString &line) { return line.trimmed().isEmpty(); }

}  // namespace

QString taskIndentBelow(const QString &before, int step)
{
    static const QRegularExpression opens(QStringLiteral("^[ -]*[^ #:][^#:]*:( +[|>][-+0-9]*)?( +#.*)?$"));
    qsizetype column = blanksBefore(before);
    const QString rest = before.mid(column);
    // Below an item of a list that is a map, its next key stands.
    const bool isMapItem = rest.startsWith(QLatin1String("- ")) && rest.contains(u':');
    if (isMapItem)
        column += 2;
    if (opens.match(before).hasMatch())
        column += step;
    return QString(column, u' ');
}

QStringList indentedLines(QStringList lines, int step)
{
    for (QString &line : lines) {
        if (!isEmptyLine(line))
            line.prepend(QString(step, u' '));
    }
    return lines;
}

QStringList outdentedLines(QStringList lines, int step)
{
    for (QString &line : lines)
        line.remove(0, std::min<qsizetype>(step, blanksBefore(line)));
    return lines;
}

QStringList commentedLines(QStringList lines)
{
    const auto isComment = [](const QString &line) { return isEmptyLine(line) || line.trimmed().startsWith(u'#'); };
    const bool areComments = std::all_of(lines.begin(), lines.end(), isComment);
    qsizetype column = std::numeric_limits<qsizetype>::max();
    for (const QString &line : std::as_const(lines)) {
        if (!isEmptyLine(line))
            column = std::min(column, blanksBefore(line));
    }
    for (QString &line : lines) {
        if (isEmptyLine(line))
            continue;
        if (!areComments) {
            line.insert(column, QLatin1String("# "));
            continue;
        }
        const qsizetype mark = line.indexOf(u'#');
        line.remove(mark, line.mid(mark + 1).startsWith(u' ') ? 2 : 1);
    }
    return lines;
}

}  // namespace trainyard
