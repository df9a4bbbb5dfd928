// SPDX-License-Identifier: GPL-3.0-or-later
// Watches for capacity in the window: the dialog, and a message on the offers page when one has found something. The agent asks the clouds.
// Main thread.
#pragma once

#include "core/model/capacitywatch.h"
#include "core/service/clouds/rentableoffer.h"

#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

namespace trainyard {

class OffersPage;
class Services;
class WatchesDialog;

class WatchController : public QObject {
    Q_OBJECT
public:
    WatchController(Services &services, OffersPage *page);

    void open();  // with what the filter wants

Q_SIGNALS:
    void rentRequested(const trainyard::RentableOffer &offer);

private:
    void look();
    void add(CapacityWatch watch);
    void store(const CapacityWatch &watch);
    void fillOrder();
    void rent(const QString &name);
    CapacityWatch wanted() const;

    Services &m_services;
    OffersPage *m_page;
    QPointer<WatchesDialog> m_dialog;
    QTimer m_timer;
    QSet<QString> m_told;  // what has found something, and was said
};

}  // namespace trainyard
