// SPDX-License-Identifier: GPL-3.0-or-later
// What a checkpoint is rated by. Pure.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <optional>

namespace trainyard {

// An empty name is the loss stored in it. Else what was measured at its very step and is stored under that name, or what its
// name says of it ("epoch=3-val_acc=0.91.ckpt"); nothing where neither does, never a value of another step.
std::optional<double> ratingOf(const Checkpoint &checkpoint, const QString &metric);

// The loss among values that were measured at one step, by the names that programs give it: of the training before that of an
// evaluation.
std::optional<double> lossAmong(const QMap<QString, double> &metrics);

}  // namespace trainyard
