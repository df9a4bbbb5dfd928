// SPDX-License-Identifier: GPL-3.0-or-later
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

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

using Model = OfferTableModel;

struct ColumnRoom {
    int column;
    int least;      // of the design
    int preferred;  // shows its usual texts completely
    int stretch;    // share of the remaining space
};
// In the order in which they are hidden, last first. What tells two offers apart comes before where a price is from, which the offer's
// own dialog says as well.
constexpr std::array kColumns{ColumnRoom{Model::Pin, 34, 34, 0},       ColumnRoom{Model::Type, 96, 160, 3},
                              ColumnRoom{Model::Hour, 94, 98, 0},      ColumnRoom{Model::Provider, 74, 114, 1},
                              ColumnRoom{Model::Way, 96, 96, 0},       ColumnRoom{Model::Gpu, 116, 142, 1},
                              ColumnRoom{Model::Region, 78, 108, 1},   ColumnRoom{Model::From, 118, 136, 1},
                              ColumnRoom{Model::GpuHour, 96, 96, 0},   ColumnRoom{Model::Interrupted, 100, 100, 0},
                              ColumnRoom{Model::Memory, 76, 76, 0},    ColumnRoom{Model::Vcpus, 76, 76, 0},
                              ColumnRoom{Model::GibHour, 98, 98, 0},   ColumnRoom{Model::TflopHour, 112, 112, 0},
                              ColumnRoom{Model::GpuMemory, 74, 74, 0}, ColumnRoom{Model::MeasuredTflopHour, 148, 148, 0}};
constexpr int kAlways = 4;    // the first ones identify an offer; they are shown at any width
constexpr int kSqueezed = 8;  // these are squeezed for each other; further ones appear only if all get their preferred width

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
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // columns keep their positions while the filter is typed
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
            showOrder();  // sorting works by this only
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

void OfferTableView::showOrder() { horizontalHeader()->setSortIndicator(Model::columnOf(m_offers->query().order), Qt::AscendingOrder); }

void OfferTableView::fitColumns()
{
    if (!m_offers)
        return;
    const int sorted = Model::columnOf(m_offers->query().order);
    const int room = viewport()->width();
    const auto isSorted = [sorted](const ColumnRoom &one) { return one.column == sorted; };
    const int ofSorted = dp(std::find_if(kColumns.begin(), kColumns.end(), isSorted)->least);
    QList<ColumnRoom> shown;
    int used = ofSorted, preferredInAll = ofSorted, stretch = 0;
    bool isFull = false;
    for (const ColumnRoom &one : kColumns) {
        const auto place = &one - kColumns.data();
        const int least = isSorted(one) ? 0 : dp(one.least), preferred = isSorted(one) ? 0 : dp(one.preferred);
        isFull = isFull || (place >= kAlways && (place < kSqueezed ? used + least : preferredInAll + preferred) > room);
        // The user's measurements fill few rows, so they are shown only when sorting by them.
        const bool isShown = isSorted(one) || (!isFull && one.column != Model::MeasuredTflopHour);
        setColumnHidden(one.column, !isShown);
        if (!isShown)
            continue;
        shown << one;
        used += least;
        preferredInAll += preferred;
        stretch += one.stretch;
    }
    // First each preferred width, as far as it fits, then what is left over.
    int left = std::max(0, room - used), missing = preferredInAll - used;
    int over = std::max(0, left - missing), stretchLeft = stretch;
    left = std::min(left, missing);
    for (const ColumnRoom &one : std::as_const(shown)) {
        const int preferred = isSorted(one) ? 0 : dp(one.preferred) - dp(one.least);
        const int more = missing > 0 ? left * preferred / missing : 0;
        const int beyond = one.stretch > 0 ? over * one.stretch / stretchLeft : 0;
        left -= more;
        missing -= preferred;
        over -= beyond;
        stretchLeft -= one.stretch;
        setColumnWidth(one.column, dp(one.least) + more + beyond);
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

#include "moc_offertableview.cpp"
