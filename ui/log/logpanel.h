// SPDX-License-Identifier: GPL-3.0-or-later
// The log with its head: what there is, find, whose lines and which, Follow, and a menu for the rest; below the head
// one sentence where there is something to say. The number of new lines while the user reads further up. objectNames:
// "logPanel", "logView", "logFind" (logfindfield.h), "logRanks", "logLevels", "logFollow", "logMore", "logMessage",
// "logNewLines". Main thread.
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
    // isComplete: the run has ended and all of its log is here.
    void setState(bool isLive, bool isComplete);
    void focusSearch();
    // When the lines were written; after setFile(), as they become known.
    void addSizes(const QList<trainyard::LogSize> &sizes);
    // Brings the line that holds this byte of the file into sight.
    void showOffset(qint64 offset);
    // Brings the last line written until then into sight, milliseconds since 1970 by the machine's clock.
    void showMoment(qint64 ms);
    // Without a dialog; as `save…` of the menu does with one.
    void saveTo(const QString &fileName, bool isAsShown);

Q_SIGNALS:
    void momentChosen(qint64 ms);  // a person asked for this moment in the charts

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
