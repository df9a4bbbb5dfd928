// SPDX-License-Identifier: GPL-3.0-or-later
// The page that launches a run. Answers LaunchOn and LaunchAgain.
#pragma once

#include "core/model/ids.h"
#include "ui/page/pagemodule.h"

namespace trainyard {

class LaunchController;
class LaunchPage;

class LaunchModule : public PageModule {
    Q_OBJECT
public:
    explicit LaunchModule(PageContext &context);

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;

private:
    void launchOn(MachineId machineId);
    void showDemoTask();

    LaunchPage *m_page = nullptr;
    LaunchController *m_control = nullptr;
};

}  // namespace trainyard
