// SPDX-License-Identifier: GPL-3.0-or-later
// One terminal of the page: what it shows, its find field, and a message about how it ended with the way to connect again. objectNames:
// "terminalView", "terminalFindField", "terminalFindPrevious", "terminalFindNext", "terminalFindClose", "terminalPasteDialog".
#pragma once

#include "core/service/terminals/terminalsession.h"

#include <QWidget>

#include <memory>

namespace trainyard {

class Label;
class MessageBar;
class SearchField;
class TerminalView;

class TerminalPane : public QWidget {
    Q_OBJECT
public:
    TerminalPane(const TerminalPlace &place, const QString &name, QWidget *parent = nullptr);
    ~TerminalPane() override;

    void setSession(std::unique_ptr<TerminalSession> session);
    const TerminalPlace &place() const { return m_place; }
    const QString &name() const { return m_name; }
    QString tabText() const;  // the name of the place, and the title that its program gave
    bool isOver() const;      // nothing runs in it any more
    TerminalView *view() const { return m_view; }

Q_SIGNALS:
    void changed();  // its text on the tab

private:
    void showState();
    void showFind(bool isShown);
    void find(bool isUpwards);
    void askToPaste(const QString &text);

    const TerminalPlace m_place;
    const QString m_name;
    std::unique_ptr<TerminalSession> m_session;
    MessageBar *m_messages;
    QWidget *m_findRow;
    SearchField *m_findField;
    Label *m_findResult;
    TerminalView *m_view;
};

}  // namespace trainyard
