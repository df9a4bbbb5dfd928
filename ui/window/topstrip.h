// SPDX-License-Identifier: GPL-3.0-or-later
// The line above every page: what is running and connected. Each segment is a button to its details.
//
// Object names: topStrip, runsGoingSegment, nowSegment, todaySegment, monthSegment, alertsSegment, connectionsSegment, transfersSegment,
// outdatedSegment, sandboxSegment, paletteSegment.
#pragma once

#include <QWidget>

class QToolButton;

namespace trainyard {

class StripSegment;
struct MeterNow;
struct TransferTotals;

class TopStrip : public QWidget {
    Q_OBJECT
public:
    explicit TopStrip(QWidget *parent = nullptr);

    // Shows the cost of rented machines; while nothing was spent this month, a link to the budgets.
    void setMeter(const MeterNow &meter);
    void setRunsGoing(int count);
    void setAlerts(int count, bool isCritical);  // open and unacknowledged ones; a bell without text if there are none
    void setAlertsShown(bool isShown);           // whether the alerts page is shown, which has no entry in the rail
    void setConnections(int connected, int connecting, int unreachable);
    void setTransfers(const TransferTotals &totals);
    // From now on: a newer Trainyard has taken the database over, and this program no longer acts. `what`: what to do.
    // In place of the sandbox, whose segment stays hidden.
    void setOutdated(const QString &what);
    // Hidden if it is neither running nor has died.
    void setSandbox(bool isRunning, bool hasDied);
    // What does not fit becomes icons with figures, least important first; today's costs and the palette are left out.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void costsRequested();
    void runsRequested();
    void alertsRequested();
    void machinesRequested();
    void transfersRequested();
    void outdatedRequested();
    void sandboxRequested();
    void paletteRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void adaptToText();
    void fit();
    void showNothingBilled();

    bool m_hasCosts = false;
    StripSegment *m_now, *m_today, *m_month;
    StripSegment *m_runs, *m_alerts, *m_connections, *m_transfers, *m_outdated, *m_sandbox, *m_palette;
};

}  // namespace trainyard
