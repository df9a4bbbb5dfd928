// SPDX-License-Identifier: GPL-3.0-or-later
// The price tables of the SkyPilot catalog: for each cloud one CSV file, one row for each instance type and zone, columns
// in any order (https://github.com/skypilot-org/skypilot-catalog, catalogs/<schema>/<cloud>/vms.csv). Pure, any thread.
//
// Rows with neither an instance type nor an accelerator of their own are skipped: on Google Cloud they price a machine or a GPU alone. So
// are accelerators that are not GPUs, and empty or zero prices, which mean that there is none.
//
// GpuInfo is Python's or JSON's way to write {'Gpus': [{'Name': 'A100', 'Count': 8, 'MemoryInfo': {'SizeInMiB': 40960}}],
// 'TotalGpuMemoryInMiB': 327680}. Only SizeInMiB is used, which is that of one GPU; the total is not reliable (some clouds write that of
// one GPU there). An invalid size, or several that differ, mean unknown.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/catalog/gpunames.h"
#include "core/knowledge/catalog/pricegatherer.h"

namespace trainyard {

struct SkyPilotKnowledge {
    const InstanceShapes &shapes;  // of the known types; tells the A100 variants apart
    const GpuNames &names;
    const QList<GpuModel> &models;
};

// Corrupt names row and column.
Result<OfferTable> parseSkyPilotPrices(const QByteArray &csv, const QByteArray &provider, const PriceListRules &rules,
                                       const SkyPilotKnowledge &knowledge);

}  // namespace trainyard
