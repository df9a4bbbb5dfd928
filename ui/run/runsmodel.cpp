// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runsmodel.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/common/columnalignment.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trainyard {

namespace {

QList<QList<Run>> groupedByLineage(const QList<Run> &runs)
{
    QList<QList<Run>> groups;
    QHash<QString, qsizetype> at;
    for (const Run &run : runs) {
        const auto known = at.constFind(run.lineage);
        if (known != at.constEnd()) {
            groups[*known] << run;
            continue;
        }
        at.insert(run.lineage, groups.size());
        groups << QList<Run>{run};
    }
    return groups;
}

bool isRight(int column)
{
    return column == RunsModel::LossColumn || column == RunsModel::LowestColumn || column == RunsModel::DurationColumn
           || column == RunsModel::CostColumn;
}

}  // namespace

void RunsModel::setRuns(const QList<Run> &runs, const QDateTime &now)
{
    setMoment(now);
    const QList<QList<Run>> groups = groupedByLineage(runs);
    const auto isSame = [](const QList<Run> &one, const QList<Run> &other) {
        return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const Run &a, const Run &b) { return a.id == b.id; });
    };
    if (groups.size() == m_groups.size()
        && std::all_of(m_groups.begin(), m_groups.end(), [&](const Group &group) { return isSame(group.attempts, groups[group.place]); })) {
        for (Group &group : m_groups)
            group.attempts = groups[group.place];
        changeColumns(0, ColumnCount - 1);
        sortIfNeeded();
        return;
    }
    beginResetModel();
    m_groups.clear();
    for (const QList<Run> &attempts : groups)
        m_groups << Group{attempts, m_groups.size()};
    m_groups = sorted();
    QSet<RunId> there;
    for (const Run &run : runs)
        there.insert(run.id);
    m_ticked.intersect(there);
    endResetModel();
    Q_EMIT ticksChanged();
}

QList<RunsModel::Group> RunsModel::sorted() const
{
    QList<Group> groups = m_groups;
    std::sort(groups.begin(), groups.end(), [](const Group &a, const Group &b) { return a.place < b.place; });
    std::vector<RunFields> newest;
    newest.reserve(size_t(groups.size()));
    for (const Group &group : std::as_const(groups))
        newest.push_back(fieldsOf(group.attempts.first()));
    QList<Group> inOrder;
    inOrder.reserve(groups.size());
    for (const qsizetype position : sortedRuns(newest, m_order))
        inOrder << groups[position];
    return inOrder;
}

void RunsModel::setOrder(const RunOrder &order)
{
    m_order = order;
    sortIfNeeded();
}

void RunsModel::sortIfNeeded()
{
    QList<Group> inOrder = sorted();
    if (std::equal(inOrder.begin(), inOrder.end(), m_groups.begin(), m_groups.end(),
                   [](const Group &a, const Group &b) { return a.place == b.place; }))
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    std::vector<int> rowOfPlace(size_t(inOrder.size()));
    for (qsizetype row = 0; row < inOrder.size(); ++row)
        rowOfPlace[size_t(inOrder[row].place)] = int(row);
    const auto moved = [&](int row) { return rowOfPlace[size_t(m_groups[row].place)]; };
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex &index : before) {
        after << (index.internalId() > 0 ? createIndex(index.row(), index.column(), quintptr(moved(int(index.internalId()) - 1)) + 1)
                                         : createIndex(moved(index.row()), index.column(), quintptr(0)));
    }
    m_groups = std::move(inOrder);
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void RunsModel::setMoment(const QDateTime &now)
{
    m_now = now;
    m_nowMs = now.toMSecsSinceEpoch();
}

void RunsModel::setNow(const QDateTime &now)
{
    setMoment(now);
    changeColumns(StartedColumn, DurationColumn);
    if (m_order.column == DurationColumn)
        sortIfNeeded();
}

void RunsModel::setGlances(const QHash<RunId, RunGlance> &glances)
{
    if (glances == m_glances)
        return;
    m_glances = glances;
    changeColumns(LossColumn, RemainingColumn);
    if (m_order.column >= LossColumn && m_order.column <= RemainingColumn)
        sortIfNeeded();
}

void RunsModel::setMeter(const MeterNow &meter)
{
    m_meter = meter;
    changeColumns(CostColumn, CostColumn);
    if (m_order.column == CostColumn)
        sortIfNeeded();
}

void RunsModel::changeColumns(int first, int last)
{
    if (m_groups.isEmpty())
        return;
    Q_EMIT dataChanged(index(0, first), index(int(m_groups.size()) - 1, last));
    for (int row = 0; row < m_groups.size(); ++row) {
        if (const int attempts = rowCount(index(row, 0)); attempts > 0)
            Q_EMIT dataChanged(index(0, first, index(row, 0)), index(attempts - 1, last, index(row, 0)));
    }
}

// An attempt's internal id is its run's row + 1; a run's is 0.
QModelIndex RunsModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : quintptr(0));
}

QModelIndex RunsModel::parent(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() > 0 ? createIndex(int(index.internalId()) - 1, 0, quintptr(0)) : QModelIndex();
}

int RunsModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    if (parent.internalId() > 0 || parent.column() > 0)
        return 0;
    const qsizetype attempts = m_groups[parent.row()].attempts.size();
    return attempts > 1 ? int(attempts) : 0;
}

int RunsModel::columnCount(const QModelIndex &) const { return ColumnCount; }

Qt::ItemFlags RunsModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return index.isValid() && index.column() == NameColumn ? flags | Qt::ItemIsUserCheckable : flags;
}

const Run &RunsModel::runAt(const QModelIndex &index) const
{
    return index.internalId() > 0 ? m_groups[int(index.internalId()) - 1].attempts[index.row()] : m_groups[index.row()].attempts.first();
}

RunFields RunsModel::fieldsAt(const QModelIndex &index) const { return fieldsOf(runAt(index)); }

std::vector<RunFields> RunsModel::fields() const
{
    std::vector<RunFields> all;
    for (const Group &group : m_groups) {
        for (const Run &run : group.attempts)
            all.push_back(fieldsOf(run));
    }
    return all;
}

RunFields RunsModel::fieldsOf(const Run &run) const
{
    const auto glance = m_glances.constFind(run.id);
    return {&run, glance == m_glances.constEnd() ? nullptr : &*glance, run.isSimulated ? QList<Money>() : m_meter.costOf(run.id), m_nowMs};
}

int RunsModel::attemptsOf(const QModelIndex &index) const { return rowCount(index.siblingAtColumn(0)); }

QList<RunId> RunsModel::ticked() const
{
    QList<RunId> ids;
    for (const Group &group : m_groups) {
        for (const Run &run : group.attempts) {
            if (m_ticked.contains(run.id))
                ids << run.id;
        }
    }
    return ids;
}

void RunsModel::clearTicks()
{
    m_ticked.clear();
    changeColumns(NameColumn, NameColumn);
    Q_EMIT ticksChanged();
}

bool RunsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || index.column() != NameColumn || role != Qt::CheckStateRole)
        return false;
    // By id: the row of a run and that of its newest attempt share one tick.
    if (value.toInt() == Qt::Checked)
        m_ticked.insert(runAt(index).id);
    else
        m_ticked.remove(runAt(index).id);
    changeColumns(NameColumn, NameColumn);
    Q_EMIT ticksChanged();
    return true;
}

Glance RunsModel::glanceOf(const Run &run) const
{
    const auto found = m_glances.constFind(run.id);
    return found == m_glances.constEnd() ? Glance() : Glance(*found);
}

QString RunsModel::text(const Run &run, int column) const
{
    switch (column) {
    case StateColumn: return badgeOf(run.state).text;
    case TagsColumn: return run.tags.join(u' ');
    case LossColumn: return lossText(glanceOf(run));
    case LowestColumn: {
        const auto lowest = runNumber(RunField::Lowest, fieldsOf(run));
        return lowest ? formatNumber(*lowest, 4) : QStringLiteral("–");
    }
    case ProgressColumn: return progressText(glanceOf(run));
    case RemainingColumn: return remainingText(run, glanceOf(run));
    case MachineColumn: return run.head().machineName;
    case ProjectColumn: return run.project.isEmpty() ? QStringLiteral("–") : run.project;
    case NoteColumn: return run.note.simplified();
    case StartedColumn: return run.started.isValid() ? formatMoment(run.started, m_now) : QStringLiteral("–");
    case DurationColumn: return elapsedText(run, m_now);
    case CostColumn: {
        if (run.isSimulated)
            return tr("no cost");
        QStringList costs;
        for (const Money &cost : m_meter.costOf(run.id))
            costs << formatMoney(cost);
        return costs.isEmpty() ? QStringLiteral("–") : costs.join(QStringLiteral(" + "));
    }
    case ExitColumn: return exitText(run);
    default: return {};
    }
}

QString RunsModel::secondLine(const QModelIndex &index, const Run &run) const
{
    if (index.column() == MachineColumn)
        return run.image.isEmpty() ? engineName(run.engine) : engineName(run.engine) + tr(" · ", "between facts") + run.image;
    if (index.column() != NameColumn)
        return {};
    const int attempts = attemptsOf(index);
    QStringList facts{attempts > 0                ? tr("%n attempt(s)", nullptr, attempts)
                      : run.resumedFrom.isEmpty() ? tr("attempt %1").arg(run.attempt)
                                                  : tr("attempt %1, resumed").arg(run.attempt)};
    if (index.internalId() > 0)
        facts = {run.resumedFrom.isEmpty() ? tr("from the beginning") : tr("resumed from %1").arg(run.resumedFrom.section(u'/', -1))};
    else if (!run.note.isEmpty())
        facts << run.note.simplified();
    if (run.isArchived && index.internalId() == 0)
        facts << tr("archived");
    return facts.join(tr(" · ", "between facts"));
}

QVariant RunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Run &run = runAt(index);
    const bool isAttempt = index.internalId() > 0;
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == NameColumn)
            return isAttempt ? tr("Attempt %1").arg(run.attempt) : run.name;
        return text(run, index.column());
    case Qt::CheckStateRole:
        return index.column() == NameColumn ? QVariant(int(m_ticked.contains(run.id) ? Qt::Checked : Qt::Unchecked)) : QVariant();
    case RunStateRole: return int(run.state);
    case SimulatedRole: return run.isSimulated;
    case ProgressRole: {
        const auto part = progressPart(glanceOf(run));
        return part ? QVariant(*part) : QVariant();
    }
    case CurveRole: {
        const Glance glance = glanceOf(run);
        return glance ? QVariant::fromValue(glance->losses) : QVariant();
    }
    case TagsRole: return run.tags;
    case PinnedRole: return run.isPinned && !isAttempt;
    case Qt::TextAlignmentRole: return columnAlignment(isRight(index.column()));
    case Qt::ToolTipRole:
        if (index.column() == NameColumn)
            return (run.note.isEmpty() ? run.id.text() : run.id.text() + u'\n' + run.note)
                .toHtmlEscaped()
                .replace(u'\n', QLatin1String("<br>"))
                .prepend(QLatin1String("<qt>"));
        return run.message.toHtmlEscaped();
    case SecondLineRole: return secondLine(index, run);
    case Qt::AccessibleTextRole:
        if (index.column() == NameColumn)
            return (run.isPinned ? tr("%1, attempt %2, %3 on %4, pinned") : tr("%1, attempt %2, %3 on %4"))
                .arg(run.name)
                .arg(run.attempt)
                .arg(badgeOf(run.state).text, run.head().machineName);
        return text(run, index.column());
    default: return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return besidesHeading(orientation, role, isRight(section));
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
    case NoteColumn: return tr("Note");
    default: return {};
    }
}

}  // namespace trainyard

#include "moc_runsmodel.cpp"
