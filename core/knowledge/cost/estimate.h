// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will cost, line by line, each with its quantity, price, source and age. Pure, any thread.
//
// The amount of a line is computed in one step and rounded once, halves away from zero, to cents (whole units in JPY and
// KRW). The total is the exact sum of the lines: what a person sees adds up. An unknown value is not zero: such a
// line has no amount, and the total says which lines it leaves out.
#pragma once

#include "core/base/exchangerate.h"
#include "core/knowledge/catalog/provenance.h"
#include "core/knowledge/catalog/purchase.h"
#include "core/knowledge/cost/quantity.h"
#include "core/knowledge/cost/spotoverhead.h"

#include <chrono>
#include <optional>
#include <variant>

namespace trainyard {

struct Price {
    std::optional<Money> money;  // none: not stated
    Provenance from;
    QString note;  // what else there is to say about it
};

struct BillingRule {
    std::chrono::seconds step{1};     // time is rounded up to a multiple of it, at least 1 s
    std::chrono::seconds minimum{0};  // and is at least this
    Provenance from;
    QString note;
};
// `time` > 0. Beyond 64 bits is a programmer error (assert).
std::chrono::seconds billedTime(std::chrono::seconds time, const BillingRule &rule);

struct RentedCompute {
    Price price;  // of a machine, for hoursOf(purchase)
    Purchase purchase = Purchase::OnDemand;
    BillingRule billing;  // of on-demand and spot; the other ways are paid for whole terms
};

struct OwnHardware {
    Money price;              // of a machine
    int lifeMonths = 36;      // until it is worth nothing
    int watts = 0;            // of a machine at work
    int pueHundredths = 100;  // power of the building over that of the machine; at least 100
    Money perKwh;
    int utilisationPercent = 100;  // how much of its life it works; idle hours cost depreciation, their power is not counted
};

// Of a machine at work: its wear and its electricity, in billionths. InvalidInput: two currencies, or beyond what Money holds.
Result<Money> hourlyCost(const OwnHardware &own);

struct StorageNeed {
    QString type;                              // "gp3"
    qint64 gb = 0;                             // of each machine for disks, in all for object storage
    std::optional<std::chrono::seconds> kept;  // none: as long as the run takes, interruptions and all
    qint64 diskGB = 0;                         // above 0: sold in whole disks of this size, and `perMonth` is for one of them
    Price perMonth;                            // for a GB, or a disk
};

struct EgressNeed {
    qint64 gb = 0;  // in one calendar month
    qint64 freeGB = 0;
    struct Tier {
        std::optional<qint64> upToGB;  // counted behind the free ones; none: without end
        Price perGB;
    };
    QList<Tier> tiers;  // rising; the last one without end
};

struct RequestNeed {
    QString kind;  // "PUT"
    qint64 count = 0;
    Price perThousand;
};

struct EstimateRequest {
    QString name;  // of what is estimated; "aws/p4d.24xlarge/us-east-1/spot"
    std::variant<RentedCompute, OwnHardware> compute;
    int machines = 1;
    std::chrono::seconds time{0};  // of work, without interruptions
    // Counted when `between` is there or the purchase is spot; not for hardware of one's own. `between` is of one machine:
    // all of them wait when one is taken away, so n machines are interrupted n times as often.
    Interruptions interruptions;
    Provenance interruptionsFrom;
    QList<StorageNeed> disks, objectStorage;
    QList<RequestNeed> requests;
    std::optional<EgressNeed> egress;
    int contingencyPermille = 0;        // on the sum of all other lines; 150 is 15 %
    Currency currency = Currency::USD;  // of the amounts
    ExchangeRates rates;
    QDate today;  // for ages; none are told without
};

enum class CostPart : quint8 { Compute, Interruptions, Depreciation, Energy, Disk, ObjectStorage, Requests, Egress, Contingency };
QString costPartName(CostPart part);  // "compute", "interruptions", …; stable

struct EstimateLine {
    CostPart part = CostPart::Compute;
    QString name;                      // translated: "Disk gp3"
    std::optional<Quantity> quantity;  // none where it is not known
    QString unit;                      // of the quantity: "h", "GB-month", "GB", "kWh"
    Price price;                       // of a unit, in its own currency
    std::optional<Money> amount;       // in the currency of the estimate; none: not known
    QString formula;                   // with its figures: "8 × 12.5 h × 21.957642 USD"
    QString missing;                   // translated: why there is no amount and what to do; empty otherwise
    std::optional<qint64> ageDays;     // of the price
};

struct Estimate {
    QString name;
    QList<EstimateLine> lines;       // in the order of CostPart
    Money total;                     // of the lines that have an amount
    QStringList without;             // names of those that have none
    std::chrono::seconds billed{0};  // time of one machine that is paid for
    std::optional<SpotOverhead> overhead;
    QStringList rates;  // exchange rates that were used, as ExchangeRate::text() writes them

    bool isWhole() const { return without.isEmpty(); }  // else the total is the least that it costs
    // What the machines themselves cost is known. Without that the total says nothing.
    bool hasMachines() const;
};

// InvalidInput: something is negative or absurd, or a sum beyond what Money holds.
Result<Estimate> makeEstimate(const EstimateRequest &request);

}  // namespace trainyard
