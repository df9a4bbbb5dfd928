// SPDX-License-Identifier: GPL-3.0-or-later
// What an offer costs for a run, as the estimate's panel shows it. Pure; in the default QLocale.
#pragma once

#include "core/knowledge/cost/estimate.h"
#include "ui/offers/offerbook.h"

namespace trainyard {

// What a person knows of an offer where it is not stated; used there alone.
struct GivenFigures {
    std::optional<Money> compute;                 // of a machine, for hoursOf(purchase)
    std::optional<std::chrono::seconds> between;  // of spot: from one interruption to the next
    std::optional<Money> disk, object, egress;    // for a GB and month, a GB and month, a GB
};

// What a person says about the run.
struct EstimateInputs {
    std::chrono::seconds time{12 * 3600};
    int machines = 1;
    qint64 diskGB = 0, objectGB = 0, egressGB = 0;
    int contingencyPermille = 0;
    std::chrono::seconds write{60}, restart{300};  // of spot: to write a checkpoint, to start again
    GivenFigures given;
};

// What makes an amount known that is not.
enum class EstimateRemedy { None, Price, Hours, Rate };

struct EstimateViewLine {
    CostPart part = CostPart::Compute;
    QString name;
    QString amount;    // with its currency, or unknownWord()
    QString how;       // quantity × price
    QString from;      // source · age
    QString note;      // what is missing, or what else there is to say
    double share = 0;  // of the total, 0 to 1
    bool isKnown = true;
    bool isOld = false;
    bool isRecalled = false;  // its price is from memory
    EstimateRemedy remedy = EstimateRemedy::None;
    QString unit;       // that a price is given for: "GB-month"
    QString givenText;  // the figure that the person gave, as a field takes it; empty when none is used
};

struct EstimateView {
    QList<EstimateViewLine> lines;
    QString total;       // of what is known; unknownWord() when that is nothing
    QString without;     // names of what it leaves out; empty: nothing
    QString rates;       // at which was converted; empty: nothing was
    QStringList advice;  // checkpoint interval, when committing pays
    std::optional<Error> problem;
};

QString rateWords(const ExchangeRate &rate);  // "USD/CNY 7.1 of 2026-11-23"
EstimateView estimateView(const OfferBook &book, size_t offer, const EstimateInputs &inputs, Currency currency);
// All of it as text with tabs, for copying.
QString estimateText(const QString &offer, const EstimateView &view);

}  // namespace trainyard
