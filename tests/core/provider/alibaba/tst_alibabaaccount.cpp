// SPDX-License-Identifier: GPL-3.0-or-later
// An account at Alibaba Cloud and what lies in it, against the stand-in; and the vendor's own client against the stand-in.
#include "core/base/filelock.h"
#include "tests/core/provider/alibaba/alibabaplace.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>

#include <algorithm>

using namespace trainyard;

class TestAlibabaAccount : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void vendorsClientIsContentWithTheStandIn()
    {
        const QString folder = QDir(QStringLiteral(TRAINYARD_BIN_DIR)).absoluteFilePath(QStringLiteral("../alibaba-client"));
        const QString scripts = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/alibaba-client/");
        FileLock lock(folder + QStringLiteral(".lock"));
        lock.tryLock(std::chrono::minutes(5));
        QProcess install;
        install.setProcessChannelMode(QProcess::MergedChannels);
        install.start(scripts + QStringLiteral("install"), {folder});
        if (!install.waitForFinished(300'000) || install.exitCode() != 0) {
            QSKIP(qPrintable(
                QStringLiteral("The vendor's client is not there: sudo apt-get install npm, and let it fetch packages; it said: ")
                + QString::fromUtf8(install.readAll().right(500))));
        }
        lock.unlock();
        AlibabaStandIn cloud;
        QProcess client;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("ALIBABA_KEY_ID"), cloud.credentials().keyId);
        environment.insert(QStringLiteral("ALIBABA_SECRET"), QString::fromLatin1(cloud.credentials().secret));
        environment.insert(QStringLiteral("NO_PROXY"), QStringLiteral("127.0.0.1"));
        client.setProcessEnvironment(environment);
        client.start(QStringLiteral("node"), {scripts + QStringLiteral("life.js"), folder, cloud.base().section(QStringLiteral("//"), 1)});
        QVERIFY(client.waitForFinished(60'000));
        const QByteArray errors = client.readAllStandardError();
        QVERIFY2(client.exitCode() == 0, errors.constData());
        const QJsonObject said = QJsonDocument::fromJson(client.readAllStandardOutput()).object();
        QCOMPARE(said.value(QLatin1String("made")).toArray().size(), 1);
        QCOMPARE(said.value(QLatin1String("again")), said.value(QLatin1String("made")));
        QCOMPARE(said.value(QLatin1String("mismatch")).toString(), "IdempotentParameterMismatch");
        const QJsonArray listed = said.value(QLatin1String("listed")).toArray();
        QCOMPARE(listed.size(), 1);
        QCOMPARE(listed.first().toObject().value(QLatin1String("tag")).toString(), QString(u8"a b*~中/文+'()!"));
        QCOMPARE(said.value(QLatin1String("left")).toInt(), 0);
        QCOMPARE(cloud.accepted("RunInstances").size(), 2);
    }

    void accountIsCheckedInTwoRoundTrips()
    {
        Place place;
        const auto report = place.provider.check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().detail));
        QCOMPARE(report->identity, "acs:ram::1234567890:user/stand-in");
        QCOMPARE(report->scope, "1234567890");
        QVERIFY(report->missing.isEmpty());
        QVERIFY(report->regions.contains(kRegion));
        // The second round trip has two requests, side by side.
        QCOMPARE(place.cloud.seen().size(), 3);
        QCOMPARE(place.cloud.count("i"), 0);
    }

    void missingRightsAreNamed()
    {
        Place place;
        place.cloud.forbid("ecs:RunInstances");
        place.cloud.forbid("ecs:DescribeRegions");
        const auto report = place.provider.check({}, {});
        QVERIFY(report);
        QCOMPARE(report->missing, QStringList({"ecs:DescribeRegions", "ecs:RunInstances"}));
        const auto made = place.create();
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::PermissionDenied);
        QVERIFY(made.error().what.contains(QLatin1String("ecs:RunInstances")));
    }

    void accountThatCannotCreateSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("refused");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("InvalidAccountStatus.NotEnoughBalance") << QByteArray("RunInstances") << ErrorCode::OverQuota;
        QTest::newRow("RealNameAuthenticationError") << QByteArray("RunInstances") << ErrorCode::PermissionDenied;
        QTest::newRow("InvalidAccessKeyId.Inactive") << QByteArray("GetCallerIdentity") << ErrorCode::AuthenticationFailed;
    }
    void accountThatCannotCreateSaysWhy()
    {
        QFETCH(QByteArray, refused);
        QFETCH(ErrorCode, code);
        Place place;
        place.cloud.refuse(refused, {403, QTest::currentDataTag(), "No."});
        const auto report = place.provider.check({}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, code);
    }

    void wrongClockIsCorrected_data()
    {
        QTest::addColumn<qint64>("ahead");
        QTest::newRow("the cloud is ahead") << qint64(7200);
        QTest::newRow("the cloud is behind") << qint64(-86400);
    }
    void wrongClockIsCorrected()
    {
        QFETCH(qint64, ahead);
        Place place;
        place.cloud.setClockAhead(ahead);
        const auto report = place.provider.check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().detail));
        QCOMPARE(place.cloud.seen().first().code, "InvalidTimeStamp.Expired");
        QCOMPARE(place.cloud.seen().size(), 4);
    }

    void sessionTokenIsSentUntilItExpires()
    {
        Place place;
        place.cloud.useSessionToken("session", false);
        QVERIFY(place.provider.check({}, {}));
        place.cloud.useSessionToken("session", true);
        const auto report = place.provider.check({}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::AuthenticationFailed);
        QVERIFY(report.error().what.contains(QLatin1String("sign in again")));
    }

    void wrongKeysAreRefusedOnce()
    {
        Place place;
        const AlibabaProvider provider(
            [&](const QString &, const QString &) -> Result<CloudCredentials> {
                CloudCredentials wrong = place.cloud.credentials();
                wrong.secret = "another";
                return wrong;
            },
            quick());
        const auto report = provider.check({}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(place.cloud.seen().size(), 1);
    }

    void offersHaveStockAndPrices()
    {
        Place place;
        place.cloud.setStock(QStringLiteral("cn-hangzhou-i"), false);
        const auto offers = place.provider.offers({}, {});
        QVERIFY2(offers, qPrintable(offers ? QString() : offers.error().detail));
        QCOMPARE(offers->size(), 2 * 2 * 3);  // types with GPUs, usual and spot, zones
        for (const ProviderOffer &offer : *offers) {
            QCOMPARE(*offer.isInStock, offer.zone != QLatin1String("cn-hangzhou-i"));
            QCOMPARE(offer.perHour->text(), offer.isSpot ? "3.50 CNY" : "9.505 CNY");
        }
        QCOMPARE(place.cloud.accepted("DescribePrice").size(), 2);
        place.cloud.refuse("DescribePrice", {404, "PriceNotFound", "The specified resource has no price."});
        const auto some = place.provider.offers({}, {});
        QVERIFY(some);
        QCOMPARE(std::count_if(some->begin(), some->end(), [](const ProviderOffer &one) { return !one.perHour; }), 3);
    }

    void spotPricesAreReadPageByPageOldestFirst()
    {
        Place place;
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const QDateTime hour = QDateTime::fromSecsSinceEpoch(now.toSecsSinceEpoch() / 3600 * 3600, Qt::UTC);
        place.cloud.setSpotHistory(QStringLiteral("cn-hangzhou-i"), {{hour.addSecs(-50 * 3600), 2000}, {hour.addSecs(-5 * 3600), 2500}});
        place.cloud.setSpotPage(4);
        const SpotPriceFilter filter{{}, {}, {kType}, {QStringLiteral("cn-hangzhou-i")}, hour.addSecs(-10 * 3600 + 60)};
        const auto prices = place.provider.spotPrices(filter, {});
        QVERIFY2(prices, qPrintable(prices ? QString() : prices.error().what + prices.error().detail));
        QVERIFY(prices->size() >= 11);
        QVERIFY(prices->first().since < filter.since);  // what held at the beginning
        QCOMPARE(prices->first().perHour.text(), "2.00 CNY");
        QCOMPARE(prices->last().perHour.text(), "2.50 CNY");
        QVERIFY(std::is_sorted(prices->begin(), prices->end(), [](const SpotPrice &a, const SpotPrice &b) { return a.since < b.since; }));
        QVERIFY(place.cloud.accepted("DescribeSpotPriceHistory").size() >= 4);
        QCOMPARE(place.provider.capabilities().spotPricing, SpotPricing::Told);
        // From further back than the cloud knows, in two zones: of the region, without the third one.
        SpotPriceFilter old = filter;
        old.zones << QStringLiteral("cn-hangzhou-j");
        old.since = now.addDays(-100);
        place.cloud.setSpotPage(1000);
        const auto all = place.provider.spotPrices(old, {});
        QVERIFY2(all, qPrintable(all ? QString() : all.error().what + all.error().detail));
        QVERIFY(all->size() > 2 * 29 * 24);
        QVERIFY(std::none_of(all->begin(), all->end(), [](const SpotPrice &one) { return one.zone == QLatin1String("cn-hangzhou-h"); }));
        place.cloud.answerStrangely("DescribeSpotPriceHistory");
        QCOMPARE(place.provider.spotPrices(filter, {}).error().code, ErrorCode::Corrupt);
        InstanceRequest spot = request();
        spot.isSpot = true;
        const Instance instance = place.running(spot);
        const auto report = place.provider.describe(instance, {});
        QVERIFY(report->zone.startsWith(kRegion));
        QVERIFY(place.provider.actionLine(ProviderAction::SpotPrices, instance)
                    .startsWith(QLatin1String("aliyun ecs DescribeSpotPriceHistory --RegionId cn-hangzhou --InstanceType ")));
    }

    void quotaAndImagesAreListed()
    {
        Place place;
        const auto quotas = place.provider.quota({}, {});
        QVERIFY(quotas);
        QCOMPARE(quotas->size(), 1);
        QCOMPARE(quotas->first().name, "spot-instance-vcpu-count");
        QCOMPARE(quotas->first().limit, 64.0);
        QCOMPARE(quotas->first().used, 8.0);
        const auto images = place.provider.images({}, {});
        QVERIFY(images);
        QCOMPARE(images->size(), 2);
        QVERIFY(!images->first().hasDriver && images->last().hasDriver);
        QCOMPARE(images->first().user, "root");
    }

    void everythingInAllRegionsIsListed()
    {
        Place place;
        const Instance instance = place.running();
        place.cloud.addDisks(kRegion, 250);
        place.cloud.addDisks(QStringLiteral("ap-southeast-1"), 3);
        place.cloud.addAddresses(QStringLiteral("cn-beijing"), 201);
        place.cloud.addSnapshots(kRegion, 101);
        const auto all = place.provider.resources({}, {});
        QVERIFY2(all, qPrintable(all ? QString() : all.error().detail));
        QCOMPARE(all->size(), 1 + 1 + 250 + 3 + 201 + 101);
        QStringList ids;
        for (const CloudResource &one : *all)
            ids << one.providerId;
        QCOMPARE(ids.removeDuplicates(), 0);
        InstanceFilter own;
        own.owner = QStringLiteral("owner-1");
        const auto ours = place.provider.resources(own, {});
        QVERIFY(ours);
        QCOMPARE(ours->size(), 2);
        QCOMPARE(ours->last().kind, CloudResource::Kind::Disk);
        QCOMPARE(ours->last().clientToken, "token-1");
        QCOMPARE(ours->last().gibibytes, 200.0);
        QVERIFY(ours->last().isInUse);
        const auto listed = place.provider.list({}, {});
        QVERIFY(listed);
        QCOMPARE(listed->size(), 1);
        // What was not looked at is not empty.
        place.cloud.refuse("DescribeSnapshots", {403, "Forbidden.RAM", "No."});
        const auto failed = place.provider.resources({}, {});
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::PermissionDenied);
    }

    void answerWithoutItsListIsNotAnEmptyList()
    {
        for (const char *action : {"DescribeRegions", "DescribeInstances", "DescribeDisks", "DescribeEipAddresses", "DescribeSnapshots"}) {
            Place place;
            place.cloud.answerStrangely(action);
            const auto all = place.provider.resources({}, {});
            QVERIFY2(!all, action);
            QCOMPARE(all.error().code, ErrorCode::Corrupt);
        }
    }

    void leftoversAreGivenBack()
    {
        Place place;
        place.cloud.addDisks(kRegion, 1);
        place.cloud.addAddresses(kRegion, 1);
        place.cloud.addSnapshots(kRegion, 1);
        QVERIFY(place.create());
        const auto all = place.provider.resources({}, {});
        QVERIFY(all);
        for (const CloudResource &one : *all) {
            const auto released = place.provider.release({}, one, {});
            // The machine comes first in the list, and takes its disk with it.
            QVERIFY2(released, qPrintable(released ? QString() : released.error().detail));
            QVERIFY(place.provider.release({}, one, {}));  // it no longer exists
        }
        for (const char *kind : {"i", "d", "eip", "s"})
            QCOMPARE(place.cloud.count(kind), 0);
    }

    void policyHasTheCallsThatAreMadeAndNoOthers()
    {
        Place place;
        const Instance instance = place.running();
        QVERIFY(place.provider.check({}, {}) && place.provider.offers({}, {}) && place.provider.quota({}, {})
                && place.provider.images({}, {}) && place.provider.bill({}, QDate::currentDate(), {}));
        QVERIFY(place.provider.consoleOutput(instance, 100, {}));
        QVERIFY(place.provider.stop(instance, {}));
        QVERIFY(place.provider.describe(instance, {}));
        Instance moved = instance;
        moved.request.settings.insert(QLatin1String(kOwnAddressSetting), QStringLiteral("203.0.113.8/32"));
        QVERIFY(place.provider.start(moved, {}, {}));
        place.cloud.addDisks(kRegion, 1);
        place.cloud.addAddresses(kRegion, 1);
        place.cloud.addSnapshots(kRegion, 1);
        const auto all = place.provider.resources({}, {});
        QVERIFY(all);
        using Kind = CloudResource::Kind;
        QList<CloudResource> rest = *all;
        for (const auto &[kind, id] :
             {std::pair(Kind::SecurityGroup, place.cloud.groups().firstKey()), std::pair(Kind::KeyPair, QStringLiteral("k"))}) {
            CloudResource one;
            one.kind = kind;
            one.providerId = id;
            one.region = kRegion;
            rest << one;
        }
        for (const CloudResource &one : std::as_const(rest))
            QVERIFY(place.provider.release({}, one, {}));
        QSet<QString> made, allowed;
        for (const auto &one : place.cloud.seen())
            made << QString::fromLatin1(one.action);
        const QJsonArray statements =
            QJsonDocument::fromJson(place.provider.policy()->toUtf8()).object().value(QLatin1String("Statement")).toArray();
        QCOMPARE(statements.size(), 2);
        for (const QJsonValue &statement : statements) {
            for (const QJsonValue &action : statement.toObject().value(QLatin1String("Action")).toArray()) {
                QVERIFY(!action.toString().contains(u'*'));
                allowed << action.toString().section(u':', 1);
            }
        }
        QCOMPARE(made.values().size(), allowed.values().size());
        QCOMPARE(made, allowed);
        // What changes something that exists is limited to what was made here.
        const QJsonObject own = statements.at(1).toObject();
        QVERIFY(own.value(QLatin1String("Action")).toArray().contains(QStringLiteral("ecs:DeleteInstance")));
        QVERIFY(own.value(QLatin1String("Condition"))
                    .toObject()
                    .value(QLatin1String("StringLike"))
                    .toObject()
                    .contains(QLatin1String("acs:ResourceTag/trainyard:owner")));
    }

    void unknownAccountIsNotFound()
    {
        const AlibabaProvider provider([](const QString &, const QString &) -> Result<CloudCredentials> {
            return Error{ErrorCode::NotFound, QStringLiteral("No such account."), {}};
        });
        QCOMPARE(provider.check(QStringLiteral("none"), {}).error().code, ErrorCode::NotFound);
        QCOMPARE(provider.list({}, {}).error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestAlibabaAccount)
#include "tst_alibabaaccount.moc"
