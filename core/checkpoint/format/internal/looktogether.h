// SPDX-License-Identifier: GPL-3.0-or-later
// Runs many looks (inspections of files) side by side, in few rounds. Private to this folder and the inspecting code above it; pure.
#pragma once

#include "core/checkpoint/format/filesource.h"

#include <functional>
#include <vector>

namespace trainyard {

// A look is written as if reads blocked. It may be called several times, each time from the start: a read that has no data yet returns an
// error, and the next call discards the result. The last call finds all the data it requests.
using Look = std::function<void(FileSource &)>;

struct LookCost {
    qint64 bytesRead = 0;
    int requests = 0, rounds = 0;
};

// The looks at the front come first. `mostBytes` bounds the bytes read in all: looks that would exceed it are skipped, and the answer says
// for each whether it finished. The memory of one round is bounded as well, so very many looks take more rounds than one does.
std::vector<bool> lookTogether(const std::vector<Look> &looks, FileSource &source, qint64 mostBytes, LookCost *cost = nullptr);

}  // namespace trainyard
