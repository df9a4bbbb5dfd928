// SPDX-License-Identifier: GPL-3.0-or-later
// A rate card: offers in a CSV or JSON file (docs/offers.md), a person's own or the built-in catalogue's. Pure, any thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/catalog/offerfields.h"

#include <QByteArray>

namespace trainyard {

constexpr qsizetype kMaxRateCardBytes = 64 * 1024 * 1024;
constexpr size_t kMaxRateCardOffers = 100'000;  // this many can be filtered and sorted without a noticeable wait

// JSON if it begins with a bracket, else CSV. All or nothing: InvalidInput names the first wrong row and column.
Result<OfferTable> parseRateCard(const QByteArray &bytes, const RateCardRules &rules);

// CSV that parseRateCard() reads back to the same offers, whatever the defaults in the rules.
QByteArray writeRateCard(const OfferTable &offers);

}  // namespace trainyard
