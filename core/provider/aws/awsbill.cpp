// SPDX-License-Identifier: GPL-3.0-or-later
// What AWS has charged, from Cost Explorer. https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_GetCostAndUsage.html
#include "core/provider/aws/awsprovider.h"
#include "core/provider/aws/internal/ec2client.h"
#include "core/provider/cloudapi/listing.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr int kMostBillPages = 100;  // each costs money; no account needs as many
const QString kTokenGroup = QStringLiteral("trainyard:token");

Error strangeBill(const QString &what) { return cloudError(QStringLiteral("AWS"), {CloudRefusal::Kind::Format, {}, what, {}, {}}); }

QJsonObject question(QDate month, QDate until)
{
    // Machines, their disks, and the addresses, which are billed by the network.
    const QJsonArray services{QStringLiteral("Amazon Elastic Compute Cloud - Compute"), QStringLiteral("EC2 - Other"),
                              QStringLiteral("Amazon Virtual Private Cloud")};
    const QJsonObject byToken{{QStringLiteral("Type"), QStringLiteral("TAG")}, {QStringLiteral("Key"), kTokenGroup}};
    const QJsonObject byItem{{QStringLiteral("Type"), QStringLiteral("DIMENSION")}, {QStringLiteral("Key"), QStringLiteral("USAGE_TYPE")}};
    const QJsonObject ofServices{{QStringLiteral("Key"), QStringLiteral("SERVICE")}, {QStringLiteral("Values"), services}};
    return {{QStringLiteral("TimePeriod"),
             QJsonObject{{QStringLiteral("Start"), month.toString(Qt::ISODate)}, {QStringLiteral("End"), until.toString(Qt::ISODate)}}},
            {QStringLiteral("Granularity"), QStringLiteral("DAILY")},
            {QStringLiteral("Metrics"), QJsonArray{QStringLiteral("UnblendedCost")}},
            {QStringLiteral("GroupBy"), QJsonArray{byToken, byItem}},
            {QStringLiteral("Filter"), QJsonObject{{QStringLiteral("Dimensions"), ofServices}}}};
}

Result<CloudBillLine> readLine(const QJsonObject &group, QDate day)
{
    const QJsonArray keys = group.value(QLatin1String("Keys")).toArray();
    const QJsonObject cost = group.value(QLatin1String("Metrics")).toObject().value(QLatin1String("UnblendedCost")).toObject();
    const auto currency = currencyFromCode(cost.value(QLatin1String("Unit")).toString().toLatin1());
    // It has up to ten digits after the point, and may be written with an exponent.
    bool isNumber = false;
    const double amount = cost.value(QLatin1String("Amount")).toString().toDouble(&isNumber);
    constexpr double kMost = 1e8;
    if (keys.size() != 2 || !currency || !isNumber || !(std::abs(amount) < kMost))
        return strangeBill(QStringLiteral("a cost without its amount"));
    CloudBillLine line;
    line.day = day;
    const QString tag = keys.at(0).toString();
    line.clientToken = tag.startsWith(kTokenGroup + u'$') ? tag.mid(kTokenGroup.size() + 1) : QString();
    line.item = keys.at(1).toString();
    // "USE1-BoxUsage:g6.2xlarge", "SpotUsage:p5.48xlarge"
    line.isMachine = line.item.contains(QLatin1String("BoxUsage")) || line.item.contains(QLatin1String("SpotUsage"));
    line.amount = Money(qint64(std::llround(amount * double(Money::kNanosPerUnit))), *currency);
    return line;
}

}  // namespace

Result<CloudBill> AwsProvider::bill(const QString &account, QDate month, std::stop_token stop) const
{
    TRY(const auto ec2, client(account, {}, stop));
    CloudBill bill;
    bill.month = QDate(month.year(), month.month(), 1);
    const QDate today = QDateTime::currentDateTimeUtc().date();
    if (bill.month > today)
        return invalidInput(QCoreApplication::translate("trainyard::AwsProvider", "That month has not begun: choose another one."));
    // The end is not part of it.
    QJsonObject asked = question(bill.month, std::min(bill.month.addMonths(1), today.addDays(1)));
    bill.isFinal = today >= bill.month.addMonths(1);
    const Listing listing;
    for (int page = 0; page < kMostBillPages; ++page) {
        TRY(const auto answer, ec2.costs(asked));
        ++bill.requests;
        if (!answer.value(QLatin1String("ResultsByTime")).isArray())
            return strangeBill(QStringLiteral("no ResultsByTime"));
        const QJsonArray days = answer.value(QLatin1String("ResultsByTime")).toArray();
        for (const QJsonValue &one : days) {
            const QJsonObject result = one.toObject();
            const QDate day = QDate::fromString(
                result.value(QLatin1String("TimePeriod")).toObject().value(QLatin1String("Start")).toString(), Qt::ISODate);
            if (!day.isValid())
                return strangeBill(QStringLiteral("a day without its date"));
            const QJsonArray groups = result.value(QLatin1String("Groups")).toArray();
            for (const QJsonValue &group : groups) {
                TRY(const auto line, readLine(group.toObject(), day));
                bill.hasResourceIds |= !line.clientToken.isEmpty();
                bill.billedTo = bill.billedTo.isValid() ? std::max(bill.billedTo, day) : day;
                bill.lines << line;
            }
            bill.isFinal &= !result.value(QLatin1String("Estimated")).toBool();
        }
        const QString next = answer.value(QLatin1String("NextPageToken")).toString();
        if (next.isEmpty())
            return bill;
        if (next == asked.value(QLatin1String("NextPageToken")).toString())
            break;
        asked.insert(QStringLiteral("NextPageToken"), next);
    }
    return strangeBill(QStringLiteral("a list without an end"));
}

}  // namespace trainyard
