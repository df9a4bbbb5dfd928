// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offersmodule.h"

#include "core/base/seentext.h"
#include "core/model/accountprice.h"
#include "core/service/runs/services.h"
#include "ui/common/messagebar.h"
#include "ui/offers/offercontroller.h"
#include "ui/offers/offerspage.h"
#include "ui/offers/offerwords.h"
#include "ui/offers/watchcontroller.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/workspace.h"

#include <QHash>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kMaxFound = 8;  // listed in the palette
constexpr int kRank = 5;

struct OfferIndex {
    OfferBookPtr book;
    QHash<QString, qsizetype> rows;  // by key; filled when one is asked for
};

}  // namespace

OffersModule::OffersModule(PageContext &context) : PageModule(PageId::Offers, context)
{
    context.navigator.answer<ShowEstimate>([this](const ShowEstimate &) {
        m_context.navigator.show(PageId::Offers);
        if (m_page)
            m_page->focusEstimate();
    });
    context.navigator.answer<ChooseOffer>([this](const ChooseOffer &) { m_context.navigator.show(PageId::Offers); });
    context.navigator.answer<ShowWatches>([this](const ShowWatches &) {
        m_context.navigator.show(PageId::Offers);
        if (m_watches)
            m_watches->open();
    });
    context.navigator.answer<AccountsChanged>([this](const AccountsChanged &) {
        showClouds();
        // What accounts offer at prices of their own is in the list, too.
        const bool hadOwnPrices = std::exchange(m_hasOwnPrices, hasOwnPrices());
        if (m_isLoaded && (hadOwnPrices || m_hasOwnPrices))
            m_control->load();
    });
}

QWidget *OffersModule::makePage()
{
    m_page = new OffersPage(m_context.window);
    // It needs no machines, and the database only for earlier measurements and prices.
    m_control = new OfferController(m_context.paths, m_page);
    if (!m_context.workspace)
        load();
    connect(m_page, &OffersPage::connectRequested, this,
            [this](const std::optional<HourlyOffer> &offer) { m_context.navigator.go(AddMachine{offer}); });
    connect(m_page, &OffersPage::rentRequested, this, [this](const RentableOffer &offer) { m_context.navigator.go(RentOffer{offer}); });
    connect(m_page, &OffersPage::bookChanged, this, &OffersModule::paletteSourcesChanged);
    return m_page;
}

void OffersModule::join(Workspace &workspace)
{
    m_control->attach(workspace.services.database());
    load();
    showClouds();
    m_watches = new WatchController(workspace.services, m_page);
    connect(m_watches, &WatchController::rentRequested, this,
            [this](const RentableOffer &offer) { m_context.navigator.go(RentOffer{offer}); });
}

void OffersModule::shown() { showClouds(); }

MessageBar *OffersModule::messageBar() const { return m_page ? m_page->messageBar() : nullptr; }

// Another program may have added an account.
void OffersModule::showClouds()
{
    if (!m_page || !m_context.workspace)
        return;
    Services &services = m_context.workspace->services;
    QStringList known, withAccount;
    const QList<CloudKind> kinds = services.clouds.kinds();
    for (const CloudKind &kind : kinds)
        known << kind.kind;
    const auto accounts = services.database().accounts.all();
    for (const AccountRecord &account : accounts ? *accounts : QList<AccountRecord>()) {
        if (!known.contains(account.providerKind))
            known << account.providerKind;
        withAccount << account.providerKind;
    }
    m_page->setClouds(known, withAccount);
}

bool OffersModule::hasOwnPrices() const
{
    const auto accounts = m_context.workspace ? m_context.workspace->services.database().accounts.all()
                                              : Result<QList<AccountRecord>>(Error{});
    return accounts
           && std::any_of(accounts->begin(), accounts->end(), [](const AccountRecord &one) { return hasAccountPrices(one.settings); });
}

void OffersModule::load()
{
    if (!std::exchange(m_isLoaded, true))
        m_control->load();
}

// Requirements and own hardware are saved in the settings.
EnteredValues OffersModule::valuesToKeep() const
{
    const QString filter = QStringLiteral("offersFilter");
    const EnteredValues values = enteredValues(m_page);
    return values.contains(filter) ? EnteredValues{{filter, values[filter]}} : EnteredValues();
}

QList<PaletteSource> OffersModule::paletteSources()
{
    PaletteSource offers;
    const auto index = std::make_shared<OfferIndex>();
    offers.prefix = QStringLiteral("offer:");
    offers.max = kMaxFound;
    offers.rank = kRank;
    offers.texts = [this, index]() -> QStringList {
        index->rows.clear();
        index->book = m_page ? m_page->book() : nullptr;
        QStringList texts;
        if (!index->book) {
            // Read from disk by another thread; the palette searches them once they are available.
            QTimer::singleShot(0, this, [this] {
                if (!m_context.navigator.isClosed())
                    page();
            });
            return texts;
        }
        for (size_t row = 0; row < index->book->offers().size(); ++row)
            texts << seenText(offerName(*index->book, row)) + u'\n' + gpuText(*index->book, row);
        return texts;
    };
    offers.at = [this, index](qsizetype i) {
        const OfferBook &book = *index->book;
        const QString key = offerKey(book, size_t(i));
        Action action{QStringLiteral("offer:") + key, seenText(offerName(book, size_t(i))), tr("Offer"), QStringLiteral("tag"),
                      seenText(gpuText(book, size_t(i)))};
        action.run = [this, key] {
            m_context.navigator.show(PageId::Offers);
            m_page->openOffer(key);
        };
        return action;
    };
    offers.indexOf = [index](const QString &id) {
        const size_t count = index->book && index->rows.isEmpty() ? index->book->offers().size() : 0;
        for (size_t row = 0; row < count; ++row)
            index->rows.insert(QStringLiteral("offer:") + offerKey(*index->book, row), qsizetype(row));
        return index->rows.value(id, -1);
    };
    return {offers};
}

}  // namespace trainyard

#include "moc_offersmodule.cpp"
