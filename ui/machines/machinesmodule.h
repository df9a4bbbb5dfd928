// SPDX-License-Identifier: GPL-3.0-or-later
// The machines page and the actions on machines. Answers AddMachine, ShowMachine, TestMachine and RentMachine.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"
#include "ui/page/pagemodule.h"

namespace trainyard {

class MachineController;
class MachinesPage;
class RentController;

class MachinesModule : public PageModule {
    Q_OBJECT
public:
    explicit MachinesModule(PageContext &context);

    void tick(const QDateTime &now) override;
    bool canRefresh() const override;
    void refresh() override;
    MessageBar *messageBar() const override;
    QList<PaletteSource> paletteSources() override;

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;

private:
    void select(MachineId machineId);
    void remove(MachineId machineId);
    void askWhetherGone(MachineId machineId, const Error &error);
    void report(const QString &id, const Error &error);

    MachinesPage *m_page = nullptr;
    MachineController *m_control = nullptr;
    RentController *m_rents = nullptr;
};

}  // namespace trainyard
