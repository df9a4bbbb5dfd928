// SPDX-License-Identifier: GPL-3.0-or-later
// Two buttons with menus: the ranks and the lowest level that the log shows. objectNames: "logRanks", "logLevels"; the entries "rankAll",
// "rankNone", "rank0" …, "level0" … "level3".
#pragma once

#include "ui/log/logscanner.h"

#include <QWidget>

class QMenu;
class QPushButton;

namespace trainyard {

class LogChoiceButtons : public QWidget {
    Q_OBJECT
public:
    explicit LogChoiceButtons(QWidget *parent = nullptr);

    const LogChoice &choice() const { return m_choice; }
    void setKnown(const std::vector<bool> &ranks, bool hasLevels);  // the ranks and levels found in the log so far
    void reset();

Q_SIGNALS:
    void choiceChanged();  // by the user

private:
    void fillRanks();
    void fillLevels();
    void toggleRank(int rank);  // -1: lines without one
    void choose(const LogChoice &choice);
    void showChoice();

    QPushButton *m_ranks, *m_levels;
    QMenu *m_rankMenu, *m_levelMenu;
    LogChoice m_choice;
    std::vector<bool> m_known;
};

}  // namespace trainyard
