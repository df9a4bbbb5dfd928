// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/offerquery.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OfferQuery)
};

constexpr std::array<const char *, 5> kOrders{"hour", "gpu-hour", "tflop-hour", "gib-hour", "measured-tflop-hour"};

using Ids = std::vector<char>;  // by id of a column: whether it is wanted

// The ids whose text `fits` one of the requested words; a word that fits none is an error.
template <typename Fits>
Result<Ids> wanted(const TextColumn &column, const QStringList &texts, const QString &unknown, Fits fits)
{
    Ids ids(column.idCount(), texts.isEmpty());
    for (const QString &text : texts) {
        bool isKnown = false;
        for (quint32 id = 0; id < column.idCount(); ++id) {
            if (fits(column.value(id), text))
                ids[id] = isKnown = true;
        }
        if (!isKnown)
            return Error{ErrorCode::NotFound, unknown.arg(text), {}};
    }
    return ids;
}

bool beginsLike(const QString &text, const QString &start) { return text.startsWith(start, Qt::CaseInsensitive); }

// The factors that make a currency's billionths comparable; nullopt without a rate.
std::vector<std::optional<double>> factorsTo(Currency to, const ExchangeRates &rates)
{
    std::vector<std::optional<double>> factors;
    for (const Currency currency : currencies()) {
        const ExchangeRate *rate = rates.between(currency, to);
        const auto perUnit = [&] { return static_cast<double>(rate->nanos) / static_cast<double>(Money::kNanosPerUnit); };
        factors.push_back(currency == to           ? std::optional(1.0)
                          : !rate                  ? std::nullopt
                          : rate->from == currency ? std::optional(perUnit())
                                                   : std::optional(1 / perUnit()));
    }
    return factors;
}

class Selecting {
public:
    Selecting(const Catalog &catalog, const OfferQuery &query, const ExchangeRates &rates)
        : m_catalog(catalog), m_offers(catalog.offers()), m_query(query), m_rates(rates), m_factors(factorsTo(query.currency, rates)),
          m_gpuIds(m_offers.column(OfferText::Gpu))
    {
        for (quint32 id = 0; id < m_gpuIds.idCount(); ++id)
            m_tflops.push_back(catalog.gpuFacts(id).tflops[static_cast<size_t>(query.precision)]);
    }

    Result<OfferSelection> run()
    {
        TRY_DO(findIds());
        for (size_t row = 0; row < m_offers.size(); ++row) {
            switch (judge(row)) {
            case Fit::No: break;
            case Fit::Unknown: leaveOut(static_cast<quint32>(row)); break;
            case Fit::Yes: place(static_cast<quint32>(row)); break;
            }
        }
        m_found.compared = collect(m_compared);
        m_found.withoutRate = collect(m_withoutRate);
        m_found.withoutSize = collect(m_withoutSize);
        m_found.withoutPrice = collect(m_withoutPrice);
        m_found.mayFit = collect(m_mayFit);
        return m_found;
    }

private:
    enum class Fit { No, Yes, Unknown };
    // Keys are doubles: the rank of two prices that differ after the fifteenth digit does not matter.
    struct Ranked {
        double key;
        quint32 row;
        Currency group = Currency::USD;  // the currency, if the price was not converted
        auto order() const { return std::tie(group, key, row); }
        bool operator<(const Ranked &other) const { return order() < other.order(); }
    };

    static constexpr std::array kSearched{OfferText::Provider, OfferText::Type,   OfferText::Gpu,
                                          OfferText::Region,   OfferText::Source, OfferText::Card};
    struct WordPlaces {
        std::array<Ids, kSearched.size()> ids;
        Ids places;  // by PlaceId
        std::vector<char> purchases;
    };

    Result<void> findIds()
    {
        const GpuNames &names = m_catalog.gpuNames();
        auto gpus = wanted(m_gpuIds, m_query.gpus, Words::tr("No offer has a GPU named “%1”. `yard offer gpus` lists known GPUs."),
                           [&](const QString &gpu, const QString &text) {
                               const auto models = names.meantBy(gpu);
                               const bool isModel = models.size() == 1;
                               return gpu.compare(text, Qt::CaseInsensitive) == 0
                                      || (isModel ? names.words(models.first()) : GpuWords(gpu)).answersTo(text);
                           });
        if (!gpus)
            return gpus.error();
        TRY(auto regions, wanted(m_offers.column(OfferText::Region), m_query.regions,
                                 Words::tr("No offer is in a region that begins with “%1”."), beginsLike));
        auto providers = wanted(m_offers.column(OfferText::Provider), m_query.providers,
                                Words::tr("No offer is from a provider named “%1”."), [&](const QString &code, const QString &text) {
                                    return beginsLike(code, text) || m_catalog.providerName(code).contains(text, Qt::CaseInsensitive);
                                });
        if (!providers)
            return providers.error();
        TRY_DO(findPlaces());
        findWords();
        m_wantedGpus = std::move(*gpus);
        m_wantedRegions = std::move(regions);
        m_wantedProviders = std::move(*providers);
        return {};
    }

    // Any of the requested places; if the offer's place is unknown, it may match.
    Result<void> findPlaces()
    {
        if (m_query.places.isEmpty())
            return {};
        m_placeFits.assign(m_catalog.places().size(), Fit::No);
        for (const QString &name : m_query.places) {
            const auto within = m_catalog.places().within(name);
            if (!within)
                return Error{
                    ErrorCode::NotFound,
                    Words::tr("There is no known location named “%1”. Use a continent, country or city, such as Europe, FI or Frankfurt.")
                        .arg(name),
                    {}};
            for (size_t place = 0; place < within->size(); ++place) {
                Fit &fit = m_placeFits[place];
                if ((*within)[place] == Within::Yes)
                    fit = Fit::Yes;
                else if ((*within)[place] == Within::Unknown && fit == Fit::No)
                    fit = Fit::Unknown;
            }
        }
        return {};
    }

    // Each distinct text is examined once, however many offers have it.
    void findWords()
    {
        for (const QString &word : m_query.words) {
            WordPlaces &places = m_words.emplace_back();
            for (size_t i = 0; i < kSearched.size(); ++i) {
                const TextColumn &column = m_offers.column(kSearched[i]);
                for (quint32 id = 0; id < column.idCount(); ++id) {
                    const QString &text = column.value(id);
                    places.ids[i].push_back(
                        text.contains(word, Qt::CaseInsensitive)
                        || (kSearched[i] == OfferText::Provider && m_catalog.providerName(text).contains(word, Qt::CaseInsensitive)));
                }
            }
            for (size_t place = 0; place < m_catalog.places().size(); ++place)
                places.places.push_back(m_catalog.places().answersTo(static_cast<PlaceId>(place), word));
            for (const Purchase purchase : purchases())
                places.purchases.push_back(purchaseName(purchase).contains(word, Qt::CaseInsensitive));
        }
    }

    bool hasWords(size_t row) const
    {
        return std::all_of(m_words.cbegin(), m_words.cend(), [&](const WordPlaces &places) {
            if (places.purchases[static_cast<size_t>(m_offers.purchases()[row])] || places.places[m_catalog.placeIds()[row]])
                return true;
            for (size_t i = 0; i < kSearched.size(); ++i) {
                if (places.ids[i][m_offers.column(kSearched[i]).id(row)])
                    return true;
            }
            return false;
        });
    }

    static Fit atLeast(qint64 value, std::optional<qint64> least)
    {
        return !least ? Fit::Yes : value == kUnknown ? Fit::Unknown : value >= *least ? Fit::Yes : Fit::No;
    }

    Fit judge(size_t row) const
    {
        const quint32 region = m_offers.column(OfferText::Region).id(row);
        const bool isRegionUnknown = !m_query.regions.isEmpty() && m_offers.column(OfferText::Region).value(region).isEmpty();
        const Fit place = m_placeFits.empty() ? Fit::Yes : m_placeFits[m_catalog.placeIds()[row]];
        const qint32 gpus = m_offers.gpus()[row];
        if (place == Fit::No || !m_wantedGpus[m_gpuIds.id(row)] || !m_wantedProviders[m_offers.column(OfferText::Provider).id(row)]
            || (!m_wantedRegions[region] && !isRegionUnknown) || gpus < m_query.leastGpus.value_or(gpus)
            || gpus > m_query.mostGpus.value_or(gpus)
            || (!m_query.purchases.isEmpty() && !m_query.purchases.contains(m_offers.purchases()[row])) || !hasWords(row))
            return Fit::No;
        Fit fit = isRegionUnknown ? Fit::Unknown : place;
        for (const Fit one :
             {atLeast(m_catalog.gpuMemoryMiB(row), m_query.leastGpuMemoryMiB),
              atLeast(m_catalog.totalGpuMemoryMiB(row), m_query.leastTotalGpuMemoryMiB), atLeast(m_offers.vcpus()[row], m_query.leastVcpus),
              atLeast(m_offers.memoryMiB()[row], m_query.leastMemoryMiB), cheapEnough(row)}) {
            if (one == Fit::No)
                return Fit::No;
            if (one == Fit::Unknown)
                fit = Fit::Unknown;
        }
        return fit;
    }

    // Another currency without a rate does not hide an offer: it is listed separately.
    Fit cheapEnough(size_t row) const
    {
        if (!m_query.mostPerHour)
            return Fit::Yes;
        if (m_offers.priceNanos()[row] == kUnknown)
            return Fit::Unknown;
        const auto factor = m_factors[static_cast<size_t>(m_offers.currencies()[row])];
        if (!factor)
            return Fit::Yes;
        const double most = static_cast<double>(m_query.mostPerHour->nanos()), price = hourly(row) * *factor;
        // A price exactly at the limit must not depend on the last bit of a quotient.
        if (std::abs(price - most) < most * 1e-9) {
            const auto exact = hourlyPrices(m_catalog, row, m_query.currency, m_query.precision, m_rates).hour;
            return exact && *exact <= *m_query.mostPerHour ? Fit::Yes : Fit::No;
        }
        return price < most ? Fit::Yes : Fit::No;
    }

    double hourly(size_t row) const { return static_cast<double>(m_offers.priceNanos()[row]) / hoursOf(m_offers.purchases()[row]); }

    // The divisor of the price; nullopt if unknown.
    std::optional<double> divisor(size_t row) const
    {
        const double gpus = static_cast<double>(m_offers.gpus()[row]) / kWholeGpu;
        switch (m_query.order) {
        case OfferOrder::Hour: return 1;
        case OfferOrder::GpuHour: return gpus;
        case OfferOrder::TflopHour: {
            const auto tflops = m_tflops[m_gpuIds.id(row)];
            return tflops ? std::optional(*tflops * gpus) : std::nullopt;
        }
        case OfferOrder::GibHour: {
            const qint64 mib = m_catalog.totalGpuMemoryMiB(row);
            return mib == kUnknown ? std::nullopt : std::optional(static_cast<double>(mib) / 1024);
        }
        case OfferOrder::MeasuredTflopHour: {
            const MeasuredRate *rate = m_catalog.measuredRate(m_gpuIds.id(row));
            return rate ? std::optional(rate->tflops * gpus) : std::nullopt;
        }
        }
        Q_UNREACHABLE();
    }

    void place(quint32 row)
    {
        const Currency currency = m_offers.currencies()[row];
        if (m_offers.priceNanos()[row] == kUnknown) {
            m_withoutPrice.push_back({0, row});
            return;
        }
        const auto size = divisor(row);
        const auto factor = m_factors[static_cast<size_t>(currency)];
        if (!factor) {
            m_withoutRate.push_back({hourly(row) / size.value_or(1), row, currency});
            if (!m_found.currenciesWithoutRate.contains(currency))
                m_found.currenciesWithoutRate << currency;
        } else if (!size) {
            m_withoutSize.push_back({hourly(row) * *factor, row});
        } else {
            m_compared.push_back({hourly(row) * *factor / *size, row});
        }
    }

    void leaveOut(quint32 row)
    {
        if (!m_query.mayBeUnknown) {
            ++m_found.leftOutAsUnknown;
            return;
        }
        const auto factor = m_factors[static_cast<size_t>(m_offers.currencies()[row])];
        const bool isPriced = m_offers.priceNanos()[row] != kUnknown && factor;
        m_mayFit.push_back({isPriced ? hourly(row) * *factor : std::numeric_limits<double>::infinity(), row});
    }

    size_t collect(std::vector<Ranked> &ranked)
    {
        std::sort(ranked.begin(), ranked.end());
        for (const Ranked &one : ranked)
            m_found.rows.push_back(one.row);
        return ranked.size();
    }

    const Catalog &m_catalog;
    const OfferTable &m_offers;
    const OfferQuery &m_query;
    const ExchangeRates &m_rates;
    const std::vector<std::optional<double>> m_factors;  // by currency
    const TextColumn &m_gpuIds;
    std::vector<std::optional<double>> m_tflops;  // per GPU, by id
    Ids m_wantedGpus, m_wantedRegions, m_wantedProviders;
    std::vector<Fit> m_placeFits;  // by PlaceId; empty if no place is requested
    std::vector<WordPlaces> m_words;
    std::vector<Ranked> m_compared, m_withoutRate, m_withoutSize, m_withoutPrice, m_mayFit;
    OfferSelection m_found;
};

}  // namespace

QString offerOrderName(OfferOrder order) { return QLatin1String(kOrders[static_cast<size_t>(order)]); }

std::optional<OfferOrder> offerOrderFromName(const QString &name)
{
    const auto at = offerOrderNames().indexOf(name.toLower());
    return at < 0 ? std::nullopt : std::optional(static_cast<OfferOrder>(at));
}

QStringList offerOrderNames()
{
    QStringList names;
    for (const char *name : kOrders)
        names << QLatin1String(name);
    return names;
}

Result<OfferSelection> select(const Catalog &catalog, const OfferQuery &query, const ExchangeRates &rates)
{
    Q_ASSERT(!query.mostPerHour || query.mostPerHour->currency() == query.currency);
    return Selecting(catalog, query, rates).run();
}

HourlyPrices hourlyPrices(const Catalog &catalog, size_t row, Currency currency, Precision precision, const ExchangeRates &rates)
{
    const OfferFigures figures = catalog.offers().figures(row);
    HourlyPrices prices;
    const auto published = figures.price();
    const auto converted = published ? rates.convert(*published, currency) : Result<Money>(Error{});
    if (!converted)
        return prices;
    const auto over = [&](qint64 numerator, qint64 denominator) {
        const auto share = converted->times(numerator, denominator * hoursOf(figures.purchase));
        return share ? std::optional(*share) : std::nullopt;
    };
    prices.hour = over(1, 1);
    prices.gpuHour = over(kWholeGpu, figures.gpus);
    const auto tflops = catalog.gpuFacts(catalog.offers().column(OfferText::Gpu).id(row)).tflops[static_cast<size_t>(precision)];
    if (tflops)
        prices.tflopHour = over(kWholeGpu * 1000LL, std::llround(*tflops * 1000) * figures.gpus);
    if (const qint64 mib = catalog.totalGpuMemoryMiB(row); mib != kUnknown)
        prices.gibHour = over(1024, mib);
    if (const MeasuredRate *rate = catalog.measuredRate(catalog.offers().column(OfferText::Gpu).id(row)))
        prices.measuredTflopHour = over(kWholeGpu * 1000LL, std::llround(rate->tflops * 1000) * figures.gpus);
    return prices;
}

}  // namespace trainyard
