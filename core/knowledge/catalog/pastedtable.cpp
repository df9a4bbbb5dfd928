// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/pastedtable.h"

#include "core/knowledge/catalog/offerfields.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

using Row = QStringList;

struct Priced {
    QString amount, currency;
};

QList<Row> rowsOf(const QString &text)
{
    static const QRegularExpression gap(QStringLiteral("\\s{2,}|\\s*[|,;，；]\\s*"));
    QList<Row> rows;
    const QStringList lines = text.split(QRegularExpression(QStringLiteral("\\r?\\n")));
    for (const QString &line : lines) {
        if (line.trimmed().isEmpty())
            continue;
        Row row = line.contains(u'\t') ? line.split(u'\t') : line.trimmed().split(gap);
        for (QString &cell : row)
            cell = cell.trimmed();
        // Tables in Markdown: bars at both ends, and a row of dashes.
        if (row.size() > 2 && row.first().isEmpty() && row.last().isEmpty() && line.contains(u'|'))
            row = row.mid(1, row.size() - 2);
        static const QRegularExpression rule(QStringLiteral("^:?-+:?$"));
        if (!std::all_of(row.cbegin(), row.cend(), [&](const QString &cell) { return rule.match(cell).hasMatch(); }))
            rows << row;
    }
    return rows;
}

std::optional<Priced> pricedFrom(const QString &cell)
{
    static const QRegularExpression price(
        QStringLiteral("^(US\\$|\\$|¥|￥|CNY|RMB|USD)?\\s*([0-9]+(?:\\.[0-9]+)?)\\s*(元|块|yuan|CNY|RMB|USD|\\$)?"
                       "\\s*(?:/|每|per|an|a)?\\s*(?:小时|时|hour|hr|h)?$"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = price.match(cell);
    if (!match.hasMatch())
        return std::nullopt;
    const QString mark = (match.captured(1) + match.captured(3)).toUpper();
    const bool isDollar = mark.contains(u'$') || mark.contains(QLatin1String("USD"));
    return Priced{match.captured(2), mark.isEmpty() ? QString() : isDollar ? QStringLiteral("USD") : QStringLiteral("CNY")};
}

bool isEmptyCell(const QString &cell)
{
    return cell.isEmpty() || cell == QLatin1String("-") || cell == QStringLiteral("–") || cell == QStringLiteral("—")
           || cell == QLatin1String("/");
}

// Tables from elsewhere use other words for the seller in their headings.
bool hasCardHeader(const Row &row)
{
    return std::any_of(row.cbegin(), row.cend(),
                       [](const QString &cell) { return offerFieldFromName(cell.toUtf8()) == OfferField::Provider; });
}

bool isGpu(const QString &text, const GpuNames &names) { return !text.isEmpty() && !names.meantBy(text).isEmpty(); }

QString quoted(QString cell)
{
    if (cell.contains(u',') || cell.contains(u'"'))
        return u'"' + cell.replace(u'"', QStringLiteral("\"\"")) + u'"';
    return cell;
}

class Writer {
public:
    void add(const QString &provider, const QString &gpu, const Priced &price)
    {
        m_lines << QStringList{quoted(provider), quoted(gpu), price.amount, price.currency};
        m_hasCurrency = m_hasCurrency || !price.currency.isEmpty();
    }

    QString text() const
    {
        QString text = m_hasCurrency ? QStringLiteral("provider,gpu,price,currency\n") : QStringLiteral("provider,gpu,price\n");
        for (const QStringList &line : m_lines)
            text += line.mid(0, m_hasCurrency ? 4 : 3).join(u',') + u'\n';
        return text;
    }

private:
    QList<QStringList> m_lines;
    bool m_hasCurrency = false;
};

// Provider, GPU, price, line by line; headings above them are skipped.
std::optional<QString> fromLines(const QList<Row> &rows, const GpuNames &names)
{
    Writer writer;
    int gpusFirst = 0, gpusSecond = 0;
    const bool hasHeadings = rows.size() > 1 && rows.first().size() >= 3 && !pricedFrom(rows.first().at(2));
    const QList<Row> body = hasHeadings ? rows.mid(1) : rows;
    for (const Row &row : body) {
        // Two adjacent prices belong to two names above them.
        if (row.size() != 3 || !pricedFrom(row[2]) || (pricedFrom(row[1]) && !isGpu(row[1], names)))
            return std::nullopt;
        gpusFirst += isGpu(row[0], names);
        gpusSecond += isGpu(row[1], names);
    }
    for (const Row &row : body)
        writer.add(row[gpusFirst > gpusSecond ? 1 : 0], row[gpusFirst > gpusSecond ? 0 : 1], *pricedFrom(row[2]));
    return writer.text();
}

// Names across the top and down the left, prices where they meet.
std::optional<QString> fromGrid(const QList<Row> &rows, const GpuNames &names)
{
    const Row &top = rows.first();
    if (rows.size() < 2 || top.size() < 2)
        return std::nullopt;
    int gpusAcross = 0, gpusDown = 0, prices = 0;
    for (qsizetype column = 1; column < top.size(); ++column)
        gpusAcross += isGpu(top[column], names);
    for (const Row &row : rows.mid(1)) {
        gpusDown += isGpu(row.first(), names);
        if (row.size() != top.size())
            return std::nullopt;
        for (qsizetype column = 1; column < row.size(); ++column) {
            const bool isPrice = pricedFrom(row[column]).has_value();
            if (!isPrice && !isEmptyCell(row[column]))
                return std::nullopt;
            prices += isPrice;
        }
    }
    if (prices == 0)
        return std::nullopt;
    Writer writer;
    for (const Row &row : rows.mid(1)) {
        for (qsizetype column = 1; column < row.size(); ++column) {
            if (const auto price = pricedFrom(row[column]))
                writer.add(gpusAcross > gpusDown ? row.first() : top[column], gpusAcross > gpusDown ? top[column] : row.first(), *price);
        }
    }
    return writer.text();
}

}  // namespace

QString rateCardFromTable(const QString &pasted, const GpuNames &names)
{
    const QList<Row> rows = rowsOf(pasted);
    if (rows.isEmpty() || hasCardHeader(rows.first()))
        return pasted;
    if (const auto lines = fromLines(rows, names))
        return *lines;
    return fromGrid(rows, names).value_or(pasted);
}

}  // namespace trainyard
