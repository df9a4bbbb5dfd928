// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/eventlist.h"

#include "core/base/format.h"
#include "ui/charts/eventlane.h"
#include "ui/common/icons.h"
#include "ui/common/placeholder.h"

#include <QContextMenuEvent>
#include <QDateTime>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>

namespace trainyard {
namespace {

// Paints the mark of the kind before its name.
class KindDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = {dp(14), dp(14)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const auto kind = ChartEventKind(index.data(EventListModel::KindRole).toInt());
        const double size = dp(11);
        paintEventMark(painter, kind, QRectF(option.rect.left() + dp(6), option.rect.center().y() - size / 2 + 0.5, size, size),
                       themeOf(option.widget));
    }
};

}  // namespace

void EventListModel::setEvents(const QList<ChartEvent> &events)
{
    if (events == m_events)
        return;
    // New events are inserted at the top, so that a selection stays on its event.
    const qsizetype more = events.size() - m_events.size();
    if (more > 0 && std::equal(m_events.begin(), m_events.end(), events.begin())) {
        beginInsertRows({}, 0, int(more) - 1);
        m_events = events;
        endInsertRows();
        return;
    }
    beginResetModel();
    m_events = events;
    endResetModel();
}

int EventListModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_events.size()); }
int EventListModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant EventListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ChartEvent &event = eventAt(index.row());
    if (role == KindRole)
        return int(event.kind);
    // A screen reader does not pass over a cell without text.
    if (role == Qt::AccessibleTextRole && index.column() == LengthColumn && event.untilMs <= event.ms && !event.isOpen)
        return tr("no duration");
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(event.ms);
    switch (index.column()) {
    case TimeColumn: return QLocale().toString(moment, QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    case KindColumn: return wordOf(event.kind);
    case TextColumn: return event.text;
    default: return event.isOpen ? tr("still going on") : event.untilMs > event.ms ? formatDuration(event.untilMs - event.ms) : QString();
    }
}

QVariant EventListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn: return tr("Time");
    case KindColumn: return tr("Kind");
    case TextColumn: return tr("What happened");
    default: return tr("Duration");
    }
}

EventList::EventList(QWidget *parent) : QTableView(parent), m_model(new EventListModel(this))
{
    setObjectName(QStringLiteral("eventList"));
    setAccessibleName(tr("Events of this run"));
    setModel(m_model);
    setItemDelegateForColumn(EventListModel::KindColumn, new KindDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setTabKeyNavigation(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(dp(34));
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(EventListModel::TextColumn, QHeaderView::Stretch);
    horizontalHeader()->setResizeContentsPrecision(100);  // rows that are measured with each new event
    m_placeholder = new Placeholder(QStringLiteral("clock"), this);
    m_placeholder->setSentence(tr("No events yet"));
    m_placeholder->setDetail(tr("Starts, stops, checkpoints, alerts and lost links are listed here."));
    const auto choose = [this](const QModelIndex &index) { Q_EMIT momentChosen(m_model->eventAt(index.row()).ms); };
    connect(this, &QTableView::clicked, this, choose);
    connect(this, &QTableView::activated, this, [choose](const QModelIndex &index) {
        if (!(QGuiApplication::mouseButtons() & Qt::LeftButton))  // a click selects already
            choose(index);
    });
}

void EventList::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = isByKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    const ChartEvent &chosen = m_model->eventAt(index.row());
    auto *const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("eventMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(QStringLiteral("runs")), tr("Show in the charts"), this, [this, ms = chosen.ms] { Q_EMIT momentChosen(ms); })
        ->setObjectName(QStringLiteral("eventShowInCharts"));
    if (chosen.kind == ChartEventKind::Checkpoint || chosen.kind == ChartEventKind::BadCheckpoint) {
        menu->addAction(icon(QStringLiteral("checkpoints")), tr("Show the checkpoint"), this,
                        [this, ms = chosen.ms] { Q_EMIT checkpointRequested(ms); })
            ->setObjectName(QStringLiteral("eventShowCheckpoint"));
    }
    menu->popup(isByKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

void EventList::setEvents(const QList<ChartEvent> &events) { m_model->setEvents(events); }

}  // namespace trainyard

#include "moc_eventlist.cpp"
