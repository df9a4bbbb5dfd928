// SPDX-License-Identifier: GPL-3.0-or-later
// Azure's public price list, of which offers take the prices for Linux. Hostile: numbers are checked. Pure.
// https://learn.microsoft.com/rest/api/cost-management/retail-prices/azure-retail-prices
#pragma once

#include "core/base/money.h"

#include <QHash>
#include <QJsonArray>
#include <QString>

#include <optional>

namespace trainyard {

struct AzurePrice {
    std::optional<Money> perHour, spotPerHour;
};

QByteArray azurePriceFilter(const QString &region);
// By type. Of several prices that cannot be told apart the highest counts.
QHash<QString, AzurePrice> azurePrices(const QJsonArray &items, const QString &region, Currency currency);

}  // namespace trainyard
