// SPDX-License-Identifier: GPL-3.0-or-later
// Shows how safe a checkpoint is. Words and shapes match the other badges.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "ui/common/badge.h"

namespace trainyard {

BadgeLook badgeOf(Safety safety);

}  // namespace trainyard
