// SPDX-License-Identifier: GPL-3.0-or-later
// Fills a FileBrowser with the folders of one machine and carries out what is asked for there. While the machine does not answer, it tries
// again by itself, as long as the browser is shown. Main thread.
#pragma once

#include "core/model/folderentry.h"
#include "core/model/ids.h"
#include "core/model/transfer.h"
#include "ui/files/filebrowser.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <stop_token>

namespace trainyard {

class FleetController;
class Services;

class FileController : public QObject {
    Q_OBJECT
public:
    // Belongs to the browser. `window`: parent of dialogs.
    FileController(Services &services, FleetController &fleet, FileBrowser *browser, QWidget *window);
    ~FileController() override;

    void setMachine(MachineId machineId);  // another one empties the browser; not set: none
    MachineId machineId() const { return m_machineId; }

Q_SIGNALS:
    void terminalRequested(MachineId machineId, const QByteArray &folder);
    void transfersRequested();

private:
    void list(const QByteArray &path, bool isQuiet);
    void complete(const QByteArray &folder);
    void takeLink();
    void tryAgain();
    void open(const QByteArray &path);
    void makeFolder();
    void rename(const QByteArray &path);
    void erase(const QList<QByteArray> &paths);
    void download(MachineId machineId, const QList<QByteArray> &paths);
    void downloadTo(const QString &folder, MachineId machineId, const QList<QByteArray> &paths);
    void chooseUpload(bool areFolders);
    void upload(const QStringList &files);
    void askToReplace(const QStringList &existing, const QString &where, const std::function<void()> &goOn);
    void start(MachineId machineId, const QList<TransferSpec> &specs);
    void showTransfers();
    void takeEnded(TransferId id);
    void tell(const Error &error);

    Services &m_services;
    FleetController &m_fleet;
    FileBrowser *m_browser;
    QWidget *m_window;
    MachineId m_machineId;
    QString m_machineName;
    std::stop_source m_stop, m_listStop, m_completeStop;
    int m_lists = 0;
    bool m_mustReadAgain = false;
    QTimer m_retry;
};

}  // namespace trainyard
