// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/placecontroller.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/checkpoints/addplacedialog.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/checkpoints/storedialog.h"
#include "ui/common/messagebar.h"

#include <algorithm>

namespace trainyard {

namespace {

const QString kPlaces = QStringLiteral("places");
const QString kRemoved = QStringLiteral("placeRemoved");

// Whether the location may be valid and only unavailable now.
bool mayComeBack(ErrorCode code)
{
    return code == ErrorCode::Unreachable || code == ErrorCode::TimedOut || code == ErrorCode::ConnectionLost;
}

}  // namespace

PlaceController::PlaceController(Services &services, QWidget *window) : QObject(window), m_services(services), m_window(window) {}

PlaceController::~PlaceController()
{
    m_stop.request_stop();
    m_dialogStop.request_stop();
}

void PlaceController::setPage(CheckpointsPage *page)
{
    m_page = page;
    connect(page, &CheckpointsPage::addPlaceRequested, this, &PlaceController::openDialog);
    connect(page, &CheckpointsPage::removePlaceRequested, this, &PlaceController::remove);
    connect(page, &CheckpointsPage::placeLookRequested, this, [this](const CheckpointSite &site) { lookAt(site, true); });
    connect(page, &CheckpointsPage::refreshRequested, this, &PlaceController::lookAtAll);
    connect(page->messageBar(), &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id == kRemoved)
            undoRemoval();
    });
    const auto sites = loadSites(m_services.paths());
    if (!sites) {
        tell(sites.error());
        return;
    }
    for (const CheckpointSite &site : *sites)
        m_places << loadSnapshot(m_services.paths(), site);
    showAll();
    lookAtAll();
}

void PlaceController::tell(const Error &error)
{
    if (m_page && !error.isCancelled())
        m_page->messageBar()->post({kPlaces, Tone::Warning, error.what, {}, error.detail, {}});
}

void PlaceController::showAll()
{
    if (m_page)
        m_page->setPlaces(m_places);
}

void PlaceController::lookAtAll()
{
    const QList<PlaceSnapshot> places = m_places;
    for (const PlaceSnapshot &place : places)
        lookAt(place.site, false);
}

void PlaceController::lookAt(const CheckpointSite &site, bool mayAsk)
{
    if (m_looking.contains(site.id))
        return;
    m_looking.insert(site.id);
    m_page->setLookingAt(site.id, true);
    whenDone(m_services.places.look(site, mayAsk, m_stop.get_token()), this,
             [this, id = site.id](const Result<PlaceSnapshot> &look) { take(id, look); });
}

void PlaceController::take(const QString &id, const Result<PlaceSnapshot> &look)
{
    m_looking.remove(id);
    if (m_page)
        m_page->setLookingAt(id, false);
    const auto known = std::find_if(m_places.begin(), m_places.end(), [&id](const PlaceSnapshot &one) { return one.site.id == id; });
    if (known == m_places.end() || (!look && look.error().isCancelled()))
        return;
    if (look)
        *known = *look;
    else
        known->problem = look.error();  // the list stays as it was
    showAll();
}

void PlaceController::openDialog()
{
    if (m_dialog)
        return;
    const auto machines = m_services.database().machines.all();
    m_dialog = new AddPlaceDialog(m_window);
    m_dialog->setMachines(machines ? *machines : QList<Machine>());
    const auto stores = m_services.stores.all();
    m_dialog->setStores(stores ? *stores : QList<ObjectStoreConfig>());
    if (!machines || !stores)
        m_dialog->showError(machines ? stores.error() : machines.error(), false);
    connect(m_dialog, &AddPlaceDialog::submitted, this, &PlaceController::add);
    connect(m_dialog, &AddPlaceDialog::newStoreRequested, this, &PlaceController::openStoreDialog);
    connect(m_dialog, &QDialog::finished, this, [this] { m_dialogStop.request_stop(); });
    m_dialog->open();
}

void PlaceController::add(const CheckpointSite &site, bool isUnseen)
{
    if (isUnseen) {
        keep(site, std::nullopt);
        return;
    }
    m_dialogStop = std::stop_source();
    m_dialog->setBusy(true);
    whenDone(m_services.places.look(site, true, m_dialogStop.get_token()), this,
             [this, site, dialog = m_dialog](const Result<PlaceSnapshot> &look) {
                 if (!dialog)
                     return;
                 if (look)
                     keep(site, *look);
                 else
                     dialog->showError(look.error(), mayComeBack(look.error().code));
             });
}

void PlaceController::keep(const CheckpointSite &site, const std::optional<PlaceSnapshot> &look)
{
    const auto added = addSite(m_services.paths(), site);
    if (!added) {
        m_dialog->showError(added.error(), false);
        return;
    }
    PlaceSnapshot place = look.value_or(PlaceSnapshot());
    place.site = *added;
    if (look) {
        if (const auto kept = saveSnapshot(m_services.paths(), place); !kept)
            tell(kept.error());
    }
    m_places << place;
    m_dialog->accept();
    showAll();
    m_page->showCheckpoint(CheckpointSource::ofPlace(place).key);
    if (!look)
        lookAt(*added, false);
}

void PlaceController::remove(const CheckpointSite &site)
{
    const auto known = std::find_if(m_places.begin(), m_places.end(), [&site](const PlaceSnapshot &one) { return one.site.id == site.id; });
    if (known == m_places.end())
        return;
    if (const auto removed = removeSite(m_services.paths(), site.id); !removed) {
        tell(removed.error());
        return;
    }
    m_removed = *known;
    m_places.erase(known);
    showAll();
    m_page->messageBar()->post(
        {kRemoved, Tone::Info, tr("%1 is no longer listed.").arg(site.address()), tr("Its files were not changed."), {}, tr("Undo")});
}

void PlaceController::undoRemoval()
{
    if (!m_removed)
        return;
    const PlaceSnapshot place = *std::exchange(m_removed, std::nullopt);
    m_page->messageBar()->withdraw(kRemoved);
    const auto added = addSite(m_services.paths(), place.site);
    if (!added) {
        tell(added.error());
        return;
    }
    if (place.looked.isValid()) {
        if (const auto kept = saveSnapshot(m_services.paths(), place); !kept)
            tell(kept.error());
    }
    m_places << place;
    showAll();
    m_page->showCheckpoint(CheckpointSource::ofPlace(place).key);
}

void PlaceController::openStoreDialog()
{
    if (m_storeDialog)
        return;
    m_storeDialog = new StoreDialog(m_dialog);
    connect(m_storeDialog, &StoreDialog::checkRequested, this, [this](const ObjectStoreConfig &record) { askStore(record, false); });
    connect(m_storeDialog, &StoreDialog::addRequested, this, [this](const ObjectStoreConfig &record) { askStore(record, true); });
    m_storeDialog->open();
}

void PlaceController::askStore(const ObjectStoreConfig &record, bool isKept)
{
    m_storeDialog->setBusy(true);
    whenDone(m_services.stores.ask(record, m_stop.get_token()), this,
             [this, isKept, dialog = m_storeDialog](const Result<StoreAnswer> &answer) {
                 if (!dialog)
                     return;
                 if (!answer) {
                     dialog->showError(answer.error());
                     return;
                 }
                 if (!isKept) {
                     dialog->showAnswer(answer->settings);
                     return;
                 }
                 if (const auto added = m_services.stores.add(answer->record); !added) {
                     dialog->showError(added.error());
                     return;
                 }
                 dialog->accept();
                 const auto stores = m_services.stores.all();
                 if (m_dialog && stores)
                     m_dialog->setStores(*stores, answer->record.name);
             });
}

}  // namespace trainyard

#include "moc_placecontroller.cpp"
