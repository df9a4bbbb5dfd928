// SPDX-License-Identifier: GPL-3.0-or-later
// What Tencent Cloud has charged. https://www.tencentcloud.com/document/product/555/30756
#include "core/provider/cloudapi/billitem.h"
#include "core/provider/cloudapi/listing.h"
#include "core/provider/tencent/internal/tencentapi.h"
#include "core/provider/tencent/internal/tencentrequest.h"
#include "core/provider/tencent/internal/tencenttext.h"
#include "core/provider/tencent/tencentprovider.h"

#include <QJsonArray>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kBillPageSize = 100;  // the most that it takes

Error strangeBill(const QString &what)
{
    return cloudError(TencentText::tr("Tencent Cloud"),
                      {CloudRefusal::Kind::Format, TencentActions::kDescribeBillDetail.right(), what, {}, {}});
}

QString tokenIn(const QJsonArray &tags)
{
    for (const QJsonValue &tag : tags) {
        if (tag.toObject().value("TagKey").toString() == kTencentTokenTag)
            return tag.toObject().value("TagValue").toString();
    }
    return {};
}

// A row has a component for the machine, one for its system disk, and so on.
Result<void> readRow(const QJsonObject &row, Currency currency, CloudBill &bill)
{
    const QDate day = QDate::fromString(row.value("FeeBeginTime").toString().left(10), Qt::ISODate);
    const QJsonValue components = row.value("ComponentSet");
    if (!day.isValid() || !components.isArray())
        return strangeBill(QStringLiteral("a cost without its day or its components"));
    bill.billedTo = bill.billedTo.isValid() ? std::max(bill.billedTo, day) : day;
    for (const QJsonValue &one : components.toArray()) {
        const QJsonObject component = one.toObject();
        TRY(const Money amount, Money::parse(component.value("RealCost").toString().toLatin1(), currency));
        CloudBillLine line;
        line.day = day;
        line.resourceId = row.value("ResourceId").toString();
        line.clientToken = tokenIn(row.value("Tags").toArray());
        line.item = component.value("ItemCodeName").toString();
        line.isMachine = isMachineItem(line.item);
        line.amount = amount;
        bill.lines << line;
    }
    return {};
}

}  // namespace

Result<CloudBill> TencentProvider::bill(const QString &account, QDate month, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, account));
    CloudBill bill;
    bill.month = QDate(month.year(), month.month(), 1);
    bill.hasResourceIds = true;
    bill.utcOffset = kChinaOffset;
    constexpr int kSettled = 4;  // the bill of a month is settled in the first days of the next
    bill.isFinal = QDate::currentDate() >= bill.month.addMonths(1).addDays(kSettled);
    int read = 0;
    const Listing listing;
    while (true) {
        TRY(const QJsonObject answer, api.call(TencentActions::kDescribeBillDetail, {},
                                               {{"Month", bill.month.toString(QStringLiteral("yyyy-MM"))},
                                                {"Offset", read},
                                                {"Limit", kBillPageSize},
                                                {"NeedRecordNum", 1}},
                                               stop));
        ++bill.requests;
        const QJsonArray rows = answer.value("DetailSet").toArray();
        const int total = answer.value("Total").toInt(-1);
        if (total < 0 || (rows.isEmpty() && read < total))
            return strangeBill(QStringLiteral("the list ends before its count"));
        for (const QJsonValue &row : rows) {
            TRY_DO(readRow(row.toObject(), api.currency(), bill));
        }
        read += static_cast<int>(rows.size());
        if (read >= total)
            return bill;
    }
}

}  // namespace trainyard
