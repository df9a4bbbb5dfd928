// SPDX-License-Identifier: GPL-3.0-or-later
// The provider for Tencent Cloud against a stand-in that is as strict as the cloud, and misbehaves as clouds do.
#include "core/provider/tencent/tencentprovider.h"
#include "tests/support/tencentstandin.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;
using namespace std::chrono_literals;
using Cloud = TencentStandIn;

namespace {

const QString kEd25519 = QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0q0w0z0x0y0v0u0t0s0r0 ada@lab");
const QString kRsa = QStringLiteral("ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQC7Zk5gTq0m4c0kF0o0bq0m0q0w0z0x0y0v0u0t0s0r0 ada@lab");
const QString kRun = QStringLiteral("cvm:RunInstances"), kDescribe = QStringLiteral("cvm:DescribeInstances");

CloudLimits quickLimits()
{
    CloudLimits limits;
    limits.tries = 3;
    limits.firstPause = 5ms;
    limits.longestPause = 50ms;
    limits.answer = 5s;
    return limits;
}

// A cloud and a provider that has an account there.
struct Place {
    Cloud cloud;
    CloudCredentials credentials = cloud.credentials();
    TencentProvider provider{[this](const QString &, const QString &account) -> Result<CloudCredentials> {
                                 if (!account.isEmpty())
                                     return Error{ErrorCode::NotFound, QStringLiteral("No such account."), {}};
                                 return credentials;
                             },
                             quickLimits()};

    int countOf(const QString &right) const { return static_cast<int>(cloud.calls().count(right)); }
};

InstanceRequest goodRequest(const QString &token = QStringLiteral("token-1"))
{
    InstanceRequest request;
    request.providerKind = TencentProvider::kKind;
    request.owner = QStringLiteral("owner-1");
    request.clientToken = token;
    request.name = QStringLiteral("ada's run");
    request.region = Cloud::kRegion;
    request.type = Cloud::kType;
    request.image = Cloud::kImage;
    request.settings = {{kSshKeySetting, kEd25519}, {kOwnAddressSetting, QStringLiteral("203.0.113.7/32")}};
    return request;
}

Instance instanceOf(const InstanceRequest &request, const QString &providerId)
{
    Instance instance;
    instance.request = request;
    instance.providerId = providerId;
    return instance;
}

// A machine that runs. An invalid one: it could not be made.
Instance running(const Place &place, const InstanceRequest &request = goodRequest())
{
    const auto made = place.provider.create(request, {}, {});
    if (!made)
        return {};
    const Instance instance = instanceOf(request, made->providerId);
    for (int i = 0; i < 3; ++i) {
        const auto report = place.provider.describe(instance, {});
        if (report && report->state == ProvidedState::Running)
            return instance;
    }
    return {};
}

QString ruleAddress(const Cloud &cloud)
{
    const QList<QJsonObject> groups = cloud.entries(QStringLiteral("groups"));
    return groups.isEmpty() ? QString() : groups.last().value("rules").toObject().value("Ingress")[0]["CidrBlock"].toString();
}

}  // namespace

class TestTencent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAccountIsCheckedInTwoRoundTrips()
    {
        Place place;
        const auto report = place.provider.check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().detail));
        QCOMPARE(report->identity, QStringLiteral("qcs::cam::uin/100000000001:uin/100000000002"));
        QCOMPARE(report->scope, QStringLiteral("100000000001"));
        QCOMPARE(report->regions, QStringList({"ap-guangzhou", "ap-shanghai", "ap-singapore"}));
        QCOMPARE(report->missing, QStringList());
        // The last two run side by side, and nothing is made.
        QCOMPARE(place.cloud.calls().size(), 3);
        QCOMPARE(place.cloud.calls().first(), QStringLiteral("sts:GetCallerIdentity"));
        QCOMPARE(place.cloud.entries(QStringLiteral("instances")).size(), 0);
        QVERIFY(place.cloud.lastParameters(kRun).value("DryRun").toBool());
    }

    void missingRightsAreNamed()
    {
        Place place;
        place.cloud.refuse(kRun, "UnauthorizedOperation.CamNoAuth");
        place.cloud.refuse(QStringLiteral("cvm:DescribeRegions"), "UnauthorizedOperation");
        const auto report = place.provider.check({}, {});
        QVERIFY(report);
        QCOMPARE(report->missing, QStringList({"cvm:DescribeRegions", "cvm:RunInstances"}));
        QVERIFY(report->regions.isEmpty());
    }

    void wrongKeysAreNotTriedAgain_data()
    {
        QTest::addColumn<int>("part");
        QTest::newRow("id") << 0;
        QTest::newRow("secret") << 1;
        QTest::newRow("token") << 2;
    }
    void wrongKeysAreNotTriedAgain()
    {
        QFETCH(int, part);
        Place place;
        if (part == 0)
            place.credentials.keyId += u'x';
        else
            (part == 1 ? place.credentials.secret : place.credentials.sessionToken) += 'x';
        const auto report = place.provider.check({}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(place.cloud.calls().size(), 0);  // turned away before the call was read, and only once
    }

    void keysThatCannotBeSentAreRefused_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QByteArray>("secret");
        QTest::newRow("none") << QString() << QByteArray();
        QTest::newRow("no secret") << QStringLiteral("AKID1") << QByteArray();
        QTest::newRow("a line end") << QStringLiteral("AKID1\r\nX-Other: 1") << QByteArray("s");
    }
    void keysThatCannotBeSentAreRefused()
    {
        Place place;
        QFETCH(QString, id);
        QFETCH(QByteArray, secret);
        place.credentials.keyId = id;
        place.credentials.secret = secret;
        QCOMPARE(place.provider.check({}, {}).error().code, ErrorCode::AuthenticationFailed);
    }

    void endpointsThatOthersCouldReadAreRefused_data()
    {
        QTest::addColumn<QString>("endpoint");
        QTest::newRow("without TLS") << QStringLiteral("http://cvm.tencentcloudapi.com");
        QTest::newRow("another scheme") << QStringLiteral("ftp://127.0.0.1");
        QTest::newRow("with a path") << QStringLiteral("https://127.0.0.1/a");
        QTest::newRow("with a user") << QStringLiteral("https://a:b@127.0.0.1");
    }
    void endpointsThatOthersCouldReadAreRefused()
    {
        Place place;
        QFETCH(QString, endpoint);
        place.credentials.settings.insert(QStringLiteral("endpoint"), endpoint);
        QCOMPARE(place.provider.check({}, {}).error().code, ErrorCode::InvalidInput);
    }

    void offersHaveStockAndBothPrices()
    {
        Place place;
        place.cloud.sellOut(QStringLiteral("ap-guangzhou-3"));
        InstanceFilter filter;
        filter.region = Cloud::kRegion;
        const auto offers = place.provider.offers(filter, {});
        QVERIFY(offers);
        QCOMPARE(offers->size(), 6);  // three zones, by the hour and spot; none without a GPU
        for (const ProviderOffer &offer : *offers) {
            QCOMPARE(offer.type, Cloud::kType);
            QCOMPARE(offer.region, Cloud::kRegion);
            QCOMPARE(offer.isInStock, std::optional(offer.zone != QLatin1String("ap-guangzhou-3")));
            QCOMPARE(offer.perHour->text(), offer.isSpot ? QStringLiteral("3.20 CNY") : QStringLiteral("10.68 CNY"));
        }
        QCOMPARE(place.provider.offers({}, {})->size(), 18);  // in all regions
    }

    void quotasAndImagesAreListed()
    {
        Place place;
        InstanceFilter filter;
        filter.region = Cloud::kRegion;
        const auto quota = place.provider.quota(filter, {});
        QVERIFY(quota);
        QCOMPARE(quota->size(), 2);
        QCOMPARE(quota->first().limit, 60.0);
        QCOMPARE(quota->first().used, 2.0);
        const auto images = place.provider.images(filter, {});
        QVERIFY(images);
        QCOMPARE(images->size(), 2);  // without that for Windows
        QCOMPARE(images->first().id, Cloud::kImage);
        QCOMPARE(images->first().user, QStringLiteral("ubuntu"));
        QVERIFY(!images->first().hasDriver);
        QCOMPARE(images->last().user, QStringLiteral("root"));
        QVERIFY(images->last().hasDriver);
    }

    void aMachineGoesThroughItsWholeLife()
    {
        Place place;
        QStringList steps;
        const InstanceRequest request = goodRequest();
        const auto made = place.provider.create(request, [&steps](const QString &step) { steps << step; }, {});
        QVERIFY2(made, qPrintable(made ? QString() : made.error().detail));
        QCOMPARE(made->state, ProvidedState::Starting);
        QCOMPARE(made->clientToken, request.clientToken);
        QVERIFY(steps.size() >= 3);
        // The best stocked zone.
        QCOMPARE(place.cloud.lastParameters(kRun).value("Placement").toObject().value("Zone").toString(), Cloud::kZone);
        const Instance instance = instanceOf(request, made->providerId);
        QCOMPARE(place.provider.sshTarget(instance, {}).error().code, ErrorCode::Unreachable);
        const auto runs = place.provider.describe(instance, {});
        QVERIFY(runs);
        QCOMPARE(runs->state, ProvidedState::Running);
        QCOMPARE(runs->owner, request.owner);
        QCOMPARE(runs->clientToken, request.clientToken);
        const auto target = place.provider.sshTarget(instance, {});
        QVERIFY(target);
        QCOMPARE(target->display(), QStringLiteral("ubuntu@203.0.113.20"));

        QVERIFY(place.provider.stop(instance, {}));
        QCOMPARE(place.cloud.lastParameters(QStringLiteral("cvm:StopInstances")).value("StoppedMode").toString(),
                 QStringLiteral("STOP_CHARGING"));
        QVERIFY(place.provider.stop(instance, {}));  // it stops already
        place.provider.describe(instance, {}).value();
        const auto stopped = place.provider.describe(instance, {});
        QCOMPARE(stopped->state, ProvidedState::Stopped);
        QVERIFY2(stopped->reason.contains(QLatin1String("50 GiB")), qPrintable(stopped->reason));
        QVERIFY(place.provider.start(instance, {}, {}));
        QVERIFY(place.provider.start(instance, {}, {}));  // it starts already
        while (place.provider.describe(instance, {})->state == ProvidedState::Starting) {}
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Running);

        QVERIFY(place.provider.terminate(instance, {}));
        QVERIFY(place.cloud.lastParameters(QStringLiteral("cvm:TerminateInstances")).value("ReleaseAddress").toBool());
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Terminating);
        QCOMPARE(place.provider.describe(instance, {}).error().code, ErrorCode::NotFound);
        QVERIFY(place.provider.terminate(instance, {}));
        QVERIFY(place.cloud.entries(QStringLiteral("disks")).isEmpty());
    }

    void sshIsAllowedFromTheOwnAddressOnly()
    {
        Place place;
        // A group of the same name that somebody else opened.
        place.cloud.put(QStringLiteral("groups"), Cloud::kRegion,
                        {{"SecurityGroupId", "sg-foreign"}, {"SecurityGroupName", "trainyard-owner-1"}, {"TagSet", QJsonArray()}});
        InstanceRequest request = goodRequest();
        QVERIFY(place.provider.create(request, {}, {}));
        const QJsonArray rules = place.cloud.entries(QStringLiteral("groups")).last().value("rules").toObject().value("Ingress").toArray();
        QCOMPARE(rules.size(), 2);
        QCOMPARE(rules[0]["CidrBlock"].toString(), QStringLiteral("203.0.113.7/32"));
        QCOMPARE(rules[0]["Port"].toString(), QStringLiteral("22"));
        QCOMPARE(rules[1]["Action"].toString(), QStringLiteral("DROP"));
        QVERIFY(place.cloud.lastParameters(kRun).value("SecurityGroupIds")[0].toString() != QLatin1String("sg-foreign"));

        request.clientToken = QStringLiteral("token-2");
        QVERIFY(place.provider.create(request, {}, {}));
        QCOMPARE(place.countOf(QStringLiteral("vpc:ModifySecurityGroupPolicies")), 0);
        QCOMPARE(place.cloud.entries(QStringLiteral("groups")).size(), 2);
        request.clientToken = QStringLiteral("token-3");
        request.settings.insert(kOwnAddressSetting, QStringLiteral("198.51.100.9/32"));
        QVERIFY(place.provider.create(request, {}, {}));
        QCOMPARE(ruleAddress(place.cloud), QStringLiteral("198.51.100.9/32"));
        request.clientToken = QStringLiteral("token-4");
        request.settings.remove(kOwnAddressSetting);
        // A machine that nobody may reach does not shut the others.
        QVERIFY(place.provider.create(request, {}, {}));
        const QList<QJsonObject> groups = place.cloud.entries(QStringLiteral("groups"));
        QCOMPARE(groups.size(), 3);
        QCOMPARE(groups.last().value("rules").toObject().value("Ingress").toArray().size(), 1);
        QCOMPARE(groups.at(1).value("rules").toObject().value("Ingress")[0]["CidrBlock"].toString(), QStringLiteral("198.51.100.9/32"));
    }

    void theRuleFollowsThePersonWhenAMachineIsStarted()
    {
        Place place;
        Instance instance = running(place);
        QVERIFY(!instance.providerId.isEmpty());
        QVERIFY(place.provider.stop(instance, {}));
        while (place.provider.describe(instance, {})->state != ProvidedState::Stopped) {}
        instance.request.settings.insert(kOwnAddressSetting, QStringLiteral("198.51.100.9/32"));
        QVERIFY(place.provider.start(instance, {}, {}));
        QCOMPARE(ruleAddress(place.cloud), QStringLiteral("198.51.100.9/32"));
    }

    void anotherAddressIsLetIn()
    {
        const QString right = QStringLiteral("vpc:ModifySecurityGroupPolicies");
        Place place;
        // The group as the cloud lists it, with a rule that somebody added.
        const QJsonObject office{{"PolicyIndex", 1},
                                 {"Protocol", "tcp"},
                                 {"Port", "8080"},
                                 {"Action", "ACCEPT"},
                                 {"CidrBlock", "192.0.2.0/24"},
                                 {"Ipv6CidrBlock", ""},
                                 {"ServiceTemplate", QJsonObject{{"ServiceId", ""}, {"ServiceGroupId", ""}}},
                                 {"PolicyDescription", "office"},
                                 {"ModifyTime", "2026-11-03 10:00:00"}};
        const auto all = [](const char *action) {
            return QJsonObject{{"Protocol", "ALL"}, {"Port", "ALL"}, {"Action", action}, {"CidrBlock", "0.0.0.0/0"}};
        };
        place.cloud.put(QStringLiteral("groups"), Cloud::kRegion,
                        {{"SecurityGroupId", "sg-ours"},
                         {"SecurityGroupName", "trainyard-owner-1"},
                         {"TagSet", QJsonArray{QJsonObject{{"Key", "trainyard:owner"}, {"Value", "owner-1"}}}},
                         {"rules", QJsonObject{{"Ingress", QJsonArray{office, all("DROP")}}, {"Egress", QJsonArray{all("ACCEPT")}}}}});
        const Instance instance = running(place);
        QVERIFY(!instance.providerId.isEmpty());
        const auto incoming = [&place] {
            return place.cloud.entries(QStringLiteral("groups")).last().value("rules").toObject().value("Ingress").toArray();
        };
        QCOMPARE(incoming().at(0)["CidrBlock"].toString(), QStringLiteral("203.0.113.7/32"));
        QJsonArray rules;
        for (int i = 0; i < 2; ++i) {
            const auto let = place.provider.letIn(instance, QStringLiteral("198.51.100.9/32"), {}, {});
            QVERIFY2(let, qPrintable(let ? QString() : let.error().what + let.error().detail));
            rules = incoming();
            QCOMPARE(rules.size(), 3);
            QCOMPARE(rules.at(0)["CidrBlock"].toString(), QStringLiteral("198.51.100.9/32"));
            QCOMPARE(rules.at(1)["CidrBlock"].toString(), QStringLiteral("192.0.2.0/24"));
            QCOMPARE(rules.at(2)["Action"].toString(), QStringLiteral("DROP"));
        }
        QCOMPARE(place.countOf(right), 2);  // with that of the creation
        QCOMPARE(place.cloud.entries(QStringLiteral("groups")).size(), 1);
        place.cloud.lose(right, Cloud::Lost::Answer);
        QVERIFY(place.provider.letIn(instance, QStringLiteral("2001:db8::7/128"), {}, {}));
        QCOMPARE(incoming().at(0)["Ipv6CidrBlock"].toString(), QStringLiteral("2001:db8::7/128"));
        QCOMPARE(place.provider.letIn(instance, QStringLiteral("0.0.0.0/0"), {}, {}).error().code, ErrorCode::InvalidInput);
        place.cloud.refuse(right, "UnauthorizedOperation", 10);
        const auto denied = place.provider.letIn(instance, QStringLiteral("192.0.2.1/32"), {}, {});
        QCOMPARE(denied.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(denied.error().what.contains(right), qPrintable(denied.error().what));
        QCOMPARE(incoming().at(0)["Ipv6CidrBlock"].toString(), QStringLiteral("2001:db8::7/128"));
    }

    void anRsaKeyIsImportedOnce()
    {
        Place place;
        InstanceRequest request = goodRequest();
        request.settings.insert(kSshKeySetting, kRsa);
        QVERIFY(place.provider.create(request, {}, {}));
        const QList<QJsonObject> keys = place.cloud.entries(QStringLiteral("keys"));
        QCOMPARE(keys.size(), 1);
        QCOMPARE(place.cloud.lastParameters(kRun).value("LoginSettings").toObject().value("KeyIds")[0], keys.first().value("KeyId"));
        QVERIFY(!place.cloud.lastParameters(kRun).contains("UserData"));
        request.clientToken = QStringLiteral("token-2");
        QVERIFY(place.provider.create(request, {}, {}));
        QCOMPARE(place.countOf(QStringLiteral("cvm:ImportKeyPair")), 1);
    }

    void aKeyThatIsThereUnderAnotherNameIsUsed()
    {
        Place place;
        place.cloud.put(QStringLiteral("keys"), Cloud::kRegion,
                        {{"KeyId", "skey-own"}, {"KeyName", "mine"}, {"PublicKey", kRsa.section(u' ', 0, 1)}});
        InstanceRequest request = goodRequest();
        request.settings.insert(kSshKeySetting, kRsa);
        QVERIFY(place.provider.create(request, {}, {}));
        QCOMPARE(place.cloud.lastParameters(kRun).value("LoginSettings").toObject().value("KeyIds")[0].toString(),
                 QStringLiteral("skey-own"));
    }

    void oneTokenMakesOneMachine_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("asked twice") << 0;
        QTest::newRow("the answer is lost") << 1;
        QTest::newRow("an internal error after it was made") << 2;
        QTest::newRow("not listed yet") << 3;
        QTest::newRow("sold out meanwhile") << 4;
    }
    void oneTokenMakesOneMachine()
    {
        QFETCH(int, how);
        Place place;
        if (how == 1 || how == 2)
            place.cloud.lose(kRun, how == 1 ? Cloud::Lost::Answer : Cloud::Lost::InternalError);
        if (how == 3)
            place.cloud.hideNew(2);
        const auto first = place.provider.create(goodRequest(), {}, {});
        QVERIFY2(first, qPrintable(first ? QString() : first.error().detail));
        if (how == 4) {
            for (const char *zone : {"ap-guangzhou-3", "ap-guangzhou-6", "ap-guangzhou-7"})
                place.cloud.sellOut(QString::fromLatin1(zone));
        }
        const auto second = place.provider.create(goodRequest(), {}, {});
        QVERIFY(second);
        QCOMPARE(second->providerId, first->providerId);
        QCOMPARE(place.cloud.entries(QStringLiteral("instances")).size(), 1);
    }

    void aMachineWithoutATokenIsNotAskedForTwice()
    {
        Place place;
        place.cloud.lose(kRun, Cloud::Lost::Answer);
        const auto made = place.provider.create(goodRequest({}), {}, {});
        QVERIFY(!made);
        QVERIFY(isUnknownOutcome(made.error().code));
        QCOMPARE(place.countOf(kRun), 1);
    }

    void aMachineThatIsNotListedYetIsFoundLater()
    {
        Place place;
        place.cloud.hideNew(2);
        const auto made = place.provider.create(goodRequest(), {}, {});
        QVERIFY(made);
        const Instance instance = instanceOf(goodRequest(), made->providerId);
        QCOMPARE(place.provider.describe(instance, {}).error().code, ErrorCode::NotFound);
        InstanceFilter filter;
        filter.region = Cloud::kRegion;
        filter.clientToken = goodRequest().clientToken;
        QVERIFY(place.provider.list(filter, {})->isEmpty());
        QCOMPARE(place.provider.list(filter, {})->size(), 1);
        QVERIFY(place.provider.capabilities().appearsWithin >= 1min);
    }

    void theNextZoneIsAskedWhenOneIsSoldOut()
    {
        Place place;
        place.cloud.refuse(kRun, "ResourcesSoldOut.SpecifiedInstanceType");
        QVERIFY(place.provider.create(goodRequest(), {}, {}));
        QCOMPARE(place.countOf(kRun), 2);
        QVERIFY(place.cloud.lastParameters(kRun).value("Placement").toObject().value("Zone").toString() != Cloud::kZone);
        // A zone that was chosen is not replaced by another.
        Place other;
        other.cloud.sellOut(Cloud::kZone);
        InstanceRequest request = goodRequest();
        request.settings.insert(QStringLiteral("zone"), Cloud::kZone);
        QCOMPARE(other.provider.create(request, {}, {}).error().code, ErrorCode::NoCapacity);
        QCOMPARE(other.countOf(kRun), 1);
    }

    void refusalsOfAMachineHaveTheirMeaning_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<int>("times");
        QTest::addColumn<std::optional<ErrorCode>>("expected");
        const auto row = [](const char *code, int times, std::optional<ErrorCode> expected) {
            QTest::addRow("%s, %d times", code, times) << QByteArray(code) << times << expected;
        };
        row("RequestLimitExceeded", 2, std::nullopt);
        row("RequestLimitExceeded", 9, ErrorCode::Unreachable);
        row("InternalError", 2, std::nullopt);
        row("InternalError", 9, ErrorCode::Unreachable);
        row("ResourcesSoldOut.SpecifiedInstanceType", 9, ErrorCode::NoCapacity);
        row("LimitExceeded.InstanceQuota", 9, ErrorCode::OverQuota);
        row("InvalidParameterValue.InsufficientPrice", 9, ErrorCode::InvalidInput);
        row("AuthFailure.TokenFailure", 9, ErrorCode::AuthenticationFailed);
        row("UnauthorizedOperation", 9, ErrorCode::PermissionDenied);
        row("InvalidAccount.InsufficientBalance", 9, ErrorCode::OverQuota);
    }
    void refusalsOfAMachineHaveTheirMeaning()
    {
        QFETCH(QByteArray, code);
        QFETCH(int, times);
        QFETCH(std::optional<ErrorCode>, expected);
        Place place;
        // An answer may repeat what it was sent.
        place.cloud.refuse(kRun, code, times, "No, " + place.credentials.secret);
        const auto made = place.provider.create(goodRequest(), {}, {});
        QCOMPARE(made.has_value(), !expected);
        QCOMPARE(place.cloud.entries(QStringLiteral("instances")).size(), expected ? 0 : 1);
        if (expected) {
            QCOMPARE(made.error().code, *expected);
            QVERIFY(made.error().detail.contains(QString::fromLatin1(code)));
            QVERIFY(!made.error().detail.contains(QString::fromLatin1(place.credentials.secret)));
            QVERIFY(!made.error().what.isEmpty());
        }
    }

    void aPriceBelowTheMarketIsSaid()
    {
        Place place;
        InstanceRequest request = goodRequest();
        request.isSpot = true;
        request.settings.insert(kMaxPriceSetting, QStringLiteral("1.5"));
        const auto made = place.provider.create(request, {}, {});
        QVERIFY(!made);
        QVERIFY2(made.error().what.contains(QLatin1String("price")), qPrintable(made.error().what));
        request.settings.insert(kMaxPriceSetting, QStringLiteral("4.5"));
        QVERIFY(place.provider.create(request, {}, {}));
    }

    void aWrongClockIsCorrectedOnce()
    {
        Place place;
        place.cloud.setClock(3600);
        QVERIFY(place.provider.check({}, {}));
        const auto before = place.cloud.calls().size();
        QVERIFY(place.provider.create(goodRequest(), {}, {}));
        QCOMPARE(place.cloud.calls().mid(before).size(), 5);  // none of them twice
    }

    void aMachineThatGoesOnCostingSaysSo()
    {
        Place place;
        place.cloud.stopsCharging(false);
        const Instance instance = running(place);
        QVERIFY(!instance.providerId.isEmpty());
        QVERIFY(place.provider.stop(instance, {}));
        auto report = place.provider.describe(instance, {});
        while (report->state == ProvidedState::Stopping)
            report = place.provider.describe(instance, {});
        QCOMPARE(report->state, ProvidedState::Stopped);
        QVERIFY2(report->reason.contains(QLatin1String("full price")), qPrintable(report->reason));
    }

    void aSpotMachineIsNotStopped()
    {
        Place place;
        InstanceRequest request = goodRequest();
        request.isSpot = true;
        const Instance instance = running(place, request);
        QVERIFY(!instance.providerId.isEmpty());
        const auto stopped = place.provider.stop(instance, {});
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Unsupported);
        QVERIFY(stopped.error().what.contains(QLatin1String("terminate")));
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Running);
    }

    void aStoppedMachineMayFindItsPlaceTaken()
    {
        Place place;
        const Instance instance = running(place);
        QVERIFY(place.provider.stop(instance, {}));
        while (place.provider.describe(instance, {})->state != ProvidedState::Stopped) {}
        place.cloud.sellOut(Cloud::kZone);
        QCOMPARE(place.provider.start(instance, {}, {}).error().code, ErrorCode::NoCapacity);
    }

    void aVanishedMachineIsGone()
    {
        Place place;
        const Instance instance = running(place);
        QVERIFY(!instance.providerId.isEmpty());
        place.cloud.vanish(instance.providerId);
        QCOMPARE(place.provider.describe(instance, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(place.provider.sshTarget(instance, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(place.provider.stop(instance, {}).error().code, ErrorCode::NotFound);
        QVERIFY(place.provider.terminate(instance, {}));
    }

    void aLostAnswerOfATerminationIsMadeUpFor()
    {
        Place place;
        const Instance instance = running(place);
        place.cloud.lose(QStringLiteral("cvm:TerminateInstances"), Cloud::Lost::Answer);
        QVERIFY(place.provider.terminate(instance, {}));
        QCOMPARE(place.countOf(QStringLiteral("cvm:TerminateInstances")), 2);
    }

    void machinesAreListedByTheirTags()
    {
        Place place;
        QVERIFY(place.provider.create(goodRequest(), {}, {}));
        InstanceRequest other = goodRequest(QStringLiteral("token-2"));
        other.owner = QStringLiteral("owner-2");
        other.region = QStringLiteral("ap-singapore");
        QVERIFY(place.provider.create(other, {}, {}));
        InstanceFilter filter;
        QCOMPARE(place.provider.list(filter, {})->size(), 2);
        filter.owner = QStringLiteral("owner-2");
        const auto found = place.provider.list(filter, {});
        QCOMPARE(found->size(), 1);
        QCOMPARE(found->first().clientToken, QStringLiteral("token-2"));
        filter.region = Cloud::kRegion;
        QVERIFY(place.provider.list(filter, {})->isEmpty());
    }

    void everythingThatCostsMoneyIsFoundAndGivenBack()
    {
        Place place;
        for (int i = 0; i < 230; ++i) {  // three pages
            place.cloud.put(
                QStringLiteral("disks"), QStringLiteral("ap-singapore"),
                {{"DiskId", QStringLiteral("disk-%1").arg(i)}, {"DiskState", "UNATTACHED"}, {"Attached", false}, {"DiskSize", 100}});
        }
        place.cloud.put(
            QStringLiteral("addresses"), QStringLiteral("ap-shanghai"),
            {{"AddressId", "eip-1"}, {"AddressIp", "203.0.113.5"}, {"AddressStatus", "UNBIND"}, {"CreatedTime", "2026-01-02T03:04:05Z"}});
        place.cloud.put(QStringLiteral("snapshots"), QStringLiteral("ap-shanghai"),
                        {{"SnapshotId", "snap-1"}, {"SnapshotState", "NORMAL"}, {"DiskSize", 40}, {"CreateTime", "2026-01-02 03:04:05"}});
        const auto made = place.provider.create(goodRequest(), {}, {});
        QVERIFY(made);
        const auto all = place.provider.resources({}, {});
        QVERIFY2(all, qPrintable(all ? QString() : all.error().detail));
        using Kind = CloudResource::Kind;
        QHash<Kind, QList<CloudResource>> byKind;
        for (const CloudResource &one : *all)
            byKind[one.kind] << one;
        QCOMPARE(byKind.value(Kind::Disk).size(), 231);
        QCOMPARE(byKind.value(Kind::Instance).size(), 1);
        QCOMPARE(byKind.value(Kind::Instance).first().owner, QStringLiteral("owner-1"));
        const CloudResource address = byKind.value(Kind::Address).value(0), snapshot = byKind.value(Kind::Snapshot).value(0);
        QCOMPARE(address.name, QStringLiteral("203.0.113.5"));
        QCOMPARE(address.created, QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5), Qt::UTC));
        QVERIFY(!address.isInUse);
        QCOMPARE(snapshot.gibibytes, 40.0);
        QVERIFY(!snapshot.created.isValid());  // it is not said in which zone this time is
        InstanceFilter own;
        own.owner = QStringLiteral("owner-1");
        QCOMPARE(place.provider.resources(own, {})->size(), 2);  // the machine and its disk

        QVERIFY(place.provider.release({}, byKind.value(Kind::Instance).first(), {}));
        QVERIFY(place.provider.release({}, address, {}));
        QVERIFY(place.provider.release({}, snapshot, {}));
        for (const CloudResource &disk : byKind.value(Kind::Disk)) {
            if (!disk.isInUse)
                QVERIFY(place.provider.release({}, disk, {}));
        }
        QVERIFY(place.provider.release({}, address, {}));  // it is gone already
        place.provider.list({}, {}).value();
        place.provider.list({}, {}).value();
        QVERIFY(place.provider.resources({}, {})->isEmpty());
    }

    void aRegionThatDoesNotAnswerIsNotEmpty()
    {
        Place place;
        place.cloud.refuse(QStringLiteral("cbs:DescribeDisks"), "InternalError", 99);
        const auto all = place.provider.resources({}, {});
        QVERIFY(!all);
        QCOMPARE(all.error().code, ErrorCode::Unreachable);
        QVERIFY2(all.error().detail.startsWith(QLatin1String("ap-")), qPrintable(all.error().detail));
    }

    void everyCallStopsWhenItIsAskedTo()
    {
        Place place;
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(place.provider.check({}, stop.get_token()).error().isCancelled());
        QVERIFY(place.provider.create(goodRequest(), {}, stop.get_token()).error().isCancelled());
        QVERIFY(place.provider.resources({}, stop.get_token()).error().isCancelled());
        QCOMPARE(place.cloud.calls().size(), 0);
    }

    // Each call that is made is in the policy, and nothing else is.
    void thePolicyHasExactlyTheCallsThatAreMade()
    {
        Place place;
        QVERIFY(place.provider.check({}, {}));
        InstanceFilter filter;
        filter.region = Cloud::kRegion;
        QVERIFY(place.provider.offers(filter, {}));
        QVERIFY(place.provider.quota(filter, {}));
        QVERIFY(place.provider.bill({}, QDate::currentDate(), {}));
        QVERIFY(place.provider.images(filter, {}));
        InstanceRequest request = goodRequest();
        request.settings.insert(kSshKeySetting, kRsa);
        Instance instance = running(place, request);
        QVERIFY(place.provider.stop(instance, {}));
        while (place.provider.describe(instance, {})->state != ProvidedState::Stopped) {}
        instance.request.settings.insert(kOwnAddressSetting, QStringLiteral("198.51.100.9/32"));
        QVERIFY(place.provider.start(instance, {}, {}));
        QVERIFY(place.provider.terminate(instance, {}));
        QVERIFY(place.provider.resources(filter, {}));
        for (const auto kind : {CloudResource::Kind::Disk, CloudResource::Kind::Address, CloudResource::Kind::Snapshot}) {
            CloudResource resource;
            resource.kind = kind;
            resource.region = Cloud::kRegion;
            resource.providerId = QStringLiteral("gone-1");
            QVERIFY(place.provider.release({}, resource, {}));
        }
        const QJsonObject policy = QJsonDocument::fromJson(place.provider.policy()->toUtf8()).object();
        QCOMPARE(policy.value("version").toString(), QStringLiteral("2.0"));
        QStringList allowed;
        for (const QJsonValue &statement : policy.value("statement").toArray()) {
            for (const QJsonValue &action : statement["action"].toArray())
                allowed << action.toString();
        }
        QStringList made = place.cloud.calls();
        made.removeDuplicates();
        made.sort();
        allowed.sort();
        QCOMPARE(allowed, made);
    }

    // If the vendor's own client is content with the stand-in, the stand-in is fair.
    void theVendorsClientIsContentWithTheStandIn()
    {
        const QString support = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/");
        QTemporaryDir folder;
        QProcess install;
        install.setProcessChannelMode(QProcess::MergedChannels);
        install.start(support + QStringLiteral("install-tencent-client"), {folder.path()});
        if (!install.waitForFinished(120000) || install.exitCode() != 0) {
            QSKIP(qPrintable(QStringLiteral("No client of Tencent Cloud: sudo apt-get install npm, and let it fetch packages; it said: ")
                             + QString::fromUtf8(install.readAll().right(300))));
        }
        Place place;
        place.cloud.put(QStringLiteral("groups"), Cloud::kRegion, {{"SecurityGroupId", "sg-1"}, {"SecurityGroupName", "open"}});
        QProcess client;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("NODE_PATH"), folder.filePath(QStringLiteral("node_modules")));
        // These keys belong to the stand-in.
        environment.insert(QStringLiteral("STANDIN_KEYS"), place.credentials.keyId + u' ' + QString::fromLatin1(place.credentials.secret)
                                                               + u' ' + QString::fromLatin1(place.credentials.sessionToken));
        client.setProcessEnvironment(environment);
        client.start(QStringLiteral("node"),
                     {support + QStringLiteral("tencent-client.js"), place.cloud.base(), Cloud::kZone, Cloud::kType, Cloud::kImage});
        QVERIFY(client.waitForFinished(60000));
        const QByteArray said = client.readAllStandardOutput();
        QVERIFY2(client.exitCode() == 0, client.readAllStandardError().right(1500).constData());
        const QJsonObject report = QJsonDocument::fromJson(said).object();
        const QString id = report.value("made").toString();
        QVERIFY(id.startsWith(QLatin1String("ins-")));
        QCOMPARE(report.value("again").toString(), id);  // with the same token
        QCOMPARE(report.value("state").toString(), QStringLiteral("RUNNING"));
        QCOMPARE(report.value("tag").toString(), QStringLiteral("中文 a+b"));
        QCOMPARE(report.value("gone").toString(), QStringLiteral("InvalidInstanceId.NotFound"));
        QCOMPARE(report.value("wrongSecret").toString(), QStringLiteral("AuthFailure.SignatureFailure"));
        QCOMPARE(report.value("unknownParameter").toString(), QStringLiteral("UnknownParameter"));
        QCOMPARE(report.value("soldOut").toString(), QStringLiteral("InvalidParameterValue.InstanceType"));
    }
};

QTEST_GUILESS_MAIN(TestTencent)
#include "tst_tencent.moc"
