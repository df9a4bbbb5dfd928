// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs a list shows, in which groups, and in which order: filtered, then sorted, then grouped. Pure.
#pragma once

#include "core/observe/runfilter/runmatch.h"
#include "ui/run/runorder.h"

#include <QString>

#include <vector>

namespace trainyard {

enum class RunGrouping { None, Project, Tag, Machine, Name, State };

struct ArrangedRun {
    int run = 0;                // its position in what was arranged
    int group = -1;             // -1: not grouped
    std::vector<int> attempts;  // those shown; empty: all
    bool operator==(const ArrangedRun &) const = default;
};

// Its runs are `count` rows from `first` on.
struct ArrangedGroup {
    QString name;  // as it is stored; of a state its word. Null: the runs that have none
    int first = 0, count = 0;
    bool operator==(const ArrangedGroup &) const = default;
};

struct RunArrangement {
    std::vector<ArrangedRun> rows;
    std::vector<ArrangedGroup> groups;  // empty without grouping
    int runs = 0;                       // shown; a run with several tags has a row in the group of each
    bool operator==(const RunArrangement &) const = default;
};

// `runs`: newest first, of each its attempts, newest first. A run stays if it or one of its attempts matches; if only attempts match, these
// are shown.
RunArrangement arrangedRuns(const std::vector<std::vector<RunFields>> &runs, const RunFilter &filter, const RunOrder &order,
                            RunGrouping grouping);

}  // namespace trainyard
