// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a run as its machine reports it. Value type.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <optional>

namespace trainyard {

struct RunSnapshot {
    Run run;                      // as its machine reports it
    qint64 behindBytes = 0;       // bytes of its log that are only on the machine
    std::optional<Error> unkept;  // why the copy or the record on this computer could not be updated
};

}  // namespace trainyard
