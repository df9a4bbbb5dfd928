// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runarrangement.h"

#include <QCollator>
#include <QHash>
#include <QStringList>

#include <algorithm>

namespace trainyard {

namespace {

// The rows of the runs that the filter keeps, newest first.
std::vector<ArrangedRun> keptRuns(const std::vector<std::vector<RunFields>> &runs, const RunFilter &filter)
{
    std::vector<ArrangedRun> kept;
    kept.reserve(runs.size());
    for (size_t i = 0; i < runs.size(); ++i) {
        ArrangedRun row;
        row.run = int(i);
        const std::vector<RunFields> &attempts = runs[i];
        const bool isWhole = filter.conditions.isEmpty() || matches(filter, attempts.front());
        for (size_t attempt = 1; !isWhole && attempt < attempts.size(); ++attempt) {
            if (matches(filter, attempts[attempt]))
                row.attempts.push_back(int(attempt));
        }
        if (isWhole || !row.attempts.empty())
            kept.push_back(std::move(row));
    }
    return kept;
}

QStringList groupsOf(const Run &run, RunGrouping grouping)
{
    switch (grouping) {
    case RunGrouping::Project: return {run.project};
    case RunGrouping::Tag: return run.tags.isEmpty() ? QStringList{QString()} : run.tags;
    case RunGrouping::Machine: return {run.head().machineName};
    case RunGrouping::Name: return {run.name};
    case RunGrouping::State: return {runStateName(run.state)};
    case RunGrouping::None: break;
    }
    return {};
}

// In alphabetical order, states in their own; those that have none come last.
bool comesBefore(const QString &one, const QString &other, RunGrouping grouping, const QCollator &collator)
{
    if (one.isEmpty() != other.isEmpty())
        return other.isEmpty();
    if (grouping == RunGrouping::State)
        return runStateFromName(one) < runStateFromName(other);
    const int difference = collator.compare(one, other);
    return difference != 0 ? difference < 0 : one < other;
}

}  // namespace

RunArrangement arrangedRuns(const std::vector<std::vector<RunFields>> &runs, const RunFilter &filter, const RunOrder &order,
                            RunGrouping grouping)
{
    RunArrangement arranged;
    std::vector<ArrangedRun> kept = keptRuns(runs, filter);
    arranged.runs = int(kept.size());
    std::vector<RunFields> newest;
    newest.reserve(kept.size());
    for (const ArrangedRun &row : kept)
        newest.push_back(runs[size_t(row.run)].front());
    const std::vector<qsizetype> positions = sortedRuns(newest, order);
    if (grouping == RunGrouping::None) {
        arranged.rows.reserve(kept.size());
        for (const qsizetype position : positions)
            arranged.rows.push_back(std::move(kept[size_t(position)]));
        return arranged;
    }
    QHash<QString, std::vector<qsizetype>> members;
    for (const qsizetype position : positions) {
        for (const QString &group : groupsOf(*newest[size_t(position)].run, grouping))
            members[group].push_back(position);
    }
    QStringList names = members.keys();
    const QCollator collator = runCollator();
    std::sort(names.begin(), names.end(),
              [&](const QString &one, const QString &other) { return comesBefore(one, other, grouping, collator); });
    for (const QString &name : names) {
        const std::vector<qsizetype> &those = members[name];
        const int group = int(arranged.groups.size());
        arranged.groups.push_back({name.isEmpty() ? QString() : name, int(arranged.rows.size()), int(those.size())});
        for (const qsizetype position : those) {
            arranged.rows.push_back(kept[size_t(position)]);
            arranged.rows.back().group = group;
        }
    }
    return arranged;
}

}  // namespace trainyard
