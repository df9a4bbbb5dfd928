// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runcolumns.h"

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
#include <iterator>
#include <utility>

namespace trainyard {

namespace {

constexpr int kNameWidth = 230;         // of the first column at least
constexpr int kSizedMs = 400;           // while a column is being sized, nothing is stored
constexpr qsizetype kMostOffered = 40;  // names in a menu

}  // namespace

RunColumns::RunColumns(QTreeView *view, RunsModel *model, QObject *parent) : QObject(parent), m_view(view), m_model(model)
{
    m_resized.setSingleShot(true);
    m_resized.setInterval(kSizedMs);
    connect(&m_resized, &QTimer::timeout, this, [this] {
        Q_EMIT widthsChosen(m_widths);
        size();
    });
}

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
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int width) { resized(column, width); });
    header->setSectionResizeMode(RunsModel::NameColumn, QHeaderView::Fixed);
    // The relevant width is that of the viewport, which accounts for the scroll bar.
    m_view->viewport()->installEventFilter(this);
}

bool RunColumns::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        size();
    return QObject::eventFilter(watched, event);
}

void RunColumns::set(const QStringList &columns, const RunOrder &order, const QMap<QString, int> &widths)
{
    m_columns = columns;
    m_order = order;
    m_widths = widths;
    QStringList extras;
    std::copy_if(columns.begin(), columns.end(), std::back_inserter(extras),
                 [](const QString &key) { return extraColumn(key).has_value(); });
    const bool wasPlacing = std::exchange(m_isPlacing, true);
    m_model->setExtras(extras);
    m_isPlacing = wasPlacing;
    const int column = m_model->columnOf(order);
    m_view->header()->setSortIndicatorShown(column >= 0);
    m_view->header()->setSortIndicator(column, order.direction);
    size();
}

void RunColumns::resized(int column, int width)
{
    if (m_isPlacing || column == RunsModel::NameColumn || width <= 0)
        return;
    m_widths.insert(m_model->keyOf(column), int(100.0 * width / dp(100.0) + 0.5));
    m_resized.start();
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
    const bool isExtra = column >= RunsModel::ColumnCount;
    RunOrder next{isExtra ? int(RunsModel::ColumnCount) : column, Qt::AscendingOrder, isExtra ? m_model->keyOf(column) : QString()};
    const Qt::SortOrder usual = usualDirection(next.column, next.extra);
    next.direction = usual;
    if (m_order.column != next.column || m_order.extra != next.extra) {
        Q_EMIT orderChosen(next);
    } else if (m_order.direction == usual) {
        next.direction = usual == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
        Q_EMIT orderChosen(next);
    } else
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
            columns << m_model->keyOf(column);
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
        QAction *const entry = addColumn(menu, runColumnKey(column), titleOf(column));
        entry->setChecked(isUsual ? !m_view->header()->isSectionHidden(column) : m_columns.contains(runColumnKey(column)));
    }
    menu->addSeparator();
    for (int column = RunsModel::ColumnCount; column < m_model->columnCount(); ++column)
        addColumn(menu, m_model->keyOf(column), titleOf(column));
    addExtras(menu, 0, tr("Last value of"), ExtraKind::Last);
    addExtras(menu, 1, tr("Lowest value of"), ExtraKind::Lowest);
    addExtras(menu, 2, tr("Highest value of"), ExtraKind::Highest);
    addExtras(menu, 3, tr("Parameter"), ExtraKind::Parameter);
    Q_EMIT namesWanted();
    menu->addSeparator();
    QMenu *const order = menu->addMenu(tr("Sort by"));
    const auto addOrder = [this, order](const QString &text, int column) {
        QAction *const entry = order->addAction(text);
        entry->setCheckable(true);
        entry->setChecked(m_model->columnOf(m_order) == column);
        connect(entry, &QAction::triggered, this, [this, column] { column < 0 ? Q_EMIT orderChosen({}) : sortBy(column); });
    };
    addOrder(tr("Newest first"), -1);
    for (int column = RunsModel::NameColumn; column < m_model->columnCount(); ++column)
        addOrder(titleOf(column), column);
    if (m_widths.isEmpty())
        return;
    QAction *const widths = menu->addAction(tr("Usual widths"));
    widths->setObjectName(QStringLiteral("runsUsualWidths"));
    connect(widths, &QAction::triggered, this, [this] { Q_EMIT widthsChosen({}); });
}

QAction *RunColumns::addColumn(QMenu *menu, const QString &key, const QString &title)
{
    QAction *const entry = menu->addAction(QString(title).replace(u'&', QLatin1String("&&")));
    entry->setObjectName(QStringLiteral("runsColumn_") + key);
    entry->setCheckable(true);
    entry->setChecked(m_columns.contains(key));
    connect(entry, &QAction::triggered, this, [this, key] { toggle(key); });
    return entry;
}

// The names are known once the rows on the screen have been read, so the menu asks when it is opened.
void RunColumns::addExtras(QMenu *menu, int number, const QString &title, ExtraKind kind)
{
    QMenu *const names = menu->addMenu(title);
    names->setObjectName(QStringLiteral("runsExtra%1").arg(number));
    const auto fill = [this, names, kind] {
        names->clear();
        const QStringList found = namesOfExtras(m_model->figures(), kind, kMostOffered);
        for (const QString &name : found)
            addColumn(names, extraKey({kind, name}), extraTitle({ExtraKind::Last, name}));
        if (found.isEmpty())
            names
                ->addAction(kind == ExtraKind::Parameter ? tr("The runs on the screen have none")
                                                         : tr("The runs on the screen have none yet"))
                ->setEnabled(false);
    };
    connect(names, &QMenu::aboutToShow, this, fill);
}

QHash<int, int> RunColumns::widths() const
{
    const auto digits = [](int count) {
        return QFontMetrics(textFont(TextRole::Body)).horizontalAdvance(QLatin1Char('0')) * count + dp(16);
    };
    QHash<int, int> all{{RunsModel::StateColumn, RunsDelegate::stateWidth(false)},
                        {RunsModel::TagsColumn, digits(16)},
                        {RunsModel::LossColumn, digits(7) + RunsDelegate::curveWidth()},
                        {RunsModel::LowestColumn, digits(8)},
                        {RunsModel::ProgressColumn, dp(72) + digits(6)},
                        {RunsModel::RemainingColumn, digits(18)},
                        {RunsModel::BusyColumn, digits(8)},
                        {RunsModel::UsefulColumn, digits(9)},
                        {RunsModel::MachineColumn, dp(150)},
                        {RunsModel::ProjectColumn, digits(14)},
                        {RunsModel::StartedColumn, digits(14)},
                        {RunsModel::DurationColumn, elapsedWidth()},
                        {RunsModel::CostColumn, digits(13)},
                        {RunsModel::ExitColumn, digits(12)},
                        {RunsModel::NoteColumn, digits(24)}};
    for (int column = RunsModel::ColumnCount; column < m_model->columnCount(); ++column)
        all[column] = std::max(digits(9), QFontMetrics(textFont(TextRole::Label)).horizontalAdvance(titleOf(column)) + dp(46));
    for (auto width = m_widths.begin(); width != m_widths.end(); ++width) {
        if (const int column = m_model->columnOf(width.key()); column >= 0)
            all[column] = std::max(dp(*width), m_view->header()->minimumSectionSize());
    }
    return all;
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
            widths[column] += RunsDelegate::stateWidth(true) - RunsDelegate::stateWidth(false);
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
        const int column = m_model->columnOf(key);
        header->moveSection(header->visualIndex(column), visual++);
        header->resizeSection(column, widths[column]);
        room -= widths[column];
    }
    for (int column = 1; column < m_model->columnCount(); ++column)
        header->setSectionHidden(column, !m_columns.contains(m_model->keyOf(column)));
    header->resizeSection(RunsModel::NameColumn, dp(kNameWidth) + std::max(0, room));
}

}  // namespace trainyard

#include "moc_runcolumns.cpp"
