// SPDX-License-Identifier: GPL-3.0-or-later
// The user's actions on file transfers: select what to copy, watch it, pause, retry. Opens the dialogs over the window and connects the
// services' transfer queue with the page.
#pragma once

#include "core/model/ids.h"
#include "core/service/machines/transferqueue.h"
#include "ui/transfers/placedialog.h"
#include "ui/transfers/transferdialog.h"
#include "ui/transfers/transferview.h"

#include <QObject>
#include <QPointer>

#include <stop_token>

namespace trainyard {

class TransfersPage;
class Services;

class TransferController : public QObject {
    Q_OBJECT
public:
    TransferController(Services &services, QWidget *window);
    ~TransferController() override;

    void setPage(TransfersPage *page);
    // Asks what to copy and where; machine 0: the user chooses.
    void copy(MachineId machineId, TransferDirection direction, const QStringList &files = {});

Q_SIGNALS:
    void started();
    void failed(const trainyard::Error &error);

private:
    void submit(MachineId machineId, const QList<TransferSpec> &specs);
    void choosePlace(MachineId machineId, const QString &from, PlaceDialog::Wanted wanted);
    void listFolder(MachineId machineId, const QString &path);
    void act(TransferId id, TransferVerb verb);
    void showAll();

    Services &m_services;
    TransferQueue &m_queue;
    QWidget *m_window;
    QPointer<TransfersPage> m_page;
    QPointer<TransferDialog> m_dialog;
    QPointer<PlaceDialog> m_places;
    std::stop_source m_stop;
};

}  // namespace trainyard
