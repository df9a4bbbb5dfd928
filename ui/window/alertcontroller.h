// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts brought to the window: fills the page and the part of the settings, and turns what they ask for into calls of the agent.
#pragma once

#include "core/agent/agent.h"

#include <QObject>
#include <QPointer>

namespace trainyard {

class AlertSettingsCard;
class AlertsPage;

class AlertController : public QObject {
    Q_OBJECT
public:
    AlertController(Services &services, Agent &agent, QObject *parent = nullptr);

    void setPage(AlertsPage *page);
    void setCard(AlertSettingsCard *card);
    void show();                    // what is open and was before, on the page
    int unseen() const;             // open and not acknowledged
    AlertSeverity gravest() const;  // of these

Q_SIGNALS:
    void openChanged();
    void noticed(const QString &title, const QString &text);
    void failed(const trainyard::Error &error);
    void openRunRequested(const QString &runId);
    void settingsRequested();

private:
    void keep(const Result<void> &kept);
    void test();
    void showSettings();
    void showAgent();

    Services &m_services;
    Agent &m_agent;
    AlertWatch &m_watch;
    QPointer<AlertsPage> m_page;
    QPointer<AlertSettingsCard> m_card;
    QStringList m_results;  // of a test, one line for each way
    int m_testing = 0;      // ways that have not answered
    bool m_isTestGood = true;
};

}  // namespace trainyard
