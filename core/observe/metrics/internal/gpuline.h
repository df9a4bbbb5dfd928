// SPDX-License-Identifier: GPL-3.0-or-later
// Parses one CSV line of nvidia-smi, given the names of its columns. Private to this folder; pure.
#pragma once

#include "core/observe/metrics/sample.h"

#include <QByteArrayList>

namespace trainyard {

// No machine has more; otherwise a hostile stream could grow lists without limit.
inline constexpr int kMaxGpuIndex = 255;

// nullopt if the line does not match the fields or has no index. Values that nvidia-smi marks as absent are nullopt.
std::optional<GpuSample> parseGpuLine(const QByteArray &csv, const QByteArrayList &fields);

}  // namespace trainyard
