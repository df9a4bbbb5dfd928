// SPDX-License-Identifier: GPL-3.0-or-later
// Handles what one listing cannot show: unreadable folders, and whether something is still growing. Pure.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

namespace trainyard {

// `folders` are in the directory and not readable: a checkpoint that contains one cannot be judged complete, and one with a step in its
// name is listed as a checkpoint that cannot be judged.
void heedUnreadable(QList<Checkpoint> &checkpoints, const QStringList &folders);

// Whether a second listing is worthwhile: something seems truncated or broken, and may still be being written, with a clock that disagrees
// or by a tool that sets times of its own.
bool mayGrow(const QList<Checkpoint> &checkpoints, qint64 now);
// Anything that differs between two listings of the directory is being written, whatever its verdict was.
void heedGrowth(QList<Checkpoint> &checkpoints, const QList<CheckpointFile> &before, const QList<CheckpointFile> &after);

}  // namespace trainyard
