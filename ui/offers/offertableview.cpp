#include "ui/offers/offertableview.h"

#include "ui/offers/offerdelegate.h"
#include "ui/offers/offertablemodel.h"
#include "ui/offers/offerwords.h"
#include "ui/theme/theme.h"
#include "ui/theme/variants.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>

#include <array>

namespace trainyard {

namespace {

using Model = OfferTableModel;

struct ColumnRoom {
    int column;
    int width;       // least, of the design
    int stretch;     // share of what is left over
};
// In the order in which they are left out, last first. A price without its source and age is none.
constexpr std::array kColumns{
    ColumnRoom{Model::Pin, 34, 0},        ColumnRoom{Model::Type, 108, 2},       ColumnRoom{Model::Hour, 98, 0},
    ColumnRoom{Model::From, 136, 1},      ColumnRoom{Model::Gpu, 116, 3},        ColumnRoom{Model::Provider, 88, 2},
    ColumnRoom{Model::Way, 96, 0},        ColumnRoom{Model::Region, 84, 0},      ColumnRoom{Model::GpuHour, 96, 0},
    ColumnRoom{Model::Memory, 72, 0},     ColumnRoom{Model::Vcpus, 70, 0},       ColumnRoom{Model::GibHour, 98, 0},
    ColumnRoom{Model::TflopHour, 112, 0}, ColumnRoom{Model::GpuMemory, 74, 0},   ColumnRoom{Model::Interrupted, 100, 0}};

}  // namespace

OfferTableView::OfferTableView(QWidget *parent) : QTableView(parent)
{
    setObjectName(QStringLiteral("offersView"));
    setAccessibleName(tr("Offers"));
    setItemDelegate(new OfferDelegate(this));
    setPlainRows(this);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);      // columns keep their places while the filter is typed
    setEditTriggers(NoEditTriggers);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(dp(20));
    verticalHeader()->setDefaultSectionSize(std::max(dp(36), lineHeight(TextRole::Body) + dp(12)));
    horizontalHeader()->setSectionsMovable(false);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setMinimumSectionSize(dp(20));
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setSortIndicatorShown(true);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int column) {
        if (const auto order = Model::orderOf(column))
            Q_EMIT orderChosen(*order);
        else
            showOrder();     // nothing else is sorted by
    });
}

void OfferTableView::setOffers(OfferTableModel *model)
{
    m_offers = model;
    setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        setHoveredRow(-1);
        showOrder();
        fitColumns();
    });
    showOrder();
    fitColumns();
}

void OfferTableView::showOrder()
{
    horizontalHeader()->setSortIndicator(Model::columnOf(m_offers->query().order), Qt::AscendingOrder);
}

void OfferTableView::fitColumns()
{
    if (!m_offers)
        return;
    const int sorted = Model::columnOf(m_offers->query().order);
    const int room = viewport()->width();
    int used = 0, stretch = 0;
    std::array<bool, Model::ColumnCount> isShown{};
    for (const ColumnRoom &one : kColumns) {
        if (one.column == sorted)
            used += dp(one.width);
    }
    bool isFull = false;
    for (const ColumnRoom &one : kColumns) {
        const int width = one.column == sorted ? 0 : dp(one.width);
        // The first ones are what an offer is; they are shown however narrow it gets.
        isFull = isFull || (used + width > room && &one - kColumns.data() > 3);
        if (isFull && one.column != sorted)
            continue;
        isShown[static_cast<size_t>(one.column)] = true;
        used += width;
        stretch += one.stretch;
    }
    int left = std::max(0, room - used), stretchLeft = stretch;
    for (const ColumnRoom &one : kColumns) {
        setColumnHidden(one.column, !isShown[static_cast<size_t>(one.column)]);
        if (!isShown[static_cast<size_t>(one.column)])
            continue;
        const int more = one.stretch > 0 ? left * one.stretch / stretchLeft : 0;
        left -= more;
        stretchLeft -= one.stretch;
        setColumnWidth(one.column, dp(one.width) + more);
    }
}

QSize OfferTableView::minimumSizeHint() const
{
    return {dp(240), horizontalHeader()->sizeHint().height() + 4 * verticalHeader()->defaultSectionSize()};
}

void OfferTableView::copyCurrent() const
{
    const auto offer = m_offers->offerAt(currentIndex());
    if (!offer)
        return;
    QStringList cells;
    for (int column = Model::Provider; column < Model::ColumnCount; ++column)
        cells << m_offers->index(currentIndex().row(), column).data().toString();
    cells << currencyCode(m_offers->query().currency) << publishedText(m_offers->book()->offers().figures(*offer));
    QGuiApplication::clipboard()->setText(cells.join(u'\t'));
}

void OfferTableView::keyPressEvent(QKeyEvent *event)
{
    const auto offer = m_offers->offerAt(currentIndex());
    if (event->matches(QKeySequence::Copy)) {
        copyCurrent();
    } else if (offer && event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        Q_EMIT pinToggled(*offer);
    } else if (offer && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        Q_EMIT detailsRequested(*offer);
    } else {
        QTableView::keyPressEvent(event);
        return;
    }
    event->accept();
}

void OfferTableView::mouseMoveEvent(QMouseEvent *event)
{
    setHoveredRow(rowAt(event->pos().y()));
    QTableView::mouseMoveEvent(event);
}

void OfferTableView::mouseReleaseEvent(QMouseEvent *event)
{
    QTableView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && index.isValid() && index.column() == Model::Pin)
        Q_EMIT pinToggled(*m_offers->offerAt(index));
}

void OfferTableView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && index.column() != Model::Pin)
        Q_EMIT detailsRequested(*m_offers->offerAt(index));
}

void OfferTableView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = isKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    setCurrentIndex(index);
    const QPoint at = isKey ? viewport()->mapToGlobal(visualRect(index.siblingAtColumn(Model::Type)).center()) : event->globalPos();
    Q_EMIT menuRequested(*m_offers->offerAt(index), at);
}

void OfferTableView::leaveEvent(QEvent *event)
{
    QTableView::leaveEvent(event);
    setHoveredRow(-1);
}

void OfferTableView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void OfferTableView::setHoveredRow(int row)
{
    if (row == m_hoveredRow)
        return;
    m_hoveredRow = row;
    viewport()->update();
}

}  // namespace trainyard
