// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/recentruns.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/placeholder.h"
#include "ui/common/runrowdelegate.h"
#include "ui/common/runtexts.h"
#include "ui/home/recentrunsmodel.h"
#include "ui/theme/stylepaint.h"
#include "ui/theme/variants.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kMargin = 16;  // of the first column, like the card's title

class RecentRunsTable : public QTableView {
public:
    using QTableView::QTableView;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QTableView::paintEvent(event);
        if (!hasFocus() || !currentIndex().isValid())
            return;
        // One frame around the row, not around a cell.
        QPainter painter(viewport());
        const QRect row(0, rowViewportPosition(currentIndex().row()), viewport()->width(), rowHeight(currentIndex().row()));
        paintRowFocus(&painter, row, dp(3), themeOf(this));
    }

    void focusInEvent(QFocusEvent *event) override
    {
        QTableView::focusInEvent(event);
        if (!currentIndex().isValid() && model() && model()->rowCount() > 0
            && (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason
                || event->reason() == Qt::ShortcutFocusReason))
            setCurrentIndex(model()->index(0, 0));
        viewport()->update();
    }

    void focusOutEvent(QFocusEvent *event) override
    {
        QTableView::focusOutEvent(event);
        viewport()->update();
    }

    void keyPressEvent(QKeyEvent *event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) {
            if (currentIndex().isValid())
                Q_EMIT clicked(currentIndex());
            return;
        }
        QTableView::keyPressEvent(event);
    }
};

}  // namespace

RecentRuns::RecentRuns(QWidget *parent) : Card(parent), m_model(new RecentRunsModel(this)), m_table(new RecentRunsTable(this))
{
    auto *head = new QHBoxLayout;
    head->setContentsMargins(dp(kMargin), dp(10), dp(kMargin) - dp(3), dp(10));
    head->setSpacing(dp(8));
    head->addWidget(new Label(tr("Recent runs"), TextRole::Section, Ink::Text1, this));
    auto *context = new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideRight, this);
    context->setText(tr("times in local time"));
    head->addWidget(context, 1);
    auto *all = makeButton(QStringLiteral("allRunsButton"), tr("All runs"), ButtonVariant::Link, {}, this);
    head->addWidget(all);
    connect(all, &QPushButton::clicked, this, &RecentRuns::allRequested);

    m_table->setObjectName(QStringLiteral("recentRunsTable"));
    m_table->setAccessibleName(tr("Recent runs"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new RunRowDelegate(kMargin, m_table));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setCornerButtonEnabled(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(RunRowDelegate::rowHeight());
    m_table->verticalHeader()->setMinimumSectionSize(RunRowDelegate::rowHeight());
    QHeaderView *header = m_table->horizontalHeader();
    setFirstColumnInset(header, dp(kMargin) - dp(8));
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(RecentRunsModel::RunColumn, QHeaderView::Stretch);
    header->setMinimumSectionSize(dp(40));

    m_placeholder = new Placeholder(QStringLiteral("runs"), m_table);
    m_placeholder->setSentence(tr("No runs yet."));
    m_placeholder->setDetail(tr("Runs you launch are listed here, with their logs and charts."));
    m_placeholder->setButton(tr("Launch a run…"), QStringLiteral("launchFirstRunButton"));
    connect(m_placeholder, &Placeholder::buttonClicked, this, &RecentRuns::launchRequested);
    m_placeholder->setSuppressed(true);  // nothing is known before the first setRuns()

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, dp(8));
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    column->addWidget(m_table, 1);
    setTabOrder(all, m_table);

    setTabOrder(all, m_table);  // in reading order
    m_table->viewport()->installEventFilter(this);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, &RecentRuns::openMenu);
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex &index) { Q_EMIT runActivated(RunId(index.data(RecentRunsModel::RunIdRole).toString())); });
}

void RecentRuns::openMenu(const QPoint &position)
{
    // The menu key asks at the focused row, wherever the pointer is.
    QModelIndex index = m_table->indexAt(position);
    if (!index.isValid())
        index = m_table->currentIndex();
    if (!index.isValid())
        return;
    const RunId id(index.data(RecentRunsModel::RunIdRole).toString());
    auto *const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("recentRunMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("Open")), &QAction::triggered, this, [this, id] { Q_EMIT runActivated(id); });
    connect(menu->addAction(tr("Launch again with changes…")), &QAction::triggered, this, [this, id] { Q_EMIT launchAgainRequested(id); });
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

void RecentRuns::setRuns(const QList<Run> &runs)
{
    m_placeholder->setSuppressed(false);
    m_model->setRuns(runs);
}

void RecentRuns::setMeter(const MeterNow &meter)
{
    m_model->setMeter(meter);
    m_hasCosts = !meter.readings.isEmpty();
    sizeColumns();
}

void RecentRuns::setGlances(const QHash<RunId, RunGlance> &glances) { m_model->setGlances(glances); }

// Columns that do not fit are hidden, the least important first; names keep their space.
void RecentRuns::sizeColumns()
{
    const auto digits = [](int count) {
        return QFontMetrics(textFont(TextRole::Body)).horizontalAdvance(QLatin1Char('0')) * count + dp(16);
    };
    int room = m_table->viewport()->width() - dp(190);
    const int others = dp(72) + digits(6) + digits(7);  // those that come with the state in a narrow table
    const int state = RunRowDelegate::stateWidth(room < RunRowDelegate::stateWidth(false) + others);
    const std::pair<int, int> wanted[] = {{RecentRunsModel::StateColumn, state},
                                          {RecentRunsModel::ProgressColumn, dp(72) + digits(6)},
                                          {RecentRunsModel::LossColumn, digits(7) + RunRowDelegate::curveWidth()},
                                          {RecentRunsModel::RemainingColumn, digits(15)},
                                          {RecentRunsModel::CostColumn, m_hasCosts ? digits(13) + dp(kMargin) : 0},
                                          {RecentRunsModel::ElapsedColumn, elapsedWidth()},
                                          {RecentRunsModel::ExitColumn, digits(12) + dp(8)},
                                          {RecentRunsModel::StartedColumn, digits(14)}};
    for (const auto &[column, width] : wanted) {
        const bool isShown = width > 0 && room >= width;
        room -= isShown ? width : 0;
        m_table->setColumnWidth(column, width);
        m_table->setColumnHidden(column, !isShown);
    }
}

bool RecentRuns::eventFilter(QObject *watched, QEvent *event)
{
    // The relevant width is that of the viewport, which accounts for the scroll bar.
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        sizeColumns();
    return Card::eventFilter(watched, event);
}

void RecentRuns::setNow(const QDateTime &now) { m_model->setNow(now); }

}  // namespace trainyard

#include "moc_recentruns.cpp"
