// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runcolumns.h"

#include "ui/common/badge.h"
#include "ui/common/runtexts.h"
#include "ui/run/runlistview.h"
#include "ui/run/runsdelegate.h"
#include "ui/run/runsmodel.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr int kNameWidth = 230;  // of the first column at least

}  // namespace

RunColumns::RunColumns(QTreeView *view, QObject *parent) : QObject(parent), m_view(view) {}

void RunColumns::begin()
{
    QHeaderView *const header = m_view->header();
    header->setSectionsClickable(true);
    header->setSectionsMovable(true);
    header->setFirstSectionMovable(false);
    header->setHighlightSections(false);
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(dp(40));
    connect(header, &QHeaderView::sectionClicked, this, &RunColumns::sortBy);
    connect(header, &QHeaderView::sectionMoved, this, &RunColumns::moved);
    // The relevant width is that of the viewport, which accounts for the scroll bar.
    m_view->viewport()->installEventFilter(this);
}

bool RunColumns::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        size();
    return QObject::eventFilter(watched, event);
}

void RunColumns::set(const QStringList &columns, const RunOrder &order)
{
    m_columns = columns;
    m_order = order;
    m_view->header()->setSortIndicatorShown(order.column >= 0);
    m_view->header()->setSortIndicator(order.column, order.direction);
    size();
}

void RunColumns::setHasTags(bool hasTags)
{
    if (std::exchange(m_hasTags, hasTags) != hasTags)
        size();
}

void RunColumns::setHasCosts(bool hasCosts)
{
    if (std::exchange(m_hasCosts, hasCosts) != hasCosts)
        size();
}

QString RunColumns::titleOf(int column) const { return m_view->model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(); }

// Its usual direction, then the other, then newest first again.
void RunColumns::sortBy(int column)
{
    const RunOrder &now = m_order;
    const Qt::SortOrder usual = usualDirection(column);
    if (now.column != column)
        Q_EMIT orderChosen({column, usual});
    else if (now.direction == usual)
        Q_EMIT orderChosen({column, usual == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder});
    else
        Q_EMIT orderChosen({});
}

void RunColumns::toggle(const QString &key)
{
    QStringList columns = m_columns;
    if (columns.isEmpty()) {
        for (const int column : usual())
            columns << runColumnKey(column);
        // One that did not fit was not shown: now it is wanted, with the others.
        if (columns.contains(key) && m_view->header()->isSectionHidden(runColumnNamed(key)))
            return Q_EMIT columnsChosen(columns);
    }
    if (!columns.removeOne(key))
        columns << key;
    // The name alone would look like the usual ones.
    if (columns.isEmpty())
        columns << runColumnKey(RunsModel::StateColumn);
    Q_EMIT columnsChosen(columns);
}

void RunColumns::moved()
{
    if (m_isPlacing)
        return;
    QStringList columns;
    QHeaderView *const header = m_view->header();
    for (int visual = 1; visual < header->count(); ++visual) {
        if (const int column = header->logicalIndex(visual); !header->isSectionHidden(column))
            columns << runColumnKey(column);
    }
    Q_EMIT columnsChosen(columns);
}

void RunColumns::fillMenu(QMenu *menu)
{
    menu->clear();
    const bool isUsual = m_columns.isEmpty();
    QAction *const fitting = menu->addAction(tr("The usual ones that fit"));
    fitting->setCheckable(true);
    fitting->setChecked(isUsual);
    connect(fitting, &QAction::triggered, this, [this] { Q_EMIT columnsChosen({}); });
    menu->addSeparator();
    for (const int column : choosableColumns()) {
        const QString key = runColumnKey(column);
        QAction *const entry = menu->addAction(titleOf(column));
        entry->setObjectName(QStringLiteral("runsColumn_") + key);
        entry->setCheckable(true);
        entry->setChecked(isUsual ? !m_view->header()->isSectionHidden(column) : m_columns.contains(key));
        connect(entry, &QAction::triggered, this, [this, key] { toggle(key); });
    }
    menu->addSeparator();
    QMenu *const order = menu->addMenu(tr("Sort by"));
    const auto addOrder = [this, order](const QString &text, int column) {
        QAction *const entry = order->addAction(text);
        entry->setCheckable(true);
        entry->setChecked(m_order.column == column);
        connect(entry, &QAction::triggered, this, [this, column] { column < 0 ? Q_EMIT orderChosen({}) : sortBy(column); });
    };
    addOrder(tr("Newest first"), -1);
    for (int column = RunsModel::NameColumn; column < RunsModel::ColumnCount; ++column)
        addOrder(titleOf(column), column);
}

QHash<int, int> RunColumns::widths() const
{
    const auto digits = [](int count) {
        return QFontMetrics(textFont(TextRole::Body)).horizontalAdvance(QLatin1Char('0')) * count + dp(16);
    };
    const int badge = badgeSize(badgeOf(RunState::Preparing)).width() + dp(16);
    return {{RunsModel::StateColumn, badge + dp(8) + badgeSize(simulatedBadge()).width()},
            {RunsModel::TagsColumn, digits(16)},
            {RunsModel::LossColumn, digits(7) + RunsDelegate::curveWidth()},
            {RunsModel::LowestColumn, digits(8)},
            {RunsModel::ProgressColumn, dp(72) + digits(6)},
            {RunsModel::RemainingColumn, digits(15)},
            {RunsModel::MachineColumn, dp(150)},
            {RunsModel::ProjectColumn, digits(14)},
            {RunsModel::StartedColumn, digits(14)},
            {RunsModel::DurationColumn, elapsedWidth()},
            {RunsModel::CostColumn, digits(13)},
            {RunsModel::ExitColumn, digits(12)},
            {RunsModel::NoteColumn, digits(24)}};
}

QList<int> RunColumns::usual() const
{
    QList<int> columns{RunsModel::StateColumn,    RunsModel::TagsColumn,      RunsModel::ProgressColumn, RunsModel::LossColumn,
                       RunsModel::DurationColumn, RunsModel::RemainingColumn, RunsModel::CostColumn,     RunsModel::MachineColumn,
                       RunsModel::StartedColumn,  RunsModel::ExitColumn};
    if (!m_hasTags)
        columns.removeOne(RunsModel::TagsColumn);
    if (!m_hasCosts)
        columns.removeOne(RunsModel::CostColumn);
    return columns;
}

void RunColumns::size()
{
    if (std::exchange(m_isPlacing, true))
        return;
    const bool isUsual = m_columns.isEmpty();
    m_view->setHorizontalScrollBarPolicy(isUsual ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    if (isUsual)
        fit(widths());
    else
        place(widths());
    m_isPlacing = false;
}

// Columns that do not fit are hidden, the least important first; names keep their space.
void RunColumns::fit(QHash<int, int> widths)
{
    int room = m_view->viewport()->width() - dp(kNameWidth);
    QHeaderView *const header = m_view->header();
    const QList<int> wanted = usual();
    for (int column = 1; column < RunsModel::ColumnCount; ++column) {
        header->moveSection(header->visualIndex(column), column);
        header->setSectionHidden(column, !wanted.contains(column));
    }
    for (const int column : wanted) {
        if (column == RunsModel::StateColumn && room < widths[column] + widths[RunsModel::ProgressColumn])
            widths[column] -= dp(8) + badgeSize(simulatedBadge()).width();
        const bool isShown = room >= widths[column];
        room -= isShown ? widths[column] : 0;
        header->setSectionHidden(column, !isShown);
        header->resizeSection(column, widths[column]);
    }
    header->resizeSection(RunsModel::NameColumn, dp(kNameWidth) + std::max(0, room));
}

void RunColumns::place(const QHash<int, int> &widths)
{
    int room = m_view->viewport()->width() - dp(kNameWidth), visual = 1;
    QHeaderView *const header = m_view->header();
    for (const QString &key : std::as_const(m_columns)) {
        const int column = runColumnNamed(key);
        header->moveSection(header->visualIndex(column), visual++);
        header->resizeSection(column, widths[column]);
        room -= widths[column];
    }
    for (const int column : choosableColumns())
        header->setSectionHidden(column, !m_columns.contains(runColumnKey(column)));
    header->resizeSection(RunsModel::NameColumn, dp(kNameWidth) + std::max(0, room));
}

}  // namespace trainyard

#include "moc_runcolumns.cpp"
