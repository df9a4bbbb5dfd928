// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is known of one offer, as labelled lines, always the same ones in the same order: for its details and for
// comparing. Pure; in the default QLocale.
#pragma once

#include "core/knowledge/catalog/offerquery.h"
#include "core/knowledge/catalog/seenprice.h"
#include "ui/offers/offerbook.h"

namespace trainyard {

struct OfferFact {
    QString label;
    QString value;
    QString note;                // small, behind it; may be empty
    std::optional<double> rank;  // where less is better
};

QList<OfferFact> factsOf(const OfferBook &book, size_t row, const OfferQuery &query);

// What this offer cost before, the newest first; of prices seen for all offers of its instance type. Empty when it is not known.
QString priceHistory(const OfferBook &book, size_t row, const QList<SeenPrice> &seen);

}  // namespace trainyard
