// SPDX-License-Identifier: GPL-3.0-or-later
// What one listing cannot tell: folders that may not be read, and whether something still grows. Pure.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

namespace trainyard {

// `folders` lie in the directory and may not be read: what they are part of cannot be told to be whole, and one that has a step in
// its name is listed as a checkpoint that cannot be judged.
void heedUnreadable(QList<Checkpoint> &checkpoints, const QStringList &folders);

// Where a second listing is worth it: something seems cut off or broken, and may as well be on its way, with a clock that
// disagrees or a tool that writes times of its own.
bool mayGrow(const QList<Checkpoint> &checkpoints, qint64 now);
// What differs between two listings of the directory is being written, whatever it looked like.
void heedGrowth(QList<Checkpoint> &checkpoints, const QList<CheckpointFile> &before, const QList<CheckpointFile> &after);

}  // namespace trainyard
