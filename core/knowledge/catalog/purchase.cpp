// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/purchase.h"

#include <array>

namespace trainyard {

namespace {

constexpr std::array<const char *, 5> kPurchaseNames{"on-demand", "spot", "monthly", "reserved-1y", "reserved-3y"};

}  // namespace

QList<Purchase> purchases() { return {Purchase::OnDemand, Purchase::Spot, Purchase::Monthly, Purchase::Reserved1y, Purchase::Reserved3y}; }

QString purchaseName(Purchase purchase) { return QLatin1String(kPurchaseNames[static_cast<size_t>(purchase)]); }

std::optional<Purchase> purchaseFromName(QByteArrayView name)
{
    for (size_t i = 0; i < kPurchaseNames.size(); ++i) {
        if (name.compare(kPurchaseNames[i], Qt::CaseInsensitive) == 0)
            return static_cast<Purchase>(i);
    }
    return std::nullopt;
}

}  // namespace trainyard
