// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/pricegatherer.h"

#include "core/base/decimal.h"

#include <algorithm>
#include <charconv>

namespace trainyard {

namespace {

constexpr qsizetype kMaxNumber = 64;
constexpr int kMaxExponent = 30;

std::optional<qint64> median(std::vector<qint64> values)
{
    if (values.empty())
        return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

void PriceGatherer::add(QByteArrayView provider, const InstanceShape &shape, QByteArrayView region, Purchase purchase, qint64 nanos)
{
    Found &found = m_found[{provider.toByteArray(), shape.type, region.toByteArray(), shape.gpu, shape.gpus}];
    if (found.nanos.empty())
        found.shape = shape;
    found.nanos[purchase].push_back(nanos);
}

std::optional<PriceGatherer::Fault> PriceGatherer::gather(OfferTable &table) const
{
    for (const auto &[place, found] : m_found) {
        std::optional<qint64> onDemand;
        for (const auto &[purchase, nanos] : found.nanos) {
            qint64 chosen = *std::min_element(nanos.begin(), nanos.end());
            if (purchase == Purchase::OnDemand)
                onDemand = chosen;
            if (purchase == Purchase::Spot) {
                std::vector<qint64> cheaper;
                std::copy_if(nanos.begin(), nanos.end(), std::back_inserter(cheaper),
                             [&](qint64 one) { return !onDemand || one < *onDemand; });
                const auto middle = median(std::move(cheaper));
                if (!middle)
                    continue;
                chosen = *middle;
            }
            if (const auto fault = append(place, found.shape, purchase, chosen, table))
                return fault;
        }
    }
    return std::nullopt;
}

std::optional<PriceGatherer::Fault> PriceGatherer::append(const Place &place, const InstanceShape &shape, Purchase purchase, qint64 nanos,
                                                          OfferTable &table) const
{
    const QByteArray price = decimalText(nanos, Money::kDecimals).toUtf8(), gpus = decimalText(shape.gpus, 4).toUtf8(),
                     gpuMemory = offerGibibytes(shape.gpuMemoryMiB), memory = offerGibibytes(shape.memoryMiB),
                     vcpus = shape.vcpus == kUnknown ? QByteArray() : decimalText(shape.vcpus, 2).toUtf8(),
                     way = purchaseName(purchase).toUtf8(), currency = currencyCode(m_rules.currency).toUtf8();
    OfferFields fields;
    const auto field = [&](OfferField which) -> QByteArrayView & { return fields[static_cast<size_t>(which)]; };
    field(OfferField::Provider) = std::get<0>(place);
    field(OfferField::Type) = shape.type;
    field(OfferField::Region) = std::get<2>(place);
    field(OfferField::Gpu) = shape.gpu;
    field(OfferField::Gpus) = gpus;
    field(OfferField::GpuMemory) = gpuMemory;
    field(OfferField::Vcpus) = vcpus;
    field(OfferField::Memory) = memory;
    field(OfferField::Purchase) = way;
    field(OfferField::Price) = price;
    field(OfferField::Currency) = currency;
    field(OfferField::Source) = m_rules.source;
    field(OfferField::ShapeSource) = shape.source;
    RateCardRules rules;
    rules.asOf = AsOf(m_rules.seen);
    const auto fault = readOffer(fields, rules, table);
    if (!fault)
        return std::nullopt;
    return Fault{QString::fromUtf8(shape.type), QString::fromUtf8(std::get<2>(place)),
                 QLatin1String(offerFieldName(fault->field)) + QStringLiteral(": ") + fault->what};
}

std::optional<qint64> listedNumber(QByteArrayView text, int decimals)
{
    if (text.size() > kMaxNumber)
        return std::nullopt;
    qsizetype mantissaEnd = 0;
    while (mantissaEnd < text.size() && text[mantissaEnd] != 'e' && text[mantissaEnd] != 'E')
        ++mantissaEnd;
    int exponent = 0;
    if (mantissaEnd < text.size()) {
        QByteArrayView power = text.sliced(mantissaEnd + 1);
        if (power.startsWith('+'))
            power = power.sliced(1);
        const auto read = std::from_chars(power.begin(), power.end(), exponent);
        if (read.ec != std::errc() || read.ptr != power.end() || exponent < -kMaxExponent || exponent > kMaxExponent)
            return std::nullopt;
    }
    // All digits as one integer, the last `scale` of which are after the point.
    QByteArray digits;
    int scale = -exponent;
    bool isBehindPoint = false;
    for (const char c : text.first(mantissaEnd)) {
        if (c == '.' && !isBehindPoint) {
            isBehindPoint = true;
            continue;
        }
        if (c < '0' || c > '9')
            return std::nullopt;
        digits += c;
        scale += isBehindPoint ? 1 : 0;
    }
    if (digits.isEmpty())
        return std::nullopt;
    bool isRoundedUp = false;
    if (scale > decimals) {
        const qsizetype kept = digits.size() - (scale - decimals);
        isRoundedUp = kept >= 0 && digits[kept] >= '5';
        digits.truncate(std::max<qsizetype>(kept, 0));
    } else {
        digits += QByteArray(decimals - scale, '0');
    }
    qint64 value = 0;
    for (const char c : std::as_const(digits)) {
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
            return std::nullopt;
    }
    if (__builtin_add_overflow(value, isRoundedUp ? 1 : 0, &value) || value > Money::kMaxNanos)
        return std::nullopt;
    return value;
}

Error priceListError(const QString &what) { return {ErrorCode::Corrupt, what, {}}; }

}  // namespace trainyard
