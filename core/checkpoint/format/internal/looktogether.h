// SPDX-License-Identifier: GPL-3.0-or-later
// Many looks into files side by side, in few rounds. Private to this room and those above that inspect; pure.
#pragma once

#include "core/checkpoint/format/filesource.h"

#include <functional>
#include <vector>

namespace trainyard {

// A look is written as if reading blocked. It may be called several times, each time from the start: what it asks for and
// was not read yet comes back as an error, and what it made then is thrown away by the next call. The last call finds
// everything it asks for.
using Look = std::function<void(FileSource &)>;

struct LookCost {
    qint64 bytesRead = 0;
    int requests = 0, rounds = 0;
};

// First come those at the front. `mostBytes` bounds what is read in all: looks that would go beyond are left alone, and
// the answer says of each whether it came to its end. What one round keeps in memory is bounded as well, so very many
// looks take more rounds than one does.
std::vector<bool> lookTogether(const std::vector<Look> &looks, FileSource &source, qint64 mostBytes, LookCost *cost = nullptr);

}  // namespace trainyard
