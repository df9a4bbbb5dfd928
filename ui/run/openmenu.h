// SPDX-License-Identifier: GPL-3.0-or-later
// The "Open…" button of a run: its folder in an editor, JupyterLab and TensorBoard as found in its log, any other port of its machine, and
// the open tunnels. Takes plain values, emits requests. Main thread. objectNames: "runOpen", "runOpenMenu", "runPortDialog"; actions
// "openEditor", "openEditorEntry", "openJupyter", "stopJupyter", "openPage", "openPort", "tunnelBrowse", "tunnelCopy", "tunnelClose".
#pragma once

#include "core/service/machines/servedpage.h"

#include <QPushButton>
#include <QStringList>

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
    // `whyNot`: the reason why Jupyter cannot be opened now; empty = it can be.
    void setJupyter(bool isRunning, const QString &whyNot);
    void setTunnels(const QList<TunnelRow> &tunnels) { m_tunnels = tunnels; }

    // Names of the editors that are installed. `entry`: the host in the SSH configuration that Trainyard wrote for them; empty: none.
    void setEditors(const QStringList &names, const QString &entry);

Q_SIGNALS:
    void aboutToOpen();  // the menu will be filled
    void editorRequested(const QString &name);
    void entryRemovalRequested();
    void jupyterRequested();
    void jupyterStopRequested();
    void pageRequested(const trainyard::ServedPage &page);
    void portRequested(const QString &address);  // as typed; see parseTunnelAddress()
    void browserRequested(quint16 localPort);
    void closeRequested(quint16 localPort);

private:
    void fill();
    void addEditors();
    void addJupyter();
    void askForPort();

    QString m_logFile;
    QList<TunnelRow> m_tunnels;
    QStringList m_editors;
    QString m_entry;
    bool m_isJupyterRunning = false;
    QString m_whyNoJupyter;
};

}  // namespace trainyard
