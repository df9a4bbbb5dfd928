// SPDX-License-Identifier: GPL-3.0-or-later
// Open alerts with their remedies, followed by past alerts. Takes values and emits requests.
//
// Object names: alertsPage, openAlerts, earlierAlerts, alertSettingsButton; those of alertrow.h.
#pragma once

#include "core/model/ids.h"
#include "core/observe/alert/alert.h"

#include <QWidget>

class QVBoxLayout;

namespace trainyard {

class Label;
class MessageBar;
class PageHeader;
class Placeholder;

class AlertsPage : public QWidget {
    Q_OBJECT
public:
    explicit AlertsPage(QWidget *parent = nullptr);

    // Newest first, past alerts included. The page itself shows the most severe first.
    void setAlerts(const QList<Alert> &alerts, const QDateTime &now);
    MessageBar *messageBar() const;

Q_SIGNALS:
    void openRunRequested(const RunId &runId);
    void budgetsRequested();
    void acknowledged(AlertId id);
    void settingsRequested();

private:
    void showOpen(QList<Alert> open, const QDateTime &now);
    void showEarlier(const QList<Alert> &earlier, const QDateTime &now);

    PageHeader *m_header;
    QWidget *m_open, *m_earlier;
    QVBoxLayout *m_openRows, *m_earlierRows;
    Placeholder *m_placeholder;
    QWidget *m_rest = nullptr;
    QList<Alert> m_alerts;
    qint64 m_minute = -1;
};

}  // namespace trainyard
