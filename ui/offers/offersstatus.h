// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of offers says about an answer: when nothing fits, what stands apart, at which rate was converted. Pure.
#pragma once

#include "ui/offers/offersearch.h"

namespace trainyard {

struct EmptyWords {
    QString sentence, detail;
    QString clear;  // of a button that takes the worst condition away; empty without one
};
EmptyWords emptyWords(const OfferFindings &findings);
// What stands behind the others, and why; empty when nothing does.
QString apartText(const OfferSelection &found);
// How many may fit or not, and what a click does with them; empty when there are none.
QString mayFitText(const OfferSelection &found);
// The rate between dollar and yuan with its day; empty when there is none.
QString rateText(const ExchangeRates &rates);

}  // namespace trainyard
