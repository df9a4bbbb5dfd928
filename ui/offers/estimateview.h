// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a run on an offer, as the estimate panel shows it. Pure; in the default QLocale.
#pragma once

#include "core/knowledge/cost/estimate.h"
#include "ui/offers/offerbook.h"

namespace trainyard {

// Figures the user entered for an offer that does not state them; used for that offer only.
struct GivenFigures {
    std::optional<Money> compute;                 // of a machine, for hoursOf(purchase)
    std::optional<std::chrono::seconds> between;  // of spot: from one interruption to the next
    std::optional<Money> disk, object, egress;    // per GB-month, per GB-month, per GB
};

// What the user entered about the run.
struct EstimateInputs {
    std::chrono::seconds time{12 * 3600};
    int machines = 1;
    qint64 diskGB = 0, objectGB = 0, egressGB = 0;
    int contingencyPermille = 0;
    std::chrono::seconds write{60}, restart{300};  // for spot: to write a checkpoint, to start again
    GivenFigures given;
};

// How to make a missing amount known.
enum class EstimateRemedy { None, Price, Hours, Rate };

struct EstimateViewLine {
    CostPart part = CostPart::Compute;
    QString name;
    QString amount;    // with its currency, or unknownWord()
    QString how;       // quantity × price
    QString from;      // source · age
    QString note;      // what is missing, or another remark
    double share = 0;  // of the total, 0 to 1
    bool isKnown = true;
    bool isOld = false;
    bool isRecalled = false;  // its price is general knowledge that has not been verified
    EstimateRemedy remedy = EstimateRemedy::None;
    QString unit;       // the unit of a price: "GB-month"
    QString givenText;  // the figure that the user entered, as a field accepts it; empty if none is used
};

struct EstimateView {
    QList<EstimateViewLine> lines;
    QString total;       // of what is known; unknownWord() if nothing is
    QString without;     // the names of what it excludes; empty: nothing
    QString rates;       // rates used for conversion; empty: none
    QStringList advice;  // checkpoint interval, when a commitment pays off
    std::optional<Error> problem;
};

QString rateWords(const ExchangeRate &rate);  // "USD/CNY 7.1 of 2026-11-23"
EstimateView estimateView(const OfferBook &book, size_t offer, const EstimateInputs &inputs, Currency currency);
// The whole estimate as tab-separated text, for copying.
QString estimateText(const QString &offer, const EstimateView &view);

}  // namespace trainyard
