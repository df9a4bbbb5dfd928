// SPDX-License-Identifier: GPL-3.0-or-later
// Limits that hold for every format: a file can state any number. Private to this folder; pure.
#pragma once

#include <QtGlobal>

namespace trainyard {

constexpr size_t kMaxTensors = 1'000'000;
constexpr qsizetype kMaxName = 1024;  // of a tensor, an object or a file
constexpr int kMaxDimensions = 64;    // of a tensor

}  // namespace trainyard
