// SPDX-License-Identifier: GPL-3.0-or-later
// What FileController copies between this computer and the machine.
#include "core/base/bytename.h"
#include "core/service/machines/transferqueue.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/messagebar.h"
#include "ui/files/filecontroller.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QSet>
#include <QStandardPaths>
#include <QtConcurrentRun>

#include <algorithm>
#include <sys/stat.h>

namespace trainyard {

namespace {

constexpr qsizetype kMostNamedCopies = 6;

QByteArray lastPartOf(const QByteArray &path) { return path.mid(path.lastIndexOf('/') + 1); }

QByteArray joinedTo(const QByteArray &folder, const QByteArray &name) { return folder.endsWith('/') ? folder + name : folder + '/' + name; }

// Names may be no text here either, so QFile cannot be asked.
QStringList existingHere(const QList<TransferSpec> &downloads)
{
    QStringList existing;
    for (const TransferSpec &spec : downloads) {
        struct stat status = {};
        if (::lstat(spec.local.constData(), &status) == 0)
            existing << shownBytes(lastPartOf(spec.local));
    }
    return existing;
}

}  // namespace

void FileController::download(MachineId machineId, const QList<QByteArray> &paths)
{
    if (paths.isEmpty())
        return;
    auto *const chooser = new QFileDialog(m_window, tr("Download to"), QStandardPaths::writableLocation(QStandardPaths::DownloadLocation));
    chooser->setObjectName(QStringLiteral("filesDownloadDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    chooser->setLabelText(QFileDialog::Accept, tr("Download"));
    connect(chooser, &QFileDialog::fileSelected, this,
            [this, machineId, paths](const QString &folder) { downloadTo(folder, machineId, paths); });
    chooser->open();
}

void FileController::downloadTo(const QString &folder, MachineId machineId, const QList<QByteArray> &paths)
{
    QList<TransferSpec> specs;
    for (const QByteArray &path : paths) {
        const QByteArray name = lastPartOf(path);
        if (name.isEmpty())
            continue;
        TransferSpec spec;
        spec.direction = TransferDirection::Download;
        spec.remote = path;
        spec.local = joinedTo(QFile::encodeName(folder), name);
        specs << spec;
    }
    whenDone(QtConcurrent::run(existingHere, specs), this, [this, specs, folder, machineId](const QStringList &existing) {
        askToReplace(existing, folder, [this, specs, machineId] { start(machineId, specs); });
    });
}

void FileController::chooseUpload(bool areFolders)
{
    auto *const chooser = new QFileDialog(m_window, areFolders ? tr("Upload a folder") : tr("Upload files"));
    chooser->setObjectName(QStringLiteral("filesUploadDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(areFolders ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    if (areFolders)
        chooser->setOption(QFileDialog::ShowDirsOnly);
    connect(chooser, &QFileDialog::filesSelected, this, &FileController::upload);
    chooser->open();
}

void FileController::upload(const QStringList &files)
{
    const QByteArray folder = m_browser->folder();
    if (folder.isEmpty())
        return;
    QList<TransferSpec> specs;
    QList<QByteArray> targets;
    QSet<QByteArray> names;
    for (const QString &file : files) {
        TransferSpec spec;
        spec.local = QFile::encodeName(QFileInfo(file).absoluteFilePath());
        while (spec.local.size() > 1 && spec.local.endsWith('/'))
            spec.local.chop(1);
        spec.remote = joinedTo(folder, lastPartOf(spec.local));
        if (lastPartOf(spec.local).isEmpty())
            continue;
        if (names.contains(spec.remote)) {
            tell({ErrorCode::InvalidInput,
                  tr("Two of these are named %1: upload them one after the other.").arg(shownBytes(lastPartOf(spec.remote))),
                  {}});
            return;
        }
        names << spec.remote;
        targets << spec.remote;
        specs << spec;
    }
    whenDone(m_services.files.existing(m_machineId, targets, m_stop.get_token()), this,
             [this, specs, folder, machineId = m_machineId](const Result<QList<QByteArray>> &there) {
                 if (!there) {
                     tell(there.error());
                     return;
                 }
                 QStringList existing;
                 for (const QByteArray &path : *there)
                     existing << shownBytes(lastPartOf(path));
                 askToReplace(existing, shownBytes(folder), [this, specs, machineId] { start(machineId, specs); });
             });
}

void FileController::askToReplace(const QStringList &existing, const QString &where, const std::function<void()> &goOn)
{
    if (existing.isEmpty()) {
        goOn();
        return;
    }
    QStringList named = existing.mid(0, kMostNamedCopies);
    if (existing.size() > kMostNamedCopies)
        named << tr("and %n more", nullptr, int(existing.size() - kMostNamedCopies));
    auto *const box = new ConfirmDialog(QStringLiteral("filesReplace"),
                                        {existing.size() == 1 ? tr("Replace %1?").arg(existing.first())
                                                              : tr("Replace %n file(s) or folder(s)?", nullptr, int(existing.size())),
                                         tr("They exist in %1 already:").arg(where) + u'\n' + named.join(u'\n') + u'\n'
                                             + tr("Files with the same name are replaced, in folders too. Other files stay."),
                                         tr("Keep them"), tr("Replace")},
                                        m_window);
    connect(box, &QDialog::accepted, this, goOn);
    box->open();
}

void FileController::start(MachineId machineId, const QList<TransferSpec> &specs)
{
    const auto machine = m_services.database().machines.find(machineId);
    if (!machine) {
        tell(machine.error());
        return;
    }
    for (const TransferSpec &spec : specs) {
        const auto added = m_services.transfers.queue().add(*machine, spec);
        // If one of several is being copied already, that is fine.
        if (!added && (added.error().code != ErrorCode::AlreadyExists || specs.size() == 1))
            tell(added.error());
    }
}

void FileController::showTransfers()
{
    QList<QueuedTransfer> ours;
    const QList<QueuedTransfer> all = m_services.transfers.queue().transfers();
    std::copy_if(all.cbegin(), all.cend(), std::back_inserter(ours),
                 [this](const QueuedTransfer &one) { return one.machineId == m_machineId && !one.hasEnded(); });
    const TransferTotals totals = totalsOf(ours);
    if (ours.isEmpty())
        m_browser->setTransfers({});
    else if (totals.bytesTotal > 0)
        m_browser->setTransfers(tr("%n transfer(s), %1 %", nullptr, int(ours.size())).arg(totals.bytesDone * 100 / totals.bytesTotal));
    else
        m_browser->setTransfers(tr("%n transfer(s)", nullptr, int(ours.size())));
}

// What was uploaded into the folder that is shown appears there.
void FileController::takeEnded(TransferId id)
{
    const auto transfer = m_services.transfers.queue().transfer(id);
    if (!transfer || transfer->machineId != m_machineId)
        return;
    if (transfer->progress.state == TransferState::Failed && transfer->progress.trouble)
        tell(*transfer->progress.trouble);
    const QByteArray &remote = transfer->spec.remote;
    if (transfer->spec.direction == TransferDirection::Upload && remote == joinedTo(m_browser->folder(), lastPartOf(remote))
        && m_browser->isVisible() && !m_browser->isReading())
        m_browser->refresh(true);
}

}  // namespace trainyard
