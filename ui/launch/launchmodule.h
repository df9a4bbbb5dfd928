// SPDX-License-Identifier: GPL-3.0-or-later
// The page that launches a run. Answers LaunchOn, LaunchAgain and SaveAsTemplate.
#pragma once

#include "core/model/ids.h"
#include "ui/page/pagemodule.h"

namespace trainyard {

class LaunchController;
class LaunchDrafts;
class LaunchPage;
class TaskShelf;

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
    void rentForTask();
    void showDemoTask();
    void useTemplate(const QString &name);
    void openShelf();
    void nameTemplate(const QByteArray &task, const QString &proposal);

    LaunchPage *m_page = nullptr;
    LaunchController *m_control = nullptr;
    TaskShelf *m_shelf = nullptr;
    LaunchDrafts *m_drafts = nullptr;
};

}  // namespace trainyard
