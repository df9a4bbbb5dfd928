// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that start a training once for each GPU. Pure.
#pragma once

#include <QString>

#include <optional>

namespace trainyard {

enum class LauncherKind { None, Torchrun, Accelerate, DeepSpeed };
QString launcherName(LauncherKind launcher);  // "none", "torchrun", …
std::optional<LauncherKind> launcherFromName(const QString &name);

// The script with its one Python command started by the launcher, on one machine: "python train.py --lr 1" becomes
// "torchrun --standalone --nproc-per-node=8 train.py --lr 1". All other characters stay. Without `gpus`, the launcher takes all that it sees.
// nullopt if not exactly one command of the script begins with python, or with a file that ends in .py.
std::optional<QString> launchedText(const QString &run, LauncherKind launcher, std::optional<int> gpus);

}  // namespace trainyard
