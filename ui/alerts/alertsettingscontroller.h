// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the part of the settings about alerts, keeps what is changed there, and tries the channels when a person asks for it.
#pragma once

#include "core/agent/agent.h"

#include <QObject>
#include <QStringList>

namespace trainyard {

class AlertSettingsCard;

class AlertSettingsController : public QObject {
    Q_OBJECT
public:
    AlertSettingsController(Services &services, Agent &agent, AlertSettingsCard *card);  // gone with the card

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
    QStringList m_results;  // of a test, one line for each way
    int m_testing = 0;      // ways that have not answered
    bool m_isTestGood = true;
};

}  // namespace trainyard
