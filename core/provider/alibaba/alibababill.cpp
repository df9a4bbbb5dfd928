// SPDX-License-Identifier: GPL-3.0-or-later
// What Alibaba Cloud has charged. https://www.alibabacloud.com/help/en/user-center/developer-reference/api-bssopenapi-2017-12-14-queryinstancebill
#include "core/provider/alibaba/alibabaprovider.h"
#include "core/provider/alibaba/internal/alibabaapi.h"
#include "core/provider/cloudapi/billitem.h"

#include <QJsonArray>

#include <cmath>

namespace trainyard {

namespace {

constexpr int kBillPageSize = 100;  // the most that it takes
constexpr int kMostBillPages = 1000;

// "key:trainyard:token value:abc; key:…"
QString tagIn(const QString &tags, const QString &key)
{
    const QStringList all = tags.split(u';');
    const QString start = QStringLiteral("key:%1 value:").arg(key);
    for (const QString &one : all) {
        if (one.trimmed().startsWith(start))
            return one.trimmed().mid(start.size());
    }
    return {};
}

}  // namespace

Result<CloudBill> AlibabaProvider::bill(const QString &account, QDate month, std::stop_token stop) const
{
    TRY(const auto api, apiFor(account, {}));
    CloudBill bill;
    bill.month = QDate(month.year(), month.month(), 1);
    bill.hasResourceIds = true;
    bill.utcOffset = kChinaOffset;
    // It is settled in the first days of the next month.
    constexpr int kSettled = 4;
    bill.isFinal = QDate::currentDate() >= bill.month.addMonths(1).addDays(kSettled);
    qint64 read = 0;
    for (int page = 1; page <= kMostBillPages; ++page) {
        const AlibabaParameters parameters{{"BillingCycle", bill.month.toString(QStringLiteral("yyyy-MM")).toLatin1()},
                                           {"IsBillingItem", "true"},
                                           {"IsHideZeroCharge", "true"},
                                           {"PageNum", QByteArray::number(page)},
                                           {"PageSize", QByteArray::number(kBillPageSize)}};
        TRY(const auto answer, api.call(alibaba::kQueryInstanceBill, parameters, stop));
        ++bill.requests;
        const QJsonObject data = answer.value(QLatin1String("Data")).toObject();
        const QJsonValue items = data.value(QLatin1String("Items")).toObject().value(QLatin1String("Item"));
        const qint64 total = data.value(QLatin1String("TotalCount")).toInteger(-1);
        if (total < 0 || (!items.isArray() && total > 0))
            return alibabaStrangeAnswer(QStringLiteral("a bill without its items"));
        const QJsonArray all = items.toArray();
        for (const QJsonValue &one : all) {
            const QJsonObject item = one.toObject();
            const auto currency = currencyFromCode(item.value(QLatin1String("Currency")).toString().toLatin1());
            const QJsonValue amount = item.value(QLatin1String("PretaxAmount"));
            constexpr double kMost = 1e8;
            if (!currency || !amount.isDouble() || std::abs(amount.toDouble()) > kMost)
                return alibabaStrangeAnswer(QStringLiteral("a cost without its amount"));
            CloudBillLine line;
            line.resourceId = item.value(QLatin1String("InstanceID")).toString();
            line.clientToken = tagIn(item.value(QLatin1String("Tag")).toString(), QStringLiteral("trainyard:token"));
            line.item = item.value(QLatin1String("ProductDetail")).toString() + QStringLiteral(": ")
                        + item.value(QLatin1String("BillingItem")).toString();
            line.isMachine = isMachineItem(item.value(QLatin1String("BillingItem")).toString());
            line.amount = Money(qint64(std::llround(amount.toDouble() * double(Money::kNanosPerUnit))), *currency);
            bill.lines << line;
        }
        read += all.size();
        if (read >= total)
            return bill;
        if (all.isEmpty())
            break;
    }
    return alibabaStrangeAnswer(QStringLiteral("the list ends before its count"));
}

}  // namespace trainyard
