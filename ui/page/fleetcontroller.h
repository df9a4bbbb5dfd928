// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the fleet's cards in sync with the services: which machines there are, their state, and what runs on them.
#pragma once

#include "core/model/ids.h"
#include "ui/page/machinecard.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace trainyard {

class Services;
struct MeterNow;
struct RentedMachine;

class FleetController : public QObject {
    Q_OBJECT
public:
    explicit FleetController(Services &services, QObject *parent = nullptr);

    void setSandboxRunning(bool isRunning);
    QList<MachineCard> cards() const;  // as of now
    int ownMachineCount() const;       // excludes the sandbox
    bool hasSandbox() const;           // true if it is in the list
    void setMeter(const MeterNow &meter);
    void retry(MachineId machineId);
    void retryUnreachable();  // all machines together

public Q_SLOTS:
    void reloadMachines();
    void reloadRuns();

Q_SIGNALS:
    void cardsChanged();       // at most twice a second
    void machineSetChanged();  // added or removed
    void failed(const trainyard::Error &error);
    void becameLive(MachineId machineId);
    void sandboxLost();  // it no longer answers: it may have ended

private:
    struct Entry {
        MachineCard card;
        BusyStrip strip;
        QDateTime ownersAsked;         // this computer's clock; invalid = not yet
        QPointer<MachineWatch> watch;  // the services replace and delete them
    };
    void follow(Entry &entry);
    void setEnd(MachineCard &card, const RentedMachine *rented) const;
    void takeSamples(MachineId machineId);
    void takeLink(MachineId machineId, LinkState state);
    void markChanged();
    void askForOwners();
    void askForAddress();
    void takeAddress(const QString &address);

    Services &m_services;
    QHash<MachineId, Entry> m_entries;
    bool m_isSandboxRunning = false;
    bool m_isAsking = false;
    QDateTime m_addressAsked;  // this computer's clock; invalid: not yet
    QString m_ownAddress;      // as it was then; empty: not known
    QTimer m_flush, m_ownersTimer;
};

}  // namespace trainyard
