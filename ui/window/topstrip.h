// SPDX-License-Identifier: GPL-3.0-or-later
// The line above every page: what runs and what is connected. Each segment is a button to its details.
//
// Object names: topStrip, runsGoingSegment, nowSegment, todaySegment, monthSegment, alertsSegment, connectionsSegment, transfersSegment, sandboxSegment, paletteSegment.
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

    // What is rented costs; while nothing was spent this month, the way to the budgets.
    void setMeter(const MeterNow &meter);
    void setRunsGoing(int count);
    void setAlerts(int count, bool isCritical);  // open ones that are not acknowledged; a bell without words when there is none
    void setAlertsShown(bool isShown);           // their page is: the rail has no entry for it
    void setConnections(int connected, int connecting, int unreachable);
    void setTransfers(const TransferTotals &totals);
    // One that neither runs nor has died is not spoken of.
    void setSandbox(bool isRunning, bool hasDied);
    // Costs that find no room are left out, the others become icons.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void costsRequested();
    void runsRequested();
    void alertsRequested();
    void machinesRequested();
    void transfersRequested();
    void sandboxRequested();
    void paletteRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
    void showNothingBilled();

    bool m_hasCosts = false;
    StripSegment *m_now, *m_today, *m_month;
    StripSegment *m_runs, *m_alerts, *m_connections, *m_transfers, *m_sandbox, *m_palette;
};

}  // namespace trainyard
