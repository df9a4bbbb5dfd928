// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/internal/requestcheck.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

using std::chrono::seconds;

// Above these limits a digit too many was typed.
constexpr qint64 kMaxSeconds = 1'000'000 * qint64(3600);
constexpr int kMaxMachines = 100'000, kMaxWatts = 1'000'000, kMaxLifeMonths = 600, kMaxPue = 1'000, kMaxContingency = 10'000;
constexpr qint64 kMaxGB = 10'000'000'000, kMaxRequests = 1'000'000'000'000'000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Estimate)
};

std::optional<Error> estimateInputOutside(const QString &name, qint64 value, qint64 least, qint64 most)
{
    if (value >= least && value <= most)
        return std::nullopt;
    return invalidInput(Words::tr("%1 must be between %2 and %3, not %4.")
                            .arg(name, QString::number(least), QString::number(most), QString::number(value)));
}

std::optional<Error> negative(const Price &price)
{
    return price.money && price.money->nanos() < 0 ? std::optional(invalidInput(Words::tr("A price cannot be negative."))) : std::nullopt;
}

class Checking {
public:
    std::optional<Error> operator()(const EstimateRequest &request)
    {
        whole(Words::tr("The number of machines"), request.machines, 1, kMaxMachines);
        if (request.time < seconds(1) || request.time > seconds(kMaxSeconds))
            note(invalidInput(Words::tr("The time of the run must be between a second and a million hours.")));
        whole(Words::tr("The contingency in tenths of a percent"), request.contingencyPermille, 0, kMaxContingency);
        std::visit([this](const auto &compute) { check(compute); }, request.compute);
        for (const auto *needs : {&request.disks, &request.objectStorage}) {
            for (const StorageNeed &need : *needs) {
                whole(Words::tr("The size of a disk or store in GB"), need.gb, 0, kMaxGB);
                if (need.kept.value_or(seconds(0)) < seconds(0) || need.kept.value_or(seconds(0)) > seconds(kMaxSeconds) || need.diskGB < 0)
                    note(invalidInput(Words::tr("A disk or store can be kept for at most a million hours.")));
                note(negative(need.perMonth));
            }
        }
        for (const RequestNeed &need : request.requests) {
            whole(Words::tr("The number of requests"), need.count, 0, kMaxRequests);
            note(negative(need.perThousand));
        }
        if (request.egress)
            check(*request.egress);
        return m_problem;
    }

private:
    void note(const std::optional<Error> &problem)
    {
        if (problem && !m_problem)
            m_problem = problem;
    }
    void whole(const QString &name, qint64 value, qint64 least, qint64 most) { note(estimateInputOutside(name, value, least, most)); }

    void check(const RentedCompute &rented)
    {
        note(negative(rented.price));
        if (rented.billing.step < seconds(1) || rented.billing.minimum < seconds(0) || rented.billing.step > seconds(kMaxSeconds)
            || rented.billing.minimum > seconds(kMaxSeconds))
            note(invalidInput(Words::tr("The billing increment must be between a second and a million hours.")));
    }

    void check(const OwnHardware &own)
    {
        if (own.price.nanos() < 0 || own.perKwh.nanos() < 0)
            note(invalidInput(Words::tr("A price cannot be negative.")));
        whole(Words::tr("The life of the hardware in months"), own.lifeMonths, 1, kMaxLifeMonths);
        whole(Words::tr("The power in watts"), own.watts, 0, kMaxWatts);
        whole(Words::tr("The PUE in hundredths"), own.pueHundredths, 100, kMaxPue);
        whole(Words::tr("The utilisation in percent"), own.utilisationPercent, 1, 100);
    }

    void check(const EgressNeed &need)
    {
        whole(Words::tr("The traffic in GB"), need.gb, 0, kMaxGB);
        whole(Words::tr("The free traffic in GB"), need.freeGB, 0, kMaxGB);
        qint64 below = 0;
        for (qsizetype i = 0; i < need.tiers.size(); ++i) {
            const auto &tier = need.tiers[i];
            note(negative(tier.perGB));
            const bool isLast = i + 1 == need.tiers.size();
            if (tier.upToGB.has_value() == isLast || (tier.upToGB && *tier.upToGB <= below))
                note(invalidInput(Words::tr("The traffic tiers must increase, and the last one has no upper limit.")));
            below = tier.upToGB.value_or(below);
        }
        if (need.tiers.isEmpty())
            note(invalidInput(Words::tr("The traffic tiers must increase, and the last one has no upper limit.")));
    }

    std::optional<Error> m_problem;
};

}  // namespace

std::optional<Error> problemOf(const EstimateRequest &request) { return Checking()(request); }

}  // namespace trainyard
