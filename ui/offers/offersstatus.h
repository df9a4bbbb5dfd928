// SPDX-License-Identifier: GPL-3.0-or-later
// The status texts of the offers page: no match, offers listed separately, conversion rate. Pure.
#pragma once

#include "ui/offers/offersearch.h"

namespace trainyard {

struct EmptyWords {
    QString sentence, detail;
    QString clear;  // text of a button that removes the worst condition; empty: no button
};
EmptyWords emptyWords(const OfferFindings &findings);
// Which offers are listed last, and why; empty if none.
QString apartText(const OfferSelection &found);
// How many may or may not fit, and what a click does with them; empty if there are none.
QString mayFitText(const OfferSelection &found);
// The rate between dollar and yuan with its date; empty if there is none.
QString rateText(const ExchangeRates &rates);

}  // namespace trainyard
