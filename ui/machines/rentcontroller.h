// SPDX-License-Identifier: GPL-3.0-or-later
// The rental of a machine: asks for the price, shows the cost so far, and ends the rental when the machine is returned. Also what one of the
// person's own costs by their figures.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"
#include "core/storage/database/rentalrecord.h"

#include <QObject>
#include <QPointer>

#include <stop_token>

class QWidget;

namespace trainyard {

class BudgetWatch;
class OwnCostDialog;
class RentDialog;
class Services;

class RentController : public QObject {
    Q_OBJECT
public:
    RentController(Services &services, BudgetWatch &watch, QWidget *window);
    ~RentController() override;

    void rent(MachineId machineId);
    void editOwn(MachineId machineId);
    void begin(const Rental &rental);  // without asking

Q_SIGNALS:
    void failed(const QString &id, const trainyard::Error &error);

private:
    void keep(MachineId machineId, Rental rental);
    void giveBack(MachineId machineId);
    void keepOwn(MachineId machineId, const std::optional<OwnHardware> &figures);

    Services &m_services;
    QWidget *m_window;
    BudgetWatch &m_watch;
    QPointer<RentDialog> m_rent;
    QPointer<OwnCostDialog> m_own;
    std::stop_source m_stop;
};

}  // namespace trainyard
