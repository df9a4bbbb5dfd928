// The line above every page: what runs and what is connected. Each segment is a button to its details.
//
// Object names: topStrip, runsGoingSegment, connectionsSegment, transfersSegment, sandboxSegment.
#pragma once

#include <QWidget>

class QToolButton;

namespace trainyard {

class StripSegment;
struct TransferTotals;

class TopStrip : public QWidget {
    Q_OBJECT
public:
    explicit TopStrip(QWidget *parent = nullptr);

    void setRunsGoing(int count);
    void setConnections(int connected, int connecting, int unreachable);
    void setTransfers(const TransferTotals &totals);
    void setSandboxRunning(bool isRunning);

Q_SIGNALS:
    void runsRequested();
    void machinesRequested();
    void transfersRequested();
    void sandboxRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    StripSegment *m_runs, *m_connections, *m_transfers, *m_sandbox;
};

}  // namespace trainyard
