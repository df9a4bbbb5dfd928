// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a trainer writes last, and that say by being there that a checkpoint is whole: a copy writes them last
// as well. Pure.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

// 0 for what a checkpoint consists of, 1 for what marks one part of it as complete (".metadata", an index), 2 for what marks all of it
// or names the latest one ("trainer_state.json", "latest", "checkpoint").
int commitRank(const QString &name);
QStringList commitMarks();  // names and patterns of rank 1 and 2

}  // namespace trainyard
