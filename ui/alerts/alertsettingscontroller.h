// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the alert section of the settings, saves changes made there and tests the channels on request.
#pragma once

#include "core/agent/agent.h"

#include <QObject>
#include <QStringList>

namespace trainyard {

class AlertSettingsCard;

class AlertSettingsController : public QObject {
    Q_OBJECT
public:
    AlertSettingsController(Services &services, Agent &agent, AlertSettingsCard *card);  // destroyed with the card

Q_SIGNALS:
    void noticed(const QString &title, const QString &text);  // a test notice for the desktop

private:
    void keep(const Result<void> &kept);
    void test();
    void showSettings();
    void showAgent();

    Services &m_services;
    Agent &m_agent;
    AlertWatch &m_watch;
    AlertSettingsCard *m_card;
    QStringList m_results;  // test results, one line per channel
    int m_testing = 0;      // channels that have not answered yet
    bool m_isTestGood = true;
};

}  // namespace trainyard
