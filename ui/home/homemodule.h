// SPDX-License-Identifier: GPL-3.0-or-later
// The first page: the newest runs, items that need attention, the sandbox, the cost of this month. Answers StartSandbox and ShowBudgets.
#pragma once

#include "core/model/run.h"
#include "ui/page/pagemodule.h"

namespace trainyard {

class HomePage;
class MeterController;
struct Need;

class HomeModule : public PageModule {
    Q_OBJECT
public:
    explicit HomeModule(PageContext &context);

    void shown() override;
    void tick(const QDateTime &now) override;
    bool canRefresh() const override;
    void refresh() override;
    MessageBar *messageBar() const override;

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;
    EnteredValues valuesToKeep() const override { return {}; }

private:
    void startSandbox();
    void launchDemo();
    void showDemo(const RunId &runId);
    void showMachineCount();
    void showLatestGood();
    void showTransfers();
    void showNeeds();
    QList<Need> needsOfRuns() const;
    QList<Need> needsOfMachines() const;
    void handleNeed(const QString &id);
    void handleMessage(const QString &id);

    HomePage *m_page = nullptr;
    MeterController *m_meter = nullptr;
    int m_interruptedTransfers = 0;
    bool m_isDemoWanted = false;  // open the demo's run page as soon as it is launched
};

}  // namespace trainyard
