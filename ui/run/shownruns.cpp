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

bool ShownRuns::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    return m_filter.conditions.isEmpty() || matches(m_filter, m_runs->fieldsAt(m_runs->index(row, 0, parent)));
}

}  // namespace trainyard
