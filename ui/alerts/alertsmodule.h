// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts page.
#pragma once

#include "ui/page/pagemodule.h"

namespace trainyard {

class AlertController;
class AlertsPage;

class AlertsModule : public PageModule {
    Q_OBJECT
public:
    explicit AlertsModule(PageContext &context) : PageModule(PageId::Alerts, context) {}

    void tick(const QDateTime &now) override;

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;

private:
    AlertsPage *m_page = nullptr;
    AlertController *m_control = nullptr;
};

}  // namespace trainyard
