// What an offer costs for a run, as the estimate's panel shows it. Pure; in the default QLocale.
#pragma once

#include "core/cost/estimate.h"
#include "ui/offers/offerbook.h"

namespace trainyard {

// What a person says about the run.
struct EstimateInputs {
    std::chrono::seconds time{12 * 3600};
    int machines = 1;
    qint64 diskGB = 0, objectGB = 0, egressGB = 0;
    int contingencyPermille = 0;
    std::chrono::seconds write{60}, restart{300};   // of spot: to write a checkpoint, to start again
};

struct EstimateViewLine {
    CostPart part = CostPart::Compute;
    QString name;
    QString amount;            // with its currency, or unknownWord()
    QString how;               // quantity × price
    QString from;              // source · age
    QString note;              // what is missing, or what else there is to say
    double share = 0;          // of the total, 0 to 1
    bool isKnown = true;
    bool isOld = false;
    bool isRecalled = false;   // its price is from memory
};

struct EstimateView {
    QList<EstimateViewLine> lines;
    QString total;             // of what is known; unknownWord() when that is nothing
    QString without;           // names of what it leaves out; empty: nothing
    QString rates;             // at which was converted; empty: nothing was
    QStringList advice;        // checkpoint interval, when committing pays
    std::optional<Error> problem;
};

EstimateView estimateView(const OfferBook &book, size_t offer, const EstimateInputs &inputs, Currency currency);
// All of it as text with tabs, for copying.
QString estimateText(const QString &offer, const EstimateView &view);

}  // namespace trainyard
