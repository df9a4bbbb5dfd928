// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/recentrunsmodel.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/common/columnalignment.h"
#include "ui/common/runrowdelegate.h"
#include "ui/page/runcost.h"

namespace trainyard {

namespace {

bool isRight(int column)
{
    return column == RecentRunsModel::LossColumn || column == RecentRunsModel::ElapsedColumn || column == RecentRunsModel::CostColumn;
}

RunCell cellOf(int column)
{
    switch (column) {
    case RecentRunsModel::RunColumn: return RunCell::Name;
    case RecentRunsModel::StateColumn: return RunCell::State;
    case RecentRunsModel::LossColumn: return RunCell::Loss;
    case RecentRunsModel::ProgressColumn: return RunCell::Progress;
    default: return RunCell::Text;
    }
}

}  // namespace

RecentRunsModel::RecentRunsModel(QObject *parent) : QAbstractTableModel(parent), m_now(QDateTime::currentDateTimeUtc()) {}

void RecentRunsModel::setRuns(const QList<Run> &runs)
{
    const auto ids = [](const QList<Run> &list) {
        QList<RunId> result;
        for (const Run &run : list)
            result.append(run.id);
        return result;
    };
    if (ids(runs) == ids(m_runs)) {
        m_runs = runs;
        if (!m_runs.isEmpty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    // The usual change is a few new runs on top.
    const qsizetype added = runs.size() - m_runs.size();
    if (added > 0 && ids(runs.mid(added)) == ids(m_runs)) {
        beginInsertRows({}, 0, int(added) - 1);
        m_runs = runs;
        endInsertRows();
        if (rowCount() > added)
            Q_EMIT dataChanged(index(int(added), 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_runs = runs;
    endResetModel();
}

void RecentRunsModel::setMeter(const MeterNow &meter)
{
    m_meter = meter;
    if (!m_runs.isEmpty())
        Q_EMIT dataChanged(index(0, CostColumn), index(rowCount() - 1, CostColumn));
}

void RecentRunsModel::setGlances(const QHash<RunId, RunGlance> &glances)
{
    if (glances == m_glances)
        return;
    m_glances = glances;
    if (!m_runs.isEmpty())
        Q_EMIT dataChanged(index(0, StateColumn), index(rowCount() - 1, RemainingColumn));
}

Glance RecentRunsModel::glanceOf(const Run &run) const
{
    const auto found = m_glances.constFind(run.id);
    return found == m_glances.constEnd() ? Glance() : Glance(*found);
}

void RecentRunsModel::setNow(const QDateTime &now)
{
    m_now = now;
    for (int row = 0; row < m_runs.size(); ++row)
        if (!hasEnded(m_runs[row].state))
            Q_EMIT dataChanged(index(row, ElapsedColumn), index(row, ElapsedColumn));
}

int RecentRunsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_runs.size()); }

int RecentRunsModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

QString RecentRunsModel::text(const Run &run, int column) const
{
    switch (column) {
    case RunColumn: return run.name;
    case StateColumn: return stateText(run, glanceOf(run));
    case StartedColumn: return run.started.isValid() ? formatMoment(run.started, m_now) : tr("not started");
    case LossColumn: return lossText(glanceOf(run));
    case ProgressColumn: return progressText(glanceOf(run));
    case RemainingColumn: return remainingText(run, glanceOf(run));
    case ElapsedColumn: return elapsedText(run, m_now);
    case ExitColumn: return exitText(run);
    case CostColumn: {
        const QString cost = runCostText(m_meter, run);
        return cost.isEmpty() ? QStringLiteral("–") : cost;
    }
    default: return {};
    }
}

QVariant RecentRunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_runs.size())
        return {};
    const Run &run = m_runs[index.row()];
    switch (role) {
    case Qt::DisplayRole: return text(run, index.column());
    case Qt::TextAlignmentRole: return columnAlignment(isRight(index.column()));
    case Qt::ToolTipRole:
        if (index.column() == StateColumn && isOutOfTouch(run, glanceOf(run)))
            return stateText(run, glanceOf(run)).toHtmlEscaped();
        return run.message.isEmpty() ? QVariant() : QVariant(run.message.toHtmlEscaped());
    case Qt::AccessibleTextRole:
        if (index.column() == RunColumn)
            return tr("%1 on %2, %3").arg(run.name, run.head().machineName, stateText(run, glanceOf(run)));
        return text(run, index.column());
    case RunIdRole: return run.id.text();
    case RunCellStateRole: return int(run.state);
    case RunCellOutOfTouchRole: return isOutOfTouch(run, glanceOf(run));
    case RunCellStalledRole: return stalledText(run, glanceOf(run));
    case RunCellSimulatedRole: return run.isSimulated;
    case RunCellKindRole: return int(cellOf(index.column()));
    case RunCellPinnedRole: return run.isPinned;
    case RunCellCurveRole: {
        const Glance glance = glanceOf(run);
        return glance ? QVariant::fromValue(glance->losses) : QVariant();
    }
    case RunCellProgressRole: {
        const auto part = progressPart(glanceOf(run));
        return part ? QVariant(*part) : QVariant();
    }
    case RunCellSecondLineRole:
        return run.attempt > 1 ? tr("%1, attempt %2").arg(run.head().machineName).arg(run.attempt) : run.head().machineName;
    default: return {};
    }
}

QVariant RecentRunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return besidesHeading(orientation, role, isRight(section));
    switch (section) {
    case RunColumn: return tr("Run");
    case StateColumn: return tr("State");
    case StartedColumn: return tr("Started");
    case LossColumn: return tr("Loss");
    case ProgressColumn: return tr("Progress");
    case RemainingColumn: return tr("Remaining");
    case ElapsedColumn: return tr("Duration");
    case ExitColumn: return tr("Exit");
    case CostColumn: return tr("Cost");
    default: return {};
    }
}

}  // namespace trainyard

#include "moc_recentrunsmodel.cpp"
