// SPDX-License-Identifier: GPL-3.0-or-later
// The files behind AWS's price pages: one for each region and way to buy, prices of instance types by their description. They are
// undocumented and serve AWS's own pages
// (https://b0.p.awsstatic.com/pricing/2.0/meteredUnitMaps/ec2/USD/current/…/<location>/Linux/index.json). All values are strings. Pure; any
// thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/catalog/pricegatherer.h"

#include <QByteArrayList>

namespace trainyard {

// Codes of the supported regions, and the name of a region on the price pages; empty for another code.
QByteArrayList awsRegions();
QByteArray awsLocation(QByteArrayView region);

// Adds the prices of types whose GPUs are known. Corrupt names the byte, or the entry and field.
Result<void> readAwsPrices(const QByteArray &json, const QByteArray &region, Purchase purchase, const InstanceShapes &shapes,
                           PriceGatherer &gatherer);

// Whether it is AWS's response for a missing file.
bool isAwsMissingFile(const QByteArray &bytes);

}  // namespace trainyard
