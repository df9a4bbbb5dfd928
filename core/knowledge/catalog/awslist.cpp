// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/awslist.h"

#include "core/base/excerpt.h"
#include "core/knowledge/catalog/internal/csvreader.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

constexpr int kMaxNoticeRows = 20;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PriceLists)
};

class Header {
public:
    enum Column { Term, Unit, Price, Code, Lease, Option, Class, Type, Tenancy, System, Capacity, Software, Market };
    static constexpr std::array<const char *, 13> kColumns{
        "TermType",      "Unit",    "PricePerUnit",     "Currency",       "LeaseContractLength", "PurchaseOption", "OfferingClass",
        "Instance Type", "Tenancy", "Operating System", "CapacityStatus", "Pre Installed S/W",   "MarketOption"};

    bool read(const std::vector<QByteArrayView> &fields)
    {
        width = fields.size();
        m_places.fill(-1);
        for (size_t i = 0; i < fields.size(); ++i) {
            for (size_t column = 0; column < kColumns.size(); ++column) {
                if (fields[i] == kColumns[column])
                    m_places[column] = static_cast<qint64>(i);
            }
        }
        return m_places[Term] >= 0;
    }
    // nullptr if all are there.
    const char *missing() const
    {
        for (size_t column = 0; column < kColumns.size(); ++column) {
            if (m_places[column] < 0 && column != Market)  // newer than the others
                return kColumns[column];
        }
        return nullptr;
    }
    QByteArrayView field(const std::vector<QByteArrayView> &fields, Column column) const
    {
        return m_places[column] < 0 ? QByteArrayView() : fields[static_cast<size_t>(m_places[column])];
    }

    size_t width = 0;

private:
    std::array<qint64, kColumns.size()> m_places{};
};

}  // namespace

Result<void> readAwsList(QByteArrayView csv, const QByteArray &region, const InstanceShapes &shapes, PriceGatherer &gatherer)
{
    CsvReader reader(csv);
    Header header;
    bool isHeader = false;
    while (!isHeader && reader.row() < kMaxNoticeRows && reader.next())
        isHeader = header.read(reader.fields());
    if (!isHeader)
        return priceListError(
            Words::tr("Row %1: the column “%2” is missing.").arg(reader.row()).arg(QLatin1String(Header::kColumns[Header::Term])));
    if (const char *missing = header.missing())
        return priceListError(Words::tr("Row %1: the column “%2” is missing.").arg(reader.row()).arg(QLatin1String(missing)));

    const QByteArray currency = currencyCode(gatherer.rules().currency).toUtf8();
    while (reader.next()) {
        const auto &fields = reader.fields();
        if (fields.size() != header.width) {
            return priceListError(
                Words::tr("Row %1: %2 fields, but the header has %3.").arg(reader.row()).arg(fields.size()).arg(header.width));
        }
        const auto is = [&](Header::Column column, const char *value) { return header.field(fields, column) == value; };
        const bool isReserved = is(Header::Term, "Reserved") && is(Header::Option, "No Upfront") && is(Header::Class, "standard")
                                && (is(Header::Lease, "1yr") || is(Header::Lease, "3yr"));
        const bool isWanted = (is(Header::Term, "OnDemand") || isReserved) && is(Header::Tenancy, "Shared") && is(Header::System, "Linux")
                              && is(Header::Capacity, "Used") && is(Header::Unit, "Hrs")
                              && (is(Header::Software, "NA") || is(Header::Software, ""))
                              && (is(Header::Market, "OnDemand") || is(Header::Market, ""));
        const InstanceShape *shape = isWanted ? shapes.find("aws", header.field(fields, Header::Type)) : nullptr;
        if (!shape)
            continue;
        const QByteArrayView text = header.field(fields, Header::Price);
        const auto price = listedNumber(text, Money::kDecimals);
        if (!price || header.field(fields, Header::Code) != currency) {
            return priceListError(Words::tr("Row %1, column “%2”: “%3” is not a valid price in %4.")
                                      .arg(reader.row())
                                      .arg(QLatin1String(Header::kColumns[Header::Price]), excerpt(text), QString::fromLatin1(currency)));
        }
        if (*price > 0) {
            gatherer.add("aws", *shape, region,
                         !isReserved                ? Purchase::OnDemand
                         : is(Header::Lease, "1yr") ? Purchase::Reserved1y
                                                    : Purchase::Reserved3y,
                         *price);
        }
    }
    if (reader.fault() != CsvReader::Fault::None)
        return priceListError(Words::tr("Row %1: truncated or not CSV.").arg(reader.row()));
    return {};
}

}  // namespace trainyard
