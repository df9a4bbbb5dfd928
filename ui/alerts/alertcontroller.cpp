// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/alertcontroller.h"

#include "core/agent/alertwatch.h"
#include "core/service/runs/services.h"
#include "ui/alerts/alertspage.h"

namespace trainyard {

namespace {

constexpr int kMaxShown = 200;

}  // namespace

AlertController::AlertController(Services &services, AlertWatch &watch, QObject *parent)
    : QObject(parent), m_services(services), m_watch(watch)
{
    connect(&m_watch, &AlertWatch::changed, this, &AlertController::show);
    connect(&m_watch, &AlertWatch::failed, this, &AlertController::failed);
}

void AlertController::setPage(AlertsPage *page)
{
    m_page = page;
    connect(page, &AlertsPage::acknowledged, this, [this](AlertId id) { m_watch.acknowledge(id); });
    connect(page, &AlertsPage::openRunRequested, this, &AlertController::openRunRequested);
    connect(page, &AlertsPage::budgetsRequested, this, &AlertController::budgetsRequested);
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
    // Open alerts may be older than the newest few hundred.
    QList<Alert> alerts = m_watch.open();
    for (const Alert &alert : *recent) {
        if (!alert.isOpen())
            alerts << alert;
    }
    m_page->setAlerts(alerts, QDateTime::currentDateTimeUtc());
}

}  // namespace trainyard

#include "moc_alertcontroller.cpp"
