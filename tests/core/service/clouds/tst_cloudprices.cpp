// SPDX-License-Identifier: GPL-3.0-or-later
// The prices of rented spot machines, followed at stand-ins on this computer whose prices move, and held against what the stand-ins charge;
// and what a sweep says that public addresses cost. All prices are made up.
#include "core/base/format.h"
#include "core/provider/alibaba/alibabaprovider.h"
#include "core/provider/aws/awsprovider.h"
#include "core/service/clouds/billcheck.h"
#include "core/service/clouds/cloudsweep.h"
#include "core/service/clouds/giveback.h"
#include "core/service/clouds/spotprices.h"
#include "tests/support/alibabastandin.h"
#include "tests/support/ec2standin.h"

#include <QJsonArray>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <iostream>

using namespace trainyard;

namespace {

CloudLimits quick()
{
    CloudLimits limits;
    limits.firstPause = std::chrono::milliseconds(5);
    limits.longestPause = std::chrono::milliseconds(50);
    return limits;
}

QString iso(const QDateTime &time) { return time.toUTC().toString(Qt::ISODate); }

SpotPricing told(const QString &) { return SpotPricing::Told; }

// A program with one cloud.
struct Program {
    Program(const QString &folder, std::unique_ptr<const MachineProvider> cloud)
        : paths{folder + QStringLiteral("/data"), folder + QStringLiteral("/config")},
          context(paths, std::move(*StateDatabase::open(paths.database())), {})
    {
        provider = cloud.get();
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::move(cloud));
        context.providers = MachineProviders(std::move(all));
    }

    StateDatabase &database() { return *context.database; }
    Rental rental() { return database().rentals.all()->value(0); }
    QList<PriceQuestion> questions(const QDateTime &now = QDateTime::currentDateTimeUtc())
    {
        return priceQuestions(*database().rentals.all(), *database().instances.all(), told, now);
    }
    Result<QList<PriceRise>> follow(const QDateTime &when = QDateTime::currentDateTimeUtc())
    {
        const QList<PriceQuestion> all = questions(when);
        return all.isEmpty() ? Result<QList<PriceRise>>(QList<PriceRise>()) : followPrices(context, all.first(), when, {});
    }

    // As if this spot machine had been rented then; it is gone since `ended`.
    Instance rented(const QString &region, const QString &type, const QString &zone, const Money &perHour, const QDateTime &began,
                    const QDateTime &ended = {}, const QString &token = QStringLiteral("token-1"))
    {
        InstanceRequest request;
        request.providerKind = provider->kind();
        request.account = QStringLiteral("work");
        request.clientToken = token;
        request.owner = QStringLiteral("owner-1");
        request.name = QStringLiteral("box-") + token;
        request.region = region;
        request.type = type;
        request.image = QStringLiteral("ami-0123456789abcdef0");
        request.isSpot = true;
        request.perHour = perHour;
        request.settings.insert(QLatin1String(kInZoneSetting), zone);
        const auto instance = database().instances.request(request);
        Machine machine;
        machine.name = request.name;
        machine.target.host = QStringLiteral("203.0.113.7");
        machine.instanceId = instance->id;
        const auto added = database().machines.add(machine);
        Rental rental;
        rental.machineId = added->id;
        rental.perHour = perHour;
        rental.source = QStringLiteral("an offer");
        rental.began = began;
        rental.billing.minimum = std::chrono::seconds(provider->kind() == AwsProvider::kKind ? 60 : 0);
        rental.billing.priceHolds = provider->capabilities().spotPriceHolds;
        if (!database().rentals.begin(rental) || (ended.isValid() && !database().rentals.end(added->id, ended)))
            qFatal("no rental");
        return *instance;
    }

    Paths paths;
    ServiceContext context;
    const MachineProvider *provider = nullptr;
};

// Prices that move a little every few hours, sometimes within an hour.
QJsonArray movingPrices(const QString &type, const QString &zone, const QDateTime &from, const QDateTime &to, quint32 seed, int &count)
{
    QRandomGenerator random(seed);
    QJsonArray prices;
    qint64 millionths = 412'300;
    count = 0;
    for (QDateTime at = from.addSecs(-7 * 3600); at < to; at = at.addSecs(random.bounded(600, 6 * 3600))) {
        prices << QJsonObject{{QStringLiteral("type"), type},
                              {QStringLiteral("zone"), zone},
                              {QStringLiteral("since"), iso(at)},
                              {QStringLiteral("price"), QStringLiteral("0.%1").arg(millionths, 6, 10, QLatin1Char('0'))}};
        millionths = std::clamp<qint64>(millionths + random.bounded(-20'000, 21'000), 200'000, 900'000);
        ++count;
    }
    return prices;
}

int followUntilKilled(const QString &folder, const QString &base, const QDateTime &when)
{
    CloudCredentials keys;
    keys.keyId = QStringLiteral("AKIDEXAMPLE");
    keys.secret = "secret-of-the-stand-in";
    keys.settings = {{QStringLiteral("endpoint"), base}, {QStringLiteral("region"), QStringLiteral("us-east-1")}};
    const auto lookup = [keys](const QString &, const QString &) -> Result<CloudCredentials> { return keys; };
    Program program(folder, std::make_unique<AwsProvider>(lookup, quick()));
    while (true) {
        std::cout << '.' << std::flush;
        if (!program.follow(when))
            return 1;
    }
}

}  // namespace

class TestCloudPrices : public QObject {
    Q_OBJECT

    Ec2StandIn m_ec2;
    std::unique_ptr<QTemporaryDir> m_folder;

    std::unique_ptr<Program> atAws() const
    {
        return std::make_unique<Program>(m_folder->path(), std::make_unique<AwsProvider>(m_ec2.credentials(), quick()));
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_ec2.start(), qPrintable(m_ec2.problem())); }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() { m_ec2.reset(); }

    void aMonthOfMovingPricesIsTheInvoiceToTheCent_data()
    {
        QTest::addColumn<int>("kills");
        QTest::newRow("in one go") << 0;
        QTest::newRow("killed in between") << 6;
    }
    void aMonthOfMovingPricesIsTheInvoiceToTheCent()
    {
        QFETCH(int, kills);
        const QString type = QStringLiteral("g5.xlarge"), zone = QStringLiteral("us-east-1a");
        const QDate today = QDateTime::currentDateTimeUtc().date(), month = QDate(today.year(), today.month(), 1).addMonths(-1);
        const QDateTime began(month, QTime(0, 10, 20), Qt::UTC), ended = QDateTime(month.addMonths(1), QTime(), Qt::UTC).addSecs(-1234);
        const QDateTime when = ended.addSecs(1200);  // the agent was there a little later
        int changes = 0;
        m_ec2.tell({{QStringLiteral("spot"), movingPrices(type, zone, began, ended, 7, changes)}, {QStringLiteral("page"), 50}});
        QVERIFY(changes > 100);
        const auto lookup = m_ec2.credentials();
        auto program = atAws();
        // A machine that the stand-in really has, so that it writes the invoice by its own tables.
        InstanceRequest asked;
        asked.providerKind = AwsProvider::kKind;
        asked.clientToken = QStringLiteral("token-1");
        asked.owner = QStringLiteral("owner-1");
        asked.name = QStringLiteral("box");
        asked.region = QStringLiteral("us-east-1");
        asked.type = type;
        asked.isSpot = true;
        const auto made = program->provider->create(asked, {}, {});
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what + made.error().detail));
        QCOMPARE(made->zone, zone);
        m_ec2.tell({{QStringLiteral("charge"), QJsonObject{{QStringLiteral("instance"), made->providerId},
                                                           {QStringLiteral("from"), iso(began)},
                                                           {QStringLiteral("to"), iso(ended)}}}});

        const Instance one = program->rented(asked.region, type, zone, *Money::parse("0.40", Currency::USD), began, ended);
        const auto counted = [&] { return costOfInstance(*program->database().rentals.all(), one.id, ended); };
        const Money atFirst = *counted();
        for (int kill = 0; kill < kills; ++kill) {
            program.reset();
            QProcess other;
            other.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--follow"), m_folder->path(), m_ec2.base(), iso(when)});
            QVERIFY(other.waitForReadyRead(60'000));
            QTest::qWait(QRandomGenerator::global()->bounded(120));
            other.kill();
            QVERIFY(other.waitForFinished(60'000));
            program = atAws();
            // Everything that was told, or nothing of it.
            const Rental between = program->rental();
            QVERIFY(between.priceSeen.isValid() ? between.prices.size() > 100 : between.prices.isEmpty());
        }
        QVERIFY(program->follow(when));
        QVERIFY(program->rental().prices.size() > 100);
        QVERIFY(program->questions(when).isEmpty());  // it is known to its end
        QVERIFY(counted()->roundedToCents() != atFirst.roundedToCents());

        const auto bill = program->provider->bill(QStringLiteral("work"), month, {});
        QVERIFY2(bill, qPrintable(bill ? QString() : bill.error().what + bill.error().detail));
        AccountRecord account;
        account.name = QStringLiteral("work");
        account.providerKind = AwsProvider::kKind;
        const auto check = checkBillAgainst(*bill, account, *program->database().instances.all(), *program->database().rentals.all(),
                                            QDateTime::currentDateTimeUtc());
        QVERIFY(check);
        QCOMPARE(check->lines.size(), 1);
        QVERIFY2(check->lines[0].finding == BillCheckLine::Finding::Agrees, qPrintable(check->lines[0].why));
        QCOMPARE(counted()->roundedToCents(), check->lines[0].billed->roundedToCents());
    }

    void alibabaIsChargedAtThePriceOfEachMoment()
    {
        AlibabaStandIn cloud;
        const QString type = QStringLiteral("ecs.gn7i-c8g1.2xlarge"), zone = QStringLiteral("cn-hangzhou-i");
        Program program(
            m_folder->path(),
            std::make_unique<AlibabaProvider>(
                [&cloud](const QString &, const QString &) -> Result<CloudCredentials> { return cloud.credentials(); }, quick()));
        const QDateTime now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), Qt::UTC);
        const QDateTime began = now.addSecs(-29 * 86400 - 4000), ended = now.addSecs(-3600);
        // The cloud tells a price for each full hour; it charges it from then on.
        AlibabaStandIn::SpotHistory history;
        QRandomGenerator random(11);
        qint64 thousandths = 3500;
        const qint64 first = began.toSecsSinceEpoch() / 3600 * 3600 - 3600;
        for (qint64 hour = first; hour < now.toSecsSinceEpoch(); hour += 3600 * random.bounded(1, 5)) {
            history << qMakePair(QDateTime::fromSecsSinceEpoch(hour, Qt::UTC), thousandths);
            thousandths = std::clamp<qint64>(thousandths + random.bounded(-300, 310), 1000, 9000);
        }
        cloud.setSpotHistory(zone, history);
        cloud.setSpotPage(100);
        const Instance one = program.rented(QStringLiteral("cn-hangzhou"), type, zone, *Money::parse("3.5", Currency::CNY), began, ended);
        const auto followed = program.follow();
        QVERIFY2(followed, qPrintable(followed ? QString() : followed.error().what + followed.error().detail));
        const auto counted = costOfInstance(*program.database().rentals.all(), one.id, ended);
        QVERIFY(counted);
        const Money invoice(cloud.spotInvoice(zone, began, ended), Currency::CNY);
        QCOMPARE(counted->roundedToCents().text(), invoice.roundedToCents().text());
        QVERIFY(std::abs(counted->nanos() - invoice.nanos()) < 1000);  // each price is rounded to a billionth
        // Page by page, for this zone, and for machines without a protected hour, whose price is another one.
        const auto calls = cloud.accepted("DescribeSpotPriceHistory");
        QVERIFY(calls.size() > 5);
        for (const auto &call : calls) {
            QCOMPARE(call.value("ZoneId"), zone.toUtf8());
            QCOMPARE(call.value("SpotDuration"), QByteArray("0"));
        }
        QVERIFY(!calls.last().value("Offset").isEmpty());
    }

    void oneRequestIsForAllMachinesOfARegion()
    {
        auto program = atAws();
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const Money price = *Money::parse("0.40", Currency::USD);
        const QString region = QStringLiteral("us-east-1");
        program->rented(region, QStringLiteral("g6.xlarge"), QStringLiteral("us-east-1a"), price, now.addSecs(-7200), {},
                        QStringLiteral("t1"));
        program->rented(region, QStringLiteral("g5.xlarge"), QStringLiteral("us-east-1a"), price, now.addSecs(-9000), {},
                        QStringLiteral("t2"));
        program->rented(region, QStringLiteral("g6.xlarge"), QStringLiteral("us-east-1a"), price, now.addSecs(-3600), {},
                        QStringLiteral("t3"));
        // Where it is has not been said yet.
        program->rented(region, QStringLiteral("g6.xlarge"), {}, price, now.addSecs(-3600), {}, QStringLiteral("t4"));
        QCOMPARE(program->questions().size(), 1);
        const PriceQuestion question = program->questions().first();
        QCOMPARE(question.asked.size(), 3);
        QCOMPARE(question.filter.types.size(), 2);
        QCOMPARE(question.filter.zones, QStringList{QStringLiteral("us-east-1a")});
        QVERIFY(std::abs(question.filter.since.secsTo(now) - 9000) <= 1);
        QVERIFY(program->follow());
        QCOMPARE(m_ec2.calls(), QStringList{QStringLiteral("ec2:DescribeSpotPriceHistory")});
        const QList<Rental> rentals = *program->database().rentals.all();
        for (const Rental &rental : rentals)
            QCOMPARE(rental.priceSeen.isValid(), rental.machineName != QLatin1String("box-t4"));
        // Prices of machines that are not spot machines, or of clouds that do not tell them, are not asked for.
        QVERIFY(priceQuestions(
                    *program->database().rentals.all(), *program->database().instances.all(),
                    [](const QString &) { return SpotPricing::Untold; }, now)
                    .isEmpty());
    }

    void whatIsNotToldLeavesTheLastKnownPriceAndItsAge()
    {
        auto program = atAws();
        const QString type = QStringLiteral("g6.xlarge"), zone = QStringLiteral("us-east-1b");
        const QDateTime now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), Qt::UTC), began = now.addSecs(-4 * 3600);
        const auto tellPrices = [&](const QList<QPair<qint64, const char *>> &prices) {
            QJsonArray all;
            for (const auto &[since, price] : prices)
                all << QJsonObject{{QStringLiteral("type"), type},
                                   {QStringLiteral("zone"), zone},
                                   {QStringLiteral("since"), iso(began.addSecs(since))},
                                   {QStringLiteral("price"), QLatin1String(price)}};
            m_ec2.tell({{QStringLiteral("spot"), all}});
        };
        const Money price = *Money::parse("0.40", Currency::USD);
        program->rented(QStringLiteral("us-east-1"), type, zone, price, began);
        // Nothing is known of the zone.
        QVERIFY(program->follow());
        QVERIFY(!program->rental().priceSeen.isValid());
        QVERIFY(spotPriceFact(program->rental(), program->database().instances.all()->first().request, SpotPricing::Told, now)
                    .contains(QLatin1String("not been asked")));
        tellPrices({{-500, "0.41"}, {1800, "0.43"}});
        QVERIFY(program->follow(now.addSecs(-3600)));
        const Rental known = program->rental();
        QCOMPARE(known.priceSeen, now.addSecs(-3600));
        QCOMPARE(known.prices.size(), 2);
        // The one that held at the beginning is in place of that of the offer.
        QCOMPARE(known.prices[0], (RentalPrice{began, *Money::parse("0.41", Currency::USD)}));
        // AWS charges it from the second hour on.
        QCOMPARE(priceAt(known, began.addSecs(3599)), *Money::parse("0.41", Currency::USD));
        QCOMPARE(priceAt(known, began.addSecs(3600)), *Money::parse("0.43", Currency::USD));
        m_ec2.fault(QStringLiteral("DescribeSpotPriceHistory"), QStringLiteral("UnauthorizedOperation"));
        const auto refused = program->follow();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::PermissionDenied);
        QCOMPARE(program->rental().prices, known.prices);
        QCOMPARE(program->rental().priceSeen, known.priceSeen);
        QVERIFY(spotPriceFact(known, program->database().instances.all()->first().request, SpotPricing::Told, now)
                    .contains(formatAge(known.priceSeen, now)));
        // What moved meanwhile is not lost.
        tellPrices({{-500, "0.41"}, {1800, "0.43"}, {5400, "0.50"}, {9000, "0.42"}});
        const auto rises = program->follow();
        QVERIFY(rises);
        QCOMPARE(program->rental().prices.size(), 4);
        QCOMPARE(costOfInstance(*program->database().rentals.all(), program->rental().instanceId, began.addSecs(4 * 3600)),
                 Money::parse("1.76", Currency::USD).value());
    }

    void aHigherPriceIsToldOnceAndEndsWhatMayCostSoMuch()
    {
        auto program = atAws();
        const QString type = QStringLiteral("g6.xlarge"), zone = QStringLiteral("us-east-1b");
        const QDateTime now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), Qt::UTC), began = now.addSecs(-5 * 3600);
        QJsonArray prices;
        const auto add = [&](qint64 since, const char *price) {
            prices << QJsonObject{{QStringLiteral("type"), type},
                                  {QStringLiteral("zone"), zone},
                                  {QStringLiteral("since"), iso(began.addSecs(since))},
                                  {QStringLiteral("price"), QLatin1String(price)}};
            m_ec2.tell({{QStringLiteral("spot"), prices}});
        };
        Instance one = program->rented(QStringLiteral("us-east-1"), type, zone, *Money::parse("1.00", Currency::USD), began);
        one.request.end = storedRentEnd(QStringLiteral("10USD"));
        add(-500, "1.05");
        QCOMPARE(program->follow()->size(), 0);  // what spot prices do every day
        const auto back = [&] {
            const auto rentals = *program->database().rentals.all();
            return latestGiveBack(one, rentals, priceAt(rentals.first(), now), now);
        };
        // 5.25 USD are gone; the rest lasts 4.52 h.
        QVERIFY(std::abs(double(now.secsTo(back())) - 4.75 / 1.05 * 3600) <= 1);
        add(2 * 3600, "2.00");
        const auto rises = program->follow();
        QCOMPARE(rises->size(), 1);
        QCOMPARE(rises->first().before, *Money::parse("1", Currency::USD));
        QCOMPARE(rises->first().now, *Money::parse("2", Currency::USD));
        QCOMPARE(program->follow()->size(), 0);
        QCOMPARE(atAws()->follow()->size(), 0);  // nor by the next program
        QVERIFY(std::abs(double(now.secsTo(back())) - (10 - 2 * 1.05 - 3 * 2) / 2 * 3600) <= 1);
        add(3 * 3600, "3.00");
        QCOMPARE(program->follow()->first().before, *Money::parse("2", Currency::USD));
    }

    void pricesThatCannotBeAreRefused()
    {
        auto program = atAws();
        const QDateTime began = QDateTime::currentDateTimeUtc().addSecs(-7200);
        program->rented(QStringLiteral("us-east-1"), QStringLiteral("g6.xlarge"), QStringLiteral("us-east-1a"),
                        *Money::parse("3", Currency::CNY), began);
        const auto other = program->follow();
        QVERIFY(!other);
        QVERIFY2(other.error().what.contains(QLatin1String("USD")) && other.error().what.contains(QLatin1String("CNY")),
                 qPrintable(other.error().what));
        QVERIFY(!program->rental().priceSeen.isValid());
    }

    void aSweepSaysWhatAddressesCostWhereTheCloudDoesNot()
    {
        auto program = atAws();
        AccountRecord account;
        account.name = QStringLiteral("work");
        account.providerKind = AwsProvider::kKind;
        account.region = QStringLiteral("eu-west-1");
        account.source = CredentialSource::Environment;
        QVERIFY(program->database().accounts.add(account));
        m_ec2.tell({{QStringLiteral("leave"), QStringLiteral("eu-west-1")}});
        const auto report = sweepAccounts(program->context, {}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().what));
        QVERIFY(report->unanswered.isEmpty());
        int addresses = 0;
        for (const SweepItem &item : report->items) {
            if (item.resource.kind != CloudResource::Kind::Address)
                continue;
            ++addresses;
            // 0.005 USD an hour, as the built-in price of an address that nothing uses.
            QVERIFY(!item.resource.isInUse);
            QCOMPARE(item.resource.perDay, Money::parse("0.12", Currency::USD).value());
        }
        QCOMPARE(addresses, 1);
    }
};

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == QLatin1String("--follow"))
        return followUntilKilled(words.value(2), words.value(3), QDateTime::fromString(words.value(4), Qt::ISODate));
    TestCloudPrices test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_cloudprices.moc"
