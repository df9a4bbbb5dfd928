// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcsv.h"

#include <QDateTime>

#include <algorithm>

namespace trainyard {
namespace {

QByteArray field(QString text)
{
    // A header may contain text from a log: a spreadsheet must not take it for a formula.
    bool isNumber = false;
    text.toDouble(&isNumber);
    if (!isNumber && !text.isEmpty() && QStringLiteral("=+-@\t\r").contains(text[0]))
        text.prepend(QLatin1Char('\''));
    if (text.contains(QLatin1Char('"')) || text.contains(QLatin1Char(',')) || text.contains(QLatin1Char('\n'))
        || text.contains(QLatin1Char('\r')))
        text = QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
    return text.toUtf8();
}

}  // namespace

QByteArray chartCsv(CsvAxis axis, const QString &axisTitle, const QList<ValueColumn> &columns)
{
    std::vector<double> rows;
    for (const ValueColumn &column : columns) {
        for (const QPointF &point : column.points)
            rows.push_back(point.x());
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    QByteArray csv = field(axisTitle);
    for (const ValueColumn &column : columns)
        csv += ',' + field(column.unit.isEmpty() ? column.title : QStringLiteral("%1 [%2]").arg(column.title, column.unit));
    csv += "\r\n";
    std::vector<qsizetype> next(size_t(columns.size()), 0);
    for (const double x : rows) {
        if (axis == CsvAxis::Time) {
            const QDateTime moment = QDateTime::fromMSecsSinceEpoch(qint64(x));
            csv += moment.toOffsetFromUtc(moment.offsetFromUtc()).toString(Qt::ISODateWithMs).toLatin1();
        } else {
            csv += QByteArray::number(x, 'g', 15);
        }
        for (qsizetype c = 0; c < columns.size(); ++c) {
            const QList<QPointF> &points = columns[c].points;
            qsizetype &at = next[size_t(c)];
            csv += ',';
            while (at < points.size() && points[at].x() < x)
                ++at;
            if (at < points.size() && points[at].x() == x)
                csv += QByteArray::number(points[at++].y(), 'g', 7);
        }
        csv += "\r\n";
    }
    return csv;
}

QByteArray textCsv(const QList<QStringList> &rows)
{
    QByteArray csv;
    for (const QStringList &row : rows) {
        for (qsizetype i = 0; i < row.size(); ++i)
            csv += (i > 0 ? "," : "") + field(row[i]);
        csv += "\r\n";
    }
    return csv;
}

}  // namespace trainyard
