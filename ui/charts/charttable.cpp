// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charttable.h"

#include "core/base/format.h"
#include "ui/charts/stepcharts.h"
#include "ui/charts/timecharts.h"
#include "ui/common/columnalignment.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int kMaxRows = 240;
constexpr qint64 kSecond = 1000;

}  // namespace

void ChartTableModel::setContent(qint64 from, qint64 to, const QList<Column> &byTime, const QList<Column> &byStep)
{
    const qint64 step = std::max(kSecond, (to - from) / kMaxRows);
    const int timeRows = byTime.isEmpty() || to <= from ? 0 : int(std::min<qint64>(kMaxRows, (to - from) / step + 1));
    qsizetype steps = 0;
    for (const Column &column : byStep)
        steps = std::max(steps, column.values.points.size());
    const int rows = std::max(timeRows, int(std::min<qsizetype>(kMaxRows, steps)));
    const auto titles = [](const QList<Column> &columns) {
        QStringList names;
        for (const Column &column : columns)
            names << column.values.title;
        return names;
    };
    // If the shape is the same, scroll position and selection are kept.
    const bool isOtherShape = rows != m_rows || titles(byTime) != titles(m_byTime) || titles(byStep) != titles(m_byStep);
    if (isOtherShape)
        beginResetModel();
    m_to = to;
    m_step = step;
    m_rows = rows;
    m_timeRows = timeRows;
    m_byTime = byTime;
    m_byStep = byStep;
    if (isOtherShape)
        endResetModel();
    else if (m_rows > 0)
        Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
}

int ChartTableModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : m_rows; }

int ChartTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(1 + m_byTime.size() + 2 * m_byStep.size());
}

QString ChartTableModel::rowTime(int row) const
{
    if (row >= m_timeRows)
        return {};
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(m_to - row * m_step);
    return moment.toString(m_step * m_timeRows > 20 * 3600 * kSecond ? QStringLiteral("MM-dd HH:mm:ss") : QStringLiteral("HH:mm:ss"));
}

QString ChartTableModel::text(int row, int column) const
{
    if (column == 0)
        return rowTime(row);
    --column;
    if (column < m_byTime.size()) {
        if (row >= m_timeRows)
            return {};
        const auto to = double(m_to - row * m_step), from = to - double(m_step);
        const QList<QPointF> &points = m_byTime[column].values.points;
        const auto after = std::upper_bound(points.begin(), points.end(), to, [](double x, const QPointF &p) { return x < p.x(); });
        const bool isKnown = after != points.begin() && (after - 1)->x() > from;
        return valueText(m_byTime[column].kind, isKnown ? (after - 1)->y() : std::nan(""));
    }
    column -= int(m_byTime.size());
    const QList<QPointF> &points = m_byStep[column / 2].values.points;
    if (row >= points.size())
        return {};
    const QPointF &point = points[points.size() - 1 - row];
    return column % 2 == 0 ? formatCount(qint64(point.x())) : stepValueText(point.y());
}

QVariant ChartTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole)
        return text(index.row(), index.column());
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(index.column() != 0);
    return {};
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return besidesHeading(orientation, role, section != 0);
    if (section == 0)
        return tr("Time");
    if (section <= m_byTime.size())
        return m_byTime[section - 1].values.title;
    const auto step = int(section - 1 - m_byTime.size());
    return step % 2 == 0 ? tr("Step") : m_byStep[step / 2].values.title;
}

ChartTable::ChartTable(QWidget *parent) : QTableView(parent), m_model(new ChartTableModel(this))
{
    setObjectName(QStringLiteral("chartTable"));
    setAccessibleName(tr("Charts as a table"));
    setModel(m_model);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setResizeContentsPrecision(20);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
}

void ChartTable::copy() const
{
    QModelIndexList chosen = selectionModel()->selectedIndexes();
    if (chosen.isEmpty())
        return;
    std::sort(chosen.begin(), chosen.end());
    QList<int> columns;
    for (const QModelIndex &index : std::as_const(chosen)) {
        if (!columns.contains(index.column()))
            columns.append(index.column());
    }
    std::sort(columns.begin(), columns.end());
    QStringList lines, line;
    for (const int column : std::as_const(columns))
        line << m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    lines << line.join(QLatin1Char('\t'));
    int row = -1;
    for (const QModelIndex &index : std::as_const(chosen)) {
        if (index.row() == row)
            continue;
        row = index.row();
        line.clear();
        for (const int column : std::as_const(columns)) {
            const QModelIndex cell = m_model->index(row, column);
            line << (selectionModel()->isSelected(cell) ? cell.data().toString() : QString());
        }
        lines << line.join(QLatin1Char('\t'));
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));
}

void ChartTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->key() == Qt::Key_T || event->key() == Qt::Key_Escape)
        event->ignore();  // handle the charts' keys, not the type-ahead search
    else
        QTableView::keyPressEvent(event);
}

}  // namespace trainyard

#include "moc_charttable.cpp"
