// SPDX-License-Identifier: GPL-3.0-or-later
// What Azure has charged, from Cost Management. https://learn.microsoft.com/rest/api/cost-management/query/usage
#include "core/provider/azure/azureprovider.h"
#include "core/provider/azure/internal/azureanswer.h"
#include "core/provider/azure/internal/azureapi.h"
#include "core/provider/azure/internal/azurerequest.h"
#include "core/provider/azure/internal/azuretext.h"
#include "core/provider/cloudapi/listing.h"

#include <QSet>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

const QString kCost = QStringLiteral("PreTaxCost"), kDay = QStringLiteral("UsageDate"), kResource = QStringLiteral("ResourceId"),
              kMeter = QStringLiteral("MeterCategory"), kCurrency = QStringLiteral("Currency");

Error strangeBill(const QString &what)
{
    return cloudError(AzureText::tr("Azure"), {CloudRefusal::Kind::Format, QLatin1String(AzureActions::kReadCosts.right), what, {}, {}});
}

// A thing of two dimensions a day is the finest that it gives.
QJsonObject azureQuestion(QDate month, QDate until)
{
    const auto by = [](const QString &name) { return QJsonObject{{"type", "Dimension"}, {"name", name}}; };
    const auto at = [](QDate day, const char *time) { return day.toString(Qt::ISODate) + QLatin1String(time); };
    const QJsonObject sum{{"name", kCost}, {"function", "Sum"}};
    const QJsonObject things{
        {"granularity", "Daily"}, {"aggregation", QJsonObject{{"totalCost", sum}}}, {"grouping", QJsonArray{by(kResource), by(kMeter)}}};
    return {{"type", "ActualCost"},
            {"timeframe", "Custom"},
            {"timePeriod", QJsonObject{{"from", at(month, "T00:00:00Z")}, {"to", at(until, "T23:59:59Z")}}},
            {"dataset", things}};
}

// Where a column is in a row; −1: the answer does not have it.
struct AzureColumns {
    qsizetype cost = -1, day = -1, resource = -1, meter = -1, currency = -1;

    explicit AzureColumns(const QJsonArray &columns)
    {
        for (qsizetype i = 0; i < columns.size(); ++i) {
            const QString name = columns.at(i).toObject().value("name").toString();
            for (const auto &[known, at] :
                 {std::pair(kCost, &cost), {kDay, &day}, {kResource, &resource}, {kMeter, &meter}, {kCurrency, &currency}}) {
                if (name.compare(known, Qt::CaseInsensitive) == 0)
                    *at = i;
            }
        }
    }
    bool isWhole() const { return std::min({cost, day, resource, meter, currency}) >= 0; }
};

Result<CloudBillLine> readRow(const QJsonArray &row, const AzureColumns &at)
{
    const QJsonValue cost = row.at(at.cost);
    const auto currency = currencyFromCode(row.at(at.currency).toString().toLatin1());
    const QDate day = QDate::fromString(QString::number(row.at(at.day).toInteger()), QStringLiteral("yyyyMMdd"));
    constexpr double most = 1e8;
    if (!cost.isDouble() || !(std::abs(cost.toDouble()) < most) || !currency || !day.isValid())
        return strangeBill(QStringLiteral("a cost without its amount, currency or day"));
    const QString id = row.at(at.resource).toString(), group = azureGroupOf(id);
    CloudBillLine line;
    line.day = day;
    // All that a machine has is in its own resource group, by whose name the machine is known.
    line.resourceId = isAzureName(group) ? group : id;
    line.item = row.at(at.meter).toString();
    if (const QString name = id.section(u'/', -1); !name.isEmpty() && line.resourceId != id)
        line.item += QStringLiteral(" (%1)").arg(name);
    line.isMachine = id.contains(QLatin1String("/Microsoft.Compute/virtualMachines/"), Qt::CaseInsensitive)
                     && row.at(at.meter).toString() == QLatin1String("Virtual Machines");
    line.amount = Money(qint64(std::llround(cost.toDouble() * double(Money::kNanosPerUnit))), *currency);
    return line;
}

}  // namespace

Result<CloudBill> AzureProvider::bill(const QString &account, QDate month, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(account, stop));
    CloudBill bill;
    bill.month = QDate(month.year(), month.month(), 1);
    const QDate today = QDateTime::currentDateTimeUtc().date();
    // Azure would answer with another period.
    if (bill.month > today)
        return invalidInput(AzureText::tr("That month has not begun: choose another one."));
    bill.hasResourceIds = true;
    constexpr int kSettled = 5;  // days after the month, within which charges still come
    bill.isFinal = today >= bill.month.addMonths(1).addDays(kSettled);
    const QJsonObject question = azureQuestion(bill.month, std::min(bill.month.addMonths(1).addDays(-1), today));
    const Listing listing;
    TRY(AzureReply page, api.call(AzureActions::kReadCosts, QStringLiteral("/providers/Microsoft.CostManagement/query"), question));
    QSet<QString> seen;
    while (true) {
        ++bill.requests;
        const QJsonObject properties = page.body.value("properties").toObject();
        const QJsonArray rows = properties.value("rows").toArray();
        const AzureColumns columns(properties.value("columns").toArray());
        if (!properties.value("rows").isArray() || (!rows.isEmpty() && !columns.isWhole()))
            return strangeBill(QStringLiteral("a bill without its columns"));
        for (const QJsonValue &row : rows) {
            TRY(const CloudBillLine line, readRow(row.toArray(), columns));
            bill.billedTo = bill.billedTo.isValid() ? std::max(bill.billedTo, line.day) : line.day;
            bill.lines << line;
        }
        const QString next = properties.value("nextLink").toString();
        if (next.isEmpty())
            return bill;
        if (seen.contains(next))
            return strangeBill(QStringLiteral("a list without an end"));
        seen << next;
        TRY(page, api.next(AzureActions::kReadCosts, next, question));
    }
}

}  // namespace trainyard
