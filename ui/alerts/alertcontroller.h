// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the alerts page and carries out its requests through the alert watch.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"

#include <QObject>
#include <QPointer>

namespace trainyard {

class AlertsPage;
class AlertWatch;
class Services;

class AlertController : public QObject {
    Q_OBJECT
public:
    AlertController(Services &services, AlertWatch &watch, QObject *parent = nullptr);

    void setPage(AlertsPage *page);
    void show();  // shows open and past alerts on the page

Q_SIGNALS:
    void failed(const trainyard::Error &error);
    void openRunRequested(const RunId &runId);
    void budgetsRequested();
    void settingsRequested();

private:
    Services &m_services;
    AlertWatch &m_watch;
    QPointer<AlertsPage> m_page;
};

}  // namespace trainyard
