// SPDX-License-Identifier: GPL-3.0-or-later
// A machine coming up, stage by stage, with evidence, seconds and cost so far. Closing it lets the renting go on. Emits requests.
//
// Object names: rentProgressDialog, rentStage_<name>, rentCostSoFar, rentElapsed, rentUsual, rentOpensLaunch, rentGiveBackNow, rentContinue,
// rentAgain, rentFailure
#pragma once

#include "ui/common/dialog.h"
#include "ui/rent/rentgoing.h"

#include <QTimer>

class QCheckBox;
class QPushButton;
class QVBoxLayout;

namespace trainyard {

class Badge;
class Label;
class RentStageRow;

class RentProgressDialog : public Dialog {
    Q_OBJECT
public:
    explicit RentProgressDialog(const RentGoing &going, QWidget *parent = nullptr);

    void setGoing(const RentGoing &going);
    int number() const { return m_going.number; }
    void showAt(const QDateTime &now);  // the seconds and the cost

Q_SIGNALS:
    void launchWanted(bool isWanted);
    void giveBackRequested();
    void againRequested();

private:
    void buildSide(QVBoxLayout *column);

    RentGoing m_going;
    QList<RentStageRow *> m_rows;
    Label *m_title, *m_failure, *m_cost, *m_rate, *m_elapsed, *m_usual, *m_passed, *m_givenBack, *m_made;
    Badge *m_state;
    QCheckBox *m_launch;
    QPushButton *m_giveBack, *m_again, *m_continue;
    QTimer m_tick;
};

}  // namespace trainyard
