// SPDX-License-Identifier: GPL-3.0-or-later
// The "Open…" button of a run: JupyterLab and TensorBoard as found in its log, any other port of its machine, and the open tunnels. Takes
// plain values, emits requests. Main thread. objectNames: "runOpen", "runOpenMenu", "runPortDialog"; actions "openPage", "openPort",
// "tunnelBrowse", "tunnelCopy", "tunnelClose".
#pragma once

#include "core/service/machines/servedpage.h"

#include <QPushButton>

namespace trainyard {

struct TunnelRow {
    quint16 localPort = 0;
    QString leadsTo;  // "localhost:8888"
    QString problem;  // empty while it works
    bool operator==(const TunnelRow &) const = default;
};

class OpenMenu : public QPushButton {
    Q_OBJECT
public:
    explicit OpenMenu(QWidget *parent = nullptr);

    void setLogFile(const QString &file) { m_logFile = file; }
    void setTunnels(const QList<TunnelRow> &tunnels) { m_tunnels = tunnels; }

Q_SIGNALS:
    void pageRequested(const trainyard::ServedPage &page);
    void portRequested(const QString &address);  // as typed; see parseTunnelAddress()
    void browserRequested(quint16 localPort);
    void closeRequested(quint16 localPort);

private:
    void fill();
    void askForPort();

    QString m_logFile;
    QList<TunnelRow> m_tunnels;
};

}  // namespace trainyard
