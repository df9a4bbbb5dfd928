// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of the Azure Retail Prices API (https://prices.azure.com/api/retail/prices): prices of virtual machines by SKU, without their
// shape. Used are Linux, shared, by the hour, of types whose GPUs are known: on demand, spot, and reservations of 1 and 3 years, whose
// price is for the whole term. Pure; not for two threads.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/catalog/pricegatherer.h"

class QJsonObject;

namespace trainyard {

class AzurePrices {
public:
    // The shapes must outlive it.
    AzurePrices(const InstanceShapes &shapes, const PriceListRules &rules) : m_shapes(shapes), m_gatherer(rules) {}

    // The address of the next page, verbatim; empty after the last one. Corrupt names the byte, or the item and field.
    Result<QByteArray> addPage(const QByteArray &json);
    // The last page marks the end explicitly; a page without a next-page member may be incomplete.
    bool isEndMarked() const { return m_isEndMarked; }
    // From all pages so far. Corrupt.
    Result<OfferTable> offers() const;

private:
    Result<void> addItem(const QJsonObject &item, qint64 number);

    const InstanceShapes &m_shapes;
    PriceGatherer m_gatherer;
    qint64 m_items = 0;
    bool m_isEndMarked = false;
};

}  // namespace trainyard
