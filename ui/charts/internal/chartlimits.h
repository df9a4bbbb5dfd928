// SPDX-License-Identifier: GPL-3.0-or-later
// What several kinds of charts agree on. Private to ui/charts.
#pragma once

#include <QtGlobal>

namespace trainyard {

inline constexpr qsizetype kMaxLines = 8;  // of GPUs in one chart: as many as there are colours
inline constexpr double kClickSlop = 3;    // px that a click may move

}  // namespace trainyard
