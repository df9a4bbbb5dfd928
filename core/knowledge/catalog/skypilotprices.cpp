// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/skypilotprices.h"

#include "core/base/excerpt.h"
#include "core/knowledge/catalog/internal/csvreader.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

constexpr qint64 kMaxGpuMemoryMiB = 4'096 * 1024;  // the limit for an offer
constexpr qint64 kMaxRows = 1'000'000;             // the largest file has a tenth of that

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PriceLists)
};

constexpr std::array<const char *, 5> kNoGpus{"tpu", "inferentia", "trainium", "gaudi", "neuron"};

// Per GPU, from GpuInfo; kUnknown.
qint32 gpuMemoryMiB(QByteArrayView info)
{
    constexpr QByteArrayView kKey = "SizeInMiB";
    qint32 found = kUnknown;
    for (qsizetype at = info.indexOf(kKey); at >= 0; at = info.indexOf(kKey)) {
        info = info.sliced(at + kKey.size());
        // Between the key and the number: a quotation mark, a colon, blanks.
        qsizetype begin = 0;
        while (begin < info.size() && QByteArrayView("'\": ").contains(info[begin]))
            ++begin;
        qsizetype end = begin;
        while (end < info.size() && info[end] != ',' && info[end] != '}' && info[end] != ' ')
            ++end;
        const auto size = listedNumber(info.sliced(begin, end - begin), 0);
        const bool isOther = found != kUnknown && size != found;
        if (!size || *size < 1 || *size > kMaxGpuMemoryMiB || isOther)
            return kUnknown;
        found = static_cast<qint32>(*size);
    }
    return found;
}

class SkyPilotReading {
    enum Column { Type, Gpu, Gpus, Vcpus, Memory, Price, Region, SpotPrice, Info };
    static constexpr std::array<const char *, 9> kColumns{"InstanceType", "AcceleratorName", "AcceleratorCount", "vCPUs",  "MemoryGiB",
                                                          "Price",        "Region",          "SpotPrice",        "GpuInfo"};

public:
    SkyPilotReading(const QByteArray &csv, const QByteArray &provider, const PriceListRules &rules, const SkyPilotKnowledge &knowledge)
        : m_isEnded(csv.endsWith('\n')), m_reader(csv), m_provider(provider), m_knowledge(knowledge), m_gatherer(rules)
    {
    }

    Result<OfferTable> read()
    {
        TRY_DO(readHeader());
        while (m_reader.next()) {
            if (m_reader.row() > kMaxRows)
                return priceListError(Words::tr("Row %1: there are more rows than any price list has.").arg(m_reader.row()));
            TRY_DO(readRow());
        }
        if (m_reader.fault() != CsvReader::Fault::None || !m_isEnded)
            return cutOff();
        OfferTable offers;
        if (const auto fault = m_gatherer.gather(offers))
            return priceListError(Words::tr("%1 in %2: %3").arg(fault->type, fault->region, fault->what));
        return offers;
    }

private:
    Result<void> readHeader()
    {
        m_places.fill(-1);
        if (!m_reader.next())
            return m_reader.fault() == CsvReader::Fault::None ? priceListError(Words::tr("The price list is empty.")) : cutOff();
        m_width = m_reader.fields().size();
        for (size_t i = 0; i < m_width; ++i) {
            for (size_t column = 0; column < kColumns.size(); ++column) {
                if (m_reader.fields()[i] != kColumns[column])
                    continue;
                if (m_places[column] >= 0)
                    return priceListError(Words::tr("Row 1: the column “%1” appears twice.").arg(QLatin1String(kColumns[column])));
                m_places[column] = static_cast<qint64>(i);
            }
        }
        for (size_t column = 0; column < kColumns.size(); ++column) {
            if (m_places[column] < 0 && column != SpotPrice && column != Info)
                return priceListError(Words::tr("Row 1: the column “%1” is missing.").arg(QLatin1String(kColumns[column])));
        }
        return {};
    }

    Error cutOff() const { return priceListError(Words::tr("Row %1: truncated or not CSV.").arg(m_reader.row())); }

    QByteArrayView field(Column column) const
    {
        return m_places[column] < 0 ? QByteArrayView() : m_reader.fields()[static_cast<size_t>(m_places[column])];
    }

    // 0 if the field is empty.
    Result<qint64> number(Column column, int decimals, qint64 most) const
    {
        const QByteArrayView text = field(column);
        const auto value = text.isEmpty() ? std::optional<qint64>(0) : listedNumber(text, decimals);
        if (!value || *value > most) {
            return priceListError(Words::tr("Row %1, column “%2”: “%3” is not a valid number here.")
                                      .arg(m_reader.row())
                                      .arg(QLatin1String(kColumns[column]), excerpt(text)));
        }
        return *value;
    }

    Result<void> readRow()
    {
        if (m_reader.fields().size() != m_width) {
            return priceListError(
                Words::tr("Row %1: %2 fields, but the header has %3.").arg(m_reader.row()).arg(m_reader.fields().size()).arg(m_width));
        }
        const QByteArray gpu = field(Gpu).toByteArray();
        const bool isGpu = std::none_of(kNoGpus.begin(), kNoGpus.end(), [&](const char *name) { return gpu.toLower().startsWith(name); });
        if (field(Type).isEmpty() || gpu.isEmpty() || !isGpu)
            return {};
        const auto price = number(Price, Money::kDecimals, Money::kMaxNanos), spot = number(SpotPrice, Money::kDecimals, Money::kMaxNanos);
        const auto gpus = number(Gpus, 4, qint64(1024) * kWholeGpu), vcpus = number(Vcpus, 2, 6'553'600);
        const auto memory = number(Memory, 3, 1'048'576'000);
        for (const auto *value : {&price, &spot, &gpus, &vcpus, &memory}) {
            if (!*value)
                return value->error();
        }
        InstanceShape shape;
        if (const InstanceShape *known = m_knowledge.shapes.find(m_provider, field(Type)))
            shape = *known;
        else
            shape = ownShape(gpu, *gpus, *vcpus, *memory);
        if (*price > 0)
            m_gatherer.add(m_provider, shape, field(Region), Purchase::OnDemand, *price);
        if (*spot > 0)
            m_gatherer.add(m_provider, shape, field(Region), Purchase::Spot, *spot);
        return {};
    }

    InstanceShape ownShape(const QByteArray &gpu, qint64 gpus, qint64 vcpus, qint64 milliGib) const
    {
        InstanceShape shape;
        shape.type = field(Type).toByteArray();
        const QList<qsizetype> meant = m_knowledge.names.meantBy(QString::fromUtf8(gpu));
        shape.gpu = meant.size() == 1 ? m_knowledge.models[meant.first()].id.toUtf8() : gpu;
        shape.gpus = gpus > 0 ? static_cast<qint32>(gpus) : kWholeGpu;
        shape.vcpus = vcpus > 0 ? static_cast<qint32>(vcpus) : kUnknown;
        shape.memoryMiB = milliGib > 0 ? static_cast<qint32>((milliGib * 1024 + 500) / 1000) : kUnknown;
        // For a whole GPU with a single size the catalogue knows it for certain.
        const bool isCertain = shape.gpus >= kWholeGpu && m_knowledge.names.facts(QString::fromUtf8(shape.gpu)).memoryGib;
        shape.gpuMemoryMiB = isCertain ? kUnknown : gpuMemoryMiB(field(Info));
        return shape;
    }

    const bool m_isEnded;  // the last row has its line end: otherwise a truncated compressed answer would look complete
    CsvReader m_reader;
    QByteArray m_provider;
    const SkyPilotKnowledge &m_knowledge;
    PriceGatherer m_gatherer;
    size_t m_width = 0;
    std::array<qint64, kColumns.size()> m_places{};
};

}  // namespace

Result<OfferTable> parseSkyPilotPrices(const QByteArray &csv, const QByteArray &provider, const PriceListRules &rules,
                                       const SkyPilotKnowledge &knowledge)
{
    return SkyPilotReading(csv, provider, rules, knowledge).read();
}

}  // namespace trainyard
