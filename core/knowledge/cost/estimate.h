// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will cost, line by line, each with its quantity, price, source and age. Pure, any thread.
//
// The amount of a line is computed in one step and rounded once, halves away from zero, to cents (whole units in JPY and KRW). The total is
// the exact sum of the lines, so the figures a person sees add up. An unknown value is not zero: such a line has no amount, and the total
// states which lines it leaves out.
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
    std::optional<Money> money;  // nullopt: not stated
    Provenance from;
    QString note;  // further remarks
};

struct BillingRule {
    std::chrono::seconds step{1};     // time is rounded up to a multiple of it, at least 1 s
    std::chrono::seconds minimum{0};  // and is at least this
    Provenance from;
    QString note;
    // Of a price that moves: time is charged in pieces of this length from the beginning on, each at the price at its own beginning.
    std::chrono::seconds priceHolds{1};
};
// `time` > 0. Beyond 64 bits is a programmer error (assert).
std::chrono::seconds billedTime(std::chrono::seconds time, const BillingRule &rule);

struct RentedCompute {
    Price price;  // of a machine, for hoursOf(purchase)
    Purchase purchase = Purchase::OnDemand;
    BillingRule billing;  // for on-demand and spot; the other ways are paid for whole terms
};

struct OwnHardware {
    Money price;              // of a machine
    int lifeMonths = 36;      // until its value is zero
    int watts = 0;            // of a machine under load
    int pueHundredths = 100;  // power of the building divided by that of the machine; at least 100
    Money perKwh;
    int utilisationPercent = 100;  // share of its life under load; idle hours count for depreciation but not for power
};

// Depreciation and electricity of a machine under load, in billionths. InvalidInput: two currencies, or beyond the range of Money.
Result<Money> hourlyCost(const OwnHardware &own);

struct StorageNeed {
    QString type;                              // "gp3"
    qint64 gb = 0;                             // per machine for disks, in total for object storage
    std::optional<std::chrono::seconds> kept;  // nullopt: as long as the run takes, including interruptions
    qint64 diskGB = 0;                         // above 0: sold in whole disks of this size, and `perMonth` is for one disk
    Price perMonth;                            // for one GB, or one disk
};

struct EgressNeed {
    qint64 gb = 0;  // in one calendar month
    qint64 freeGB = 0;
    struct Tier {
        std::optional<qint64> upToGB;  // counted after the free ones; nullopt: unlimited
        Price perGB;
    };
    QList<Tier> tiers;  // rising; the last one unlimited
};

struct RequestNeed {
    QString kind;  // "PUT"
    qint64 count = 0;
    Price perThousand;
};

struct EstimateRequest {
    QString name;  // of the offer; "aws/p4d.24xlarge/us-east-1/spot"
    std::variant<RentedCompute, OwnHardware> compute;
    int machines = 1;
    std::chrono::seconds time{0};  // of work, without interruptions
    // Counted if `between` is set or the purchase is spot; not for the person's own hardware. `between` is for one machine: all of them
    // wait when one is interrupted, so n machines are interrupted n times as often.
    Interruptions interruptions;
    Provenance interruptionsFrom;
    QList<StorageNeed> disks, objectStorage;
    QList<RequestNeed> requests;
    std::optional<EgressNeed> egress;
    int contingencyPermille = 0;        // on the sum of all other lines; 150 is 15 %
    Currency currency = Currency::USD;  // of the amounts
    ExchangeRates rates;
    QDate today;  // for ages; without it there are none
};

enum class CostPart : quint8 { Compute, Interruptions, Depreciation, Energy, Disk, ObjectStorage, Requests, Egress, Contingency };
QString costPartName(CostPart part);  // "compute", "interruptions", …; stable

struct EstimateLine {
    CostPart part = CostPart::Compute;
    QString name;                      // translated: "Disk gp3"
    std::optional<Quantity> quantity;  // nullopt if unknown
    QString unit;                      // of the quantity: "h", "GB-month", "GB", "kWh"
    Price price;                       // per unit, in its own currency
    std::optional<Money> amount;       // in the currency of the estimate; nullopt: unknown
    QString formula;                   // with its numbers: "8 × 12.5 h × 21.957642 USD"
    QString missing;                   // translated: why there is no amount and what to do; empty otherwise
    std::optional<qint64> ageDays;     // of the price
};

struct Estimate {
    QString name;
    QList<EstimateLine> lines;       // in the order of CostPart
    Money total;                     // of the lines with an amount
    QStringList without;             // names of the lines without one
    std::chrono::seconds billed{0};  // billed time of one machine
    std::optional<SpotOverhead> overhead;
    QStringList rates;  // the exchange rates used, as ExchangeRate::text() writes them

    bool isWhole() const { return without.isEmpty(); }  // false: the total is the minimum cost
    // The cost of the machines is known. Without it the total means nothing.
    bool hasMachines() const;
};

// InvalidInput: something is negative or absurd, or a sum is beyond the range of Money.
Result<Estimate> makeEstimate(const EstimateRequest &request);

}  // namespace trainyard
