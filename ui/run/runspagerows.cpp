// SPDX-License-Identifier: GPL-3.0-or-later
// The page's panel of the selected run, its rows as text, and what its rows need to be read.
#include "ui/common/badge.h"
#include "ui/common/keytable.h"
#include "ui/common/runrowdelegate.h"
#include "ui/run/comparecontroller.h"
#include "ui/run/comparecurves.h"
#include "ui/run/rundetails.h"
#include "ui/run/runextras.h"
#include "ui/run/runfilterfield.h"
#include "ui/run/runmenu.h"
#include "ui/run/runsidepanel.h"
#include "ui/run/runsmodel.h"
#include "ui/run/runspage.h"
#include "ui/run/runsview.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr int kPageWithPanel = 1140;  // design pixels; narrower pages have no room for it
constexpr qint64 kDetailsAge = 5000;  // ms

}  // namespace

void RunsPage::chooseOnly(const Run &run)
{
    m_menu->setRun(run, !run.head().machineId.isSet());
    m_menu->setChosen({run.lineage}, std::any_of(m_runs.cbegin(), m_runs.cend(), [&run](const Run &other) {
                          return other.lineage == run.lineage && !hasEnded(other.state);
                      }));
}

void RunsPage::setPanelShown(bool isShown)
{
    m_isPanelOn = isShown;
    updatePanel();
}

void RunsPage::togglePanel()
{
    if (width() < dp(kPageWithPanel))
        return;
    setPanelShown(!m_isPanelOn);
    Q_EMIT panelShown(m_isPanelOn);
}

void RunsPage::showCurves(bool isShown)
{
    m_curves->setVisible(isShown);
    askForCurves();
}

void RunsPage::askForCurves()
{
    const QList<RunId> wanted = m_curvesButton->isChecked() ? chosenRuns().mid(0, kMostComparedRuns) : QList<RunId>();
    if (wanted == m_curvesOf)
        return;
    m_curvesOf = wanted;
    Q_EMIT curvesWanted(wanted);
}

void RunsPage::setCurves(const QList<ComparedRun> &runs, const QList<QHash<QString, RunCurve>> &curves, qsizetype left)
{
    m_curvesShown.clear();
    for (const ComparedRun &run : runs)
        m_curvesShown << RunId(run.id);
    m_curves->setRuns(runs, labelsOf(runs), curves, left > 0);
}

void RunsPage::updatePanel()
{
    const bool hasRoom = width() >= dp(kPageWithPanel), hasRuns = m_model->count() > 0;
    m_curvesButton->setVisible(hasRuns);
    m_panelButton->setVisible(hasRoom && hasRuns);
    m_panelButton->setChecked(m_isPanelOn);
    m_panel->setVisible(m_isPanelOn && hasRoom && hasRuns);
    if (m_panel->isHidden())
        return;
    const QModelIndex index = m_view->currentIndex();
    if (!index.isValid() || m_model->isGroup(index)) {
        m_panel->clear();
        return;
    }
    const auto cell = [&index](int column) { return index.siblingAtColumn(column).data().toString(); };
    const Run &run = runAt(index);
    BadgeLook state = badgeOf(run.state);
    if (index.data(RunCellOutOfTouchRole).toBool()) {
        state = outOfTouch(state);
        state.text = cell(RunsModel::StateColumn);
    }
    PanelRun shown{run,
                   state,
                   cell(RunsModel::DurationColumn),
                   cell(RunsModel::LossColumn),
                   cell(RunsModel::LowestColumn),
                   cell(RunsModel::BusyColumn),
                   cell(RunsModel::CostColumn),
                   false,
                   {}};
    if (const auto figures = m_model->figures().constFind(run.id); figures != m_model->figures().constEnd()) {
        shown.hasTask = (*figures)->hasTask;
        shown.parameters = (*figures)->parameters;
    }
    for (const RunId &id : m_model->ticked()) {
        const auto other = m_model->figures().constFind(id);
        if (id == run.id || !shown.hasTask || other == m_model->figures().constEnd() || !(*other)->hasTask)
            continue;
        const QModelIndex at = m_model->indexOf(id);
        shown.otherName = at.isValid() && runAt(at).id == id ? runAt(at).name : id.text();
        if (shown.otherName.isEmpty() || shown.otherName == run.name)
            shown.otherName = id.text();
        shown.otherParameters = (*other)->parameters;
        break;
    }
    const bool isOther = m_panel->runId() != run.id;
    m_panel->setRun(shown);
    // Once more after its end, for what happened last.
    if (isOther || (m_detailsMayGrow && m_detailsAge.hasExpired(kDetailsAge))) {
        m_detailsAge.start();
        m_detailsMayGrow = !hasEnded(run.state);
        Q_EMIT detailsWanted(run);
    }
}

void RunsPage::setDetails(const RunId &runId, const RunDetails &details)
{
    if (runId == m_panel->runId())
        m_panel->setDetails(details);
}

// Tabs between the cells, so that a spreadsheet takes them apart.
void RunsPage::copyRows()
{
    QModelIndexList rows = m_view->selectionModel()->selectedRows();
    rows.removeIf([this](const QModelIndex &row) { return m_model->isGroup(row); });
    if (rows.isEmpty())
        return;
    std::sort(rows.begin(), rows.end(),
              [this](const QModelIndex &a, const QModelIndex &b) { return m_view->visualRect(a).top() < m_view->visualRect(b).top(); });
    const QHeaderView *const header = m_view->header();
    QList<int> columns;
    for (int visual = 0; visual < header->count(); ++visual) {
        if (const int column = header->logicalIndex(visual); !header->isSectionHidden(column))
            columns << column;
    }
    const auto line = [&columns](const auto &textOf) {
        QStringList cells;
        for (const int column : columns)
            cells << textOf(column).simplified();
        return cells.join(u'\t');
    };
    QStringList lines{line([this](int column) { return m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(); })};
    for (const QModelIndex &row : std::as_const(rows)) {
        const bool isAttempt = row.data(RunCellNestedRole).toBool();
        lines << line([this, &row, isAttempt](int column) {
            const QString text = row.siblingAtColumn(column).data().toString();
            return isAttempt && column == RunsModel::NameColumn ? runAt(row).name + u' ' + text : text;
        });
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void RunsPage::setFigures(const FiguresByRun &figures, qsizetype left)
{
    m_left = left;
    m_model->setFigures(figures);
    updateShown();
}

QList<Run> RunsPage::runsOnScreen() const
{
    constexpr qsizetype kMost = 100;
    QList<Run> runs;
    const int bottom = m_view->viewport()->height();
    for (QModelIndex index = m_view->indexAt(QPoint(1, 1)); index.isValid() && runs.size() < kMost; index = m_view->indexBelow(index)) {
        if (m_view->visualRect(index.siblingAtColumn(0)).top() > bottom)
            break;
        if (!m_model->isGroup(index))
            runs << runAt(index);
    }
    return runs;
}

FigureParts RunsPage::wantedFigures() const
{
    FigureParts parts{m_wantsNames, m_listView.columns.contains(runColumnKey(RunsModel::BusyColumn)),
                      m_listView.columns.contains(runColumnKey(RunsModel::UsefulColumn))
                          || m_listView.order.column == RunsModel::UsefulColumn};
    for (const QString &key : m_listView.columns + QStringList{m_listView.order.extra}) {
        if (const auto extra = extraColumn(key); extra && extra->kind != ExtraKind::Parameter)
            parts.series = true;
    }
    parts.busy = parts.busy || m_listView.order.column == RunsModel::BusyColumn || !m_panel->isHidden();
    return parts;
}

// The order or the filter asks what only the files of each run say.
bool RunsPage::wantsAllFigures() const
{
    const int column = m_listView.order.column;
    return m_filter->filter().needsGlance() || (column >= RunsModel::LossColumn && column <= RunsModel::UsefulColumn)
           || column == RunsModel::ColumnCount;
}

}  // namespace trainyard
