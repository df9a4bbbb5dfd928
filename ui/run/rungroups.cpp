// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/rungroups.h"

#include "ui/run/runlistview.h"
#include "ui/run/runsmodel.h"
#include "ui/run/runsview.h"

#include <QActionGroup>
#include <QMenu>

namespace trainyard {

namespace {

// With more groups, nobody looks at them all: they begin folded.
constexpr int kMostUnfolded = 200;

}  // namespace

RunGroups::RunGroups(RunsView *view, RunsModel *model, QObject *parent) : QObject(parent), m_view(view), m_model(model) {}

void RunGroups::begin()
{
    connect(m_model, &QAbstractItemModel::layoutChanged, this, &RunGroups::unfold);
    connect(m_model, &QAbstractItemModel::modelReset, this, &RunGroups::unfold);
    connect(m_view, &QTreeView::expanded, this, [this](const QModelIndex &index) { note(index, false); });
    connect(m_view, &QTreeView::collapsed, this, [this](const QModelIndex &index) { note(index, true); });
}

QString RunGroups::title(RunGrouping grouping)
{
    switch (grouping) {
    case RunGrouping::None: return tr("No groups");
    case RunGrouping::Project: return tr("By project");
    case RunGrouping::Tag: return tr("By tag");
    case RunGrouping::Machine: return tr("By machine");
    case RunGrouping::Name: return tr("By name");
    case RunGrouping::State: return tr("By state");
    }
    return {};
}

void RunGroups::note(const QModelIndex &index, bool isFolded)
{
    if (m_isUnfolding || !m_model->isGroup(index))
        return;
    if (isFolded)
        m_folded.insert(m_model->groupName(index));
    else
        m_folded.remove(m_model->groupName(index));
}

// Groups that are new are unfolded, too.
void RunGroups::unfold()
{
    if (m_of != m_model->grouping()) {
        m_of = m_model->grouping();
        m_folded.clear();
        for (int row = kMostUnfolded; m_of != RunGrouping::None && row < m_model->rowCount(); ++row)
            m_folded.insert(m_model->groupName(m_model->index(row, 0)));
    }
    if (m_of == RunGrouping::None)
        return;
    m_isUnfolding = true;
    m_view->layOutLater();  // once, not for each group
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex group = m_model->index(row, 0);
        m_view->setExpanded(group, !m_folded.contains(m_model->groupName(group)));
    }
    m_isUnfolding = false;
}

void RunGroups::foldAll(bool isFolded)
{
    m_folded.clear();
    for (int row = 0; isFolded && row < m_model->rowCount(); ++row)
        m_folded.insert(m_model->groupName(m_model->index(row, 0)));
    unfold();
}

void RunGroups::fillMenu(QMenu *menu)
{
    menu->clear();
    auto *const choices = new QActionGroup(menu);
    for (const RunGrouping grouping :
         {RunGrouping::None, RunGrouping::Project, RunGrouping::Tag, RunGrouping::Machine, RunGrouping::Name, RunGrouping::State}) {
        QAction *const entry = menu->addAction(title(grouping));
        entry->setObjectName(QStringLiteral("runsGroup_") + runGroupingWord(grouping));
        entry->setCheckable(true);
        entry->setChecked(grouping == m_model->grouping());
        choices->addAction(entry);
        connect(entry, &QAction::triggered, this, [this, grouping] { Q_EMIT chosen(grouping); });
    }
    if (m_model->grouping() == RunGrouping::None)
        return;
    menu->addSeparator();
    for (const bool isFolded : {true, false}) {
        QAction *const entry = menu->addAction(isFolded ? tr("Fold all groups") : tr("Unfold all groups"));
        entry->setObjectName(isFolded ? QStringLiteral("runsFoldAll") : QStringLiteral("runsUnfoldAll"));
        connect(entry, &QAction::triggered, this, [this, isFolded] { foldAll(isFolded); });
    }
}

}  // namespace trainyard

#include "moc_rungroups.cpp"
