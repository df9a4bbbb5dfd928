// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/alertsettingscontroller.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "core/storage/database/alertfiles.h"
#include "ui/alerts/alertsettingscard.h"

namespace trainyard {

AlertSettingsController::AlertSettingsController(Services &services, Agent &agent, AlertSettingsCard *card)
    : QObject(card), m_services(services), m_agent(agent), m_watch(agent.alerts()), m_card(card)
{
    connect(&agent, &Agent::holderChanged, this, &AlertSettingsController::showAgent);
    connect(&agent, &Agent::actingChanged, this, &AlertSettingsController::showAgent);
    connect(card, &AlertSettingsCard::settingsChanged, this,
            [this](const AlertSettings &settings) { keep(saveAlertSettings(m_services.paths(), settings)); });
    connect(card, &AlertSettingsCard::webhookChanged, this, [this](const WebhookAddress &address) {
        keep(saveWebhook(m_services.paths(), address));
        showSettings();
    });
    connect(card, &AlertSettingsCard::testRequested, this, &AlertSettingsController::test);
    showSettings();
}

void AlertSettingsController::showAgent()
{
    if (m_agent.isActing()) {
        m_card->setAgent(tr("This window sends alerts, enforces budgets and renews leases."));
        return;
    }
    const auto holder = Agent::holder(m_services.paths());
    //: a program, its number
    m_card->setAgent(holder ? tr("%1 (process %2) sends alerts, enforces budgets and renews leases.").arg(holder->program).arg(holder->pid)
                            : QString());
}

void AlertSettingsController::showSettings()
{
    showAgent();
    const auto settings = loadAlertSettings(m_services.paths());
    const auto webhook = loadWebhook(m_services.paths());
    if (settings)
        m_card->setSettings(*settings);
    m_card->setWebhookHost(webhook ? webhook->host() : QString());
    if (!settings || !webhook)
        m_card->setError(settings ? webhook.error().what : settings.error().what);
}

void AlertSettingsController::keep(const Result<void> &kept)
{
    m_card->setError(kept ? QString() : kept.error().what);
    if (kept)
        m_watch.reloadSettings();
}

void AlertSettingsController::test()
{
    if (m_testing > 0)
        return;
    const AlertSettings &settings = m_watch.settings();
    const AlertNotice notice = testNotice(QDateTime::currentDateTimeUtc());
    m_results.clear();
    m_isTestGood = true;
    m_card->setTesting(true);
    const auto done = [this](const QString &way, const QString &problem) {
        m_isTestGood = m_isTestGood && problem.isEmpty();
        //: where a test went, then what came of it
        m_results << tr("%1: %2").arg(way, problem.isEmpty() ? tr("sent") : problem);
        if (--m_testing > 0)
            return;
        m_card->setTesting(false);
        m_card->setTestResult(m_results.join(u'\n'), m_isTestGood);
    };
    m_testing = int(settings.ways.size());
    for (const AlertChannel way : settings.ways) {
        switch (way) {
        case AlertChannel::Desktop:
            Q_EMIT noticed(notice.title(), notice.alerts.first().detail);
            done(tr("Desktop"), {});
            break;
        case AlertChannel::Command:
            whenDone(m_watch.notifier().runCommand(settings.command, notice), this, [done](const Result<QString> &ran) {
                done(tr("Command"), ran ? QString() : (ran.error().what + u'\n' + ran.error().detail).trimmed());
            });
            break;
        case AlertChannel::Webhook: {
            const auto address = loadWebhook(m_services.paths());
            if (!address) {
                done(tr("Webhook"), address.error().what);
                break;
            }
            whenDone(m_watch.notifier().send(*address, settings.format, notice), this,
                     [done](const Result<void> &sent) { done(tr("Webhook"), sent ? QString() : sent.error().what); });
            break;
        }
        }
    }
    if (settings.ways.isEmpty()) {
        m_card->setTesting(false);
        m_card->setTestResult(tr("No notification channel is set: choose one above."), false);
    }
}

}  // namespace trainyard

#include "moc_alertsettingscontroller.cpp"
