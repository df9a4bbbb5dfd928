// SPDX-License-Identifier: GPL-3.0-or-later
// A sample's values in the order and units of the series. Pure.
#pragma once

#include "core/observe/metrics/metric.h"
#include "core/observe/metrics/sample.h"

namespace trainyard {

std::array<float, kHostMetrics> hostValues(const MachineSample &sample);
std::array<float, kGpuMetrics> gpuValues(const GpuSample &gpu);

}  // namespace trainyard
