// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of the run list say.
#include "ui/run/runsmodel.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/common/columnalignment.h"
#include "ui/common/plaintip.h"
#include "ui/page/runcost.h"

#include <algorithm>

namespace trainyard {

namespace {

const QString kNoCellValue = QStringLiteral("–");

RunCell kindOfColumn(int column)
{
    switch (column) {
    case RunsModel::NameColumn: return RunCell::Name;
    case RunsModel::StateColumn: return RunCell::State;
    case RunsModel::TagsColumn: return RunCell::Tags;
    case RunsModel::LossColumn: return RunCell::Loss;
    case RunsModel::ProgressColumn: return RunCell::Progress;
    case RunsModel::MachineColumn: return RunCell::TwoLines;
    default: return RunCell::Text;
    }
}

bool isAttemptRow(const RunsModel &model, const QModelIndex &index) { return index.parent().isValid() && !model.isGroup(index.parent()); }

// A note on one line, without the commonest marks of Markdown.
QString noteLine(const QString &note)
{
    QString line = note;
    for (const char *const mark : {"**", "__", "`", "# "})
        line.remove(QLatin1String(mark));
    return line.simplified();
}

}  // namespace

QString RunsModel::groupTitle(const ArrangedGroup &group) const
{
    if (!group.name.isEmpty())
        return m_grouping == RunGrouping::State ? badgeOf(runStateFromName(group.name).value_or(RunState::Unknown)).text : group.name;
    switch (m_grouping) {
    case RunGrouping::Project: return tr("No project");
    case RunGrouping::Tag: return tr("No tags");
    case RunGrouping::Machine: return tr("No machine");
    default: return tr("No name");
    }
}

const RunsModel::GroupFacts &RunsModel::factsOf(int group) const
{
    std::optional<GroupFacts> &known = m_groupFacts[size_t(group)];
    if (known)
        return *known;
    known.emplace();
    const ArrangedGroup &one = m_arranged.groups[size_t(group)];
    for (int slot = one.first; slot < one.first + one.count; ++slot) {
        const RunFields fields = fieldsOf(m_runs[size_t(m_arranged.rows[size_t(slot)].run)].first());
        known->active += hasEnded(fields.run->state) ? 0 : 1;
        if (const auto lowest = runNumber(RunField::Lowest, fields); lowest && (!known->lowest || *lowest < *known->lowest))
            known->lowest = lowest;
        for (const Money &cost : fields.costs) {
            const auto same = std::find_if(known->costs.begin(), known->costs.end(),
                                           [&cost](const Money &sum) { return sum.currency() == cost.currency(); });
            if (same == known->costs.end())
                known->costs << cost;
            else if (const auto sum = same->plus(cost))
                *same = *sum;
        }
    }
    return *known;
}

QVariant RunsModel::groupData(const QModelIndex &index, int role) const
{
    const ArrangedGroup &group = m_arranged.groups[size_t(index.row())];
    const QString title = groupTitle(group);
    const bool isName = index.column() == NameColumn, isCost = index.column() == CostColumn;
    switch (role) {
    case GroupRole: return true;
    case Qt::DisplayRole:
        return isName ? title : isCost && !factsOf(index.row()).costs.isEmpty() ? runCostText(factsOf(index.row()).costs, {}) : QString();
    case RunCellSecondLineRole: {
        if (!isName)
            return QString();
        const GroupFacts &facts = factsOf(index.row());
        QStringList parts{tr("%1 run(s)", nullptr, group.count).arg(formatCount(group.count))};
        if (facts.active > 0)
            parts << tr("%1 active").arg(formatCount(facts.active));
        if (facts.lowest)
            parts << tr("lowest loss %1").arg(formatNumber(*facts.lowest, 4));
        return parts.join(tr(" · ", "between facts"));
    }
    case Qt::TextAlignmentRole: return columnAlignment(isRight(index.column()));
    case Qt::ToolTipRole: return isName ? plainTip(title) : QString();
    case Qt::AccessibleTextRole: return isName ? tr("Group %1, %n run(s)", nullptr, group.count).arg(title) : data(index, Qt::DisplayRole);
    case Qt::CheckStateRole: {
        if (!isName)
            return {};
        const QList<RunId> ids = runsOf(index);
        const auto ticks = std::count_if(ids.begin(), ids.end(), [this](const RunId &id) { return m_ticked.contains(id); });
        return int(ticks == 0 ? Qt::Unchecked : ticks == ids.size() ? Qt::Checked : Qt::PartiallyChecked);
    }
    default: return {};
    }
}

Glance RunsModel::glanceOf(const Run &run) const
{
    const RunGlance *const glance = fieldsOf(run).glance;
    return glance ? Glance(*glance) : Glance();
}

// That of an active run follows its log; that of one that has ended is read once.
std::optional<double> RunsModel::usefulOf(const Run &run) const { return usefulPercent(fieldsOf(run)); }

QString RunsModel::text(const Run &run, int column) const
{
    switch (column) {
    case StateColumn: return stateText(run, glanceOf(run));
    case TagsColumn: return run.tags.join(u' ');
    case LossColumn: return lossText(glanceOf(run));
    case LowestColumn: {
        const auto lowest = runNumber(RunField::Lowest, fieldsOf(run));
        return lowest ? formatNumber(*lowest, 4) : QStringLiteral("–");
    }
    case ProgressColumn: return progressText(glanceOf(run));
    case RemainingColumn: return remainingText(run, glanceOf(run));
    case BusyColumn: {
        const RunFigures *const figures = figuresOf(run);
        const auto busy = figures && figures->busyPercent ? *figures->busyPercent : std::nullopt;
        return busy ? formatPercent(*busy) : kNoCellValue;
    }
    case UsefulColumn: {
        const auto useful = usefulOf(run);
        return useful ? formatPercent(*useful) : kNoCellValue;
    }
    case MachineColumn: return run.head().machineName;
    case ProjectColumn: return run.project.isEmpty() ? QStringLiteral("–") : run.project;
    case NoteColumn: return noteLine(run.note);
    case StartedColumn: return run.started.isValid() ? formatMoment(run.started, m_now) : QStringLiteral("–");
    case DurationColumn: return elapsedText(run, m_now);
    case CostColumn: {
        const QString cost = runCostText(m_meter, run);
        return cost.isEmpty() ? kNoCellValue : cost;
    }
    case ExitColumn: return exitText(run);
    default: break;
    }
    if (column < ColumnCount)
        return {};
    const QString value = extraValue(m_extras[column - ColumnCount], figuresOf(run)).text;
    return value.isEmpty() ? kNoCellValue : value;
}

bool RunsModel::isRight(int column) const
{
    if (column >= ColumnCount)
        return true;
    return column == LossColumn || column == LowestColumn || column == BusyColumn || column == UsefulColumn || column == DurationColumn
           || column == CostColumn;
}

QString RunsModel::secondLine(const QModelIndex &index, const Run &run) const
{
    if (index.column() == MachineColumn)
        return run.image.isEmpty() ? engineName(run.engine) : engineName(run.engine) + tr(" · ", "between facts") + run.image;
    if (index.column() != NameColumn)
        return {};
    const int attempts = attemptsOf(index);
    const bool isAttempt = isAttemptRow(*this, index);
    QStringList facts{attempts > 0                ? tr("%n attempt(s)", nullptr, attempts)
                      : run.resumedFrom.isEmpty() ? tr("attempt %1").arg(run.attempt)
                                                  : tr("attempt %1, resumed").arg(run.attempt)};
    if (run.pipeline)
        facts.prepend(tr("step %1").arg(pipelineStepText(*run.pipeline)));
    if (isAttempt)
        facts = {run.resumedFrom.isEmpty() ? tr("from the beginning") : tr("resumed from %1").arg(run.resumedFrom.section(u'/', -1))};
    else if (!run.note.isEmpty())
        facts << noteLine(run.note);
    if (run.isArchived && !isAttempt)
        facts << tr("archived");
    return facts.join(tr(" · ", "between facts"));
}

QString RunsModel::toolTip(const Run &run, int column) const
{
    if (column == NameColumn)
        return run.note.isEmpty() ? run.id.text() : run.id.text() + u'\n' + run.note;
    const QString why = text(run, column) == kNoCellValue ? whyUnknown(run, column) : QString();
    const QString about = !why.isEmpty()         ? QString()
                          : column == BusyColumn ? tr("The mean of its own GPUs over its time.")
                          : column == UsefulColumn
                              ? tr("The share of its time in which it trained: without the start, pauses, and steps done again "
                                   "after a restart. Its page lists them.")
                              : QString();
    const QString then = column == StateColumn && isOutOfTouch(run, glanceOf(run)) ? stateText(run, glanceOf(run)) : QString();
    QStringList parts{why, about, then, column >= ColumnCount && why.isEmpty() ? text(run, column) : QString(), run.message};
    parts.removeAll(QString());
    return parts.join(u'\n');
}

QString RunsModel::whyUnknown(const Run &run, int column) const
{
    const Glance glance = glanceOf(run);
    const RunFigures *const figures = figuresOf(run);
    const QString unread = tr("Its log has not been read yet.");
    switch (column) {
    case LossColumn:
    case LowestColumn: return glance ? tr("Its log has no loss.") : unread;
    case ProgressColumn: return glance ? tr("Its log has no steps.") : unread;
    case RemainingColumn:
        return hasEnded(run.state)                   ? tr("It has ended.")
               : !stalledText(run, glance).isEmpty() ? tr("No new step at the moment.")
               : glance                              ? tr("Not known yet: the log gives no total, or its pace is still uneven.")
                                                     : unread;
    case BusyColumn:
        return figures && figures->busyPercent ? tr("No GPU samples of this run are on this computer.")
                                               : tr("Its samples have not been read yet.");
    case UsefulColumn:
        return hasEnded(run.state) && !(figures && figures->usefulPercent) ? unread : tr("Its log has too few steps whose time is known.");
    case ProjectColumn: return tr("It belongs to no project.");
    case StartedColumn: return tr("It has not started.");
    case DurationColumn: return run.started.isValid() ? tr("When it ended is not known.") : tr("It has not started.");
    case CostColumn: return tr("No price is known for its machine. Enter what the machine costs on the Machines page.");
    case ExitColumn: return tr("It has not ended.");
    default: return column >= ColumnCount ? whyNoExtra(m_extras[column - ColumnCount], figures) : QString();
    }
}

QVariant RunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (isGroup(index))
        return groupData(index, role);
    const Run &run = runAt(index);
    const bool isAttempt = isAttemptRow(*this, index);
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == NameColumn)
            return isAttempt ? tr("Attempt %1").arg(run.attempt) : run.name;
        return text(run, index.column());
    case Qt::CheckStateRole:
        return index.column() == NameColumn ? QVariant(int(m_ticked.contains(run.id) ? Qt::Checked : Qt::Unchecked)) : QVariant();
    case RunCellStateRole: return int(run.state);
    case RunCellOutOfTouchRole: return isOutOfTouch(run, glanceOf(run));
    case RunCellStalledRole: return stalledText(run, glanceOf(run));
    case RunCellSimulatedRole: return run.isSimulated;
    case RunCellProgressRole: {
        const auto part = progressPart(glanceOf(run));
        return part ? QVariant(*part) : QVariant();
    }
    case RunCellCurveRole: {
        const Glance glance = glanceOf(run);
        return glance ? QVariant::fromValue(glance->losses) : QVariant();
    }
    case RunCellTagsRole: return run.tags;
    case RunCellPinnedRole: return run.isPinned && !isAttempt;
    case GroupRole: return false;
    case RunCellKindRole: return int(kindOfColumn(index.column()));
    case RunCellNestedRole: return isAttempt;
    case Qt::TextAlignmentRole: return columnAlignment(isRight(index.column()));
    case Qt::ToolTipRole: return plainTip(toolTip(run, index.column()));
    case RunCellSecondLineRole: return secondLine(index, run);
    case Qt::AccessibleTextRole:
        if (index.column() == NameColumn)
            return (run.isPinned ? tr("%1, attempt %2, %3 on %4, pinned") : tr("%1, attempt %2, %3 on %4"))
                .arg(run.name)
                .arg(run.attempt)
                .arg(stateText(run, glanceOf(run)), run.head().machineName);
        return text(run, index.column());
    default: return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return besidesHeading(orientation, role, isRight(section));
    if (section >= ColumnCount)
        return extraTitle(m_extras[section - ColumnCount]);
    switch (section) {
    case NameColumn: return tr("Run");
    case StateColumn: return tr("State");
    case TagsColumn: return tr("Tags");
    case LossColumn: return tr("Loss");
    case LowestColumn: return tr("Lowest", "loss");
    case ProgressColumn: return tr("Progress");
    case RemainingColumn: return tr("Remaining");
    case MachineColumn: return tr("Machine");
    case ProjectColumn: return tr("Project");
    case StartedColumn: return tr("Started");
    case DurationColumn: return tr("Duration");
    case CostColumn: return tr("Cost");
    case ExitColumn: return tr("Exit");
    case BusyColumn: return tr("GPU busy");
    case UsefulColumn: return tr("Useful time");
    case NoteColumn: return tr("Note");
    default: return {};
    }
}

}  // namespace trainyard
