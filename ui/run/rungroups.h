// SPDX-License-Identifier: GPL-3.0-or-later
// The groups of the run list: the menu that chooses them, and which of them are folded. Main thread. objectNames of the menu's entries:
// "runsGroup_WORD" (see runGroupingWord()), "runsFoldAll", "runsUnfoldAll".
#pragma once

#include "ui/run/runarrangement.h"

#include <QObject>
#include <QSet>

class QMenu;

namespace trainyard {

class RunsModel;
class RunsView;

class RunGroups : public QObject {
    Q_OBJECT
public:
    RunGroups(RunsView *view, RunsModel *model, QObject *parent);

    void begin();  // the view has its model
    void fillMenu(QMenu *menu);
    static QString title(RunGrouping grouping);  // "By project"

Q_SIGNALS:
    void chosen(trainyard::RunGrouping grouping);

private:
    void unfold();
    void foldAll(bool isFolded);
    void note(const QModelIndex &index, bool isFolded);

    RunsView *m_view;
    RunsModel *m_model;
    QSet<QString> m_folded;  // names of groups
    RunGrouping m_of = RunGrouping::None;
    bool m_isUnfolding = false;
};

}  // namespace trainyard
