// SPDX-License-Identifier: GPL-3.0-or-later
// The user's actions on machines: add, edit, group, test the connection. Opens the dialogs over the window and carries out their requests
// through the services.
#pragma once

#include "core/base/error.h"
#include "core/model/machine.h"
#include "ui/machines/connectiontestdialog.h"
#include "ui/machines/importhostsdialog.h"
#include "ui/machines/machinedialog.h"

#include <QObject>
#include <QPointer>

#include <optional>
#include <stop_token>

namespace trainyard {

class FleetController;
class SshPrompter;
class Services;

class MachineController : public QObject {
    Q_OBJECT
public:
    MachineController(Services &services, FleetController &fleet, SshPrompter &prompter, QWidget *window);
    ~MachineController() override;  // cancels what is in progress

    void add(const std::optional<HourlyOffer> &offer = {});  // rented at that offer
    void importHosts();                                      // several from ~/.ssh/config at once
    void edit(MachineId machineId);
    void setGroup(MachineId machineId, const QString &group);
    void test(MachineId machineId);
    void openTerminal(MachineId machineId);                      // a terminal of this computer that runs the OpenSSH client
    void openPort(MachineId machineId, const QString &address);  // in the browser, through a tunnel

Q_SIGNALS:
    void added(MachineId machineId);
    void rented(const trainyard::Rental &rental);  // a new rental, from now on
    void changed(MachineId machineId);
    void failed(const QString &id, const trainyard::Error &error);

private:
    void prepare(MachineDialog *dialog);
    void storeImported(const QList<Machine> &machines);
    void connectNew(const Machine &machine, const std::optional<Rental> &rental);
    void save(const Machine &machine);
    void runTest();
    void cancel();

    Services &m_services;
    FleetController &m_fleet;
    SshPrompter &m_prompter;
    QWidget *m_window;
    QPointer<MachineDialog> m_dialog;
    QPointer<ConnectionTestDialog> m_test;
    QPointer<ImportHostsDialog> m_import;
    bool m_isReadingHosts = false;
    MachineId m_testedId;
    std::stop_source m_stop;
};

}  // namespace trainyard
