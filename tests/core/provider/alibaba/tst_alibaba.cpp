// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a machine of Alibaba Cloud, against a stand-in that computes signatures by itself and knows the parameters of the vendor's
// clients.
#include "core/base/fanout.h"
#include "core/service/machines/instanceoperations.h"
#include "tests/core/provider/alibaba/alibabaplace.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>

using namespace trainyard;
using AfterWork = AlibabaStandIn::AfterWork;

class TestAlibaba : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void machineIsCreatedInANetworkOfItsOwner()
    {
        Place place;
        InstanceRequest asked = request();
        asked.isSpot = true;
        asked.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("4.5"));
        asked.settings.insert(QLatin1String(kUserDataSetting), QStringLiteral("#cloud-config\n"));
        asked.settings.insert(QLatin1String(kReleaseAtSetting), QDateTime::currentDateTimeUtc().addDays(1).toString(Qt::ISODate));
        QStringList steps;
        const auto made = place.provider.create(asked, [&steps](const QString &step) { steps << step; }, {});
        QVERIFY2(made, qPrintable(made ? QString() : made.error().detail));
        QVERIFY(steps.size() >= 3);
        QVERIFY(made->providerId.startsWith(QLatin1String("i-")));
        QCOMPARE(made->clientToken, "token-1");
        const auto run = place.cloud.accepted("RunInstances").first();
        QCOMPARE(run.value("Amount"), "1");
        QCOMPARE(run.value("SpotPriceLimit"), "4.5");
        QCOMPARE(run.value("Tag.3.Key"), "trainyard:token");
        QVERIFY(!run.value("KeyPairName").isEmpty());
        QCOMPARE(place.cloud.count("vpc"), 1);
        QCOMPARE(place.cloud.count("vsw"), 1);
        const QJsonArray rules = place.cloud.groups().first().value(QLatin1String("rules")).toArray();
        QCOMPARE(rules.size(), 1);
        QCOMPARE(rules.first().toObject().value(QLatin1String("SourceCidrIp")).toString(), "203.0.113.7/32");
        QCOMPARE(rules.first().toObject().value(QLatin1String("PortRange")).toString(), "22/22");
        // The second machine lies in the same network, with the same key.
        QVERIFY(place.create(request(QStringLiteral("token-2"))));
        QCOMPARE(place.cloud.count("i"), 2);
        QCOMPARE(place.cloud.count("vpc"), 1);
        QCOMPARE(place.cloud.count("vsw"), 1);
        QCOMPARE(place.cloud.count("sg"), 1);
        QCOMPARE(place.cloud.count("key"), 1);
        // Another installation has its own.
        InstanceRequest other = request(QStringLiteral("token-3"));
        other.owner = QStringLiteral("owner-2");
        QVERIFY(place.create(other));
        QCOMPARE(place.cloud.count("sg"), 2);
    }

    // The documents of ImportKeyPair name RSA and ECDSA keys only.
    void aKeyThatTheCloudDoesNotImportIsPutInByCloudInit()
    {
        Place place;
        place.cloud.refuse("ImportKeyPair", {400, "InvalidPublicKeyBody.Malformed", "The public key is not valid."});
        InstanceRequest asked = request();
        const QString key = QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExample");
        asked.settings.insert(QLatin1String(kSshKeySetting), key + QStringLiteral(" me@here"));
        const auto made = place.create(asked);
        QVERIFY2(made, qPrintable(made ? QString() : made.error().detail));
        const auto run = place.cloud.accepted("RunInstances").first();
        QVERIFY(run.value("KeyPairName").isEmpty());
        const QByteArray data = QByteArray::fromBase64(run.value("UserData"));
        QVERIFY2(data.startsWith("#cloud-config\n") && data.contains(key.toLatin1()) && !data.contains("me@here"), data.constData());
    }

    void machinesCreatedAtOnceShareOneNetwork()
    {
        Place place;
        std::atomic<int> made = 0;
        fanOut(6, 6, [&](std::size_t index) { made += place.create(request(QStringLiteral("token-%1").arg(index))) ? 1 : 0; });
        QCOMPARE(made, 6);
        QCOMPARE(place.cloud.count("i"), 6);
        for (const char *kind : {"vpc", "vsw", "sg", "key"})
            QCOMPARE(place.cloud.count(kind), 1);
        QCOMPARE(place.cloud.groups().first().value(QLatin1String("rules")).toArray().size(), 1);
    }

    void longUserDataArrivesAsItIs()
    {
        Place place;
        QByteArray data = "#cloud-config\n";
        while (data.size() < 32 * 1024)
            data += char(' ' + data.size() * 7 % 95);
        InstanceRequest asked = request();
        asked.settings.insert(QLatin1String(kUserDataSetting), QString::fromLatin1(data));
        const auto made = place.create(asked);
        QVERIFY2(made, qPrintable(made ? QString() : made.error().detail));
        QCOMPARE(QByteArray::fromBase64(place.cloud.accepted("RunInstances").first().value("UserData")), data);
    }

    void sameTokenMakesOneMachine()
    {
        Place place;
        const auto first = place.create();
        QVERIFY(first);
        const auto again = place.create();
        QVERIFY(again);
        QCOMPARE(again->providerId, first->providerId);
        QCOMPARE(place.cloud.count("i"), 1);
        // The cloud lists it: it was not even asked a second time.
        QCOMPARE(place.cloud.accepted("RunInstances").size(), 1);
    }

    void machineThatIsNotListedYetIsNotMadeTwice()
    {
        Place place;
        place.cloud.setLate(100, 0);
        const auto first = place.create();
        QVERIFY(first);
        const auto again = place.create();
        QVERIFY(again);
        QCOMPARE(again->providerId, first->providerId);
        // A repetition with other settings cannot be answered yet: nobody may take it for "not made".
        InstanceRequest changed = request();
        changed.settings.insert(QLatin1String(kDiskSetting), QStringLiteral("300"));
        const auto other = place.create(changed);
        QVERIFY(!other);
        QVERIFY(isUnknownOutcome(other.error().code));
        // Nor can one that would go to another zone.
        place.cloud.setStock(QStringLiteral("cn-hangzhou-h"), false);
        const auto elsewhere = place.create();
        QVERIFY(!elsewhere);
        QVERIFY(isUnknownOutcome(elsewhere.error().code));
        QCOMPARE(place.cloud.count("i"), 1);
        QVERIFY(place.provider.capabilities().appearsWithin >= std::chrono::seconds(60));
    }

    void lostOutcomeIsFoundOut_data()
    {
        QTest::addColumn<QByteArray>("action");
        QTest::addColumn<bool>("isLost");
        for (const char *action :
             {"RunInstances", "CreateVpc", "CreateVSwitch", "CreateSecurityGroup", "ImportKeyPair", "DescribeInstances"}) {
            QTest::addRow("%s fails after its work", action) << QByteArray(action) << false;
            QTest::addRow("%s loses its answer", action) << QByteArray(action) << true;
        }
    }
    void lostOutcomeIsFoundOut()
    {
        QFETCH(QByteArray, action);
        QFETCH(bool, isLost);
        Place place;
        place.cloud.afterWork(action, isLost ? AfterWork::LosesAnswer : AfterWork::Fails, 2);
        const auto made = place.create();
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what + made.error().detail));
        QCOMPARE(place.cloud.count("i"), 1);
        QCOMPARE(place.cloud.count("vpc"), 1);
        QCOMPARE(place.cloud.count("vsw"), 1);
        QCOMPARE(place.cloud.count("sg"), 1);
        QCOMPARE(made->providerId, place.cloud.instances().firstKey());
    }

    void silentCloudLeavesTheOutcomeUnknown()
    {
        Place place;
        place.cloud.afterWork("RunInstances", AfterWork::Fails, 20);
        const auto made = place.create();
        QVERIFY(!made);
        QVERIFY(isUnknownOutcome(made.error().code));
        // The caller then lists by the token.
        InstanceFilter filter;
        filter.region = kRegion;
        filter.clientToken = QStringLiteral("token-1");
        const auto listed = place.provider.list(filter, {});
        QVERIFY(listed);
        QCOMPARE(listed->size(), 1);
        QCOMPARE(listed->first().owner, "owner-1");
    }

    void refusalIsOneClearError_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("said");
        QTest::newRow("QuotaExceed.ElasticQuota") << 403 << ErrorCode::OverQuota << "ElasticQuota";
        QTest::newRow("InvalidAccountStatus.NotEnoughBalance") << 403 << ErrorCode::OverQuota << "balance";
        QTest::newRow("InvalidSpotPriceLimit.LowerThanPublicPrice") << 400 << ErrorCode::InvalidInput << "price";
        QTest::newRow("InvalidImageId.NotFound") << 404 << ErrorCode::NotFound << "Alibaba Cloud";
        QTest::newRow("Forbidden.RAM") << 403 << ErrorCode::PermissionDenied << "ecs:RunInstances";
    }
    void refusalIsOneClearError()
    {
        QFETCH(int, status);
        QFETCH(ErrorCode, code);
        QFETCH(QString, said);
        Place place;
        place.cloud.refuse("RunInstances", {status, QTest::currentDataTag(), "Your secret is not-a-secret-of-anyone.\nReally"});
        const auto made = place.create();
        QVERIFY(!made);
        QCOMPARE(made.error().code, code);
        QVERIFY2(made.error().what.contains(said), qPrintable(made.error().what));
        QVERIFY(made.error().detail.contains(QLatin1String(QTest::currentDataTag())));
        QVERIFY(made.error().detail.contains(QLatin1String("STANDIN-")));
        QVERIFY(!made.error().detail.contains(QLatin1String("not-a-secret")));
        QCOMPARE(place.cloud.count("i"), 0);
        // Nothing but the one attempt: these do not change by asking again.
        const auto seen = place.cloud.seen();
        QCOMPARE(std::count_if(seen.begin(), seen.end(), [](const auto &one) { return one.action == "RunInstances"; }), 1);
    }

    void throttledRequestIsRepeated()
    {
        Place place;
        place.cloud.refuse("RunInstances", {400, "Throttling.User", "Request was denied due to user flow control."}, 3);
        place.cloud.refuse("DescribeVpcs", {429, "Throttling", "", {"Retry-After: 0"}}, 1);
        QVERIFY(place.create());
        QCOMPARE(place.cloud.count("i"), 1);
    }

    void soldOutZoneIsFollowedByTheNext()
    {
        Place place;
        place.cloud.setStock(QStringLiteral("cn-hangzhou-h"), false);
        QVERIFY(place.create());
        QCOMPARE(place.cloud.accepted("RunInstances").first().value("ZoneId"), "cn-hangzhou-i");
        // The list said that it is in stock, and then it was not.
        place.cloud.refuse("RunInstances", {403, "OperationDenied.NoStock", "Sold out."});
        QVERIFY(place.create(request(QStringLiteral("token-2"))));
        QCOMPARE(place.cloud.accepted("RunInstances").last().value("ZoneId"), "cn-hangzhou-j");
        for (const char *zone : {"cn-hangzhou-i", "cn-hangzhou-j"})
            place.cloud.setStock(QLatin1String(zone), false);
        const auto none = place.create(request(QStringLiteral("token-3")));
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::NoCapacity);
        // A chosen zone is the only one.
        InstanceRequest chosen = request(QStringLiteral("token-4"));
        chosen.settings.insert(QStringLiteral("zone"), QStringLiteral("cn-hangzhou-h"));
        const auto fixed = place.create(chosen);
        QVERIFY(!fixed);
        QCOMPARE(fixed.error().code, ErrorCode::NoCapacity);
        QCOMPARE(place.cloud.count("i"), 2);
    }

    void spotPriceBelowTheMarketIsRefused()
    {
        Place place;
        InstanceRequest asked = request();
        asked.isSpot = true;
        asked.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("3.4"));
        const auto made = place.create(asked);
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        place.cloud.setSpotPrice(3.4);
        QVERIFY(place.create(asked));
    }

    void stoppedMachineSaysWhatGoesOnCosting()
    {
        Place place;
        const Instance instance = place.running();
        QVERIFY(place.provider.stop(instance, {}));
        QCOMPARE(place.cloud.accepted("StopInstance").first().value("StoppedMode"), "StopCharging");
        QVERIFY(place.provider.describe(instance, {}));
        const auto report = place.provider.describe(instance, {});
        QVERIFY(report);
        QCOMPARE(report->state, ProvidedState::Stopped);
        QVERIFY2(report->reason.contains(QLatin1String("StopCharging")) && report->reason.contains(QLatin1String("200 GiB")),
                 qPrintable(report->reason));
        QVERIFY(place.provider.stop(instance, {}));  // nothing left to do

        InstanceRequest local = request(QStringLiteral("token-2"));
        local.type = kTypeWithLocalDisks;
        const Instance charging = place.running(local);
        QVERIFY(place.provider.stop(charging, {}));
        QVERIFY(place.provider.describe(charging, {}));
        const auto still = place.provider.describe(charging, {});
        QVERIFY(still);
        QVERIFY2(still->reason.contains(QLatin1String("goes on charging for all of it")), qPrintable(still->reason));
    }

    void lostAnswersOfStopAndStartDoNoHarm()
    {
        Place place;
        const Instance instance = place.running();
        const auto early = place.create(request(QStringLiteral("token-2")));
        QVERIFY(early);
        const auto refused = place.provider.stop(instanceOf(*early), {});  // it is being made
        QVERIFY(!refused);
        QVERIFY(refused.error().what.contains(QLatin1String("changing its state")));
        for (const AfterWork what : {AfterWork::LosesAnswer, AfterWork::Fails}) {
            place.cloud.afterWork("StopInstance", what);
            QVERIFY(place.provider.stop(instance, {}));
            QVERIFY(place.provider.describe(instance, {}));
            QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Stopped);
            place.cloud.afterWork("StartInstance", what);
            QVERIFY(place.provider.start(instance, {}, {}));
            QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Running);
        }
    }

    void operationsFindTheMachineWhoseAnswerWasLost()
    {
        QTemporaryDir folder;
        const Paths paths{folder.filePath(QStringLiteral("data")), folder.filePath(QStringLiteral("config"))};
        AlibabaStandIn cloud;
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<AlibabaProvider>(
            [&cloud](const QString &, const QString &) -> Result<CloudCredentials> { return cloud.credentials(); }, quick()));
        const MachineProviders providers(std::move(all));
        const auto database = StateDatabase::open(paths.database());
        QVERIFY(database);
        const InstanceOperations operations(**database, paths, providers);
        cloud.setLate(2, 0);
        cloud.afterWork("RunInstances", AfterWork::Fails, 20);
        const auto made = operations.create(request(), {}, {});
        QVERIFY(!made);
        QCOMPARE((*database)->instances.all()->value(0).state, InstanceState::Requested);
        QCOMPARE(cloud.count("i"), 1);
        // Not listed yet, and then it is.
        QVERIFY(operations.settle({}));
        QCOMPARE((*database)->instances.all()->value(0).state, InstanceState::Requested);
        QVERIFY(operations.settle({}));
        const Instance found = (*database)->instances.all()->value(0);
        QCOMPARE(found.state, InstanceState::Booting);
        QCOMPARE(found.providerId, cloud.instances().firstKey());
        QVERIFY(operations.terminate(found.id, {}));
        QCOMPARE(cloud.count("i"), 0);
    }

    void startedMachineLetsInTheNewAddress()
    {
        Place place;
        Instance instance = place.running();
        place.cloud.addRule({{"SecurityGroupRuleId", "sgr-theirs"}, {"Description", "office"}, {"SourceCidrIp", "192.0.2.0/24"}});
        QVERIFY(place.provider.start(instance, {}, {}));  // it runs already
        QVERIFY(place.provider.stop(instance, {}));
        QVERIFY(place.provider.describe(instance, {}));
        place.cloud.setStock(QStringLiteral("cn-hangzhou-h"), false);
        const auto none = place.provider.start(instance, {}, {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::NoCapacity);
        place.cloud.setStock(QStringLiteral("cn-hangzhou-h"), true);
        instance.request.settings.insert(QLatin1String(kOwnAddressSetting), QStringLiteral("2001:db8::7/128"));
        QVERIFY(place.provider.start(instance, {}, {}));
        const QJsonArray rules = place.cloud.groups().first().value(QLatin1String("rules")).toArray();
        QCOMPARE(rules.size(), 2);
        QCOMPARE(rules.at(0).toObject().value(QLatin1String("Description")).toString(), "office");
        QCOMPARE(rules.at(1).toObject().value(QLatin1String("Ipv6SourceCidrIp")).toString(), "2001:db8::7/128");
        instance.request.settings.insert(QLatin1String(kOwnAddressSetting), QStringLiteral("0.0.0.0/0"));
        const auto everyone = place.provider.start(instance, {}, {});
        QVERIFY(!everyone);
        QCOMPARE(everyone.error().code, ErrorCode::InvalidInput);
    }

    void anotherAddressIsLetIn()
    {
        Place place;
        const Instance instance = place.running();
        place.cloud.addRule({{"SecurityGroupRuleId", "sgr-theirs"}, {"Description", "office"}, {"SourceCidrIp", "192.0.2.0/24"}});
        const auto rules = [&place] { return place.cloud.groups().first().value(QLatin1String("rules")).toArray(); };
        for (int i = 0; i < 2; ++i) {
            const auto let = place.provider.letIn(instance, QStringLiteral("198.51.100.9/32"), {}, {});
            QVERIFY2(let, qPrintable(let ? QString() : let.error().what + let.error().detail));
            QCOMPARE(rules().size(), 2);
            QCOMPARE(rules().at(0).toObject().value(QLatin1String("Description")).toString(), "office");
            QCOMPARE(rules().at(1).toObject().value(QLatin1String("SourceCidrIp")).toString(), "198.51.100.9/32");
        }
        QCOMPARE(place.cloud.accepted("AuthorizeSecurityGroup").size(), 2);  // with that of the creation
        QCOMPARE(place.cloud.accepted("RevokeSecurityGroup").size(), 1);
        QCOMPARE(place.cloud.count("sg"), 1);
        place.cloud.afterWork("AuthorizeSecurityGroup", AlibabaStandIn::AfterWork::LosesAnswer);
        QVERIFY(place.provider.letIn(instance, QStringLiteral("192.0.2.1/32"), {}, {}));
        QCOMPARE(rules().size(), 2);
        QCOMPARE(place.provider.letIn(instance, QStringLiteral("0.0.0.0/0"), {}, {}).error().code, ErrorCode::InvalidInput);
        place.cloud.forbid("ecs:AuthorizeSecurityGroup");
        const auto denied = place.provider.letIn(instance, QStringLiteral("198.51.100.9/32"), {}, {});
        QCOMPARE(denied.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(denied.error().what.contains(QLatin1String("ecs:AuthorizeSecurityGroup")), qPrintable(denied.error().what));
        // The former one is still let in.
        QCOMPARE(rules().at(1).toObject().value(QLatin1String("SourceCidrIp")).toString(), "192.0.2.1/32");
        // Without a group of this installation.
        Instance elsewhere = instance;
        elsewhere.request.owner = QStringLiteral("owner-2");
        QCOMPARE(place.provider.letIn(elsewhere, QStringLiteral("198.51.100.9/32"), {}, {}).error().code, ErrorCode::NotFound);
    }

    void machineIsTerminatedWhateverItsState()
    {
        Place place;
        place.cloud.setLate(0, 3);
        const auto made = place.create();
        QVERIFY(made);
        QVERIFY(place.provider.terminate(instanceOf(*made), {}));  // refused at first: it is being made
        QCOMPARE(place.cloud.count("i"), 0);
        QCOMPARE(place.cloud.count("d"), 0);
        QVERIFY(place.provider.terminate(instanceOf(*made), {}));
        const auto report = place.provider.describe(instanceOf(*made), {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::NotFound);

        place.cloud.setLate(0, 0);
        const Instance second = place.running(request(QStringLiteral("token-2")));
        place.cloud.afterWork("DeleteInstance", AfterWork::LosesAnswer);
        QVERIFY(place.provider.terminate(second, {}));
        const Instance third = place.running(request(QStringLiteral("token-3")));
        place.cloud.vanish(third.providerId);
        QVERIFY(place.provider.terminate(third, {}));
        QCOMPARE(place.provider.describe(third, {}).error().code, ErrorCode::NotFound);
    }

    void machineIsFoundByItsToken()
    {
        Place place;
        const Instance instance = place.running();
        Instance unnamed = instance;
        unnamed.providerId.clear();
        const auto report = place.provider.describe(unnamed, {});
        QVERIFY(report);
        QCOMPARE(report->providerId, instance.providerId);
        place.cloud.setLock(instance.providerId, QStringLiteral("Recycling"));
        QVERIFY(place.provider.describe(instance, {})->reason.contains(QLatin1String("Recycling")));
    }

    void machineWhoseListIsMissingIsNotGone()
    {
        Place place;
        const Instance instance = place.running();
        place.cloud.answerStrangely("DescribeInstances");
        const auto report = place.provider.describe(instance, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Corrupt);
        // Nor does a machine that the cloud did not name count as not made.
        place.cloud.answerStrangely("RunInstances");
        const auto made = place.create(request(QStringLiteral("token-2")));
        QVERIFY(!made);
        QVERIFY(isUnknownOutcome(made.error().code));
    }

    void addressAndConsoleAreRead()
    {
        Place place;
        const auto made = place.create();
        QVERIFY(made);
        place.cloud.setLate(0, 1);
        const auto late = place.create(request(QStringLiteral("token-2")));
        QVERIFY(late);
        const auto none = place.provider.sshTarget(instanceOf(*late), {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::Unreachable);
        const auto target = place.provider.sshTarget(instanceOf(*made), {});
        QVERIFY(target);
        QCOMPARE(target->host, "198.51.100.7");
        QCOMPARE(target->user, "root");
        QCOMPARE(target->hostKeyAlias, made->providerId);
        QCOMPARE(*place.provider.consoleOutput(instanceOf(*made), 7, {}), " ready\n");
    }

    void stopRequestEndsACall()
    {
        Place place;
        std::stop_source source;
        source.request_stop();
        const auto made = place.provider.create(request(), {}, source.get_token());
        QVERIFY(!made);
        QVERIFY(made.error().isCancelled());
        QCOMPARE(place.cloud.count("i"), 0);
    }
};

QTEST_GUILESS_MAIN(TestAlibaba)
#include "tst_alibaba.moc"
