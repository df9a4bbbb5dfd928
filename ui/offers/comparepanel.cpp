// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/comparepanel.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/label.h"
#include "ui/offers/comparemodel.h"
#include "ui/theme/stylepaint.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

namespace trainyard {

namespace {

class CompareDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme theme = themeOf(option.widget);
        const QRect &r = option.rect;
        painter->save();
        painter->fillRect(r, theme.surface);
        painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.line);
        if ((option.state & QStyle::State_HasFocus) && option.widget->hasFocus())
            paintRowFocus(painter, r.adjusted(0, 0, 0, -1), dp(3), theme);
        QRect cell = r.adjusted(dp(8), 0, -dp(8), 0);
        const QString value = index.data().toString(), note = index.data(CompareModel::NoteRole).toString();
        const bool isBest = index.data(CompareModel::BestRole).toBool();
        painter->setFont(textFont(isBest ? TextRole::Strong : TextRole::Body));
        painter->setPen(isBest ? theme.ok.ink : index.data(CompareModel::DiffersRole).toBool() ? theme.text1 : theme.text3);
        const QString text = painter->fontMetrics().elidedText(value, Qt::ElideRight, cell.width());
        painter->drawText(cell, Qt::AlignVCenter | Qt::TextSingleLine, text);
        cell.setLeft(cell.left() + painter->fontMetrics().horizontalAdvance(text) + dp(8));
        painter->setFont(textFont(TextRole::Small));
        painter->setPen(isBest ? theme.ok.ink : theme.text3);
        const QString beside = isBest ? ComparePanel::tr("cheapest") : note;
        if (cell.width() > dp(40))
            painter->drawText(cell, Qt::AlignVCenter | Qt::TextSingleLine,
                              painter->fontMetrics().elidedText(beside, Qt::ElideRight, cell.width()));
        painter->restore();
    }
};

}  // namespace

ComparePanel::ComparePanel(QWidget *parent)
    : QWidget(parent), m_model(new CompareModel(this)), m_view(new QTableView(this)),
      m_title(new Label(TextRole::Section, Ink::Text1, this))
{
    setObjectName(QStringLiteral("comparePanel"));
    auto *back = makeButton(QStringLiteral("compareBackButton"), tr("Back to the list"), ButtonVariant::Normal,
                            QStringLiteral("arrow-left"), this);
    auto *clear = makeButton(QStringLiteral("compareClearButton"), tr("Unpin all"), ButtonVariant::Link, {}, this);
    setSmall(back);
    m_view->setObjectName(QStringLiteral("compareView"));
    m_view->setAccessibleName(tr("Pinned offers side by side"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new CompareDelegate(m_view));
    setPlainRows(m_view);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setTabKeyNavigation(false);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setWordWrap(false);
    m_view->setCornerButtonEnabled(false);
    m_view->verticalHeader()->setDefaultSectionSize(std::max(dp(30), lineHeight(TextRole::Body) + dp(8)));
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setSectionsClickable(false);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setSectionsClickable(false);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->verticalHeader()->setHighlightSections(false);
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(dp(12), dp(10), dp(12), dp(10));
    head->setSpacing(dp(10));
    head->addWidget(back);
    head->addWidget(m_title, 1);
    head->addWidget(clear);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    column->addWidget(m_view, 1);
    setFocusProxy(m_view);
    connect(back, &QPushButton::clicked, this, &ComparePanel::backRequested);
    connect(clear, &QPushButton::clicked, this, &ComparePanel::unpinAllRequested);
}

void ComparePanel::setOffers(OfferBookPtr book, const std::vector<size_t> &offers, const OfferQuery &query)
{
    const QModelIndex before = m_view->currentIndex();
    m_model->setOffers(std::move(book), offers, query);
    m_title->setText(tr("%n offer(s) side by side", nullptr, static_cast<int>(offers.size())));
    fitColumns();
    if (m_model->columnCount() > 0)
        m_view->setCurrentIndex(m_model->index(std::max(0, before.row()), std::clamp(before.column(), 0, m_model->columnCount() - 1)));
}

void ComparePanel::fitColumns()
{
    const int count = m_model->columnCount();
    if (count == 0)
        return;
    const int width = std::max(dp(210), (m_view->viewport()->width()) / count);
    for (int column = 0; column < count; ++column)
        m_view->setColumnWidth(column, width);
}

bool ComparePanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const auto offer = m_model->offerAt(m_view->currentIndex());
        if (key == Qt::Key_Escape) {
            Q_EMIT backRequested();
            return true;
        }
        if (key == Qt::Key_Delete && offer) {
            Q_EMIT unpinRequested(*offer);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard

#include "moc_comparepanel.cpp"
