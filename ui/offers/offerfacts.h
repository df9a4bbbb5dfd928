// SPDX-License-Identifier: GPL-3.0-or-later
// Everything known about one offer, as labelled lines, always the same ones in the same order: for its details and for comparison. Pure; in
// the default QLocale.
#pragma once

#include "core/knowledge/catalog/offerquery.h"
#include "core/knowledge/catalog/seenprice.h"
#include "ui/offers/offerbook.h"

namespace trainyard {

struct OfferFact {
    QString label;
    QString value;
    QString note;                // in small print after it; may be empty
    std::optional<double> rank;  // set if less is better
};

QList<OfferFact> factsOf(const OfferBook &book, size_t row, const OfferQuery &query);

// The earlier prices of this offer, newest first, from the prices seen for all offers of its instance type. Empty if unknown.
QString priceHistory(const OfferBook &book, size_t row, const QList<SeenPrice> &seen);

}  // namespace trainyard
