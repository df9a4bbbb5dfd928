// SPDX-License-Identifier: GPL-3.0-or-later
// The texts for offers on the offers page. Pure; in the default QLocale.
#pragma once

#include "core/knowledge/catalog/offercondition.h"
#include "ui/offers/offerbook.h"

namespace trainyard {

QString purchaseWord(Purchase purchase);
QString wayText(const OfferBook &book, size_t row);  // how it is bought, or that it is owned                        // "on demand"
QString conditionWord(OfferCondition condition);     // "the GPU model"
QString orderWord(OfferOrder order);                 // "per GPU hour"
// The user's benchmark result for its GPUs, and how it was measured; empty if none.
QString measuredText(const OfferBook &book, size_t row);
QString orderHeading(OfferOrder order, const QString &currency);  // "USD/GPU-h"
int decimalsOf(OfferOrder order);                                 // for a price per hour

// "1 234.50", rounded once; the exact amount is Money::text().
QString amountText(const Money &money, int decimals);
QString amountText(const Money &money);                   // with as many decimals as the currency has
QString gibText(qint64 mebibytes);                        // "80", "22.5"; unknownWord()
QString countText(qint64 value, int decimals);            // of figures in ten-thousandths or hundredths
QString gpuText(const OfferBook &book, size_t row);       // "8 × A100 SXM 80GB"
QString typeText(const OfferBook &book, size_t row);      // the instance type, or "–"
QString placeText(const OfferBook &book, size_t row);     // "Kristiansand, Norway"; states if it is unknown
QString providerText(const OfferBook &book, size_t row);  // "AWS": short
QString offerName(const OfferBook &book, size_t row);     // "AWS p5.48xlarge, us-west-2, spot"

// The age, as precise as the source: "today", "124 d", "2025-04", "2025".
QString ageText(AsOf asOf, QDate today);
QString dayText(AsOf asOf);                          // "3 Aug 2026", "Aug 2026", "2026"
bool isOldPrice(AsOf asOf, QDate today);             // certainly older than half a year
bool isRecalled(const OfferBook &book, size_t row);  // the GPU's throughput was recalled from a datasheet, not cross-checked
const PriceSource *sourceOf(const OfferBook &book, const QString &code);
QString sourceText(const OfferBook &book, size_t row);  // "karpenter-gcp · 110 d"

// The price as its source publishes it: "61.88 CNY", "912.50 USD a month"; states if it is unknown.
QString publishedText(const OfferFigures &figures);
// How a price was converted into this currency; empty if it was not, or if there is no rate.
QString conversionText(const OfferBook &book, size_t row, Currency currency);

}  // namespace trainyard
