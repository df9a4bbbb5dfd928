// SPDX-License-Identifier: GPL-3.0-or-later
// How a run is, as its machine says. Value type.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <optional>

namespace trainyard {

struct RunSnapshot {
    Run run;                      // as its machine says
    qint64 behindBytes = 0;       // of its log, that are only on the machine
    std::optional<Error> unkept;  // why the copy or the record on this computer could not follow
};

}  // namespace trainyard
