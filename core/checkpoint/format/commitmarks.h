// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a trainer writes last and whose presence marks a checkpoint as complete: a copy writes them last as well. Pure.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

// 0 for the content of a checkpoint, 1 for a file that marks one part of it as complete (".metadata", an index), 2 for one that marks all
// of it or names the latest one ("trainer_state.json", "latest", "checkpoint").
int commitRank(const QString &name);
QStringList commitMarks();  // names and patterns of rank 1 and 2

}  // namespace trainyard
