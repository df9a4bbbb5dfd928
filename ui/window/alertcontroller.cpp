// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/alertcontroller.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "core/storage/database/alertfiles.h"
#include "ui/alerts/alertsettingscard.h"
#include "ui/alerts/alertspage.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kMaxShown = 200;

}  // namespace

AlertController::AlertController(Services &services, Agent &agent, QObject *parent)
    : QObject(parent), m_services(services), m_agent(agent), m_watch(agent.alerts())
{
    connect(&m_watch, &AlertWatch::changed, this, [this] {
        show();
        Q_EMIT openChanged();
    });
    connect(&agent, &Agent::holderChanged, this, &AlertController::showAgent);
    connect(&agent, &Agent::actingChanged, this, &AlertController::showAgent);
    connect(&m_watch, &AlertWatch::desktopNoticeWanted, this, &AlertController::noticed);
    connect(&m_watch, &AlertWatch::failed, this, &AlertController::failed);
}

int AlertController::unseen() const
{
    const QList<Alert> &open = m_watch.open();
    return int(std::count_if(open.begin(), open.end(), [](const Alert &alert) { return !alert.acknowledged.isValid(); }));
}

AlertSeverity AlertController::gravest() const
{
    AlertSeverity worst = AlertSeverity::Info;
    for (const Alert &alert : m_watch.open()) {
        if (!alert.acknowledged.isValid())
            worst = std::max(worst, alert.severity);
    }
    return worst;
}

void AlertController::setPage(AlertsPage *page)
{
    m_page = page;
    connect(page, &AlertsPage::acknowledged, this, [this](AlertId id) { m_watch.acknowledge(id); });
    connect(page, &AlertsPage::openRunRequested, this, &AlertController::openRunRequested);
    connect(page, &AlertsPage::settingsRequested, this, &AlertController::settingsRequested);
    show();
}

void AlertController::show()
{
    if (!m_page)
        return;
    const auto recent = m_services.database().alerts.newest(kMaxShown);
    if (!recent) {
        Q_EMIT failed(recent.error());
        return;
    }
    // What is open may be older than the newest few hundred.
    QList<Alert> alerts = m_watch.open();
    for (const Alert &alert : *recent) {
        if (!alert.isOpen())
            alerts << alert;
    }
    m_page->setAlerts(alerts, QDateTime::currentDateTimeUtc());
}

void AlertController::setCard(AlertSettingsCard *card)
{
    m_card = card;
    connect(card, &AlertSettingsCard::settingsChanged, this,
            [this](const AlertSettings &settings) { keep(saveAlertSettings(m_services.paths(), settings)); });
    connect(card, &AlertSettingsCard::webhookChanged, this, [this](const WebhookAddress &address) {
        keep(saveWebhook(m_services.paths(), address));
        showSettings();
    });
    connect(card, &AlertSettingsCard::testRequested, this, &AlertController::test);
    showSettings();
}

void AlertController::showAgent()
{
    if (!m_card)
        return;
    if (m_agent.isActing()) {
        m_card->setAgent(tr("This window sends alerts, enforces budgets and renews leases."));
        return;
    }
    const auto holder = Agent::holder(m_services.paths());
    //: a program, its number
    m_card->setAgent(holder ? tr("%1 (process %2) sends alerts, enforces budgets and renews leases.").arg(holder->program).arg(holder->pid)
                            : QString());
}

void AlertController::showSettings()
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

void AlertController::keep(const Result<void> &kept)
{
    m_card->setError(kept ? QString() : kept.error().what);
    if (kept)
        m_watch.reloadSettings();
}

void AlertController::test()
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
        if (--m_testing > 0 || !m_card)
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
