// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/shownruns.h"

#include "core/observe/runfilter/runmatch.h"
#include "ui/run/runsmodel.h"

namespace trainyard {

ShownRuns::ShownRuns(RunsModel *runs, QObject *parent) : QSortFilterProxyModel(parent), m_runs(runs)
{
    setRecursiveFilteringEnabled(true);
    setAutoAcceptChildRows(true);
    setSourceModel(runs);
}

void ShownRuns::setFilter(const RunFilter &filter)
{
    m_filter = filter;
    invalidateFilter();
}

int ShownRuns::countOf(const RunFilter &filter) const
{
    const auto keeps = [&](const QModelIndex &index) { return matches(filter, m_runs->fieldsAt(index)); };
    int count = 0;
    for (int row = 0; row < m_runs->rowCount(); ++row) {
        const QModelIndex run = m_runs->index(row, 0);
        bool isKept = filter.conditions.isEmpty() || keeps(run);
        for (int attempt = 1; !isKept && attempt < m_runs->rowCount(run); ++attempt)
            isKept = keeps(m_runs->index(attempt, 0, run));
        count += isKept ? 1 : 0;
    }
    return count;
}

bool ShownRuns::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    return m_filter.conditions.isEmpty() || matches(m_filter, m_runs->fieldsAt(m_runs->index(row, 0, parent)));
}

}  // namespace trainyard
