// SPDX-License-Identifier: GPL-3.0-or-later
// AWS's own price list of a region, as CSV (https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonEC2/current/<region>/index.csv):
// five lines of notice, a header, then one row per price of everything that EC2 sells. Pure; any thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/catalog/pricegatherer.h"

namespace trainyard {

// Adds the prices of types whose GPUs are known: Linux without other software, shared tenancy, by the hour, on demand or of a standard
// reservation without upfront. The bytes may be a memory-mapped file: they are read once, in order. Corrupt names row and column.
Result<void> readAwsList(QByteArrayView csv, const QByteArray &region, const InstanceShapes &shapes, PriceGatherer &gatherer);

}  // namespace trainyard
