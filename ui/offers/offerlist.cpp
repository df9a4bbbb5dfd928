// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offerlist.h"

#include "core/knowledge/catalog/offerid.h"
#include "ui/common/buttons.h"
#include "ui/common/icons.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/placeholder.h"
#include "ui/offers/comparepanel.h"
#include "ui/offers/offerdialog.h"
#include "ui/offers/offerfacts.h"
#include "ui/offers/offersstatus.h"
#include "ui/offers/offertablemodel.h"
#include "ui/offers/offertableview.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace trainyard {

namespace {

const QString kButton = QStringLiteral("offersEmptyButton");
const QString kLink = QStringLiteral("offersEmptyLink");

}  // namespace

OfferList::OfferList(QWidget *parent)
    : Card(parent), m_stack(new QStackedWidget(this)), m_model(new OfferTableModel(this)), m_view(new OfferTableView(this)),
      m_compare(new ComparePanel(this)), m_note(new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideRight, this)),
      m_mayFit(makeButton(QStringLiteral("offersMayFit"), {}, ButtonVariant::Link, {}, this)),
      m_rate(makeButton(QStringLiteral("offersRate"), tr("Set an exchange rate…"), ButtonVariant::Link, {}, this))
{
    setObjectName(QStringLiteral("offerList"));
    m_stack->setObjectName(QStringLiteral("offersStack"));
    m_note->setObjectName(QStringLiteral("offersNote"));
    m_view->setOffers(m_model);
    m_placeholder = new Placeholder(QStringLiteral("tag"), m_view);

    auto *list = new QWidget(this);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(dp(12), dp(4), dp(8), dp(4));
    foot->setSpacing(dp(12));
    foot->addWidget(m_note, 1);
    foot->addWidget(m_mayFit);
    foot->addWidget(m_rate);
    auto *column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_view, 1);
    column->addWidget(new Hairline(Qt::Horizontal, list));
    column->addLayout(foot);
    m_stack->addWidget(list);
    m_stack->addWidget(m_compare);
    auto *inside = new QVBoxLayout(this);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(m_stack);
    setFocusProxy(m_view);
    m_mayFit->hide();
    wire();
    setLoading();
}

void OfferList::wire()
{
    connect(m_view, &OfferTableView::orderChosen, this, &OfferList::orderChosen);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OfferList::showCurrent);
    connect(m_view, &OfferTableView::pinToggled, this, &OfferList::togglePin);
    connect(m_view, &OfferTableView::detailsRequested, this, &OfferList::openDetails);
    connect(m_view, &OfferTableView::menuRequested, this, &OfferList::showMenu);
    connect(m_model, &OfferTableModel::pinsChanged, this, &OfferList::showPins);
    connect(m_compare, &ComparePanel::backRequested, this, &OfferList::showTable);
    connect(m_compare, &ComparePanel::unpinRequested, this, &OfferList::togglePin);
    connect(m_compare, &ComparePanel::unpinAllRequested, m_model, &OfferTableModel::unpinAll);
    connect(m_rate, &QPushButton::clicked, this, &OfferList::rateRequested);
    connect(m_mayFit, &QPushButton::clicked, this, &OfferList::mayFitToggled);
    connect(m_placeholder, &Placeholder::buttonClicked, this, &OfferList::leaveEmpty);
    connect(m_placeholder, &Placeholder::linkClicked, this, &OfferList::clearAllRequested);
}

void OfferList::setLoading()
{
    m_hasFailed = false;
    m_placeholder->setSentence(tr("Reading the offers…"));
    m_placeholder->setDetail({});
    m_placeholder->setButton({}, kButton);
    m_placeholder->setLink({}, kLink);
    m_placeholder->setSuppressed(m_book != nullptr);
}

void OfferList::setError(const Error &error)
{
    m_hasFailed = true;
    m_placeholder->setSentence(tr("The offers could not be read."));
    m_placeholder->setDetail(error.what);
    m_placeholder->setButton(tr("Retry"), kButton);
    m_placeholder->setLink({}, kLink);
    m_placeholder->setSuppressed(false);
}

void OfferList::setBook(const OfferBookPtr &book)
{
    const QString current = m_book && m_current ? offerKey(*m_book, *m_current) : QString();
    m_hasFailed = false;
    m_book = book;
    m_current.reset();
    m_pinnedRows.clear();
    const QStringList &pinned = m_model->pinned();
    for (size_t row = 0; row < book->offers().size() && !(current.isEmpty() && pinned.isEmpty()); ++row) {
        const QString key = offerKey(*book, row);
        if (key == current)
            m_current = row;
        if (pinned.contains(key))
            m_pinnedRows.insert(key, row);
    }
}

void OfferList::setFound(const OfferFindings &findings)
{
    m_hindrance = findings.hindrance;
    m_query = findings.query;
    const auto wanted = m_current;
    m_model->setOffers(findings.book, findings.selection, findings.query);
    if (findings.selection.rows.empty())
        showEmpty(findings);
    m_placeholder->setSuppressed(false);
    const QModelIndex again = wanted ? m_model->indexOf(*wanted) : QModelIndex();
    if (m_model->rowCount() > 0) {
        m_view->setCurrentIndex(m_model->index(std::max(0, again.row()), OfferTableModel::Type));
        if (again.isValid())
            m_view->scrollTo(m_view->currentIndex());
        else
            m_view->scrollToTop();
    }
    m_note->setText(apartText(findings.selection));
    m_mayFit->setText(mayFitText(findings.selection));
    m_mayFit->setVisible(!m_mayFit->text().isEmpty());
    const QString rate = rateText(m_book->rates);
    m_rate->setText(rate.isEmpty() ? tr("Set an exchange rate…") : rate);
    m_rate->setAccessibleDescription(rate.isEmpty() ? QString() : tr("Change the exchange rate"));
    showPins();
    Q_EMIT currentChanged();
}

// An earlier selection is kept in case it is found again, but it is not current meanwhile.
std::optional<size_t> OfferList::current() const { return m_model->rowCount() > 0 ? m_current : std::nullopt; }

void OfferList::showCurrent()
{
    const auto offer = m_model->offerAt(m_view->currentIndex());
    if (!offer || offer == m_current)
        return;
    m_current = offer;
    Q_EMIT currentChanged();
}

void OfferList::showEmpty(const OfferFindings &findings)
{
    if (m_book->offers().size() == 0) {
        m_placeholder->setSentence(tr("No offers yet."));
        m_placeholder->setDetail({});
        m_placeholder->setButton(tr("Add a rate card…"), kButton);
        m_placeholder->setLink({}, kLink);
        return;
    }
    const EmptyWords words = emptyWords(findings);
    m_placeholder->setSentence(words.sentence);
    m_placeholder->setDetail(words.detail);
    m_placeholder->setButton(words.clear, kButton);
    m_placeholder->setLink(tr("Show all offers"), kLink);
}

void OfferList::leaveEmpty()
{
    if (m_hasFailed)
        Q_EMIT reloadRequested();
    else if (m_book && m_book->offers().size() == 0)
        Q_EMIT importRequested();
    else if (m_hindrance)
        Q_EMIT clearRequested(m_hindrance->condition);
}

std::vector<size_t> OfferList::pinned() const
{
    std::vector<size_t> offers;
    const QStringList &keys = m_model->pinned();
    for (const QString &key : keys) {
        if (const auto at = m_pinnedRows.constFind(key); at != m_pinnedRows.cend())
            offers.push_back(*at);
    }
    return offers;
}

void OfferList::togglePin(size_t offer)
{
    m_pinnedRows.insert(offerKey(*m_book, offer), offer);
    m_model->togglePin(offer);
}

void OfferList::showPins()
{
    const std::vector<size_t> offers = pinned();
    if (m_book)
        m_compare->setOffers(m_book, offers, m_query);
    if (offers.size() < 2 && m_stack->currentWidget() == m_compare)
        showTable();
    Q_EMIT pinsChanged();
}

void OfferList::showComparison()
{
    m_stack->setCurrentWidget(m_compare);
    m_compare->setFocus();
}

void OfferList::showTable()
{
    m_stack->setCurrentIndex(0);
    m_view->setFocus();
}

void OfferList::openDetails(size_t offer)
{
    const QString key = offerKey(*m_book, offer);
    const OfferTable &offers = m_book->offers();
    const QList<SeenPrice> seen = m_history ? m_history(offerSeller(offers, offer), offerShape(offers, offer)) : QList<SeenPrice>();
    auto *dialog = new OfferDialog(*m_book, offer, m_query, priceHistory(*m_book, offer, seen), m_model->pinned().contains(key), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &OfferDialog::pinToggled, this, [this, key, offer] {
        // The catalogue may have been read again meanwhile.
        if (offer < m_book->offers().size() && offerKey(*m_book, offer) == key)
            togglePin(offer);
    });
    dialog->open();
}

void OfferList::showMenu(size_t offer, const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [menu](const char *objectName, const char *iconName, const QString &text, const QKeySequence &keys, auto &&action) {
        QAction *made = menu->addAction(icon(QLatin1String(iconName)), text);
        made->setObjectName(QLatin1String(objectName));
        made->setShortcut(keys);
        QObject::connect(made, &QAction::triggered, menu, action);
    };
    const bool isPinned = m_model->pinned().contains(offerKey(*m_book, offer));
    add("offerDetailsAction", "info", tr("Details…"), keyFor(KeyFor::OfferDetails), [this, offer] { openDetails(offer); });
    add("offerPinAction", "pin", isPinned ? tr("Unpin") : tr("Pin to compare"), keyFor(KeyFor::PinOffer),
        [this, offer] { togglePin(offer); });
    add("offerCopyAction", "copy", tr("Copy the row"), keyFor(KeyFor::CopyOffer), [this] { m_view->copyCurrent(); });
    menu->addSeparator();
    add("offerConnectAction", "link", tr("Connect a machine…"), {}, [this, offer] { Q_EMIT connectRequested(offer); });
    add("offerLikeAction", "filter", tr("Only this GPU and count"), {},
        [this, offer] { Q_EMIT likeRequested(m_book->offers().text(OfferText::Gpu, offer), m_book->offers().gpus()[offer]); });
    menu->popup(at);
}

}  // namespace trainyard

#include "moc_offerlist.cpp"
