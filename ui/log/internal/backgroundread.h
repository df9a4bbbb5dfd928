// SPDX-License-Identifier: GPL-3.0-or-later
// How the threads that read a whole log work. Private to ui/log.
#pragma once

#include <QtGlobal>

#include <chrono>

namespace trainyard {

inline constexpr qint64 kReadBytes = 256 * 1024;              // stays in the second-level cache
inline constexpr std::chrono::milliseconds kReportEvery{33};  // as often as the view paints

}  // namespace trainyard
