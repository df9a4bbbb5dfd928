// SPDX-License-Identifier: GPL-3.0-or-later
// The terminals that are open, each on a tab. Knows no services: its module opens the sessions. objectNames: "terminalPage", "terminalTabs",
// "newTerminalButton", "closeTerminalButton", "terminalMachinesButton", "terminalMachineMenu", "closeTerminalDialog".
#pragma once

#include "core/service/terminals/terminalsession.h"

#include <QWidget>

#include <memory>
#include <utility>

class QPushButton;
class QStackedWidget;
class QTabBar;

namespace trainyard {

class PageHeader;
class Placeholder;
class TerminalPane;

class TerminalPage : public QWidget {
    Q_OBJECT
public:
    explicit TerminalPage(QWidget *parent = nullptr);

    // Where a terminal can be opened while none is.
    void setMachines(const QList<std::pair<MachineId, QString>> &machines);
    // Opens a tab for it, brings it to the front and asks for its session.
    void add(const TerminalPlace &place, const QString &name);
    int count() const;
    TerminalPane *current() const;

Q_SIGNALS:
    void sessionRequested(trainyard::TerminalPane *pane);
    void machinesRequested();

private:
    void addAnother(QWidget *below);
    void askToClose(int index);
    void close(int index);
    void showTabs();
    void showChoice();
    void move(int step);
    TerminalPane *pane(int index) const;

    PageHeader *m_header;
    QTabBar *m_tabs;
    QStackedWidget *m_stack;
    Placeholder *m_placeholder;
    QPushButton *m_close, *m_new;
    QList<std::pair<MachineId, QString>> m_machines;
};

}  // namespace trainyard
