// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offerspage.h"

#include "core/base/format.h"
#include "ui/common/buttons.h"
#include "ui/common/focusforward.h"
#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/searchfield.h"
#include "ui/offers/estimatepanel.h"
#include "ui/offers/memorycard.h"
#include "ui/offers/memorydialog.h"
#include "ui/offers/needspanel.h"
#include "ui/offers/needtext.h"
#include "ui/offers/offerwords.h"
#include "ui/offers/ownhardwaredialog.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace trainyard {

namespace {

// Page sizes in design lengths: if smaller, requirements and list are not side by side, and the estimate folds by itself. Above kRoomy all
// buttons have labels.
constexpr int kWide = 900, kRoomy = 1180, kHigh = 640;

// The button stands for the panel where that is hidden, and says what filters the list.
QString needsText(const OfferQuery &query)
{
    if (query.gpus.isEmpty() && !query.leastGpus)
        return OffersPage::tr("Needs");
    const QString gpu = query.gpus.isEmpty() ? OffersPage::tr("GPUs") : query.gpus.first();
    const QString what = query.leastGpus ? QStringLiteral("%1 × %2").arg(gpuCountsText({query.leastGpus, query.mostGpus}), gpu) : gpu;
    return query.gpus.size() > 1 ? OffersPage::tr("Needs: %1…").arg(what) : OffersPage::tr("Needs: %1").arg(what);
}

}  // namespace

OffersPage::OffersPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Offers"), this)),
      m_filter(new SearchField(QStringLiteral("offersFilter"), tr("Filter, for example “aws spot”"), this)), m_order(new QComboBox(this)),
      m_precision(new QComboBox(this)), m_currency(new QComboBox(this)),
      m_needsButton(makeButton(QStringLiteral("offersNeeds"), tr("Needs"), ButtonVariant::Normal, QStringLiteral("filter"), this)),
      m_compare(makeButton(QStringLiteral("offersCompare"), tr("Compare"), ButtonVariant::Normal, QStringLiteral("pin"), this)),
      m_import(makeButton(QStringLiteral("offersImport"), tr("Rate card…"), ButtonVariant::Normal, QStringLiteral("upload"), this)),
      m_watch(makeButton(QStringLiteral("offersWatch"), {}, ButtonVariant::Normal, QStringLiteral("bell"), this)),
      m_refresh(makeButton(QStringLiteral("offersRefresh"), tr("Refresh"), ButtonVariant::Normal, QStringLiteral("refresh"), this)),
      m_needs(new NeedsPanel(this)), m_memory(new MemoryCard(this)), m_list(new OfferList(this)), m_estimate(new EstimatePanel(this)),
      m_refreshBar(new RefreshBar(this))
{
    setObjectName(QStringLiteral("offersPage"));
    for (const OfferOrder order :
         {OfferOrder::Hour, OfferOrder::GpuHour, OfferOrder::TflopHour, OfferOrder::GibHour, OfferOrder::MeasuredTflopHour})
        m_order->addItem(orderWord(order));
    m_order->setObjectName(QStringLiteral("offersOrder"));
    m_order->setAccessibleName(tr("Order"));
    m_precision->addItems(precisionNames());
    m_precision->setCurrentText(precisionName(m_query.precision));
    m_precision->setObjectName(QStringLiteral("offersPrecision"));
    m_precision->setAccessibleName(tr("Precision of the TFLOP/s"));
    m_precision->setToolTip(tr("Precision used for the throughput: dense, never with sparsity"));
    m_currency->setObjectName(QStringLiteral("offersCurrency"));
    m_currency->setAccessibleName(tr("Currency of the prices"));
    m_needsButton->setCheckable(true);
    m_import->setToolTip(tr("Import your own prices, from a file or pasted text"));
    for (QWidget *widget :
         QList<QWidget *>{m_needsButton, m_filter, m_order, m_precision, m_currency, m_import, m_watch, m_refresh, m_compare})
        m_header->addAction(widget);
    m_header->setKeys(m_refresh, keyFor(KeyFor::LookAgain));
    m_watch->setAccessibleName(tr("Tell me when there is one…"));
    m_watch->setToolTip(tr("Tell me when there is one…"));
    setDisabledReason(m_refresh, tr("Prices can be fetched as soon as the database is open."));
    makeLayout();
    forwardFocus(this, m_list);
    wire();
    setCurrency(m_query.currency);
    showPins();
}

void OffersPage::makeLayout()
{
    auto *side = new QWidget(this);
    auto *sideColumn = new QVBoxLayout(side);
    sideColumn->setContentsMargins(0, 0, 0, 0);
    sideColumn->setSpacing(dp(12));
    sideColumn->addWidget(m_needs);
    sideColumn->addWidget(m_memory);
    sideColumn->addStretch(1);
    auto *scroll = new PageScroll(side, this);
    // Its space is the gap to the list, so that nothing moves when scrolling becomes necessary.
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    scroll->setFixedWidth(dp(264) + dp(12));
    m_side = scroll;
    auto *main = new QWidget(this);
    auto *right = new QVBoxLayout(main);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(dp(12));
    right->addWidget(m_list, 1);
    right->addWidget(m_estimate);
    auto *content = new QHBoxLayout;
    content->setSpacing(0);
    content->addWidget(m_side);
    content->addWidget(new PageScroll(main, this), 1);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    page->setSpacing(dp(12));
    page->addWidget(m_header);
    page->addWidget(m_refreshBar);
    page->addLayout(content, 1);
}

void OffersPage::wire()
{
    connect(m_order, &QComboBox::activated, this, [this](int index) { setOrder(static_cast<OfferOrder>(index)); });
    connect(m_precision, &QComboBox::activated, this, [this](int index) {
        m_query.precision = static_cast<Precision>(index);
        ask();
    });
    connect(m_filter, &QLineEdit::textChanged, this, &OffersPage::ask);
    connect(m_needs, &NeedsPanel::changed, this, &OffersPage::ask);
    connect(m_currency, &QComboBox::activated, this, [this] {
        const auto currency = currencyFromCode(m_currency->currentText().toUtf8());
        setCurrency(*currency);
        Q_EMIT currencyChosen(*currency);
    });
    connect(&m_search, &OfferSearch::found, this, &OffersPage::showFound);
    connect(m_compare, &QPushButton::clicked, m_list, &OfferList::showComparison);
    connect(m_import, &QPushButton::clicked, this, &OffersPage::importRequested);
    connect(m_watch, &QPushButton::clicked, this, &OffersPage::watchRequested);
    connect(m_refresh, &QPushButton::clicked, this, &OffersPage::refreshRequested);
    connect(m_refreshBar, &RefreshBar::cancelRequested, this, &OffersPage::refreshCancelRequested);
    connect(m_needsButton, &QPushButton::toggled, this, &OffersPage::fitToSize);
    connect(m_list, &OfferList::currentChanged, this, &OffersPage::showCurrent);
    connect(m_list, &OfferList::pinsChanged, this, &OffersPage::showPins);
    connect(m_list, &OfferList::orderChosen, this, &OffersPage::setOrder);
    connect(m_list, &OfferList::reloadRequested, this, &OffersPage::reloadRequested);
    connect(m_list, &OfferList::importRequested, this, &OffersPage::importRequested);
    connect(m_list, &OfferList::clearRequested, this, &OffersPage::clear);
    connect(m_list, &OfferList::clearAllRequested, this, &OffersPage::clearAll);
    connect(m_list, &OfferList::likeRequested, this, [this](const QString &gpu, qint32 gpus) {
        m_needs->setGpus({gpu});
        m_needs->setCount(gpus, gpus);
    });
    const auto askRate = [this] {
        const bool isDollar = m_query.currency == Currency::USD;
        Q_EMIT rateRequested(isDollar ? Currency::USD : m_query.currency, isDollar ? Currency::CNY : Currency::USD);
    };
    connect(m_list, &OfferList::rateRequested, this, askRate);
    connect(m_list, &OfferList::mayFitToggled, this, [this] {
        m_query.mayBeUnknown = !m_query.mayBeUnknown;
        ask();
    });
    connect(m_estimate, &EstimatePanel::rateRequested, this, askRate);
    connect(m_estimate, &EstimatePanel::connectRequested, this, [this] {
        if (const auto offer = m_list->current())
            connectAt(*offer);
        else
            Q_EMIT connectRequested({});
    });
    connect(m_list, &OfferList::connectRequested, this, &OffersPage::connectAt);
    connect(m_estimate, &EstimatePanel::rentRequested, this, [this] {
        if (const auto offer = rentable())
            Q_EMIT rentRequested(*offer);
    });
    connect(m_estimate, &EstimatePanel::ownRequested, this, &OffersPage::openOwn);
    connect(m_estimate, &EstimatePanel::foldToggled, this, [this](bool isFolded) { m_isFoldWanted = isFolded; });
    connect(m_memory, &MemoryCard::changeRequested, this, &OffersPage::openMemory);

    const auto shortcut = [this](const QKeySequence &keys, auto &&action) {
        auto *made = new QShortcut(keys, this, this, action);
        made->setContext(Qt::WidgetWithChildrenShortcut);
    };
    const auto filter = [this] {
        m_list->showTable();
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    };
    shortcut(keyFor(KeyFor::FindToo), filter);
    shortcut(keyFor(KeyFor::Find), filter);
    auto *down = new QShortcut(QKeySequence(Qt::Key_Down), m_filter, m_filter, [this] { m_list->setFocus(); });
    down->setContext(Qt::WidgetShortcut);
}

void OffersPage::setLoading() { m_list->setLoading(); }

void OffersPage::setError(const Error &error)
{
    m_list->setError(error);
    m_header->setContext({});
}

void OffersPage::setBook(const OfferBookPtr &book, const QList<Error> &problems)
{
    m_read = book;
    useBook();
    for (const Error &problem : problems)
        messageBar()->post(
            {QStringLiteral("card ") + problem.what, Tone::Warning, tr("A rate card was skipped."), problem.what, problem.detail, {}});
}

void OffersPage::useBook()
{
    const auto own = readOwnHardware(m_own).machine;
    m_book = own ? withOwn(*m_read, *own) : m_read;
    m_list->setBook(m_book);
    m_needs->setBook(m_book);
    setCurrency(m_query.currency);
    Q_EMIT bookChanged();
}

void OffersPage::openOffer(const QString &key)
{
    for (size_t row = 0; m_book && row < m_book->offers().size(); ++row) {
        if (offerKey(*m_book, row) == key) {
            m_list->openDetails(row);
            return;
        }
    }
}

void OffersPage::focusEstimate()
{
    m_isFoldWanted = false;
    m_estimate->setFolded(false);
    m_estimate->setFocus(Qt::ShortcutFocusReason);
}

void OffersPage::setCurrency(Currency currency)
{
    m_query.currency = currency;
    QStringList codes{currencyCode(Currency::USD), currencyCode(Currency::CNY)};
    std::array<bool, 256> isUsed{};
    if (m_book) {
        for (const Currency one : m_book->offers().currencies())
            isUsed[static_cast<size_t>(one)] = true;
    }
    isUsed[static_cast<size_t>(currency)] = true;
    for (const Currency one : currencies()) {
        if (isUsed[static_cast<size_t>(one)] && !codes.contains(currencyCode(one)))
            codes << currencyCode(one);
    }
    m_currency->clear();
    m_currency->addItems(codes);
    m_currency->setCurrentText(currencyCode(currency));
    m_needs->setCurrency(currency);
    ask();
}

void OffersPage::setHistory(const OfferHistory &history) { m_list->setHistory(history); }

void OffersPage::setRefreshable()
{
    setDisabledReason(m_refresh, {});
    m_refresh->setToolTip(tr("Fetches prices from the providers' own lists; this never happens automatically"));
}

void OffersPage::setRefreshing(bool isRefreshing)
{
    m_refresh->setEnabled(!isRefreshing);
    if (isRefreshing)
        m_refreshBar->start();
    else
        m_refreshBar->stop();
}

void OffersPage::setRefreshProgress(const RefreshView &view) { m_refreshBar->setProgress(view); }

void OffersPage::setNeeds(const QMap<QString, QString> &texts) { m_needs->setTexts(texts); }

MessageBar *OffersPage::messageBar() const { return m_header->messageBar(); }

void OffersPage::setOrder(OfferOrder order)
{
    m_query.order = order;
    m_order->setCurrentIndex(static_cast<int>(order));
    fitToSize();
    ask();
}

void OffersPage::ask()
{
    if (!m_book)
        return;
    OfferQuery query = m_needs->query();
    query.order = m_query.order;
    query.precision = m_query.precision;
    query.currency = m_query.currency;
    query.mayBeUnknown = m_query.mayBeUnknown;
    query.words = m_filter->text().simplified().split(u' ', Qt::SkipEmptyParts);
    m_query = query;
    m_needsButton->setText(needsText(query));
    m_search.ask(m_book, query);
}

void OffersPage::showFound(const OfferFindings &findings)
{
    if (findings.book != m_book)
        return;
    m_list->setFound(findings);
    const auto current = m_list->current();
    if (std::exchange(m_isOwnNew, false) && !(current && m_book->isOwn(*current))) {
        messageBar()->post({QStringLiteral("own"),
                            Tone::Info,
                            tr("Your own hardware does not meet the requirements."),
                            tr("It is listed once they allow it."),
                            {},
                            {}});
    }
    const auto count = [](size_t number) { return formatCount(static_cast<qint64>(number)); };
    m_header->setContext(tr("%1 of %2 offers").arg(count(findings.selection.rows.size()), count(m_book->offers().size())));
}

void OffersPage::connectAt(size_t offer)
{
    std::optional<HourlyOffer> chosen;
    if (!m_book->isOwn(offer)) {
        const auto model = m_book->pricing.constFind(m_book->offers().text(OfferText::Provider, offer).toLower());
        chosen = hourlyOffer(m_book->catalog, offer, model == m_book->pricing.constEnd() ? nullptr : &*model);
    }
    Q_EMIT connectRequested(chosen);
}

void OffersPage::showCurrent()
{
    m_estimate->setOffer(m_book, m_list->current(), m_query.currency);
    m_memory->setOffer(m_book, m_list->current());
    showRentVerb();
}

void OffersPage::setClouds(const QStringList &known, const QStringList &withAccount)
{
    m_clouds = known;
    m_cloudsWithAccount = withAccount;
    showRentVerb();
}

std::optional<RentableOffer> OffersPage::rentable() const
{
    const auto row = m_list->current();
    if (!row || !m_book || m_book->isOwn(*row))
        return std::nullopt;
    const auto offer = rentableOffer(m_book->catalog, *row, m_book->pricing);
    return offer && m_clouds.contains(offer->providerKind) ? offer : std::nullopt;
}

void OffersPage::showRentVerb()
{
    const auto offer = rentable();
    m_estimate->setRentVerb(!offer ? QString() : m_cloudsWithAccount.contains(offer->providerKind) ? tr("Rent…") : tr("Add an account…"));
}

void OffersPage::showPins()
{
    const size_t count = m_list->pinned().size();
    m_compare->setText(count == 0 ? tr("Compare") : tr("Compare %1").arg(count));
    setDisabledReason(m_compare, count > 1 ? QString() : tr("Pin at least two offers first: press Space on a row, or click its pin."));
}

void OffersPage::clear(OfferCondition condition)
{
    if (condition == OfferCondition::Text)
        m_filter->clear();
    else
        m_needs->clear(condition);
}

void OffersPage::clearAll()
{
    m_filter->clear();
    m_needs->reset();
}

void OffersPage::openMemory()
{
    if (!m_book)
        return;
    auto *dialog = new MemoryDialog(m_book->catalog.gpus(), m_memory->request().value_or(MemoryDialog::start()), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, m_memory, [this, dialog] { m_memory->setRequest(dialog->request()); });
    connect(dialog, &MemoryDialog::gpuChosen, this, [this](const QString &gpu, int gpus) {
        m_needs->setGpus({gpu});
        m_needs->setCount(gpus * kWholeGpu, std::nullopt);
    });
    dialog->open();
}

void OffersPage::setOwnHardware(const OwnTexts &texts)
{
    m_own = texts;
    if (m_read)
        useBook();
}

void OffersPage::openOwn()
{
    if (!m_book)
        return;
    QStringList gpus;
    for (const GpuModel &gpu : m_book->catalog.gpus())
        gpus << gpu.id;
    auto *dialog = new OwnHardwareDialog(m_own, m_query.currency, gpus, m_book->today, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &OwnHardwareDialog::given, this, [this](const OwnTexts &texts) {
        setOwnHardware(texts);
        m_isOwnNew = m_book->own.has_value();
        if (m_isOwnNew)
            m_list->choose(m_book->offers().size() - 1);
        Q_EMIT ownHardwareGiven(texts);
    });
    dialog->open();
}

void OffersPage::fitToSize()
{
    const bool isWide = width() >= dp(kWide);
    m_filter->setMinimumWidth(dp(isWide ? 180 : 100));
    m_filter->setMaximumWidth(dp(isWide ? 240 : 150));
    m_needsButton->setVisible(!isWide);
    m_side->setVisible(isWide || m_needsButton->isChecked());
    m_order->setVisible(isWide);  // the column headers do the same
    m_precision->setVisible(m_query.order == OfferOrder::TflopHour);
    const bool isRoomy = width() >= dp(kRoomy);
    m_import->setText(isRoomy ? tr("Rate card…") : QString());
    m_import->setAccessibleName(tr("Rate card…"));
    m_refresh->setText(isRoomy ? tr("Refresh") : QString());
    m_refresh->setAccessibleName(tr("Refresh"));
    m_estimate->setFolded(m_isFoldWanted.value_or(height() < dp(kHigh)));
}

void OffersPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    Q_EMIT leftWith(m_needs->texts());
}

void OffersPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitToSize();
}

}  // namespace trainyard

#include "moc_offerspage.cpp"
