// SPDX-License-Identifier: GPL-3.0-or-later
// The page that compares runs. Answers CompareRuns.
#pragma once

#include "ui/page/pagemodule.h"

namespace trainyard {

class CompareController;
class RunComparePage;

class CompareModule : public PageModule {
    Q_OBJECT
public:
    explicit CompareModule(PageContext &context);

protected:
    QWidget *makePage() override;
    void join(Workspace &workspace) override;
    EnteredValues valuesToKeep() const override { return {}; }  // they depend on the selected runs

private:
    RunComparePage *m_page = nullptr;
    CompareController *m_control = nullptr;
};

}  // namespace trainyard
