// SPDX-License-Identifier: GPL-3.0-or-later
// Finds hanging ranks: the last state that each rank reported, those behind listed first, and access to the stacks of the processes. Main
// thread. objectNames: "rankPanel", "rankTable", "rankStacks", "rankStacksText" (in the dialog "rankStacksDialog").
#pragma once

#include "core/observe/diagnosis/ranktable.h"
#include "ui/common/card.h"

class QPushButton;
class QTableWidget;

namespace trainyard {

class Label;

class RankPanel : public Card {
    Q_OBJECT
public:
    explicit RankPanel(QWidget *parent = nullptr);

    // `reason`: the sentence of the verdict. `machineMs`: the current time by the machine's clock.
    void setRanks(const QList<RankState> &ranks, const QString &reason, qint64 machineMs);
    void setAsking(bool isAsking);         // the machine is being asked
    void showStacks(const QString &text);  // as plain text

Q_SIGNALS:
    void stacksRequested();

private:
    Label *m_reason;
    QTableWidget *m_table;
    QPushButton *m_stacks;
    QList<RankState> m_ranks;
};

}  // namespace trainyard
