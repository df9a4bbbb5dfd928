// SPDX-License-Identifier: GPL-3.0-or-later
// How the safety of a checkpoint is shown. Words and shapes as of the other badges.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "ui/common/badge.h"

namespace trainyard {

BadgeLook badgeOf(Safety safety);

}  // namespace trainyard
