// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/estimate.h"

#include "core/base/decimal.h"
#include "core/knowledge/cost/internal/requestcheck.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

using std::chrono::seconds;

constexpr qint64 kSecondsPerMonth = kHoursPerMonth * kSecondsPerHour;

constexpr std::array kCostPartNames{"compute",        "interruptions", "depreciation", "energy",     "disk",
                                    "object-storage", "requests",      "egress",       "contingency"};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Estimate)
};

// "12.5 h", or "45001 s / 3600" if the hours are not a short decimal number.
QString hoursText(seconds time)
{
    const qint64 hundredths = time.count() * 100 / kSecondsPerHour;
    if (hundredths * kSecondsPerHour == time.count() * 100)
        return decimalText(hundredths, 2) + QStringLiteral(" h");
    return QStringLiteral("%1 s / 3600").arg(time.count());
}

int termMonths(Purchase purchase) { return purchase == Purchase::Reserved1y ? 12 : purchase == Purchase::Reserved3y ? 36 : 1; }

// Hours under load in its life, in hundredths.
qint64 hundredthsOfUse(const OwnHardware &own) { return qint64(own.lifeMonths) * kHoursPerMonth * own.utilisationPercent; }

Result<Money> wearPerHour(const OwnHardware &own) { return own.price.times(100, hundredthsOfUse(own)); }

class Estimating {
public:
    explicit Estimating(const EstimateRequest &request) : m_request(request)
    {
        m_estimate.name = request.name;
        m_estimate.total = Money(0, request.currency);
    }

    Result<Estimate> run()
    {
        if (const auto *rented = std::get_if<RentedCompute>(&m_request.compute))
            addRented(*rented);
        else
            addOwn(std::get<OwnHardware>(m_request.compute));
        for (const StorageNeed &disk : m_request.disks)
            addStorage(CostPart::Disk, Words::tr("Disk %1"), disk, m_request.machines);
        for (const StorageNeed &storage : m_request.objectStorage)
            addStorage(CostPart::ObjectStorage, Words::tr("Object storage %1"), storage, 1);
        for (const RequestNeed &need : m_request.requests)
            addRequests(need);
        if (m_request.egress)
            addEgress(*m_request.egress);
        addContingency();
        return m_problem ? Result<Estimate>(*m_problem) : m_estimate;
    }

private:
    void fail(const Error &error)
    {
        if (!m_problem)
            m_problem = error;
    }

    EstimateLine line(CostPart part, const QString &name, const Price &price, const QString &unit) const
    {
        EstimateLine made;
        made.part = part;
        made.name = name.trimmed();
        made.price = price;
        made.unit = unit;
        if (m_request.today.isValid() && price.money && price.from.asOf.isKnown())
            made.ageDays = std::max<qint64>(price.from.asOf.firstDay().daysTo(m_request.today), 0);
        return made;
    }

    void addUnknown(EstimateLine made, const QString &missing)
    {
        made.missing = missing;
        m_estimate.without << made.name;
        m_estimate.lines << made;
    }

    // `base` times the quantity, in the estimate's currency, in cents; also adds it to the total.
    void addKnown(EstimateLine made, const Money &base, const std::optional<Quantity> &times)
    {
        if (!times)
            return fail(invalidInput(Words::tr("“%1” is too large to calculate.").arg(made.name)));
        const auto billed = m_request.rates.billed(base, times->numerator, times->denominator, m_request.currency);
        if (!billed) {
            if (billed.error().code == ErrorCode::NotFound)
                return addUnknown(made, billed.error().what);
            return fail(billed.error());
        }
        if (base.currency() != m_request.currency) {
            const QString rate = m_request.rates.between(base.currency(), m_request.currency)->text();
            made.formula += QStringLiteral(" (%1)").arg(rate);
            if (!m_estimate.rates.contains(rate))
                m_estimate.rates << rate;
        }
        made.amount = *billed;
        const auto sum = m_estimate.total.plus(*made.amount);
        if (!sum)
            return fail(sum.error());
        m_estimate.total = *sum;
        m_estimate.lines << made;
    }

    // A line whose price may be unknown.
    void addPriced(EstimateLine made, const std::optional<Quantity> &quantity, const QString &figures)
    {
        made.quantity = quantity;
        if (!made.price.money) {
            made.formula = figures + QStringLiteral(" × ?");
            return addUnknown(made, made.price.note.isEmpty() ? Words::tr("The price is unknown. Enter one.") : made.price.note);
        }
        made.formula = QStringLiteral("%1 × %2").arg(figures, made.price.money->text());
        addKnown(made, *made.price.money, quantity);
    }

    // The quantity that a run of this length is billed for: hours, or months of whole terms.
    struct Billed {
        seconds time{0};
        std::optional<Quantity> quantity;
        QString figures;
    };
    Billed billed(const RentedCompute &rented, seconds time) const
    {
        const qint64 machines = m_request.machines;
        if (rented.purchase == Purchase::OnDemand || rented.purchase == Purchase::Spot) {
            const seconds counted = billedTime(time, rented.billing);
            return {counted, Quantity::of({machines, counted.count()}, {kSecondsPerHour}),
                    QStringLiteral("%1 × %2").arg(machines).arg(hoursText(counted))};
        }
        const qint64 months = termMonths(rented.purchase), term = months * kSecondsPerMonth;
        const qint64 terms = (time.count() + term - 1) / term;
        const seconds counted(terms * term);
        if (rented.purchase == Purchase::Monthly)
            return {counted, Quantity::of({machines, terms}), QStringLiteral("%1 × %2").arg(machines).arg(terms)};
        return {counted, Quantity::of({machines, terms, months, kHoursPerMonth}),
                QStringLiteral("%1 × %2 × %3 × %4 h").arg(machines).arg(terms).arg(months).arg(kHoursPerMonth)};
    }

    void addRented(const RentedCompute &rented)
    {
        Price price = rented.price;
        const bool isByTime = rented.purchase == Purchase::OnDemand || rented.purchase == Purchase::Spot;
        if (!rented.billing.note.isEmpty() && isByTime && price.money)
            price.note = price.note.isEmpty() ? rented.billing.note : price.note + u' ' + rented.billing.note;
        const QString unit = rented.purchase == Purchase::Monthly ? QStringLiteral("month") : QStringLiteral("h");
        const Billed work = billed(rented, m_request.time);
        m_estimate.billed = work.time;
        addPriced(line(CostPart::Compute, Words::tr("Machines"), price, unit), work.quantity, work.figures);

        const Interruptions &interruptions = m_request.interruptions;
        if (rented.purchase != Purchase::Spot && !interruptions.between)
            return;
        EstimateLine made = line(CostPart::Interruptions, Words::tr("Interruptions"), rented.price, unit);
        if (!interruptions.between || !interruptions.write || !interruptions.restart) {
            return addUnknown(made, !interruptions.between ? Words::tr(
                                        "How often the machine is interrupted is unknown. Enter the hours between two interruptions.")
                                                           : Words::tr("Enter the time to write a checkpoint and the time to restart."));
        }
        Interruptions ofAll = interruptions;
        ofAll.between = std::max(seconds(1), *interruptions.between / m_request.machines);
        const auto overhead = spotOverhead(m_request.time, ofAll);
        if (!overhead)
            return fail(overhead.error());
        m_estimate.overhead = *overhead;
        const Billed all = billed(rented, overhead->expected);
        m_estimate.billed = all.time;
        if (!all.quantity || !work.quantity)
            return fail(invalidInput(Words::tr("“%1” is too large to calculate.").arg(made.name)));
        made.price.note = interruptionsNote(*overhead, *ofAll.between);
        const qint64 hours = (all.time - work.time).count();
        const auto extra = unit == QLatin1String("h")
                               ? Quantity::of({m_request.machines, hours}, {kSecondsPerHour})
                               : Quantity::of({m_request.machines, hours}, {termMonths(rented.purchase) * kSecondsPerMonth});
        addPriced(made, extra, QStringLiteral("%1 × (%2 − %3)").arg(m_request.machines).arg(hoursText(all.time), hoursText(work.time)));
    }

    QString interruptionsNote(const SpotOverhead &overhead, seconds between) const
    {
        const QString from = m_request.interruptionsFrom.source;
        return Words::tr("One every %1 h, a checkpoint every %2 min; best interval %3 min (Young) or %4 min (Daly)%5.")
            .arg(QString::number(static_cast<double>(between.count()) / 3600, 'f', 1),
                 QString::number(static_cast<double>(overhead.every.count()) / 60, 'f', 1),
                 QString::number(static_cast<double>(overhead.young.count()) / 60, 'f', 1),
                 QString::number(static_cast<double>(overhead.daly.count()) / 60, 'f', 1),
                 from.isEmpty() || from == QLatin1String("given") ? QString() : QStringLiteral(" (%1)").arg(from));
    }

    void addOwn(const OwnHardware &own)
    {
        m_estimate.billed = m_request.time;
        const qint64 machines = m_request.machines, time = m_request.time.count();
        const Provenance given{QStringLiteral("given"), m_request.today.isValid() ? AsOf(m_request.today) : AsOf(), Knowledge::Verified};
        const auto perHour = wearPerHour(own);
        EstimateLine wear = line(CostPart::Depreciation, Words::tr("Depreciation"),
                                 {perHour ? std::optional(*perHour) : std::nullopt, given, {}}, QStringLiteral("h"));
        wear.quantity = Quantity::of({machines, time}, {kSecondsPerHour});
        wear.formula = QStringLiteral("%1 × %2 × %3 / (%4 × %5 h × %6 %)")
                           .arg(machines)
                           .arg(hoursText(m_request.time), own.price.text())
                           .arg(own.lifeMonths)
                           .arg(kHoursPerMonth)
                           .arg(own.utilisationPercent);
        // From the purchase price itself: the hourly price is already rounded.
        addKnown(wear, own.price, Quantity::of({machines, time, 100}, {hundredthsOfUse(own), kSecondsPerHour}));

        EstimateLine energy = line(CostPart::Energy, Words::tr("Electricity"), {own.perKwh, given, {}}, QStringLiteral("kWh"));
        energy.quantity = Quantity::of({machines, own.watts, own.pueHundredths, time}, {100'000, kSecondsPerHour});
        energy.formula = QStringLiteral("%1 × %2 W / 1000 × %3 × %4 × %5")
                             .arg(machines)
                             .arg(own.watts)
                             .arg(decimalText(own.pueHundredths, 2), hoursText(m_request.time), own.perKwh.text());
        addKnown(energy, own.perKwh, energy.quantity);
    }

    void addStorage(CostPart part, const QString &name, const StorageNeed &need, qint64 times)
    {
        const bool isWhole = need.diskGB > 0;
        const seconds kept = need.kept.value_or(m_estimate.overhead ? m_estimate.overhead->expected : m_request.time);
        const qint64 amount = isWhole ? (need.gb + need.diskGB - 1) / need.diskGB : need.gb;
        const QString what = isWhole      ? QStringLiteral("%1 × ⌈%2 GB / %3 GB⌉").arg(times).arg(need.gb).arg(need.diskGB)
                             : times == 1 ? QStringLiteral("%1 GB").arg(need.gb)
                                          : QStringLiteral("%1 × %2 GB").arg(times).arg(need.gb);
        addPriced(line(part, name.arg(need.type), need.perMonth, isWhole ? QStringLiteral("disk-month") : QStringLiteral("GB-month")),
                  Quantity::of({times, amount, kept.count()}, {kSecondsPerMonth}),
                  QStringLiteral("%1 × %2 / 730 h").arg(what, hoursText(kept)));
    }

    void addRequests(const RequestNeed &need)
    {
        addPriced(line(CostPart::Requests, Words::tr("%1 requests").arg(need.kind), need.perThousand, QStringLiteral("1000 requests")),
                  Quantity::of({need.count}, {1000}), QStringLiteral("%1 / 1000").arg(need.count));
    }

    void addEgress(const EgressNeed &need)
    {
        const qint64 isFree = std::min(need.gb, need.freeGB);
        const Price nothing{need.tiers.isEmpty() || !need.tiers.first().perGB.money ? Money(0, m_request.currency)
                                                                                    : Money(0, need.tiers.first().perGB.money->currency()),
                            need.tiers.isEmpty() ? Provenance() : need.tiers.first().perGB.from,
                            {}};
        if (isFree > 0) {
            addPriced(line(CostPart::Egress, Words::tr("Egress, free of charge"), nothing, QStringLiteral("GB")), Quantity::of({isFree}),
                      QStringLiteral("%1 GB").arg(isFree));
        }
        qint64 left = need.gb - isFree, below = 0;
        for (const EgressNeed::Tier &tier : need.tiers) {
            const qint64 here = tier.upToGB ? std::min(left, *tier.upToGB - below) : left;
            if (here <= 0)
                break;
            const QString name = need.tiers.size() == 1 ? Words::tr("Egress")
                                 : tier.upToGB          ? Words::tr("Egress, up to %1 GB").arg(*tier.upToGB)
                                                        : Words::tr("Egress, above %1 GB").arg(below);
            addPriced(line(CostPart::Egress, name, tier.perGB, QStringLiteral("GB")), Quantity::of({here}),
                      QStringLiteral("%1 GB").arg(here));
            left -= here;
            below = tier.upToGB.value_or(below);
        }
    }

    void addContingency()
    {
        if (m_request.contingencyPermille == 0 || m_problem)
            return;
        const Money sum = m_estimate.total;
        const QString percent = decimalText(m_request.contingencyPermille, 1) + QStringLiteral(" %");
        EstimateLine made = line(CostPart::Contingency, Words::tr("Contingency"),
                                 {sum, {QStringLiteral("given"), {}, Knowledge::Verified}, {}}, QStringLiteral("%"));
        made.quantity = Quantity{m_request.contingencyPermille, 10};
        made.formula = QStringLiteral("%1 × %2").arg(percent, sum.text());
        addKnown(made, sum, Quantity{m_request.contingencyPermille, 1000});
    }

    const EstimateRequest &m_request;
    Estimate m_estimate;
    std::optional<Error> m_problem;
};

}  // namespace

seconds billedTime(seconds time, const BillingRule &rule)
{
    const qint64 steps = (time.count() + rule.step.count() - 1) / rule.step.count();
    qint64 counted = 0;
    [[maybe_unused]] const bool overflows = __builtin_mul_overflow(steps, static_cast<qint64>(rule.step.count()), &counted);
    Q_ASSERT(!overflows);
    return std::max(seconds(counted), rule.minimum);
}

QString costPartName(CostPart part) { return QLatin1String(kCostPartNames[static_cast<size_t>(part)]); }

bool Estimate::hasMachines() const
{
    return std::none_of(lines.begin(), lines.end(), [](const EstimateLine &line) {
        return (line.part == CostPart::Compute || line.part == CostPart::Depreciation) && !line.amount;
    });
}

Result<Estimate> makeEstimate(const EstimateRequest &request)
{
    if (const auto problem = problemOf(request))
        return *problem;
    return Estimating(request).run();
}

Result<Money> hourlyCost(const OwnHardware &own)
{
    const auto wear = wearPerHour(own), energy = own.perKwh.times(qint64(own.watts) * own.pueHundredths, 100'000);
    if (!wear || !energy)
        return wear ? energy.error() : wear.error();
    return wear->plus(*energy);
}

}  // namespace trainyard
