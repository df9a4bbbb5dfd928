// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a RunsModel that a filter keeps: a run stays when it or one of its attempts matches. Main thread.
#pragma once

#include "core/observe/runfilter/runfilter.h"

#include <QSortFilterProxyModel>

namespace trainyard {

class RunsModel;

class ShownRuns : public QSortFilterProxyModel {
public:
    explicit ShownRuns(RunsModel *runs, QObject *parent = nullptr);

    void setFilter(const RunFilter &filter);
    // The same text, read at a later time: applies to each row when its run changes.
    void renewFilter(const RunFilter &filter) { m_filter = filter; }

    int countOf(const RunFilter &filter) const;  // the runs that it would keep

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    RunsModel *m_runs;
    RunFilter m_filter;
};

}  // namespace trainyard
