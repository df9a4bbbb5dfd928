// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/filecontroller.h"

#include "core/base/bytename.h"
#include "core/service/machines/transferqueue.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/common/messagebar.h"
#include "ui/files/erasedialog.h"
#include "ui/files/fileviewer.h"
#include "ui/files/namedialog.h"
#include "ui/page/fleetcontroller.h"

#include <QPointer>

#include <algorithm>
#include <atomic>
#include <memory>

namespace trainyard {

namespace {

constexpr std::chrono::seconds kRetry{5};
constexpr qint64 kRemovedMs = 100;  // as often as one can read it

bool isConnectionError(const Error &error)
{
    return error.code == ErrorCode::ConnectionLost || error.code == ErrorCode::Unreachable || error.code == ErrorCode::TimedOut;
}

QByteArray withName(const QByteArray &folder, const QByteArray &name) { return folder.endsWith('/') ? folder + name : folder + '/' + name; }

}  // namespace

FileController::FileController(Services &services, FleetController &fleet, FileBrowser *browser, QWidget *window)
    : QObject(browser), m_services(services), m_fleet(fleet), m_browser(browser), m_window(window)
{
    connect(browser, &FileBrowser::folderRequested, this, &FileController::list);
    connect(browser, &FileBrowser::stopRequested, this, [this] { m_listStop.request_stop(); });
    connect(browser, &FileBrowser::completionRequested, this, &FileController::complete);
    connect(browser, &FileBrowser::openRequested, this, &FileController::open);
    connect(browser, &FileBrowser::downloadRequested, this, [this](const QList<QByteArray> &paths) { download(m_machineId, paths); });
    connect(browser, &FileBrowser::uploadRequested, this, &FileController::upload);
    connect(browser, &FileBrowser::uploadChoiceRequested, this, &FileController::chooseUpload);
    connect(browser, &FileBrowser::newFolderRequested, this, &FileController::makeFolder);
    connect(browser, &FileBrowser::renameRequested, this, &FileController::rename);
    connect(browser, &FileBrowser::eraseRequested, this, &FileController::erase);
    connect(browser, &FileBrowser::transfersRequested, this, &FileController::transfersRequested);
    connect(browser, &FileBrowser::terminalRequested, this,
            [this](const QByteArray &folder) { Q_EMIT terminalRequested(m_machineId, folder); });
    connect(&fleet, &FleetController::cardsChanged, this, &FileController::takeLink);
    TransferQueue &queue = services.transfers.queue();
    connect(&queue, &TransferQueue::transfersChanged, this, &FileController::showTransfers);
    connect(&queue, &TransferQueue::transferChanged, this, &FileController::showTransfers);
    connect(&queue, &TransferQueue::ended, this, &FileController::takeEnded);
    m_retry.setSingleShot(true);
    m_retry.setInterval(kRetry);
    connect(&m_retry, &QTimer::timeout, this, &FileController::tryAgain);
}

FileController::~FileController()
{
    m_stop.request_stop();
    m_listStop.request_stop();
    m_completeStop.request_stop();
}

void FileController::setMachine(MachineId machineId)
{
    if (m_machineId == machineId)
        return;
    m_listStop.request_stop();
    m_completeStop.request_stop();
    ++m_lists;
    m_retry.stop();
    m_mustReadAgain = false;
    m_machineId = machineId;
    const auto machine = m_services.database().machines.find(machineId);
    m_machineName = machine ? machine->name : QString();
    m_browser->reset();
    showTransfers();
}

void FileController::list(const QByteArray &path, bool isQuiet)
{
    m_listStop.request_stop();
    m_listStop = std::stop_source();
    m_retry.stop();
    const int number = ++m_lists;
    // On a worker thread.
    const auto page = [guard = QPointer<FileController>(this), context = QPointer<QObject>(&m_services),
                       number](const FolderPlace &place, const QList<FolderEntry> &entries) {
        QMetaObject::invokeMethod(
            context.data(),
            [guard, number, folder = place.folder, entries] {
                if (guard && guard->m_lists == number)
                    guard->m_browser->add(folder, entries);
            },
            Qt::QueuedConnection);
    };
    whenDone(m_services.files.list(m_machineId, path, isQuiet ? Interaction::None : Interaction::Allowed, page, m_listStop.get_token()),
             this, [this, number](const Result<FolderPlace> &place) {
                 if (number != m_lists)
                     return;
                 if (place) {
                     m_mustReadAgain = false;
                     m_browser->finish(place->folder, place->file, QDateTime::currentDateTime());
                     return;
                 }
                 m_browser->fail(place.error());
                 if (isConnectionError(place.error())) {
                     m_mustReadAgain = true;
                     m_browser->setOutOfTouch(true);
                     m_retry.start();
                 }
             });
}

void FileController::tryAgain()
{
    if (m_mustReadAgain && m_browser->isVisible() && !m_browser->isReading())
        m_browser->refresh(true);
    else if (m_mustReadAgain)
        m_retry.start();
}

// The machine is watched anyway: what that finds out is shown here too, without another request.
void FileController::takeLink()
{
    const QList<MachineCard> cards = m_fleet.cards();
    const auto card = std::find_if(cards.cbegin(), cards.cend(), [this](const MachineCard &one) { return one.machine.id == m_machineId; });
    if (card == cards.cend() || m_browser->folder().isEmpty())
        return;
    if (card->link == LinkState::Unreachable)
        m_mustReadAgain = true;
    if (card->link == LinkState::Unreachable || card->link == LinkState::Stale)
        m_browser->setOutOfTouch(true);
    else if (card->link == LinkState::Live && m_mustReadAgain)
        tryAgain();
    else if (card->link == LinkState::Live)
        m_browser->setOutOfTouch(false);
}

void FileController::complete(const QByteArray &folder)
{
    m_completeStop.request_stop();
    m_completeStop = std::stop_source();
    const auto names = std::make_shared<QList<QByteArray>>();  // filled by one worker, read when it is done
    const auto page = [names](const FolderPlace &, const QList<FolderEntry> &entries) {
        for (const FolderEntry &entry : entries)
            names->append(entry.isFolder() ? entry.name + '/' : entry.name);
    };
    whenDone(m_services.files.list(m_machineId, folder, Interaction::None, page, m_completeStop.get_token()), this,
             [this, folder, names](const Result<FolderPlace> &place) {
                 if (!place)
                     return;  // there is nothing to offer
                 std::sort(names->begin(), names->end(), [](const QByteArray &a, const QByteArray &b) {
                     return a.endsWith('/') != b.endsWith('/') ? a.endsWith('/') : isNameBefore(a, b);
                 });
                 m_browser->setCompletions(folder, *names);
             });
}

void FileController::open(const QByteArray &path)
{
    auto *const viewer = new FileViewer(path, m_machineName, m_window);
    // A file stays open when the browser goes to another machine.
    connect(viewer, &FileViewer::excerptRequested, this,
            [this, viewer = QPointer<FileViewer>(viewer), path, machineId = m_machineId](int number, qint64 offset, qint64 length) {
                whenDone(m_services.files.read(machineId, path, offset, length, m_stop.get_token()), viewer,
                         [viewer, number](const Result<FileExcerpt> &excerpt) { viewer->setExcerpt(number, excerpt); });
            });
    connect(viewer, &FileViewer::downloadRequested, this,
            [this, machineId = m_machineId](const QByteArray &file) { download(machineId, {file}); });
    viewer->show();
    viewer->begin();
}

void FileController::makeFolder()
{
    const QByteArray folder = m_browser->folder();
    auto *const dialog = new NameDialog(folder, {}, m_window);
    connect(dialog, &NameDialog::submitted, this,
            [this, folder, machineId = m_machineId, dialog = QPointer<NameDialog>(dialog)](const QByteArray &name) {
                const QByteArray path = withName(folder, name);
                whenDone(m_services.files.makeFolder(machineId, path, m_stop.get_token()), dialog,
                         [this, dialog, path](const Result<void> &made) {
                             if (!made) {
                                 dialog->showError(made.error());
                                 return;
                             }
                             dialog->accept();
                             m_browser->refresh();
                         });
            });
    dialog->open();
}

void FileController::rename(const QByteArray &path)
{
    const QByteArray folder = path.left(std::max<qsizetype>(1, path.lastIndexOf('/')));
    auto *const dialog = new NameDialog(folder, path.mid(path.lastIndexOf('/') + 1), m_window);
    connect(dialog, &NameDialog::submitted, this,
            [this, folder, path, machineId = m_machineId, dialog = QPointer<NameDialog>(dialog)](const QByteArray &name) {
                whenDone(m_services.files.rename(machineId, path, withName(folder, name), m_stop.get_token()), dialog,
                         [this, dialog](const Result<void> &renamed) {
                             if (!renamed) {
                                 dialog->showError(renamed.error());
                                 return;
                             }
                             dialog->accept();
                             m_browser->refresh();
                         });
            });
    dialog->open();
}

void FileController::erase(const QList<QByteArray> &paths)
{
    auto *const dialog = new EraseDialog(m_machineName, paths, m_window);
    const auto stop = std::make_shared<std::stop_source>();
    connect(dialog, &QDialog::finished, this, [stop] { stop->request_stop(); });
    whenDone(m_services.files.count(m_machineId, paths, stop->get_token()), dialog, [dialog](const Result<EntryCount> &count) {
        if (count || !count.error().isCancelled())
            dialog->setCount(count);
    });
    connect(dialog, &EraseDialog::confirmed, this,
            [this, dialog, paths, stop, machineId = m_machineId] {  // the machine that its title names
                // On a worker thread.
                const auto done = [guard = QPointer<EraseDialog>(dialog), context = QPointer<QObject>(&m_services),
                                   last = std::make_shared<std::atomic<qint64>>(0)](qint64 removed) {
                    const qint64 now = QDateTime::currentMSecsSinceEpoch();
                    if (now - last->load() < kRemovedMs)
                        return;
                    last->store(now);
                    QMetaObject::invokeMethod(
                        context.data(),
                        [guard, removed] {
                            if (guard)
                                guard->setRemoved(removed);
                        },
                        Qt::QueuedConnection);
                };
                // Also after the dialog was closed in the middle.
                whenDone(m_services.files.erase(machineId, paths, done, stop->get_token()), this,
                         [this, guard = QPointer<EraseDialog>(dialog)](const Result<void> &erased) {
                             m_browser->refresh();
                             if (guard && (erased || !erased.error().isCancelled()))
                                 guard->finish(erased);
                         });
            });
    dialog->open();
}

void FileController::tell(const Error &error)
{
    if (!error.isCancelled())
        m_browser->messageBar()->post({QStringLiteral("filesAction"), Tone::Bad, error.what, {}, error.detail, {}});
}

}  // namespace trainyard

#include "moc_filecontroller.cpp"
