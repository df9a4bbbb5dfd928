// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/copycontroller.h"

#include "core/service/machines/transferqueue.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/checkpoints/copydialog.h"

namespace trainyard {

namespace {

constexpr qint64 kTellingBytes = 1024 * 1024;  // smaller copies measure the connection time, not the transfer rate

}  // namespace

CopyController::CopyController(Services &services, QWidget *window) : QObject(window), m_services(services), m_window(window) {}

CopyController::~CopyController() { m_stop.request_stop(); }

void CopyController::setPage(CheckpointsPage *page) { connect(page, &CheckpointsPage::copyRequested, this, &CopyController::open); }

void CopyController::open(const FoundCheckpoint &found)
{
    if (m_dialog)
        return;
    const auto machines = m_services.database().machines.all();
    const auto stores = m_services.stores.all();
    m_dialog = new CopyDialog(found, machines ? *machines : QList<Machine>(), stores ? *stores : QList<ObjectStoreConfig>(), m_window);
    if (!machines || !stores)
        m_dialog->showError(machines ? stores.error() : machines.error());
    connect(m_dialog, &CopyDialog::targetChanged, this, [this, found](const Location &target) { look(found, target); });
    connect(m_dialog, &CopyDialog::submitted, this, [this, found](const Location &target) { start(found, target); });
    connect(m_dialog, &QDialog::finished, this, [this] { m_stop.request_stop(); });
    m_dialog->open();
}

void CopyController::look(const FoundCheckpoint &found, const Location &target)
{
    m_dialog->setRate(target, lastRate(found, target));
    if (target.isInBucket())
        return;
    m_stop.request_stop();  // another target was typed
    m_stop = std::stop_source();
    whenDone(m_services.places.freeSpace(target, m_stop.get_token()), this, [target, dialog = m_dialog](const Result<qint64> &bytes) {
        if (dialog && (bytes || !bytes.error().isCancelled()))
            dialog->setFreeSpace(target, bytes ? std::optional(*bytes) : std::nullopt);
    });
}

// The rate of the newest copy over the same connection that is large enough.
std::optional<double> CopyController::lastRate(const FoundCheckpoint &found, const Location &target) const
{
    const auto copies = transfersFor(found, target);
    if (!copies || copies->specs.isEmpty())
        return std::nullopt;
    std::optional<double> rate;
    QDateTime newest;
    const QList<QueuedTransfer> transfers = m_services.transfers.queue().transfers();
    for (const QueuedTransfer &transfer : transfers) {
        const bool isSameWay = transfer.machineId == copies->machineId && transfer.spec.store == copies->store
                               && transfer.spec.direction == copies->specs.first().direction;
        if (!isSameWay || !transfer.outcome || transfer.outcome->bytes < kTellingBytes || transfer.milliseconds <= 0
            || (newest.isValid() && transfer.ended < newest))
            continue;
        newest = transfer.ended;
        rate = 1000.0 * double(transfer.outcome->bytes - transfer.outcome->bytesKept) / double(transfer.milliseconds);
    }
    return rate;
}

void CopyController::start(const FoundCheckpoint &found, const Location &target)
{
    const auto copies = transfersFor(found, target);
    if (!copies) {
        m_dialog->showError(copies.error());
        return;
    }
    Machine machine;
    machine.name = copies->store;  // for a target without a machine
    if (copies->machineId.isSet()) {
        const auto known = m_services.database().machines.find(copies->machineId);
        if (!known) {
            m_dialog->showError(known.error());
            return;
        }
        machine = *known;
    }
    for (const TransferSpec &spec : copies->specs) {
        const auto added = m_services.transfers.queue().add(machine, spec);
        // If one of several is being copied already, that is fine.
        if (!added && (added.error().code != ErrorCode::AlreadyExists || copies->specs.size() == 1)) {
            m_dialog->showError(added.error());
            return;
        }
    }
    m_dialog->accept();
    Q_EMIT started();
}

}  // namespace trainyard

#include "moc_copycontroller.cpp"
