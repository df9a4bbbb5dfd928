// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transfers/transferspage.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/focusforward.h"
#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/placeholder.h"
#include "ui/transfers/transferdelegate.h"
#include "ui/transfers/transfersmodel.h"

#include <QKeyEvent>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

TransfersPage::TransfersPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Transfers"), this)),
      m_pauseAll(makeButton(QStringLiteral("pauseAllButton"), tr("Pause all"), ButtonVariant::Normal, QStringLiteral("pause"), this)),
      m_retry(makeButton(QStringLiteral("retryFailedButton"), tr("Retry failed"), ButtonVariant::Normal, QStringLiteral("refresh"), this)),
      m_clear(
          makeButton(QStringLiteral("clearFinishedButton"), tr("Clear finished"), ButtonVariant::Normal, QStringLiteral("close"), this)),
      m_copy(makeButton(QStringLiteral("copyFilesButton"), tr("Copy files…"), ButtonVariant::Primary, QStringLiteral("plus"), this)),
      m_model(new TransfersModel(this)), m_view(new QListView(this)), m_delegate(new TransferDelegate(m_view))
{
    setObjectName(QStringLiteral("transfersPage"));
    m_header->setBreadcrumb(tr("Machines"), QStringLiteral("transfersMachinesCrumb"));
    // The first ones are the first to move into the header's menu.
    for (QPushButton *button : {m_clear, m_retry, m_pauseAll, m_copy})
        m_header->addAction(button);

    m_view->setObjectName(QStringLiteral("transfersView"));
    m_view->setAccessibleName(tr("Transfers"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_delegate);
    setPlainRows(m_view);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setMouseTracking(true);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setResizeMode(QListView::Adjust);
    m_view->setUniformItemSizes(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    m_placeholder = new Placeholder(QStringLiteral("download"), m_view);
    m_placeholder->setSentence(tr("No transfers in progress."));
    m_placeholder->setDetail(tr("Transfers resume where they stopped when a connection is lost or Trainyard is closed. Drop files on "
                                "a machine, or choose them here."));
    m_placeholder->setButton(tr("Copy files…"), QStringLiteral("copyFirstFilesButton"));

    auto *card = new Card(this);
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(m_view);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    column->setSpacing(dp(12));
    column->addWidget(m_header);
    column->addWidget(card, 1);
    forwardFocus(this, m_view);

    connect(m_header, &PageHeader::breadcrumbClicked, this, &TransfersPage::machinesRequested);
    connect(m_copy, &QPushButton::clicked, this, &TransfersPage::copyRequested);
    connect(m_placeholder, &Placeholder::buttonClicked, this, &TransfersPage::copyRequested);
    connect(m_retry, &QPushButton::clicked, this, &TransfersPage::retryFailedRequested);
    connect(m_clear, &QPushButton::clicked, this, &TransfersPage::clearFinishedRequested);
    connect(m_pauseAll, &QPushButton::clicked, this, [this] {
        if (m_pausesAll)
            Q_EMIT pauseAllRequested();
        else
            Q_EMIT resumeAllRequested();
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, &TransfersPage::showMenu);
    showTotals();
}

void TransfersPage::setTransfers(const QList<QueuedTransfer> &transfers)
{
    const QueuedTransfer *chosen = current();
    const TransferId id = chosen ? chosen->id : TransferId();
    const int row = m_view->currentIndex().row();
    m_model->setTransfers(transfers);
    if (id.isSet() && !m_view->currentIndex().isValid()) {
        // The same row, or the one that has replaced it.
        const int again = m_model->rowOf(id);
        m_view->setCurrentIndex(m_model->index(again >= 0 ? again : std::min(row, m_model->rowCount() - 1)));
    }
    showTotals();
}

void TransfersPage::setTransfer(const QueuedTransfer &transfer)
{
    m_model->setTransfer(transfer);
    showTotals();
}

void TransfersPage::selectTransfer(TransferId id)
{
    const int row = m_model->rowOf(id);
    if (row >= 0)
        m_view->setCurrentIndex(m_model->index(row));
}

MessageBar *TransfersPage::messageBar() const { return m_header->messageBar(); }

const QueuedTransfer *TransfersPage::current() const
{
    const QModelIndex index = m_view->currentIndex();
    return index.isValid() ? &m_model->transfers()[index.row()] : nullptr;
}

void TransfersPage::showTotals()
{
    const TransferTotals totals = totalsOf(m_model->transfers());
    m_header->setContext(totalsText(totals));
    const bool isEmpty = m_model->transfers().isEmpty();
    m_pausesAll = totals.going + totals.waiting > 0 || totals.paused == 0;
    m_pauseAll->setIcon(icon(m_pausesAll ? QStringLiteral("pause") : QStringLiteral("play")));
    setDisabledReason(m_pauseAll, totals.unfinished() > 0 ? QString() : tr("No transfers in progress."));
    setDisabledReason(m_clear, totals.done + totals.cancelled > 0 ? QString() : tr("No finished transfers yet."));
    m_pauseAll->setVisible(!isEmpty);
    m_clear->setVisible(!isEmpty);
    m_retry->setVisible(totals.failed > 0);
    fitButtons();
}

// With large text the labels do not fit the title row: icons and tooltips replace them. A lone cross would read as closing the page, so
// “Clear finished” keeps its text.
void TransfersPage::fitButtons()
{
    const bool isCompact = width() < dp(800);
    const auto fit = [isCompact](QPushButton *button, const QString &text) {
        button->setAccessibleName(text);
        button->setText(isCompact ? QString() : text);
        if (button->isEnabled())
            button->setToolTip(isCompact ? text : QString());
    };
    fit(m_retry, tr("Retry failed"));
    fit(m_pauseAll, m_pausesAll ? tr("Pause all") : tr("Resume all"));
}

void TransfersPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitButtons();
}

void TransfersPage::act(bool isEnding)
{
    const QueuedTransfer *chosen = current();
    if (!chosen)
        return;
    const TransferView view = viewOf(*chosen);
    const TransferVerb verb = isEnding ? view.ending : view.verb;
    if (verb != TransferVerb::None)
        Q_EMIT verbChosen(chosen->id, verb);
}

void TransfersPage::move(int by)
{
    if (const QueuedTransfer *chosen = current())
        Q_EMIT moveRequested(chosen->id, by);
}

void TransfersPage::showMenu(const QPoint &at)
{
    const QModelIndex index = m_view->indexAt(at).isValid() ? m_view->indexAt(at) : m_view->currentIndex();
    if (!index.isValid())
        return;
    m_view->setCurrentIndex(index);
    const auto view = index.data(TransfersModel::ViewRole).value<TransferView>();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const char *name, const QString &text, const QString &iconName, const QKeySequence &keys, auto &&action) {
        QAction *entry = menu->addAction(icon(iconName), text, this, action);
        entry->setObjectName(QLatin1String(name));
        entry->setShortcut(keys);
        return entry;
    };
    if (view.verb != TransferVerb::None)
        add("transferVerbAction", verbText(view.verb), verbIcon(view.verb), keyFor(KeyFor::TransferVerb), [this] { act(false); });
    add("transferEarlierAction", tr("Move up"), QStringLiteral("chevron-up"), keyFor(KeyFor::TransferEarlier), [this] {
        move(-1);
    })->setEnabled(index.row() > 0);
    add("transferLaterAction", tr("Move down"), QStringLiteral("chevron-down"), keyFor(KeyFor::TransferLater), [this] {
        move(1);
    })->setEnabled(index.row() + 1 < m_model->rowCount());
    menu->addSeparator();
    add("transferEndingAction", verbText(view.ending), verbIcon(view.ending), keyFor(KeyFor::TransferEnding), [this] { act(true); });
    menu->popup(m_view->viewport()->mapToGlobal(m_view->indexAt(at).isValid() ? at : m_view->visualRect(index).center()));
}

bool TransfersPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view->viewport()) {
        if (event->type() == QEvent::MouseMove) {
            m_view->viewport()->update();  // the verb under the pointer
        } else if (event->type() == QEvent::MouseButtonRelease) {
            const auto *mouse = static_cast<QMouseEvent *>(event);
            const QModelIndex index = m_view->indexAt(mouse->pos());
            if (mouse->button() == Qt::LeftButton && index.isValid()) {
                const TransferVerb verb = m_delegate->verbAt(m_view->visualRect(index), mouse->pos(),
                                                             index.data(TransfersModel::ViewRole).value<TransferView>());
                if (verb != TransferVerb::None)
                    Q_EMIT verbChosen(m_model->transfers()[index.row()].id, verb);
            }
        }
    } else if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->modifiers() == Qt::AltModifier && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
            move(key->key() == Qt::Key_Up ? -1 : 1);
            return true;
        }
        if (key->modifiers() == Qt::NoModifier || key->modifiers() == Qt::KeypadModifier) {
            switch (key->key()) {
            case Qt::Key_Space:
            case Qt::Key_Return:
            case Qt::Key_Enter: act(false); return true;
            case Qt::Key_Delete: act(true); return true;
            default: break;
            }
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard

#include "moc_transferspage.cpp"
