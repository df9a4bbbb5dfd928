// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offerbook.h"

namespace trainyard {

QString offerKey(const OfferBook &book, size_t row)
{
    const OfferTable &offers = book.offers();
    QStringList parts;
    for (const OfferText text : {OfferText::Provider, OfferText::Type, OfferText::Gpu, OfferText::Region, OfferText::Card})
        parts << offers.text(text, row);
    parts << purchaseName(offers.purchases()[row]) << QString::number(offers.gpus()[row]);
    return parts.join(u'\x1f');
}

}  // namespace trainyard
