// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transfers/transfercontroller.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/common/messagebar.h"
#include "ui/transfers/transferspage.h"

#include <QDesktopServices>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

namespace trainyard {

TransferController::TransferController(Services &services, QWidget *window)
    : QObject(window), m_services(services), m_queue(services.transfers.queue()), m_window(window)
{
    connect(&m_queue, &TransferQueue::transfersChanged, this, &TransferController::showAll);
    connect(&m_queue, &TransferQueue::transferChanged, this, [this](TransferId id) {
        const auto transfer = m_queue.transfer(id);
        if (m_page && transfer)
            m_page->setTransfer(*transfer);
    });
    connect(&m_queue, &TransferQueue::storeFailed, this, &TransferController::failed);
}

TransferController::~TransferController() { m_stop.request_stop(); }

void TransferController::setPage(TransfersPage *page)
{
    m_page = page;
    connect(page, &TransfersPage::copyRequested, this, [this] { copy({}, TransferDirection::Upload); });
    connect(page, &TransfersPage::verbChosen, this, &TransferController::act);
    connect(page, &TransfersPage::moveRequested, &m_queue, &TransferQueue::move);
    connect(page, &TransfersPage::pauseAllRequested, &m_queue, &TransferQueue::pauseAll);
    connect(page, &TransfersPage::resumeAllRequested, &m_queue, &TransferQueue::resumeAll);
    connect(page, &TransfersPage::retryFailedRequested, &m_queue, &TransferQueue::retryFailed);
    connect(page, &TransfersPage::clearFinishedRequested, &m_queue, &TransferQueue::removeFinished);
    showAll();
}

void TransferController::copy(MachineId machineId, TransferDirection direction, const QStringList &files)
{
    if (m_dialog)
        return;
    const Result<QList<Machine>> machines = m_services.database().machines.all();
    if (!machines) {
        Q_EMIT failed(machines.error());
        return;
    }
    m_dialog = new TransferDialog(m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setMachines(*machines, machineId);
    m_dialog->setDirection(direction);
    m_dialog->setFiles(files);
    connect(m_dialog, &TransferDialog::submitted, this, &TransferController::submit);
    connect(m_dialog, &TransferDialog::placeRequested, this, &TransferController::choosePlace);
    m_dialog->open();
}

void TransferController::submit(MachineId machineId, const QList<TransferSpec> &specs)
{
    const Result<Machine> machine = m_services.database().machines.find(machineId);
    if (!machine) {
        m_dialog->showError(machine.error());
        return;
    }
    TransferId last;
    for (const TransferSpec &spec : specs) {
        const Result<TransferId> added = m_queue.add(*machine, spec);
        // If one of several is being copied already, that is fine.
        if (!added && (added.error().code != ErrorCode::AlreadyExists || specs.size() == 1)) {
            m_dialog->showError(added.error());
            return;
        }
        if (added)
            last = *added;
    }
    m_dialog->accept();
    Q_EMIT started();
    if (m_page)
        m_page->selectTransfer(last);
}

void TransferController::choosePlace(MachineId machineId, const QString &from, PlaceDialog::Wanted wanted)
{
    const Result<Machine> machine = m_services.database().machines.find(machineId);
    if (!machine || m_places) {
        if (!machine)
            m_dialog->showError(machine.error());
        return;
    }
    m_places = new PlaceDialog(machine->name, wanted, m_dialog);
    m_places->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_places, &PlaceDialog::folderRequested, this, [this, machineId](const QString &path) { listFolder(machineId, path); });
    connect(m_places, &PlaceDialog::chosen, this, [this](const QString &path) {
        if (m_dialog)
            m_dialog->setPlace(path);
    });
    connect(m_places, &QDialog::finished, this, [this] { m_stop.request_stop(); });
    m_places->open();
    // The path entered may be a file, or may not exist yet.
    m_places->enter(wanted == PlaceDialog::Wanted::Folder ? from : QString());
}

void TransferController::listFolder(MachineId machineId, const QString &path)
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    const std::stop_token stop = m_stop.get_token();
    whenDone(m_services.machines.listFolder(machineId, path, stop), this, [this, stop](const Result<RemoteFolder> &folder) {
        if (!m_places || stop.stop_requested())
            return;
        if (folder)
            m_places->showFolder(folder->path, folder->files);
        else
            m_places->showError(folder.error());
    });
}

void TransferController::act(TransferId id, TransferVerb verb)
{
    switch (verb) {
    case TransferVerb::Pause: m_queue.pause(id); break;
    case TransferVerb::Resume: m_queue.resume(id); break;
    case TransferVerb::Retry: m_queue.retry(id); break;
    case TransferVerb::Cancel: m_queue.cancel(id); break;
    case TransferVerb::Remove: m_queue.remove(id); break;
    case TransferVerb::Show:
        if (const auto transfer = m_queue.transfer(id)) {
            const QFileInfo info(QFile::decodeName(transfer->spec.local));
            QDesktopServices::openUrl(QUrl::fromLocalFile(info.isDir() ? info.absoluteFilePath() : info.absolutePath()));
        }
        break;
    case TransferVerb::None: break;
    }
}

void TransferController::showAll()
{
    if (m_page)
        m_page->setTransfers(m_queue.transfers());
}

}  // namespace trainyard

#include "moc_transfercontroller.cpp"
