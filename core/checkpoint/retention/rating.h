// SPDX-License-Identifier: GPL-3.0-or-later
// The value by which a checkpoint is rated. Pure.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <optional>

namespace trainyard {

// With an empty name, the loss stored in it. Otherwise the value measured at exactly its step and stored under that name, or the one in its
// file name ("epoch=3-val_acc=0.91.ckpt"); nullopt if there is neither, never a value of another step.
std::optional<double> ratingOf(const Checkpoint &checkpoint, const QString &metric);

// The loss among values measured at one step, by the names that programs use: the training loss before an evaluation loss.
std::optional<double> lossAmong(const QMap<QString, double> &metrics);

}  // namespace trainyard
