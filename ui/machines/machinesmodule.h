// SPDX-License-Identifier: GPL-3.0-or-later
// The machines page and the actions on machines. Answers AddMachine, ShowMachine, TestMachine, RentMachine and RentOffer.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"
#include "ui/page/pagemodule.h"

namespace trainyard {

class MachineController;
class MachinesPage;
class RentController;
class RentDesk;
class RentGoingStrip;

class MachinesModule : public PageModule {
    Q_OBJECT
public:
    explicit MachinesModule(PageContext &context);

    void shown() override;
    void tick(const QDateTime &now) override;
    bool canRefresh() const override;
    void refresh() override;
    MessageBar *messageBar() const override;
    QList<PaletteSource> paletteSources() override;
    std::optional<Unfinished> unfinished() const override;  // rentings and what is being given back

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;

private:
    void joinRenting(Workspace &workspace);
    void select(MachineId machineId);
    void remove(MachineId machineId);
    void askWhetherGone(MachineId machineId, const Error &error);
    void report(const QString &id, const Error &error);

    MachinesPage *m_page = nullptr;
    MachineController *m_control = nullptr;
    RentController *m_rents = nullptr;
    RentDesk *m_desk = nullptr;
    RentGoingStrip *m_going = nullptr;
};

}  // namespace trainyard
