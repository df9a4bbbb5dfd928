#include "ui/offers/offerspage.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/format.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/placeholder.h"
#include "ui/common/searchfield.h"
#include "ui/offers/comparepanel.h"
#include "ui/offers/needspanel.h"
#include "ui/offers/offerdialog.h"
#include "ui/offers/offersstatus.h"
#include "ui/offers/offertablemodel.h"
#include "ui/offers/offertableview.h"
#include "ui/offers/offerwords.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace trainyard {

namespace {

// Of the page, in lengths of the design: below it needs and list do not stand side by side.
constexpr int kWide = 900;

}  // namespace

OffersPage::OffersPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Offers"), this)),
      m_filter(new SearchField(QStringLiteral("offersFilter"), tr("Filter, for example “aws spot”"), this)),
      m_order(new QComboBox(this)), m_currency(new QComboBox(this)),
      m_needsButton(makeButton(QStringLiteral("offersNeeds"), tr("Needs"), ButtonVariant::Normal, QStringLiteral("filter"), this)),
      m_compare(makeButton(QStringLiteral("offersCompare"), tr("Compare"), ButtonVariant::Normal, QStringLiteral("pin"), this)),
      m_import(makeButton(QStringLiteral("offersImport"), tr("Rate card…"), ButtonVariant::Normal, QStringLiteral("upload"), this)),
      m_rate(makeButton(QStringLiteral("offersRate"), {}, ButtonVariant::Link, {}, this)), m_needs(new NeedsPanel(this)),
      m_stack(new QStackedWidget(this)), m_model(new OfferTableModel(this)), m_view(new OfferTableView(this)),
      m_comparePanel(new ComparePanel(this)), m_note(new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideRight, this))
{
    setObjectName(QStringLiteral("offersPage"));
    for (const OfferOrder order : {OfferOrder::Hour, OfferOrder::GpuHour, OfferOrder::TflopHour, OfferOrder::GibHour})
        m_order->addItem(orderWord(order));
    m_order->setObjectName(QStringLiteral("offersOrder"));
    m_order->setAccessibleName(tr("Order"));
    m_currency->setObjectName(QStringLiteral("offersCurrency"));
    m_currency->setAccessibleName(tr("Currency of the prices"));
    setCurrency(m_query.currency);
    m_needsButton->setCheckable(true);
    m_import->setToolTip(tr("Take over prices of your own, from a file or pasted"));
    m_stack->setObjectName(QStringLiteral("offersStack"));
    m_note->setObjectName(QStringLiteral("offersNote"));
    for (QWidget *widget : QList<QWidget *>{m_needsButton, m_filter, m_order, m_currency, m_import, m_compare})
        m_header->addAction(widget);

    m_view->setOffers(m_model);
    m_placeholder = new Placeholder(QStringLiteral("tag"), m_view);
    m_stack->addWidget(makeList());
    m_stack->addWidget(m_comparePanel);
    auto *card = new Card(this);
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(m_stack);

    auto *side = new QWidget(this);
    auto *sideColumn = new QVBoxLayout(side);
    sideColumn->setContentsMargins(0, 0, 0, 0);
    sideColumn->setSpacing(dp(12));
    sideColumn->addWidget(m_needs);
    sideColumn->addStretch(1);
    m_needsSide = new PageScroll(side, this);
    m_needsSide->setFixedWidth(dp(264));

    auto *content = new QHBoxLayout;
    content->setSpacing(dp(12));
    content->addWidget(m_needsSide);
    content->addWidget(card, 1);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    page->setSpacing(dp(12));
    page->addWidget(m_header);
    page->addLayout(content, 1);
    setFocusProxy(m_view);
    wire();
    setLoading();
    showPins();
}

QWidget *OffersPage::makeList()
{
    auto *list = new QWidget(this);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(dp(12), dp(4), dp(8), dp(4));
    foot->setSpacing(dp(12));
    foot->addWidget(m_note, 1);
    foot->addWidget(m_rate);
    auto *column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_view, 1);
    column->addWidget(new Hairline(Qt::Horizontal, list));
    column->addLayout(foot);
    return list;
}

void OffersPage::wire()
{
    const auto reorder = [this](OfferOrder order) {
        m_query.order = order;
        m_order->setCurrentIndex(static_cast<int>(order));
        ask();
    };
    connect(m_order, &QComboBox::activated, this, [reorder](int index) { reorder(static_cast<OfferOrder>(index)); });
    connect(m_view, &OfferTableView::orderChosen, this, reorder);
    connect(m_filter, &QLineEdit::textChanged, this, &OffersPage::ask);
    connect(m_needs, &NeedsPanel::changed, this, &OffersPage::ask);
    connect(m_currency, &QComboBox::activated, this, [this] {
        const auto currency = currencyFromCode(m_currency->currentText().toUtf8());
        setCurrency(*currency);
        Q_EMIT currencyChosen(*currency);
    });
    connect(&m_search, &OfferSearch::found, this, &OffersPage::showFound);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OffersPage::showCurrent);
    connect(m_view, &OfferTableView::pinToggled, m_model, &OfferTableModel::togglePin);
    connect(m_view, &OfferTableView::detailsRequested, this, &OffersPage::openDetails);
    connect(m_view, &OfferTableView::menuRequested, this, &OffersPage::showMenu);
    connect(m_model, &OfferTableModel::pinsChanged, this, &OffersPage::showPins);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        m_stack->setCurrentWidget(m_comparePanel);
        m_comparePanel->setFocus();
    });
    const auto back = [this] {
        m_stack->setCurrentIndex(0);
        m_view->setFocus();
    };
    connect(m_comparePanel, &ComparePanel::backRequested, this, back);
    connect(m_comparePanel, &ComparePanel::unpinRequested, m_model, &OfferTableModel::togglePin);
    connect(m_comparePanel, &ComparePanel::unpinAllRequested, m_model, &OfferTableModel::unpinAll);
    connect(m_import, &QPushButton::clicked, this, &OffersPage::importRequested);
    connect(m_needsButton, &QPushButton::toggled, this, &OffersPage::fitToWidth);
    connect(m_rate, &QPushButton::clicked, this, [this] {
        const Currency own = m_query.currency;
        Q_EMIT rateRequested(own == Currency::USD ? Currency::USD : own, own == Currency::USD ? Currency::CNY : Currency::USD);
    });
    connect(m_placeholder, &Placeholder::buttonClicked, this, [this] { leaveEmpty(false); });
    connect(m_placeholder, &Placeholder::linkClicked, this, [this] { leaveEmpty(true); });

    const auto shortcut = [this](const QKeySequence &keys, auto &&action) {
        auto *made = new QShortcut(keys, this, this, action);
        made->setContext(Qt::WidgetWithChildrenShortcut);
    };
    shortcut(QKeySequence(Qt::Key_Slash), [this] {
        m_stack->setCurrentIndex(0);
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    shortcut(QKeySequence::Find, [this] { m_filter->setFocus(Qt::ShortcutFocusReason); });
    auto *down = new QShortcut(QKeySequence(Qt::Key_Down), m_filter, m_filter, [this] { m_view->setFocus(); });
    down->setContext(Qt::WidgetShortcut);
}

void OffersPage::setLoading()
{
    m_hasFailed = false;
    m_placeholder->setSentence(tr("Reading the offers…"));
    m_placeholder->setDetail({});
    m_placeholder->setButton({}, QStringLiteral("offersEmptyButton"));
    m_placeholder->setLink({}, QStringLiteral("offersEmptyLink"));
    m_placeholder->setSuppressed(m_book != nullptr);
}

void OffersPage::setError(const Error &error)
{
    m_hasFailed = true;
    m_placeholder->setSentence(tr("The offers could not be read."));
    m_placeholder->setDetail(error.what);
    m_placeholder->setButton(tr("Try again"), QStringLiteral("offersEmptyButton"));
    m_placeholder->setLink({}, QStringLiteral("offersEmptyLink"));
    m_placeholder->setSuppressed(false);
    m_header->setContext({});
}

void OffersPage::setBook(const OfferBookPtr &book, const QList<Error> &problems)
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
    m_needs->setBook(*book);
    setCurrency(m_query.currency);
    for (const Error &problem : problems)
        messageBar()->post({QStringLiteral("card ") + problem.what, Tone::Warning, tr("A rate card was left out."), problem.what, problem.detail, {}});
    ask();
}

void OffersPage::setCurrency(Currency currency)
{
    m_query.currency = currency;
    QStringList codes{currencyCode(Currency::USD), currencyCode(Currency::CNY)};
    if (m_book) {
        for (const Currency one : m_book->offers().currencies()) {
            if (!codes.contains(currencyCode(one)))
                codes << currencyCode(one);
        }
    }
    if (!codes.contains(currencyCode(currency)))
        codes << currencyCode(currency);
    m_currency->clear();
    m_currency->addItems(codes);
    m_currency->setCurrentText(currencyCode(currency));
    m_needs->setCurrency(currency);
    ask();
}

MessageBar *OffersPage::messageBar() const { return m_header->messageBar(); }

void OffersPage::ask()
{
    if (!m_book)
        return;
    OfferQuery query = m_needs->query();
    query.order = m_query.order;
    query.precision = m_query.precision;
    query.currency = m_query.currency;
    query.words = m_filter->text().simplified().split(u' ', Qt::SkipEmptyParts);
    m_query = query;
    m_search.ask(m_book, query);
}

void OffersPage::showFound(const OfferFindings &findings)
{
    if (findings.book != m_book)
        return;
    m_hindrance = findings.hindrance;
    const auto wanted = m_current;
    m_model->setOffers(findings.book, findings.selection, findings.query);
    if (findings.selection.rows.empty())
        showEmpty(findings);
    m_placeholder->setSuppressed(false);
    const QModelIndex again = wanted ? m_model->indexOf(*wanted) : QModelIndex();
    if (m_model->rowCount() > 0) {
        m_view->setCurrentIndex(again.isValid() ? again.siblingAtColumn(OfferTableModel::Type) : m_model->index(0, OfferTableModel::Type));
        if (again.isValid())
            m_view->scrollTo(again);
        else
            m_view->scrollToTop();
    }
    m_header->setContext(tr("%1 of %n offer(s) fit", nullptr, static_cast<int>(m_book->offers().size()))
                             .arg(formatCount(static_cast<qint64>(findings.selection.rows.size()))));
    showNote(findings.selection);
    showPins();
}

void OffersPage::showCurrent()
{
    if (const auto offer = m_model->offerAt(m_view->currentIndex()))
        m_current = offer;
}

void OffersPage::showEmpty(const OfferFindings &findings)
{
    if (m_book->offers().size() == 0) {
        m_placeholder->setSentence(tr("No offer is known."));
        m_placeholder->setDetail({});
        m_placeholder->setButton(tr("Take over a rate card…"), QStringLiteral("offersEmptyButton"));
        m_placeholder->setLink({}, QStringLiteral("offersEmptyLink"));
        return;
    }
    const EmptyWords words = emptyWords(findings);
    m_placeholder->setSentence(words.sentence);
    m_placeholder->setDetail(words.detail);
    m_placeholder->setButton(words.clear, QStringLiteral("offersEmptyButton"));
    m_placeholder->setLink(tr("Start over with all offers"), QStringLiteral("offersEmptyLink"));
}

void OffersPage::leaveEmpty(bool isAll)
{
    if (m_hasFailed) {
        Q_EMIT reloadRequested();
    } else if (m_book && m_book->offers().size() == 0) {
        Q_EMIT importRequested();
    } else if (isAll) {
        m_filter->clear();
        m_needs->reset();
    } else if (m_hindrance && m_hindrance->condition == OfferCondition::Words) {
        m_filter->clear();
    } else if (m_hindrance) {
        m_needs->clear(m_hindrance->condition);
    }
}

void OffersPage::showNote(const OfferSelection &found)
{
    m_note->setText(apartText(found));
    const QString rate = rateText(m_book->rates);
    m_rate->setText(rate.isEmpty() ? tr("Set an exchange rate…") : rate);
    m_rate->setAccessibleDescription(rate.isEmpty() ? QString() : tr("Change the exchange rate"));
}

std::vector<size_t> OffersPage::pinnedOffers()
{
    std::vector<size_t> offers;
    const QStringList &pinned = m_model->pinned();
    for (const QString &key : pinned) {
        if (const auto at = m_pinnedRows.constFind(key); at != m_pinnedRows.cend())
            offers.push_back(*at);
    }
    return offers;
}

void OffersPage::showPins()
{
    // What was pinned just now is in the list; what was pinned before is known already.
    const QStringList &pinned = m_model->pinned();
    if (m_book) {
        for (const QString &key : pinned) {
            if (m_pinnedRows.contains(key))
                continue;
            for (size_t row = 0; row < m_book->offers().size(); ++row) {
                if (offerKey(*m_book, row) == key) {
                    m_pinnedRows.insert(key, row);
                    break;
                }
            }
        }
    }
    const std::vector<size_t> offers = pinnedOffers();
    m_compare->setText(offers.empty() ? tr("Compare") : tr("Compare %1").arg(offers.size()));
    setDisabledReason(m_compare, offers.size() > 1 ? QString() : tr("Pin two offers or more first: Space on a row, or a click on its pin."));
    if (m_book)
        m_comparePanel->setOffers(m_book, offers, m_query);
    if (offers.size() < 2 && m_stack->currentWidget() == m_comparePanel) {
        m_stack->setCurrentIndex(0);
        m_view->setFocus();
    }
}

void OffersPage::openDetails(size_t offer)
{
    const bool isPinned = m_model->pinned().contains(offerKey(*m_book, offer));
    auto *dialog = new OfferDialog(*m_book, offer, m_query, isPinned, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &OfferDialog::pinToggled, this, [this, key = offerKey(*m_book, offer), offer] {
        if (m_book && offer < m_book->offers().size() && offerKey(*m_book, offer) == key)
            m_model->togglePin(offer);
    });
    dialog->open();
}

void OffersPage::showMenu(size_t offer, const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool isPinned = m_model->pinned().contains(offerKey(*m_book, offer));
    const auto add = [menu](const QString &objectName, const QString &iconName, const QString &text, const QKeySequence &keys, auto &&action) {
        QAction *made = menu->addAction(icon(iconName), text);
        made->setObjectName(objectName);
        made->setShortcut(keys);
        QObject::connect(made, &QAction::triggered, menu, action);
    };
    add(QStringLiteral("offerDetailsAction"), QStringLiteral("info"), tr("Details…"), QKeySequence(Qt::Key_Return), [this, offer] { openDetails(offer); });
    add(QStringLiteral("offerPinAction"), QStringLiteral("pin"), isPinned ? tr("Unpin") : tr("Pin to compare"), QKeySequence(Qt::Key_Space),
        [this, offer] { m_model->togglePin(offer); });
    add(QStringLiteral("offerCopyAction"), QStringLiteral("copy"), tr("Copy the row"), QKeySequence::Copy, [this] { m_view->copyCurrent(); });
    menu->addSeparator();
    add(QStringLiteral("offerLikeAction"), QStringLiteral("filter"), tr("Only this GPU, as many of it"), {}, [this, offer] { findLike(offer); });
    menu->popup(at);
}

void OffersPage::findLike(size_t offer)
{
    m_needs->setGpus({m_book->offers().text(OfferText::Gpu, offer)});
    m_needs->setCount(m_book->offers().gpus()[offer], m_book->offers().gpus()[offer]);
}

void OffersPage::fitToWidth()
{
    const bool isWide = width() >= dp(kWide);
    m_needsButton->setVisible(!isWide);
    m_needsSide->setVisible(isWide || m_needsButton->isChecked());
    m_order->setVisible(isWide);      // the heads of the columns do the same
    m_import->setText(isWide ? tr("Rate card…") : QString());
    m_import->setAccessibleName(tr("Rate card…"));
}

void OffersPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitToWidth();
}

}  // namespace trainyard
