// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/watchcontroller.h"

#include "core/agent/agent.h"
#include "core/base/seentext.h"
#include "core/knowledge/catalog/offerid.h"
#include "core/service/clouds/capacitysearch.h"
#include "core/service/clouds/watchorder.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/common/messagebar.h"
#include "ui/offers/offerspage.h"
#include "ui/offers/watchesdialog.h"
#include "ui/rent/orderknown.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr std::chrono::seconds kWatchesInterval{5};  // the agent asks every five minutes
const QString kFoundPrefix = QStringLiteral("watch:");

}  // namespace

WatchController::WatchController(Services &services, OffersPage *page) : QObject(page), m_services(services), m_page(page)
{
    m_timer.setInterval(kWatchesInterval);
    connect(&m_timer, &QTimer::timeout, this, &WatchController::look);
    connect(page, &OffersPage::watchRequested, this, &WatchController::open);
    connect(page->messageBar(), &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id.startsWith(kFoundPrefix))
            rent(id.mid(kFoundPrefix.size()));
    });
    m_timer.start();
    look();
}

// The first GPU of the filter, or that of the offer that is chosen.
CapacityWatch WatchController::wanted() const
{
    const OfferQuery &query = m_page->query();
    CapacityWatch watch;
    watch.gpus = 1;
    watch.most = Money(0, query.currency);
    if (const auto offer = m_page->currentRentable()) {
        watch.gpu = offer->gpu;
        watch.gpus = std::max(1, offer->gpus);
        watch.isSpot = offer->isSpot;
        watch.most = *offer->place(offer->isSpot).perHour;
        watch.regions << offer->place(offer->isSpot).region;
    }
    if (!query.gpus.isEmpty())
        watch.gpu = query.gpus.first();
    if (query.leastGpus)
        watch.gpus = std::clamp(*query.leastGpus / kWholeGpu, 1, 64);
    if (query.mostPerHour)
        watch.most = *query.mostPerHour;
    if (!query.purchases.isEmpty())
        watch.isSpot = query.purchases == QList<Purchase>{Purchase::Spot};
    if (!query.regions.isEmpty())
        watch.regions = {query.regions.first()};
    return watch;
}

void WatchController::open()
{
    if (m_dialog)
        return;
    const OfferBookPtr &book = m_page->book();
    QStringList gpus;
    for (const GpuModel &gpu : book ? book->catalog.gpus() : QList<GpuModel>())
        gpus << gpu.id;
    const auto accounts = m_services.database().accounts.all();
    QList<AccountRecord> asked = accounts.value_or({});
    asked.removeIf([this](const AccountRecord &one) { return !m_services.clouds.capabilitiesOf(one).hasOffers; });
    RentMachinePart::Known known = knownForOrders(m_services, asked).value_or({});
    known.hasZones = known.canAddAccount = false;  // it may be there in any zone
    known.mayLackName = true;
    m_dialog = new WatchesDialog(wanted(), gpus, known, m_page);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &WatchesDialog::addRequested, this, &WatchController::add);
    connect(m_dialog, &WatchesDialog::pauseRequested, this, [this](const QString &name, bool isPaused) {
        if (const auto changed = setWatchPaused(m_services.database(), name, isPaused); !changed)
            m_dialog->showError(changed.error());
        look();
    });
    connect(m_dialog, &WatchesDialog::removeRequested, this, [this](const QString &name) {
        if (const auto removed = m_services.database().watches.remove(name); !removed)
            m_dialog->showError(removed.error());
        look();
    });
    connect(m_dialog, &WatchesDialog::rentRequested, this, [this](const QString &name) {
        m_dialog->accept();
        rent(name);
    });
    connect(m_dialog, &WatchesDialog::orderRequested, this, &WatchController::fillOrder);
    m_dialog->setNote(asked.isEmpty() ? tr("No account's cloud can be asked: add one of a cloud that says what it offers.")
                      : !Agent::holder(m_services.paths())
                          ? tr("Not asked at the moment. Clouds are asked while Trainyard or its agent runs.")
                          : QString());
    look();
    m_dialog->open();
}

// What the account says, and the address of this computer.
void WatchController::fillOrder()
{
    RentMachinePart *const machine = m_dialog->machine();
    const AccountRecord account = machine->account();
    whenDone(m_services.cloudPreview.images(account.name, account.region), machine,
             [machine, name = account.name](const Result<QList<ProviderImage>> &images) {
                 if (images && machine->account().name == name)
                     machine->setImages(*images);
             });
    if (machine->isAddressWanted() && m_services.letIn.isLimited(account.name))
        whenDone(m_services.letIn.ownAddress(), m_dialog,
                 [dialog = m_dialog.data()](const Result<QString> &address) { dialog->setOwnAddress(address); });
}

void WatchController::add(CapacityWatch watch)
{
    watch.name = freeWatchName(m_services.database(), watch);
    if (watch.action == WatchAction::Tell) {
        store(watch);
        return;
    }
    // It rents without asking again: the order is checked now, as `yard cloud watch add` does.
    m_dialog->setChecking(true);
    whenDone(m_services.cloudPreview.checkWatch(watch), m_dialog, [this, watch](const Result<void> &checked) {
        m_dialog->setChecking(false);
        if (checked)
            store(watch);
        else
            m_dialog->showError(checked.error());
    });
}

void WatchController::store(const CapacityWatch &watch)
{
    if (const auto added = m_services.database().watches.add(watch); !added)
        m_dialog->showError(added.error());
    else
        m_dialog->setAdded();
    look();
}

void WatchController::look()
{
    const auto watches = m_services.database().watches.all();
    if (!watches)
        return;  // the next look tries again
    if (m_dialog)
        m_dialog->setWatches(*watches, QDateTime::currentDateTimeUtc());
    QSet<QString> found;
    for (const CapacityWatch &watch : *watches) {
        if (watch.state != WatchState::Found)
            continue;
        found.insert(watch.name);
        if (m_told.contains(watch.name))
            continue;
        m_page->messageBar()->post({kFoundPrefix + watch.name,
                                    Tone::Ok,
                                    tr("There is one: %1.").arg(seenText(watch.wantedText())),
                                    seenText(watch.outcome),
                                    {},
                                    tr("Rent…")});
    }
    const QSet<QString> over = m_told - found;
    for (const QString &gone : over)
        m_page->messageBar()->withdraw(kFoundPrefix + gone);
    m_told = found;
}

// The offer of the catalogue that the watch names as found.
void WatchController::rent(const QString &name)
{
    const auto watch = m_services.database().watches.find(name);
    const OfferBookPtr &book = m_page->book();
    if (!watch || !book)
        return;
    const auto known = knownOffers(book->catalog, book->pricing, *watch);
    for (const KnownOffer &one : known ? *known : QList<KnownOffer>()) {
        const auto row = one.place.offerId.isEmpty() ? Result<size_t>(Error{}) : offerOfId(book->offers(), one.place.offerId);
        const bool isIt = watch->outcome.contains(one.place.type) && watch->outcome.contains(one.place.region);
        const auto offer = row && isIt ? rentableOffer(book->catalog, *row, book->pricing) : std::nullopt;
        if (offer) {
            Q_EMIT rentRequested(*offer);
            return;
        }
    }
    m_page->messageBar()->post({QStringLiteral("watchOffer"),
                                Tone::Warning,
                                tr("The offer that was found is not in the list of offers."),
                                tr("Choose one like it there."),
                                {},
                                {}});
}

}  // namespace trainyard

#include "moc_watchcontroller.cpp"
