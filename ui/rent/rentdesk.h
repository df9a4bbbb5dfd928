// SPDX-License-Identifier: GPL-3.0-or-later
// Renting and giving back in the window: opens the dialogs, asks the clouds, and keeps what is going on. Rentals go on while their dialog is
// closed, and after the desk; when the program ends, the agent or the next start goes on with them. Main thread; whatever waits is done by the
// services.
#pragma once

#include "core/model/ids.h"
#include "core/model/machine.h"
#include "core/service/clouds/rentableoffer.h"
#include "ui/rent/orderdialog.h"
#include "ui/rent/rentgoing.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <memory>
#include <stop_token>

class QWidget;

namespace trainyard {

class AccountDesk;
class CompatAdvisor;
class ConfirmDialog;
class LetInDialog;
class RentProgressDialog;
class Services;
struct GivenBack;
struct UnsavedReport;

class RentDesk : public QObject {
    Q_OBJECT
public:
    RentDesk(Services &services, QWidget *window);
    ~RentDesk() override;

    // Opens the order; without an account of this cloud, first the dialog that adds one.
    void open(const RentableOffer &offer, const RentOrderDialog::Wish &wish = {}, const QString &draft = {});
    // Opens the order with the offer that the task's `resources` choose; `draft` comes back with launchWanted().
    void openFor(const QByteArray &task, const QString &draft);
    void showAccounts();
    int rent(const RentOrder &order, const RentableOffer &offer, const QString &draft = {});  // at once; returns its number
    void show(int number);                                                                    // its progress
    void askToGiveBack(MachineId machineId);
    void askToLetIn(MachineId machineId);                      // SSH from another address
    const QList<RentGoing> &going() const { return m_going; }  // oldest first; also those of other programs
    void forgetOver();                                         // what has ended and is not shown
    // What goes on when the program ends, in a sentence; empty: nothing. `isAgentThere`: another program goes on with it at once.
    QString unfinished(bool isAgentThere) const;
    bool isGivingBack() const;  // by this window

Q_SIGNALS:
    void changed();          // going()
    void machinesChanged();  // one was added or removed
    void launchWanted(MachineId machineId, const QString &draft);
    void offerWanted(const trainyard::Error &why);        // the task chose none
    void copyWanted(const RunId &runId, bool isOfFiles);  // what only that run's machine has: its checkpoints, or its files
    void letIn(MachineId machineId);                      // SSH is allowed from another address now
    void accountsChanged();
    void failed(const QString &id, const trainyard::Error &error);

private:
    void look(RentOrderDialog *dialog);
    void takeStep(int number, const RentStep &step);
    void finish(int number, const Result<Machine> &machine);
    void askToStop(int number);
    void giveBackMachine(MachineId machineId, int number);
    void giveBack(const Instance &instance, MachineId machineId, int number);
    void showUnsaved(ConfirmDialog *ask, const QString &known, const Result<UnsavedReport> &report);
    void finishGiving(int number, const Result<GivenBack> &given);
    void follow(bool isFirst);
    void followOne(int number);
    RentGoing *find(int number);
    RentGoing *find(const Instance &instance);
    void tell(const RentGoing &going);

    Services &m_services;
    QWidget *m_window;
    QPointer<RentOrderDialog> m_order;
    AccountDesk *m_accounts;
    std::shared_ptr<const CompatAdvisor> m_advisor;  // read when it is first needed
    QPointer<LetInDialog> m_letIn;
    QHash<int, QPointer<RentProgressDialog>> m_progress;
    QList<RentGoing> m_going;
    QHash<int, RentableOffer> m_offers;  // for renting another one
    QHash<int, std::stop_source> m_stops;
    std::stop_source m_looking;  // of the order that is open
    QSet<int> m_asking;          // whether to give it back
    struct Relay;
    const std::shared_ptr<Relay> m_relay;
    QTimer m_look;  // for what other programs rent
    int m_last = 0;
};

}  // namespace trainyard
