// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one run. Answers OpenRun.
#pragma once

#include "core/model/ids.h"
#include "ui/page/pagemodule.h"

namespace trainyard {

class RunController;
class RunPage;
class RunsModule;
struct OpenRun;

class RunModule : public PageModule {
    Q_OBJECT
public:
    explicit RunModule(PageContext &context);

    void shown() override;
    bool canRefresh() const override;
    void refresh() override;
    bool showError(const QString &id, const Error &error) override;

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;
    EnteredValues valuesToKeep() const override { return {}; }  // the page starts empty for each run

private:
    void openRun(const OpenRun &asked);
    RunsModule *list() const;  // shared, so that each action on a run exists once

    RunPage *m_page = nullptr;
    RunController *m_control = nullptr;
};

}  // namespace trainyard
