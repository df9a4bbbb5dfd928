// SPDX-License-Identifier: GPL-3.0-or-later
// One CSV line of nvidia-smi, with the names of its columns. Private to this room; pure.
#pragma once

#include "core/observe/metrics/sample.h"

#include <QByteArrayList>

namespace trainyard {

// No machine has more; a hostile stream could otherwise grow lists without end.
inline constexpr int kMaxGpuIndex = 255;

// nullopt when the line does not fit the fields or has no index. Values in nvidia-smi's words of absence are nullopt.
std::optional<GpuSample> parseGpuLine(const QByteArray &csv, const QByteArrayList &fields);

}  // namespace trainyard
