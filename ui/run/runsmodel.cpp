// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runsmodel.h"

#include "ui/run/runlistview.h"

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

// What an index refers to is in the lowest two bits of its id.
enum IndexKind : quintptr { TopLevel, InGroup, Attempt };  // above them: nothing, the group, the slot of the run

quintptr idOf(IndexKind kind, int number) { return quintptr(number) << 2 | kind; }
IndexKind kindOfIndex(const QModelIndex &index) { return IndexKind(index.internalId() & 3); }
int numberOf(const QModelIndex &index) { return int(index.internalId() >> 2); }

std::vector<QList<Run>> groupedByLineage(const QList<Run> &runs)
{
    std::vector<QList<Run>> groups;
    QHash<QString, size_t> at;
    for (const Run &run : runs) {
        const auto known = at.constFind(run.lineage);
        if (known != at.constEnd()) {
            groups[*known] << run;
            continue;
        }
        at.insert(run.lineage, groups.size());
        groups.push_back({run});
    }
    return groups;
}

bool isSameRuns(const QList<Run> &one, const QList<Run> &other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const Run &a, const Run &b) { return a.id == b.id; });
}

// What a row is about, whatever the arrangement.
struct RowSubject {
    bool isGroup = false;
    QString group, lineage;
    RunId attempt;  // set: of an attempt's row
};

}  // namespace

void RunsModel::setRuns(const QList<Run> &runs, const QDateTime &now)
{
    setMoment(now);
    std::vector<QList<Run>> groups = groupedByLineage(runs);
    if (std::equal(groups.begin(), groups.end(), m_runs.begin(), m_runs.end(), isSameRuns)) {
        m_runs = std::move(groups);
        changeColumns(0, columnCount() - 1);
        rearrange();
        return;
    }
    QSet<RunId> there;
    for (const Run &run : runs)
        there.insert(run.id);
    m_ticked.intersect(there);
    if (m_runs.empty() || groups.empty()) {
        beginResetModel();
        m_runs = std::move(groups);
        m_arranged = arrangedRuns(allFields(), m_filter, m_order, m_grouping);
        m_groupFacts.assign(m_arranged.groups.size(), std::nullopt);
        endResetModel();
    } else {
        arrangeAnew([&] { m_runs = std::move(groups); });
    }
    Q_EMIT ticksChanged();
}

std::vector<std::vector<RunFields>> RunsModel::allFields() const
{
    std::vector<std::vector<RunFields>> all;
    all.reserve(m_runs.size());
    for (const QList<Run> &attempts : m_runs) {
        std::vector<RunFields> those;
        those.reserve(size_t(attempts.size()));
        for (const Run &run : attempts)
            those.push_back(fieldsOf(run));
        all.push_back(std::move(those));
    }
    return all;
}

void RunsModel::rearrange()
{
    if (arrangedRuns(allFields(), m_filter, m_order, m_grouping) != m_arranged)
        arrangeAnew([] {});
    else
        m_groupFacts.assign(m_arranged.groups.size(), std::nullopt);
}

void RunsModel::arrangeAnew(const std::function<void()> &change)
{
    Q_EMIT layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<RowSubject> subjects;
    for (const QModelIndex &index : before) {
        const int slot = slotOf(index);
        RowSubject subject;
        subject.isGroup = slot < 0;
        const int group = slot < 0 ? index.row() : m_arranged.rows[size_t(slot)].group;
        if (group >= 0)
            subject.group = m_arranged.groups[size_t(group)].name;
        if (slot >= 0) {
            const Run &run = runAt(index);
            subject.lineage = run.lineage;
            if (kindOfIndex(index) == Attempt)
                subject.attempt = run.id;
        }
        subjects.push_back(subject);
    }
    change();
    m_arranged = arrangedRuns(allFields(), m_filter, m_order, m_grouping);
    m_groupFacts.assign(m_arranged.groups.size(), std::nullopt);

    QHash<QString, int> groups, runs;  // by name; by lineage, where there are no groups
    QHash<std::pair<int, QString>, int> inGroups;
    if (!before.isEmpty()) {
        for (size_t group = 0; group < m_arranged.groups.size(); ++group)
            groups.insert(m_arranged.groups[group].name, int(group));
        for (size_t slot = 0; slot < m_arranged.rows.size(); ++slot) {
            const ArrangedRun &row = m_arranged.rows[slot];
            const QString &lineage = m_runs[size_t(row.run)].first().lineage;
            if (!runs.contains(lineage))
                runs.insert(lineage, int(slot));
            if (row.group >= 0)
                inGroups.insert({row.group, lineage}, int(slot));
        }
    }
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const RowSubject &subject = subjects[size_t(i)];
        if (subject.isGroup) {
            const int group = groups.value(subject.group, -1);
            after << (group < 0 ? QModelIndex() : createIndex(group, before[i].column(), idOf(TopLevel, 0)));
            continue;
        }
        // A run whose group is another one now is found there.
        const int slot = inGroups.value({groups.value(subject.group, -1), subject.lineage}, runs.value(subject.lineage, -1));
        QModelIndex now = slot < 0 ? QModelIndex() : indexOfSlot(slot, before[i].column());
        if (now.isValid() && subject.attempt.isSet()) {
            const QModelIndex run = now.siblingAtColumn(0);
            now = {};
            for (int row = 0; row < rowCount(run); ++row) {
                if (const QModelIndex attempt = index(row, before[i].column(), run); runAt(attempt).id == subject.attempt)
                    now = attempt;
            }
        }
        after << now;
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged();
}

void RunsModel::setOrder(const RunOrder &order)
{
    if (order == m_order)
        return;
    m_order = order;
    rearrange();
}

void RunsModel::setFilter(const RunFilter &filter)
{
    m_filter = filter;
    rearrange();
}

void RunsModel::setGrouping(RunGrouping grouping)
{
    if (std::exchange(m_grouping, grouping) != grouping)
        arrangeAnew([] {});
}

void RunsModel::setMoment(const QDateTime &now)
{
    m_now = now;
    m_nowMs = now.toMSecsSinceEpoch();
}

bool RunsModel::dependsOn(std::initializer_list<RunField> fields, std::initializer_list<int> columns) const
{
    return std::find(columns.begin(), columns.end(), m_order.column) != columns.end()
           || std::any_of(fields.begin(), fields.end(), [this](RunField field) { return m_filter.asksFor(field); });
}

void RunsModel::setNow(const QDateTime &now)
{
    setMoment(now);
    changeColumns(StartedColumn, DurationColumn);
    if (dependsOn({RunField::Duration, RunField::Started}, {DurationColumn}))
        rearrange();
}

void RunsModel::setGlances(const QHash<RunId, RunGlance> &glances)
{
    if (glances == m_glances)
        return;
    m_glances = glances;
    changeColumns(StateColumn, UsefulColumn);
    m_groupFacts.assign(m_arranged.groups.size(), std::nullopt);
    if (m_filter.needsGlance() || dependsOn({}, {LossColumn, LowestColumn, ProgressColumn, RemainingColumn, UsefulColumn}))
        rearrange();
}

void RunsModel::setFigures(const FiguresByRun &figures)
{
    m_figures = figures;
    changeColumns(LossColumn, UsefulColumn);
    if (!m_extras.isEmpty())
        changeColumns(ColumnCount, columnCount() - 1);
    m_groupFacts.assign(m_arranged.groups.size(), std::nullopt);
    if (m_filter.needsGlance()
        || dependsOn({}, {LossColumn, LowestColumn, ProgressColumn, RemainingColumn, BusyColumn, UsefulColumn, ColumnCount}))
        rearrange();
}

void RunsModel::setExtras(const QStringList &keys)
{
    if (keys == m_extraKeys)
        return;
    QList<ExtraColumn> extras;
    for (const QString &key : keys)
        extras << extraColumn(key).value_or(ExtraColumn());
    const auto change = [&] {
        m_extraKeys = keys;
        m_extras = extras;
    };
    if (const int more = int(keys.size() - m_extraKeys.size()); more > 0) {
        beginInsertColumns({}, columnCount(), columnCount() + more - 1);
        change();
        endInsertColumns();
    } else if (more < 0) {
        beginRemoveColumns({}, columnCount() + more, columnCount() - 1);
        change();
        endRemoveColumns();
    } else {
        change();
    }
    if (!extras.isEmpty()) {
        changeColumns(ColumnCount, columnCount() - 1);
        Q_EMIT headerDataChanged(Qt::Horizontal, ColumnCount, columnCount() - 1);
    }
}

QString RunsModel::keyOf(int column) const { return column < ColumnCount ? runColumnKey(column) : m_extraKeys.value(column - ColumnCount); }

int RunsModel::columnOf(const QString &key) const
{
    const qsizetype extra = m_extraKeys.indexOf(key);
    return extra >= 0 ? int(ColumnCount + extra) : runColumnNamed(key);
}

int RunsModel::columnOf(const RunOrder &order) const { return order.column == ColumnCount ? columnOf(order.extra) : order.column; }

const RunFigures *RunsModel::figuresOf(const Run &run) const
{
    const auto found = m_figures.constFind(run.id);
    return found == m_figures.constEnd() ? nullptr : found->get();
}

void RunsModel::setMeter(const MeterNow &meter)
{
    m_meter = meter;
    changeColumns(CostColumn, CostColumn);
    m_groupFacts.assign(m_arranged.groups.size(), std::nullopt);
    if (dependsOn({RunField::Cost}, {CostColumn}))
        rearrange();
}

void RunsModel::changeColumns(int first, int last)
{
    const auto change = [&](const QModelIndex &parent) {
        if (const int rows = rowCount(parent); rows > 0)
            Q_EMIT dataChanged(index(0, first, parent), index(rows - 1, last, parent));
    };
    change({});
    for (int group = 0; group < int(m_arranged.groups.size()); ++group)
        change(index(group, 0));
    for (int slot = 0; slot < int(m_arranged.rows.size()); ++slot) {
        if (m_runs[size_t(m_arranged.rows[size_t(slot)].run)].size() > 1)
            change(indexOfSlot(slot, 0));
    }
}

int RunsModel::slotOf(const QModelIndex &index) const
{
    switch (kindOfIndex(index)) {
    case InGroup: return m_arranged.groups[size_t(numberOf(index))].first + index.row();
    case Attempt: return numberOf(index);
    case TopLevel: break;
    }
    return m_arranged.groups.empty() ? index.row() : -1;
}

QModelIndex RunsModel::indexOfSlot(int slot, int column) const
{
    const int group = m_arranged.rows[size_t(slot)].group;
    return group < 0 ? createIndex(slot, column, idOf(TopLevel, 0))
                     : createIndex(slot - m_arranged.groups[size_t(group)].first, column, idOf(InGroup, group));
}

int RunsModel::attemptAt(int slot, int row) const
{
    const std::vector<int> &shown = m_arranged.rows[size_t(slot)].attempts;
    return shown.empty() ? row : shown[size_t(row)];
}

QModelIndex RunsModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, idOf(TopLevel, 0));
    const int slot = slotOf(parent);
    return createIndex(row, column, slot < 0 ? idOf(InGroup, parent.row()) : idOf(Attempt, slot));
}

QModelIndex RunsModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || kindOfIndex(index) == TopLevel)
        return {};
    return kindOfIndex(index) == InGroup ? createIndex(numberOf(index), 0, idOf(TopLevel, 0)) : indexOfSlot(numberOf(index), 0);
}

int RunsModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_arranged.groups.empty() ? m_arranged.rows.size() : m_arranged.groups.size());
    if (parent.column() > 0 || kindOfIndex(parent) == Attempt)
        return 0;
    const int slot = slotOf(parent);
    if (slot < 0)
        return m_arranged.groups[size_t(parent.row())].count;
    const ArrangedRun &row = m_arranged.rows[size_t(slot)];
    const qsizetype attempts = m_runs[size_t(row.run)].size();
    return attempts > 1 ? int(row.attempts.empty() ? size_t(attempts) : row.attempts.size()) : 0;
}

int RunsModel::columnCount(const QModelIndex &) const { return ColumnCount + int(m_extras.size()); }

Qt::ItemFlags RunsModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return index.isValid() && index.column() == NameColumn ? flags | Qt::ItemIsUserCheckable : flags;
}

bool RunsModel::isGroup(const QModelIndex &index) const { return index.isValid() && slotOf(index) < 0; }

QString RunsModel::groupName(const QModelIndex &index) const { return m_arranged.groups[size_t(index.row())].name; }

const Run &RunsModel::runAt(const QModelIndex &index) const
{
    const int slot = slotOf(index);
    const QList<Run> &attempts = m_runs[size_t(m_arranged.rows[size_t(slot)].run)];
    return kindOfIndex(index) == Attempt ? attempts[attemptAt(slot, index.row())] : attempts.first();
}

QList<RunId> RunsModel::runsOf(const QModelIndex &group) const
{
    QList<RunId> ids;
    for (int row = 0; row < rowCount(group); ++row)
        ids << runAt(index(row, 0, group)).id;
    return ids;
}

QModelIndex RunsModel::indexOf(const RunId &runId) const
{
    for (int slot = 0; slot < int(m_arranged.rows.size()); ++slot) {
        const QList<Run> &attempts = m_runs[size_t(m_arranged.rows[size_t(slot)].run)];
        if (attempts.first().id == runId)
            return indexOfSlot(slot, 0);
        if (std::none_of(attempts.begin(), attempts.end(), [&runId](const Run &run) { return run.id == runId; }))
            continue;
        const QModelIndex run = indexOfSlot(slot, 0);
        for (int row = 0; row < rowCount(run); ++row) {
            if (const QModelIndex attempt = index(row, 0, run); runAt(attempt).id == runId)
                return attempt;
        }
    }
    return {};
}

int RunsModel::countOf(const RunFilter &filter) const
{
    if (filter.conditions.isEmpty())
        return count();
    return int(std::count_if(m_runs.begin(), m_runs.end(), [&](const QList<Run> &attempts) {
        return std::any_of(attempts.begin(), attempts.end(), [&](const Run &run) { return matches(filter, fieldsOf(run)); });
    }));
}

std::vector<RunFields> RunsModel::fields() const
{
    std::vector<RunFields> all;
    for (const QList<Run> &attempts : m_runs) {
        for (const Run &run : attempts)
            all.push_back(fieldsOf(run));
    }
    return all;
}

RunFields RunsModel::fieldsOf(const Run &run) const
{
    const auto glance = m_glances.constFind(run.id);
    const RunFigures *const figures = figuresOf(run);
    return {&run,
            glance != m_glances.constEnd() ? &*glance
            : figures && figures->glance   ? &*figures->glance
                                           : nullptr,
            run.isSimulated ? QList<Money>() : m_meter.costOf(run.id), m_nowMs, figures};
}

int RunsModel::attemptsOf(const QModelIndex &index) const { return isGroup(index) ? 0 : rowCount(index.siblingAtColumn(0)); }

QList<RunId> RunsModel::ticked() const
{
    QList<RunId> ids;
    if (m_ticked.isEmpty())
        return ids;
    std::vector<char> isShown(m_runs.size(), 0);
    const auto take = [&](size_t run) {
        for (const Run &attempt : m_runs[run]) {
            if (m_ticked.contains(attempt.id))
                ids << attempt.id;
        }
    };
    for (const ArrangedRun &row : m_arranged.rows) {
        if (!std::exchange(isShown[size_t(row.run)], 1))
            take(size_t(row.run));
    }
    for (size_t run = 0; run < m_runs.size(); ++run) {
        if (!isShown[run])
            take(run);
    }
    return ids;
}

void RunsModel::clearTicks()
{
    m_ticked.clear();
    changeColumns(NameColumn, NameColumn);
    Q_EMIT ticksChanged();
}

// By id: the row of a run and that of its newest attempt share one tick.
void RunsModel::setTicked(const QList<RunId> &runIds, bool isTicked)
{
    for (const RunId &runId : runIds) {
        if (isTicked)
            m_ticked.insert(runId);
        else
            m_ticked.remove(runId);
    }
    changeColumns(NameColumn, NameColumn);
    Q_EMIT ticksChanged();
}

bool RunsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || index.column() != NameColumn || role != Qt::CheckStateRole)
        return false;
    setTicked(isGroup(index) ? runsOf(index) : QList<RunId>{runAt(index).id}, value.toInt() == Qt::Checked);
    return true;
}

}  // namespace trainyard

#include "moc_runsmodel.cpp"
