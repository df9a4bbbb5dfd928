// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offercontroller.h"

#include "core/knowledge/catalog/cardcheck.h"
#include "core/knowledge/catalog/ratecard.h"
#include "core/service/machines/probeadvisor.h"
#include "core/storage/database/offerstore.h"
#include "core/storage/database/statedatabase.h"
#include "ui/common/messagebar.h"
#include "ui/offers/offerspage.h"
#include "ui/offers/ratedialog.h"
#include "ui/offers/refreshcontroller.h"
#include "ui/page/preferences.h"

#include <QFile>
#include <QFileInfo>
#include <QtConcurrentRun>

#include <utility>

namespace trainyard {

namespace {

const QString kDoubts = QStringLiteral("card doubts");

}  // namespace

OfferController::OfferController(const Paths &paths, OffersPage *page) : QObject(page), m_paths(paths), m_page(page)
{
    const OfferState state = OfferState::load(m_paths.settings());
    if (const auto currency = currencyFromCode(state.currency.toUtf8()))
        m_page->setCurrency(*currency);
    m_page->setNeeds(state.needs);
    m_page->setOwnHardware(state.own);
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        if (std::exchange(m_isStale, false))
            load();
        else
            show(m_reading.result());
    });
    connect(&m_writing, &QFutureWatcherBase::finished, this, [this] {
        const Result<QStringList> written = m_writing.result();
        if (m_dialog)
            m_dialog->setBusy(false);
        if (!written) {
            if (m_dialog)
                m_dialog->showError(written.error());
            return;
        }
        if (m_dialog)
            m_dialog->accept();
        MessageBar *bar = m_page->messageBar();
        bar->withdraw(kDoubts);
        if (!written->isEmpty())
            bar->post({kDoubts, Tone::Warning, tr("The rate card was added, but looks wrong."), written->join(u' '), {}, {}});
        load();
    });
    connect(m_page, &OffersPage::reloadRequested, this, &OfferController::load);
    connect(m_page, &OffersPage::importRequested, this, &OfferController::importCard);
    connect(m_page, &OffersPage::rateRequested, this, &OfferController::askRate);
    connect(m_page, &OffersPage::currencyChosen, this,
            [this](Currency currency) { keep([=](OfferState &kept) { kept.currency = currencyCode(currency); }); });
    connect(m_page, &OffersPage::ownHardwareGiven, this, [this](const OwnTexts &own) { keep([&](OfferState &kept) { kept.own = own; }); });
    connect(m_page, &OffersPage::leftWith, this,
            [this](const QMap<QString, QString> &needs) { keep([&](OfferState &kept) { kept.needs = needs; }); });
}

void OfferController::keep(const std::function<void(OfferState &)> &how) const
{
    OfferState state = OfferState::load(m_paths.settings());
    const OfferState before = state;
    how(state);
    if (!(state == before))
        state.save(m_paths.settings());
}

OfferController::~OfferController()
{
    m_reading.waitForFinished();
    m_writing.waitForFinished();
}

void OfferController::load()
{
    if (m_reading.isRunning()) {
        m_isStale = true;
        return;
    }
    m_page->setLoading();
    m_reading.setFuture(QtConcurrent::run([paths = m_paths, store = m_store] { return read(paths, store); }));
}

void OfferController::attach(StateDatabase &store)
{
    auto *refresh = new RefreshController(m_paths, store, m_page);
    connect(refresh, &RefreshController::refreshed, this, &OfferController::load);
    m_page->setRefreshable();
    m_page->setHistory([&store](const QString &seller, const QString &shape) { return store.prices.find(seller, shape).value_or({}); });
    m_store = &store;
    // What was read before lacks the measurements.
    if ((m_book || m_reading.isRunning()) && !store.probes.all().value_or({}).isEmpty())
        load();
}

OfferController::Loaded OfferController::read(const Paths &paths, const StateDatabase *measured)
{
    const OfferStore store(paths);
    auto loaded = store.load();
    if (!loaded)
        return {nullptr, {}, loaded.error()};
    QList<Error> problems = loaded->problems;
    if (measured) {
        if (const auto speeds = measuredRates(*measured, loaded->catalog))
            loaded->catalog.setMeasuredRates(*speeds);
        else
            problems << speeds.error();
    }
    const auto rates = store.rates();
    if (!rates)
        problems << rates.error();
    auto pricing = parsePricingModels(builtInPricingFile());
    if (!pricing)
        problems << pricing.error();
    OfferBook book{std::move(loaded->catalog), rates ? *rates : ExchangeRates(), QDate::currentDate(),
                   pricing ? std::move(*pricing) : PricingModels()};
    return {std::make_shared<const OfferBook>(std::move(book)), problems, std::nullopt};
}

void OfferController::show(const Loaded &loaded)
{
    if (loaded.failure) {
        m_page->setError(*loaded.failure);
        return;
    }
    m_book = loaded.book;
    m_page->setBook(loaded.book, loaded.problems);
}

void OfferController::importCard()
{
    if (m_dialog || !m_book)
        return;
    m_dialog = new RateCardDialog(m_book->catalog.gpuNames(), QDate::currentDate(), m_page);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setCards(OfferStore(m_paths).cardNames());
    connect(m_dialog, &RateCardDialog::submitted, this, &OfferController::submit);
    connect(m_dialog, &RateCardDialog::removeRequested, this, &OfferController::removeCard);
    m_dialog->open();
}

void OfferController::submit(const RateCardInput &input)
{
    if (m_writing.isRunning())
        return;
    m_dialog->setBusy(true);
    m_writing.setFuture(QtConcurrent::run(
        [paths = m_paths, store = m_store, book = m_book, input] { return takeOver(paths, store, book->catalog, input); }));
}

Result<QStringList> OfferController::takeOver(const Paths &paths, StateDatabase *store, const Catalog &known, const RateCardInput &input)
{
    TRY_DO(OfferStore::checkName(input.name));
    QByteArray bytes = input.text;
    if (!input.file.isEmpty()) {
        QFile file(input.file);
        // Reading a pipe would block forever.
        if (!QFileInfo(input.file).isFile() || !file.open(QIODevice::ReadOnly))
            return Error{ErrorCode::InvalidInput, tr("The rate card %1 cannot be read.").arg(input.file), file.errorString()};
        bytes = file.read(kMaxRateCardBytes + 1);
    }
    TRY(const auto offers, parseRateCard(bytes, input.rules));
    const OfferStore cards(paths);
    TRY_DO(store ? replaceCard(cards, *store, input.name, offers) : cards.putCard(input.name, offers));
    return cardDoubts(offers, known);
}

void OfferController::removeCard(const QString &name)
{
    const OfferStore store(m_paths);
    const auto removed = store.removeCard(name);
    if (!removed) {
        m_dialog->showError(removed.error());
        return;
    }
    m_dialog->setCards(store.cardNames());
    load();
}

void OfferController::askRate(Currency from, Currency to)
{
    if (!m_book)
        return;
    auto *dialog = new RateDialog(m_book->rates, from, to, QDate::currentDate(), m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RateDialog::rateGiven, this, [this](const ExchangeRate &rate) {
        changeRates([rate](ExchangeRates &rates) -> Result<void> {
            rates.set(rate);
            return {};
        });
    });
    connect(dialog, &RateDialog::forgotten, this, [this](Currency one, Currency other) {
        changeRates([one, other](ExchangeRates &rates) -> Result<void> {
            rates.remove(one, other);
            return {};
        });
    });
    dialog->open();
}

void OfferController::changeRates(const std::function<Result<void>(ExchangeRates &)> &change)
{
    const auto changed = OfferStore(m_paths).changeRates(change);
    if (!changed)
        m_page->messageBar()->post(
            {QStringLiteral("rate"), Tone::Bad, tr("The exchange rate was not saved."), changed.error().what, changed.error().detail, {}});
    else
        load();
}

}  // namespace trainyard

#include "moc_offercontroller.cpp"
