// SPDX-License-Identifier: GPL-3.0-or-later
// What clouds say they have charged, read from stand-ins on this computer and held against what was counted. All bills are made up.
#include "core/provider/alibaba/alibabaprovider.h"
#include "core/provider/aws/awsprovider.h"
#include "core/provider/azure/azureprovider.h"
#include "core/provider/tencent/tencentprovider.h"
#include "core/service/clouds/billcheck.h"
#include "tests/support/alibabastandin.h"
#include "tests/support/azurestandin.h"
#include "tests/support/ec2standin.h"
#include "tests/support/tencentstandin.h"

#include <QJsonArray>
#include <QTest>

using namespace trainyard;

namespace {

using Finding = BillCheckLine::Finding;

CloudLimits quick()
{
    CloudLimits limits;
    limits.firstPause = std::chrono::milliseconds(5);
    limits.longestPause = std::chrono::milliseconds(50);
    return limits;
}

Money money(const char *amount, Currency currency = Currency::USD) { return *Money::parse(amount, currency); }

// An account with one machine that was rented on 3 November from 10:00 to 12:00 UTC at 6.00 an hour.
struct Ledger {
    AccountRecord account;
    QList<Instance> instances;
    QList<Rental> rentals;
    QDateTime now = QDateTime::fromString(QStringLiteral("2026-11-20T12:00:00Z"), Qt::ISODate);

    explicit Ledger(Currency currency = Currency::USD)
    {
        account.name = QStringLiteral("work");
        Instance one;
        one.id = InstanceId(1);
        one.request.account = account.name;
        one.request.name = QStringLiteral("box");
        one.request.clientToken = QStringLiteral("token-1");
        one.providerId = QStringLiteral("i-1");
        instances << one;
        Rental rental;
        rental.id = RentalId(1);
        rental.instanceId = one.id;
        rental.perHour = money("6", currency);
        rental.began = QDateTime::fromString(QStringLiteral("2026-11-03T10:00:00Z"), Qt::ISODate);
        rental.ended = rental.began.addSecs(7200);
        rentals << rental;
    }
    BillCheck against(const CloudBill &bill) const
    {
        const auto check = checkBillAgainst(bill, account, instances, rentals, now);
        if (!check)
            qFatal("%s", qPrintable(check.error().what));
        return *check;
    }
};

CloudBillLine line(const char *token, const char *item, const char *amount, bool isMachine, QDate day = QDate(2026, 11, 3))
{
    CloudBillLine one;
    one.day = day;
    one.clientToken = QLatin1String(token);
    one.item = QLatin1String(item);
    one.isMachine = isMachine;
    one.amount = money(amount);
    return one;
}

CloudBill billOf(const QList<CloudBillLine> &lines, QDate billedTo = QDate(2026, 11, 18))
{
    CloudBill bill;
    bill.month = QDate(2026, 11, 1);
    bill.billedTo = billedTo;
    bill.hasResourceIds = true;
    bill.lines = lines;
    return bill;
}

}  // namespace

class TestCloudBills : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBillThatAgreesToTheCentSaysSoAndNamesWhatIsBesides()
    {
        const BillCheck check = Ledger().against(
            billOf({line("token-1", "BoxUsage:g6.2xlarge", "12.000000001", true), line("token-1", "EBS:VolumeUsage.gp3", "0.27", false)}));
        QCOMPARE(check.lines.size(), 1);
        QCOMPARE(check.lines[0].finding, Finding::Agrees);
        QCOMPARE(check.lines[0].machine, QStringLiteral("box"));
        QCOMPARE(check.lines[0].extras, std::optional(money("0.27")));
        QVERIFY(!check.lines[0].pending);
        QVERIFY(check.agrees());
        QCOMPARE(check.total.first().roundedToCents(), money("12.27"));
    }

    void whatDiffersIsSaidWithItsAmount()
    {
        const BillCheck more = Ledger().against(billOf({line("token-1", "BoxUsage:g6.2xlarge", "13.50", true)}));
        QCOMPARE(more.lines[0].finding, Finding::Differs);
        QVERIFY2(more.lines[0].why.contains(QLatin1String("1.50 USD more")), qPrintable(more.lines[0].why));
        QVERIFY(!more.agrees());
        const BillCheck less = Ledger().against(billOf({line("token-1", "BoxUsage:g6.2xlarge", "11.98", true)}));
        QVERIFY2(less.lines[0].why.contains(QLatin1String("0.02 USD less")), qPrintable(less.lines[0].why));
        const BillCheck nothing = Ledger().against(billOf({line("other", "BoxUsage:g6.2xlarge", "1", true)}));
        QCOMPARE(nothing.lines[0].finding, Finding::Differs);
        QVERIFY(nothing.lines[0].why.contains(QLatin1String("nothing")));
        QCOMPARE(nothing.lines[1].finding, Finding::NotCounted);
    }

    void whatTheBillDoesNotReachYetIsPendingAndNotWrong()
    {
        Ledger going;
        going.rentals[0].began = going.now.addDays(-3);
        going.rentals[0].ended = {};
        // It goes into the 18th; three days cost 432.
        const BillCheck check = going.against(billOf({line("token-1", "BoxUsage:g6.2xlarge", "150", true, QDate(2026, 11, 18))}));
        QCOMPARE(check.lines[0].finding, Finding::Agrees);
        QCOMPARE(check.lines[0].pending, std::optional(money("282")));
        Ledger fresh;
        fresh.rentals[0].began = fresh.now.addSecs(-3600);
        fresh.rentals[0].ended = {};
        const BillCheck none = fresh.against(billOf({}));
        QCOMPARE(none.lines[0].finding, Finding::NotBilledYet);
        QVERIFY(none.agrees());
        // A final bill has everything.
        CloudBill last = billOf({line("token-1", "BoxUsage:g6.2xlarge", "150", true)});
        last.isFinal = true;
        QCOMPARE(going.against(last).lines[0].finding, Finding::Differs);
    }

    void aBillWithoutMachinesIsComparedAsAWhole()
    {
        CloudBill bill = billOf({line("", "BoxUsage:g6.2xlarge", "12", true)});
        bill.hasResourceIds = false;
        const BillCheck check = Ledger().against(bill);
        QCOMPARE(check.lines.first().finding, Finding::Unattributed);
        QCOMPARE(check.lines.first().billed, std::optional(money("12")));
        QCOMPARE(check.lines.first().counted, std::optional(money("12")));
        QVERIFY(check.agrees());
        // A difference stays one.
        bill.lines = {line("", "BoxUsage:g6.2xlarge", "40", true)};
        const BillCheck more = Ledger().against(bill);
        QCOMPARE(more.lines.first().finding, Finding::Differs);
        QVERIFY(!more.agrees());
    }

    void anotherCurrencyIsNeverCompared()
    {
        const BillCheck check = Ledger(Currency::CNY).against(billOf({line("token-1", "BoxUsage:g6.2xlarge", "12", true)}));
        QCOMPARE(check.lines[0].finding, Finding::Differs);
        QVERIFY(check.lines[0].why.contains(QLatin1String("CNY")));
    }

    void costExplorerIsReadPageByPageAndEachRequestIsCounted()
    {
        Ec2StandIn cloud;
        if (!cloud.start())
            QSKIP(qPrintable(cloud.problem()));
        const QDate last =
            QDate(QDateTime::currentDateTimeUtc().date().year(), QDateTime::currentDateTimeUtc().date().month(), 1).addMonths(-1);
        QJsonArray bill;
        for (int day = 1; day <= 3; ++day) {
            bill << QJsonObject{{QStringLiteral("day"), QDate(last.year(), last.month(), day).toString(Qt::ISODate)},
                                {QStringLiteral("token"), QStringLiteral("token-1")},
                                {QStringLiteral("item"), QStringLiteral("BoxUsage:g6.2xlarge")},
                                {QStringLiteral("amount"), QStringLiteral("4.0000000005")}};
        }
        cloud.tell({{QStringLiteral("bill"), bill}, {QStringLiteral("page"), 2}});
        const AwsProvider aws(cloud.credentials(), quick());
        QVERIFY(aws.capabilities().hasBill);
        QCOMPARE(aws.capabilities().billRequestPrice, std::optional(money("0.01")));
        const auto read = aws.bill({}, last, {});
        QVERIFY2(read, qPrintable(read ? QString() : read.error().what + read.error().detail));
        QCOMPARE(read->lines.size(), 3);
        QCOMPARE(read->requests, 2);
        QVERIFY(read->hasResourceIds && read->isFinal);
        QVERIFY(read->lines[0].isMachine);
        QCOMPARE(read->lines[0].clientToken, QStringLiteral("token-1"));
        QCOMPARE(read->billedTo, QDate(last.year(), last.month(), 3));
        cloud.tell({{QStringLiteral("missing"), QJsonArray{QStringLiteral("ce:GetCostAndUsage")}}});
        const auto refused = aws.bill({}, last, {});
        QCOMPARE(refused.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(refused.error().what.contains(QLatin1String("ce:GetCostAndUsage")), qPrintable(refused.error().what));
        QCOMPARE(aws.bill({}, last.addYears(1), {}).error().code, ErrorCode::InvalidInput);
    }

    void alibabaIsReadPageByPageAndAStrangeAnswerIsNotAnEmptyBill()
    {
        AlibabaStandIn cloud;
        const AlibabaProvider provider(
            [&cloud](const QString &, const QString &) -> Result<CloudCredentials> { return cloud.credentials(); }, quick());
        for (int i = 0; i < 120; ++i) {
            cloud.addBillItem(
                {{QStringLiteral("BillingCycle"), QStringLiteral("2026-10")},
                 {QStringLiteral("InstanceID"), QStringLiteral("i-%1").arg(i / 2)},
                 {QStringLiteral("ProductDetail"), QStringLiteral("Elastic Compute Service")},
                 {QStringLiteral("BillingItem"), i % 2 ? QStringLiteral("System disk") : QStringLiteral("Instance type")},
                 {QStringLiteral("Tag"), QStringLiteral("key:trainyard:owner value:o; key:trainyard:token value:token-%1").arg(i)},
                 {QStringLiteral("PretaxAmount"), 1.25},
                 {QStringLiteral("Currency"), QStringLiteral("CNY")}});
        }
        const auto read = provider.bill({}, QDate(2026, 10, 17), {});
        QVERIFY2(read, qPrintable(read ? QString() : read.error().what + read.error().detail));
        QCOMPARE(read->lines.size(), 120);
        QCOMPARE(read->requests, 2);
        QCOMPARE(read->lines[5].resourceId, QStringLiteral("i-2"));
        QCOMPARE(read->lines[5].clientToken, QStringLiteral("token-5"));
        QVERIFY(read->lines[4].isMachine && !read->lines[5].isMachine);
        QCOMPARE(read->lines[5].amount, money("1.25", Currency::CNY));
        QVERIFY(provider.bill({}, QDate(2026, 9, 1), {})->lines.isEmpty());
        cloud.answerStrangely("QueryInstanceBill");
        QCOMPARE(provider.bill({}, QDate(2026, 9, 1), {}).error().code, ErrorCode::Corrupt);
        cloud.forbid("bss:QueryInstanceBill");
        const auto refused = provider.bill({}, QDate(2026, 10, 1), {});
        QCOMPARE(refused.error().code, ErrorCode::PermissionDenied);
        QVERIFY(refused.error().what.contains(QLatin1String("bss:QueryInstanceBill")));
    }

    void tencentIsReadByComponentAndAListThatEndsEarlyIsRefused()
    {
        TencentStandIn cloud;
        const TencentProvider provider(
            [&cloud](const QString &, const QString &) -> Result<CloudCredentials> { return cloud.credentials(); }, quick());
        for (int hour = 0; hour < 110; ++hour) {
            const QString begin =
                QDateTime(QDate(2026, 10, 3), QTime()).addSecs(hour * 3600).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
            cloud.put(QStringLiteral("bill"), QStringLiteral("2026-10"),
                      {{"ResourceId", "ins-1"},
                       {"FeeBeginTime", begin},
                       {"Tags", QJsonArray{QJsonObject{{"TagKey", "trainyard:token"}, {"TagValue", "token-1"}}}},
                       {"ComponentSet", QJsonArray{QJsonObject{{"ItemCodeName", "CVM-GN10X"}, {"RealCost", "13.68000000"}},
                                                   QJsonObject{{"ItemCodeName", "CBS-SSD disk"}, {"RealCost", "0.04"}}}}});
        }
        const auto read = provider.bill({}, QDate(2026, 10, 1), {});
        QVERIFY2(read, qPrintable(read ? QString() : read.error().what + read.error().detail));
        QCOMPARE(read->requests, 2);
        QCOMPARE(read->lines.size(), 220);
        QVERIFY(read->lines[0].isMachine && !read->lines[1].isMachine);
        QCOMPARE(read->lines[0].amount, money("13.68", Currency::CNY));
        QCOMPARE(read->lines[0].clientToken, QStringLiteral("token-1"));
        QCOMPARE(read->billedTo, QDate(2026, 10, 7));
        cloud.put(QStringLiteral("bill"), QStringLiteral("2026-09"), {{"ResourceId", "ins-2"}});
        QCOMPARE(provider.bill({}, QDate(2026, 9, 1), {}).error().code, ErrorCode::Corrupt);
        cloud.refuse(QStringLiteral("billing:DescribeBillDetail"), "UnauthorizedOperation.CamNoAuth");
        QCOMPARE(provider.bill({}, QDate(2026, 10, 1), {}).error().code, ErrorCode::PermissionDenied);
    }

    // Everything of a machine is in its resource group, by whose name it is known.
    void azureIsReadByResourceAndComparedMachineByMachine()
    {
        AzureStandIn cloud;
        const AzureProvider provider([&cloud](const QString &, const QString &) -> Result<CloudCredentials> { return cloud.credentials(); },
                                     quick());
        QVERIFY(provider.capabilities().hasBill && !provider.capabilities().billRequestPrice);
        const QString name = QStringLiteral("trainyard-0123456789abcdef0123");
        const QString group = QStringLiteral("/resourceGroups/") + name.toUpper() + QStringLiteral("/providers/");
        const QDate day(2026, 10, 3);
        cloud.charge(day, group + QStringLiteral("Microsoft.Compute/virtualMachines/m"), "Virtual Machines", 7.346);
        cloud.charge(day.addDays(1), group + QStringLiteral("Microsoft.Compute/virtualMachines/m"), "Virtual Machines", 3.673);
        cloud.charge(day, group + QStringLiteral("Microsoft.Compute/disks/m_disk"), "Storage", 0.31);
        cloud.charge(day, group + QStringLiteral("Microsoft.Network/publicIPAddresses/m"), "Virtual Network", 0.015);
        cloud.charge(day, QStringLiteral("/resourceGroups/lab/providers/Microsoft.Compute/virtualMachines/old"), "Virtual Machines", 2);
        cloud.charge(day, QString(), "Bandwidth", 0.87);
        cloud.charge(QDate(2026, 9, 30), group + QStringLiteral("Microsoft.Compute/virtualMachines/m"), "Virtual Machines", 99);
        cloud.setPageSize(2);
        const auto read = provider.bill({}, QDate(2026, 10, 17), {});
        QVERIFY2(read, qPrintable(read ? QString() : read.error().what + read.error().detail));
        QCOMPARE(read->requests, 3);
        QCOMPARE(read->lines.size(), 6);
        QVERIFY(read->hasResourceIds);
        QCOMPARE(read->billedTo, day.addDays(1));
        QCOMPARE(read->utcOffset, 0);
        QCOMPARE(read->lines[0].resourceId, name);
        QCOMPARE(read->lines[0].amount, money("7.346"));
        QVERIFY(read->lines[0].isMachine && !read->lines[2].isMachine && !read->lines[3].isMachine && read->lines[4].isMachine);
        QCOMPARE(read->lines[3].item, QStringLiteral("Virtual Network (m)"));

        Ledger ledger;
        ledger.instances[0].providerId = name;
        ledger.instances[0].request.clientToken = QStringLiteral("unknown to the bill");
        ledger.rentals[0].perHour = money("3.673");
        ledger.rentals[0].began = QDateTime(day, QTime(22, 0), Qt::UTC);
        ledger.rentals[0].ended = ledger.rentals[0].began.addSecs(3 * 3600);
        const BillCheck check = ledger.against(*read);
        QVERIFY(check.agrees());
        QCOMPARE(check.lines[0].finding, Finding::Agrees);
        QCOMPARE(check.lines[0].counted, std::optional(money("11.019")));
        QCOMPARE(check.lines[0].billed, std::optional(money("11.019")));
        QCOMPARE(check.lines[0].extras, std::optional(money("0.325")));
        QCOMPARE(check.lines.size(), 3);  // and the two that are none of ours
        QCOMPARE(check.total, QList<Money>{money("14.214")});
    }

    void azuresBillMisbehavesAndNothingIsTakenForEmpty()
    {
        AzureStandIn cloud;
        const AzureProvider provider([&cloud](const QString &, const QString &) -> Result<CloudCredentials> { return cloud.credentials(); },
                                     quick());
        const QString right = QStringLiteral("Microsoft.CostManagement/query/action");
        const QString machine = QStringLiteral("/resourceGroups/lab/providers/Microsoft.Compute/virtualMachines/m");
        const QDate month(2026, 10, 1);
        for (int day = 0; day < 5; ++day)
            cloud.charge(month.addDays(day), machine, "Virtual Machines", 1.5);
        // Asked too often, with a header of the service's own: the pause is kept, and it goes on.
        cloud.refuse(right, {429, "429", "Too many requests.", {"x-ms-ratelimit-microsoft.costmanagement-entity-retry-after: 0"}}, 2);
        QCOMPARE(provider.bill({}, month, {})->lines.size(), 5);
        cloud.refuse(right, {429, "429", "Too many requests.", {"x-ms-ratelimit-microsoft.costmanagement-qpu-retry-after: 900"}}, 1);
        QCOMPARE(provider.bill({}, month, {}).error().code, ErrorCode::Unreachable);
        cloud.lose(right, AzureStandIn::Lost::Answer);
        QCOMPARE(provider.bill({}, month, {})->lines.size(), 5);
        cloud.endTokens();
        QCOMPARE(provider.bill({}, month, {})->lines.size(), 5);
        // As long as any other list may be, and no longer.
        CloudLimits limits = quick();
        limits.listPages = 4;
        const AzureProvider patient([&cloud](const QString &, const QString &) -> Result<CloudCredentials> { return cloud.credentials(); },
                                    limits);
        cloud.setPageSize(2);
        QCOMPARE(patient.bill({}, month, {})->lines.size(), 5);
        cloud.setPageSize(1);
        const auto endless = patient.bill({}, month, {});
        QCOMPARE(endless.error().code, ErrorCode::Corrupt);
        QVERIFY2(endless.error().what.contains(QLatin1String("a list that does not end")), qPrintable(endless.error().what));
        // Pages without an end, and elsewhere.
        cloud.setPageSize(2);
        cloud.sendElsewhere(QStringLiteral("https://elsewhere.example"));
        QCOMPARE(provider.bill({}, month, {}).error().code, ErrorCode::Corrupt);
        cloud.sendElsewhere({});
        cloud.repeatPages();
        QCOMPARE(provider.bill({}, month, {}).error().code, ErrorCode::Corrupt);
        QVERIFY(!cloud.wasTokenShown());
        QCOMPARE(provider.bill({}, QDate::currentDate().addMonths(2), {}).error().code, ErrorCode::InvalidInput);
        cloud.deny(right);
        const auto refused = provider.bill({}, month, {});
        QCOMPARE(refused.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(refused.error().what.contains(right), qPrintable(refused.error().what));
        QVERIFY(provider.policy()->contains(right));
    }

    void azureChargesInACurrencyThatIsNotKnownAreRefused()
    {
        AzureStandIn cloud;
        const AzureProvider provider([&cloud](const QString &, const QString &) -> Result<CloudCredentials> { return cloud.credentials(); },
                                     quick());
        cloud.charge(QDate(2026, 10, 2), QStringLiteral("/resourceGroups/lab"), "Storage", 1, "XXX");
        QCOMPARE(provider.bill({}, QDate(2026, 10, 1), {}).error().code, ErrorCode::Corrupt);
    }
};

QTEST_GUILESS_MAIN(TestCloudBills)
#include "tst_cloudbills.moc"
