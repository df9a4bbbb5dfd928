// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/estimateprinter.h"
#include "app/cli/memorycommand.h"
#include "core/base/shellquote.h"
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/catalog/offerid.h"
#include "core/service/machines/probeadvisor.h"
#include "core/service/runs/meternow.h"
#include "core/storage/database/offerstore.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::EstimateCommand)
};

Error notFound(const QString &what) { return {ErrorCode::NotFound, what, {}}; }

class Estimator {
public:
    Estimator(const Catalog &catalog, const PricingModels &models, const EstimateOptions &options)
        : m_catalog(catalog), m_models(models), m_options(options), m_needs(options.needs), m_hasCurrency(options.hasCurrency)
    {
    }

    const RunNeeds &needs() const { return m_needs; }

    Result<QList<EstimatedThing>> run()
    {
        TRY(const auto rows, offerRows());
        for (const size_t row : rows) {
            TRY_DO(addOffer(row));
        }
        if (m_options.price) {
            TRY_DO(addPrice());
        }
        if (m_options.own) {
            useCurrency(m_options.own->price.currency());
            EstimateRequest request = requestFor(*m_options.own, m_needs);
            if (!m_options.machine.isEmpty())
                request.name = Words::tr("%1, by your own figures").arg(m_options.machine);
            TRY_DO(add(QStringLiteral("own"), request, {}));
            TRY_DO(compareOwn(*m_options.own));
        }
        return m_things;
    }

private:
    void useCurrency(Currency currency)
    {
        if (!m_hasCurrency)
            m_needs.currency = currency;
        m_hasCurrency = true;
    }

    Result<QList<size_t>> offerRows() const
    {
        if (!m_options.offer.isEmpty()) {
            const auto row = offerOfId(m_catalog.offers(), m_options.offer);
            return row ? Result<QList<size_t>>({*row}) : Result<QList<size_t>>(row.error());
        }
        QList<size_t> rows;
        if (!m_options.filters)
            return rows;
        TRY(const auto found, select(m_catalog, m_options.filters->query, m_options.filters->rates));
        // Offers that cannot be compared are estimated only when there are no others, and when price is not a condition.
        const bool isCompared = found.compared > 0 || m_options.filters->query.mostPerHour;
        const size_t priced = isCompared ? found.compared : found.rows.size() - found.withoutPrice;
        const auto wanted = std::min(priced, static_cast<size_t>(*m_options.filters->limit));
        for (size_t i = 0; i < wanted; ++i)
            rows << found.rows[i];
        if (rows.isEmpty())
            return notFound(Words::tr("No matching offer has a known price."));
        return rows;
    }

    const PricingModel *model(const QString &provider) const
    {
        const auto found = m_models.constFind(provider);
        return found == m_models.constEnd() ? nullptr : &*found;
    }

    Result<void> addOffer(size_t row)
    {
        useCurrency(m_catalog.offers().figures(row).currency);
        const PricingModel *rules = model(m_catalog.offers().text(OfferText::Provider, row).toLower());
        TRY(auto evens, breakEvens(m_catalog, row, m_options.usedPerMonth, m_needs.rates));
        const OfferFigures figures = m_catalog.offers().figures(row);
        if (figures.purchase == Purchase::OnDemand && figures.price()) {
            TRY_DO(addTyped(*figures.price(), evens));
        }
        return add(QStringLiteral("offer"), requestFor(m_catalog, row, rules, m_needs), evens);
    }

    // The commitments whose prices were given as options.
    Result<void> addTyped(const Money &onDemand, QList<BreakEven> &evens) const
    {
        for (const auto &[purchase, money] :
             {std::pair(Purchase::Monthly, m_options.monthlyPrice), std::pair(Purchase::Reserved1y, m_options.reservedPrice)}) {
            if (!money)
                continue;
            const Price price{*money, {QStringLiteral("given"), AsOf(m_needs.today), Knowledge::Verified}, {}};
            TRY(const auto even, breakEven(onDemand, purchase, price, m_options.usedPerMonth, m_needs.rates));
            evens << even;
        }
        return {};
    }

    Result<void> addPrice()
    {
        const PricingModel *rules = nullptr;
        if (!m_options.provider.isEmpty()) {
            TRY(const auto found, modelNamed(m_options.provider));
            rules = found;
        }
        QList<BreakEven> evens;
        if (m_options.purchase == Purchase::OnDemand) {
            TRY_DO(addTyped(*m_options.price, evens));
        }
        const Price price{*m_options.price, {QStringLiteral("given"), AsOf(m_needs.today), Knowledge::Verified}, {}};
        return add(QStringLiteral("price"), requestFor(price, m_options.purchase, m_options.region, rules, m_needs), evens);
    }

    Result<const PricingModel *> modelNamed(const QString &name) const
    {
        if (const PricingModel *exact = model(name.toLower()))
            return exact;
        QList<const PricingModel *> found;
        for (const PricingModel &one : m_models) {
            if (one.provider.startsWith(name, Qt::CaseInsensitive)
                || m_catalog.providerName(one.provider).contains(name, Qt::CaseInsensitive))
                found << &one;
        }
        if (found.size() == 1)
            return found.first();
        return Error{ErrorCode::InvalidInput,
                     found.isEmpty()
                         ? Words::tr("How the provider “%1” bills is unknown. Leave out --provider, or add --billing.").arg(name.left(60))
                         : Words::tr("“%1” matches several providers. Use a longer name.").arg(name),
                     {}};
    }

    // With those before it that are rented by the hour.
    Result<void> compareOwn(const OwnHardware &own)
    {
        for (const auto &[name, perHour] : std::as_const(m_rents)) {
            const auto even = ownBreakEven(own, perHour, m_needs.rates);
            if (!even && even.error().code != ErrorCode::NotFound)
                return even.error();
            if (even)
                m_things.last().comparisons << OwnComparison{name, *even};
        }
        return {};
    }

    Result<void> add(const QString &kind, const EstimateRequest &request, const QList<BreakEven> &evens)
    {
        if (const auto *rented = std::get_if<RentedCompute>(&request.compute);
            rented && rented->price.money && hoursOf(rented->purchase) == 1)
            m_rents << std::pair(request.name, *rented->price.money);
        TRY(const auto estimate, makeEstimate(request));
        m_things << EstimatedThing{kind, estimate, evens};
        return {};
    }

    const Catalog &m_catalog;
    const PricingModels &m_models;
    const EstimateOptions &m_options;
    RunNeeds m_needs;
    bool m_hasCurrency;
    QList<EstimatedThing> m_things;
    QList<std::pair<QString, Money>> m_rents;  // per hour
};

// The figures of a machine, with the power that its GPUs were measured to draw.
Result<OwnHardware> ownOf(CommandContext &context, const EstimateOptions &options)
{
    TRY(const auto machine, context.services.database().machines.find(options.machine));
    TRY(const auto meter, meterNow(context.services.database(), QDateTime::currentDateTimeUtc()));
    const OwnMachineCost *cost = meter.own.machine(machine.id);
    if (!cost) {
        return notFound(
            Words::tr("%1 has no figures of its own. Enter them with: yard machine edit %2 --kwh-price 0.30EUR --base-watts 300")
                .arg(machine.name, shellQuoted(machine.name)));
    }
    OwnHardware own = withGpus(cost->figures, cost->gpuWatts);
    if (options.machineWatts) {
        own.watts = *options.machineWatts;
    } else if (!cost->gpuWatts) {
        return notFound(
            Words::tr(
                "The power of the GPUs of %1 has not been measured in a run yet. Add the machine's power under load with --own-watts.")
                .arg(machine.name));
    } else {
        context.console.say(
            Words::tr("The GPUs of %1 drew %2 W on average in its runs, as measured.").arg(machine.name).arg(*cost->gpuWatts));
    }
    return own;
}

int estimate(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, estimateOptions(), {}, {0, 0, Words::tr("Unexpected argument “%1”.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const OfferStore store(context.services.paths());
    const auto rates = store.rates();
    if (!rates)
        return context.console.fail(rates.error());
    auto request = readEstimateOptions(*options, *rates);
    if (!request)
        return context.console.fail(request.error());
    if (!request->machine.isEmpty()) {
        const auto own = ownOf(context, *request);
        if (!own)
            return context.console.fail(own.error());
        request->own = *own;
    }
    auto loaded = store.load();
    if (!loaded)
        return context.console.fail(loaded.error());
    if (const auto measured = measuredRates(context.services.database(), loaded->catalog))
        loaded->catalog.setMeasuredRates(*measured);
    for (const Error &problem : loaded->problems)
        context.console.say(QStringLiteral("yard: ") + problem.what);
    const auto models = parsePricingModels(builtInPricingFile());
    if (!models)
        return context.console.fail({ErrorCode::Corrupt, models.error().what, models.error().detail});
    Estimator estimator(loaded->catalog, *models, *request);
    const auto things = estimator.run();
    if (!things)
        return context.console.fail(things.error());
    printEstimates(context.console, *things, estimator.needs());
    return 0;
}

}  // namespace

void addEstimateCommands(Commands &commands)
{
    const auto add = [&commands](const QString &verb, const QString &usage, const QString &help,
                                 int (*run)(CommandContext &, const Command &)) {
        Command &command = commands[verb];
        command = {usage, help, [&command, run](CommandContext &context) { return run(context, command); }};
    };
    add(QStringLiteral("estimate"), estimateUsage(),
        Words::tr("Estimates the cost of a run: machines, interruptions, disks, storage, traffic, contingency."), estimate);
    Command &memory = commands[QStringLiteral("estimate memory")];
    memory = {memoryUsage(),
              Words::tr("Estimates how much memory a training needs per GPU, and which GPUs it fits on."),
              {},
              [&memory](BareContext &context) { return estimateMemory(context, memory); }};
}

}  // namespace trainyard
