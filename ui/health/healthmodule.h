// SPDX-License-Identifier: GPL-3.0-or-later
// The page of machine checks and benchmarks. Answers CheckMachine.
#pragma once

#include "ui/page/pagemodule.h"

namespace trainyard {

class HealthController;
class HealthPage;

class HealthModule : public PageModule {
    Q_OBJECT
public:
    explicit HealthModule(PageContext &context);

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;

private:
    HealthPage *m_page = nullptr;
    HealthController *m_control = nullptr;
};

}  // namespace trainyard
