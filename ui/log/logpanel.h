// SPDX-License-Identifier: GPL-3.0-or-later
// The log with its header: status, find, ranks and levels, Follow, and a menu for the rest; below the header one sentence if there is
// something to report. Shows the number of new lines while the user reads further up. objectNames: "logPanel", "logView", "logFind"
// (logfindfield.h), "logRanks", "logLevels", "logFollow", "logMore", "logMessage", "logNewLines". Main thread.
#pragma once

#include "core/observe/metrics/sample.h"
#include "ui/common/card.h"

class QMenu;
class QPushButton;
class QToolButton;

namespace trainyard {

class ElidedLabel;
class LogChoiceButtons;
class LogFindField;
class LogSaver;
class LogView;

class LogPanel : public Card {
    Q_OBJECT
public:
    explicit LogPanel(QWidget *parent = nullptr);

    LogView *view() const { return m_view; }
    void setFile(const QString &fileName);
    void refresh();
    // isComplete: the run has ended and its whole log is here.
    void setState(bool isLive, bool isComplete);
    void focusSearch();
    // The times of the lines; after setFile(), as they become known.
    void addSizes(const QList<trainyard::LogSize> &sizes);
    // Scrolls to the line that holds this byte of the file.
    void showOffset(qint64 offset);
    // Scrolls to the last line written until this moment, in milliseconds since 1970 by the machine's clock.
    void showMoment(qint64 ms);
    // Saves without a dialog; the `save…` functions of the menu ask with one.
    void saveTo(const QString &fileName, bool isAsShown);

Q_SIGNALS:
    void momentChosen(qint64 ms);  // the user asked for this moment in the charts

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fillMenu();
    void askForLine();
    void askWhereToSave(bool isAsShown);
    void startSearch();
    void showCounts();
    void showHits();
    void say(const QString &sentence, bool isProblem);
    void placeNewLines();

    LogView *m_view;
    ElidedLabel *m_counts, *m_message;
    LogFindField *m_find;
    LogChoiceButtons *m_choice;
    LogSaver *m_saver;
    QWidget *m_messageRow;
    QPushButton *m_follow, *m_newLines, *m_cancel;
    QToolButton *m_more;
    QMenu *m_menu;
    bool m_isLive = false, m_isComplete = false;
};

}  // namespace trainyard
