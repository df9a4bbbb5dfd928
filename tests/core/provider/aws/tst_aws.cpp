// SPDX-License-Identifier: GPL-3.0-or-later
// AWS as a provider of machines, against a stand-in on this computer (tests/support/ec2-server), which Amazon's own client is tried on too.
#include "core/provider/aws/awsprovider.h"
#include "core/provider/aws/internal/ec2answer.h"
#include "core/provider/aws/internal/ec2errors.h"
#include "core/transport/webapi/sigv4.h"
#include "tests/support/ec2standin.h"
#include "tests/support/httpstandin.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <memory>

using namespace trainyard;

namespace {

const QString kKey = QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFb0kzHn2mYb7dVnNbnPMPVDhfH1pL5Zb1oB6kq9zvPf ada@lab");

CloudLimits quick()
{
    CloudLimits limits;
    limits.firstPause = std::chrono::milliseconds(5);
    limits.longestPause = std::chrono::milliseconds(50);
    return limits;
}

InstanceRequest request(const QString &token = QStringLiteral("token-1"))
{
    InstanceRequest wanted;
    wanted.providerKind = AwsProvider::kKind;
    wanted.clientToken = token;
    wanted.owner = QStringLiteral("owner-1");
    wanted.name = QStringLiteral("训练 1");
    wanted.region = QStringLiteral("us-east-1");
    wanted.type = QStringLiteral("g5.xlarge");
    wanted.settings = {{QLatin1String(kSshKeySetting), kKey},
                       {QLatin1String(kOwnAddressSetting), QStringLiteral("203.0.113.7/32")},
                       {QLatin1String(kUserDataSetting), QStringLiteral("#cloud-config\n")},
                       {QLatin1String(kDiskSetting), QStringLiteral("100")}};
    return wanted;
}

Instance instanceOf(const InstanceReport &report)
{
    Instance instance;
    instance.request = request();
    instance.providerId = report.providerId;
    return instance;
}

QJsonArray array(const QJsonValue &value) { return value.toArray(); }

}  // namespace

class TestAws : public QObject {
    Q_OBJECT

    Ec2StandIn m_cloud;
    std::unique_ptr<AwsProvider> m_aws;
    QSet<QString> m_made;  // calls of all tests

    Result<InstanceReport> create(const InstanceRequest &wanted = request()) const { return m_aws->create(wanted, {}, {}); }
    QJsonObject onlyRequest() const
    {
        const QJsonObject all = m_cloud.instances();
        return all.size() == 1 ? all.begin()->toObject().value(QLatin1String("request")).toObject() : QJsonObject();
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_cloud.start(), qPrintable(m_cloud.problem()));
        m_aws = std::make_unique<AwsProvider>(m_cloud.credentials(), quick());
    }
    void cleanup()
    {
        for (const QString &call : m_cloud.calls())
            m_made << call;
        m_cloud.reset();
    }

    void aMonthWithoutCostsHasAnEmptyBill()
    {
        const auto bill = m_aws->bill({}, QDateTime::currentDateTimeUtc().date(), {});
        QVERIFY2(bill, qPrintable(bill ? QString() : bill.error().what + bill.error().detail));
        QVERIFY(bill->lines.isEmpty() && !bill->isFinal);
        QCOMPARE(m_cloud.calls(), QStringList{QStringLiteral("ce:GetCostAndUsage")});
    }

    void requestsAreSignedAsByAmazonsOwnClient_data()
    {
        QTest::addColumn<QJsonObject>("vector");
        QFile file(QFINDTESTDATA("../../../data/cloud/aws_signatures.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray vectors = QJsonDocument::fromJson(file.readAll())[QLatin1String("vectors")].toArray();
        QVERIFY(vectors.size() >= 3);
        for (const QJsonValue &one : vectors)
            QTest::newRow(qPrintable(one[QLatin1String("name")].toString())) << one.toObject();
    }
    void requestsAreSignedAsByAmazonsOwnClient()
    {
        QFETCH(QJsonObject, vector);
        const auto key = [&](const char *name) { return vector[QLatin1String("keys")][QLatin1String(name)].toString().toUtf8(); };
        const QUrl url(vector[QLatin1String("url")].toString());
        WebRequest request{"POST", "https", url.host().toLatin1(), url.path().toLatin1(), {}, {}};
        for (const QJsonValue &one : array(vector[QLatin1String("headers")])) {
            const QByteArray name = one[0].toString().toLatin1();
            // These are added by the signer.
            if (name != "host" && name != "x-amz-date" && name != "x-amz-security-token" && name != "authorization")
                request.headers << NamedBytes(name, one[1].toString().toUtf8());
        }
        const QByteArray digest = sha256Hex(vector[QLatin1String("body")].toString().toUtf8());
        signRequest(request, {key("access_key_id"), key("secret"), key("session_token")},
                    {key("region"), key("service"), QDateTime({2026, 1, 2}, {3, 4, 5}, Qt::UTC)}, digest);
        QCOMPARE(request.headers.takeLast().second, vector[QLatin1String("expected_authorization")].toString().toUtf8());
        QCOMPARE(canonicalRequest(request, digest), vector[QLatin1String("canonical_request")].toString().toUtf8());
    }

    void aMachineLivesAndEnds()
    {
        QStringList steps;
        const auto made = m_aws->create(request(), [&steps](const QString &step) { steps << step; }, {});
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what + made.error().detail));
        QVERIFY(steps.size() >= 3);
        QCOMPARE(made->state, ProvidedState::Starting);
        QCOMPARE(made->owner, QStringLiteral("owner-1"));
        QCOMPARE(made->clientToken, QStringLiteral("token-1"));
        const Instance one = instanceOf(*made);
        QCOMPARE(m_aws->sshTarget(one, {}).error().code, ErrorCode::Unreachable);
        QCOMPARE(m_aws->describe(one, {})->state, ProvidedState::Running);
        const auto target = m_aws->sshTarget(one, {});
        QVERIFY(target);
        QVERIFY(target->host.startsWith(QLatin1String("203.0.113.")));
        QCOMPARE(target->user, QStringLiteral("ubuntu"));
        QCOMPARE(target->hostKeyAlias, made->providerId);
        QVERIFY(m_aws->consoleOutput(one, 1000, {})->contains("BEGIN SSH HOST KEY KEYS"));
        QCOMPARE(m_aws->consoleOutput(one, 5, {})->size(), 5);
        QVERIFY(m_aws->stop(one, {}));
        QCOMPARE(m_aws->describe(one, {})->state, ProvidedState::Stopping);
        QCOMPARE(m_aws->describe(one, {})->state, ProvidedState::Stopped);
        QVERIFY(m_aws->stop(one, {}));
        QVERIFY(m_aws->start(one, {}, {}));
        QCOMPARE(m_aws->describe(one, {})->state, ProvidedState::Starting);
        QCOMPARE(m_aws->describe(one, {})->state, ProvidedState::Running);
        QVERIFY(m_aws->terminate(one, {}));
        QCOMPARE(m_aws->describe(one, {})->state, ProvidedState::Terminating);
        QCOMPARE(m_aws->describe(one, {})->state, ProvidedState::Gone);
        QVERIFY(m_aws->terminate(one, {}));
    }

    void whatIsAskedForIsWhatEc2Gets()
    {
        InstanceRequest spot = request();
        spot.isSpot = true;
        spot.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("0.50"));
        spot.settings.insert(QStringLiteral("zone"), QStringLiteral("us-east-1b"));
        QVERIFY(create(spot));
        const QJsonObject sent = onlyRequest();
        const auto is = [&sent](const char *name, const QString &value) {
            return sent.value(QLatin1String(name)).toString() == value
                   || (qWarning("%s is %s", name, qPrintable(sent.value(QLatin1String(name)).toString())), false);
        };
        QVERIFY(is("ClientToken", QStringLiteral("token-1")));
        QVERIFY(is("MinCount", QStringLiteral("1")) && is("MaxCount", QStringLiteral("1")));
        QVERIFY(is("ImageId", QStringLiteral("ami-0123456789abcdef0")));  // the newest
        QVERIFY(is("InstanceInitiatedShutdownBehavior", QStringLiteral("terminate")));
        QVERIFY(is("MetadataOptions.HttpTokens", QStringLiteral("required")));
        QVERIFY(is("InstanceMarketOptions.MarketType", QStringLiteral("spot")));
        QVERIFY(is("InstanceMarketOptions.SpotOptions.MaxPrice", QStringLiteral("0.50")));
        QVERIFY(is("InstanceMarketOptions.SpotOptions.SpotInstanceType", QStringLiteral("one-time")));
        QVERIFY(is("Placement.AvailabilityZone", QStringLiteral("us-east-1b")));
        QVERIFY(is("BlockDeviceMapping.1.Ebs.DeleteOnTermination", QStringLiteral("true")));
        QVERIFY(is("BlockDeviceMapping.1.Ebs.VolumeSize", QStringLiteral("100")));
        QVERIFY(is("UserData", QString::fromLatin1(QByteArray("#cloud-config\n").toBase64())));
        const QStringList tagged{QStringLiteral("instance"), QStringLiteral("volume"), QStringLiteral("network-interface"),
                                 QStringLiteral("spot-instances-request")};
        for (int i = 0; i < tagged.size(); ++i) {
            const QString start = QStringLiteral("TagSpecification.%1.").arg(i + 1);
            QCOMPARE(sent.value(start + QStringLiteral("ResourceType")).toString(), tagged[i]);
            QCOMPARE(sent.value(start + QStringLiteral("Tag.1.Value")).toString(), QStringLiteral("训练 1"));
            QCOMPARE(sent.value(start + QStringLiteral("Tag.2.Key")).toString(), QStringLiteral("trainyard:owner"));
            QCOMPARE(sent.value(start + QStringLiteral("Tag.3.Key")).toString(), QStringLiteral("trainyard:token"));
        }
        // One rule: SSH, from one address.
        const QJsonObject groups = m_cloud.seen()[QLatin1String("groups")][QLatin1String("us-east-1")].toObject();
        QCOMPARE(groups.size(), 1);
        const QJsonArray rules = array(groups.begin()->toObject()[QLatin1String("ipPermissions")]);
        QCOMPARE(rules.size(), 1);
        QCOMPARE(rules[0][QLatin1String("fromPort")].toString(), QStringLiteral("22"));
        QCOMPARE(rules[0][QLatin1String("ipRanges")][0][QLatin1String("cidrIp")].toString(), QStringLiteral("203.0.113.7/32"));
        // Key and group are found again.
        QVERIFY(create(request(QStringLiteral("token-2"))));
        QCOMPARE(m_cloud.calls().count(QStringLiteral("ec2:CreateSecurityGroup")), 1);
        QCOMPARE(m_cloud.calls().count(QStringLiteral("ec2:AuthorizeSecurityGroupIngress")), 1);
        QCOMPARE(m_cloud.instances().size(), 2);
    }

    void anotherAddressIsLetIn()
    {
        const auto made = create();
        const auto other = create(request(QStringLiteral("token-2")));
        QVERIFY(made && other);
        const Instance one = instanceOf(*made);
        // A group that somebody else put the machine into.
        const auto groupsOf = [this](const QString &id) {
            const QJsonObject all = m_cloud.instances();
            QStringList names;
            for (const QJsonValue &group : array(all[id][QLatin1String("groups")]))
                names << group.toString();
            names.sort();
            return names;
        };
        m_cloud.tell({{QStringLiteral("join"),
                       QJsonObject{{QStringLiteral("instance"), made->providerId}, {QStringLiteral("group"), QStringLiteral("office")}}}});
        const QString before = QStringLiteral("trainyard-ssh-203.0.113.7-32"), after = QStringLiteral("trainyard-ssh-198.51.100.9-32");
        QCOMPARE(groupsOf(made->providerId), QStringList({QStringLiteral("office"), before}));
        const auto let = m_aws->letIn(one, QStringLiteral("198.51.100.9/32"), {}, {});
        QVERIFY2(let, qPrintable(let ? QString() : let.error().what + let.error().detail));
        QCOMPARE(groupsOf(made->providerId), QStringList({QStringLiteral("office"), after}));
        // The other machine is reached as before, so its group stays.
        QCOMPARE(groupsOf(other->providerId), QStringList{before});
        const auto groups = [this] { return m_cloud.seen()[QLatin1String("groups")][QLatin1String("us-east-1")].toObject().size(); };
        QCOMPARE(groups(), 3);
        // Again: nothing is made or changed.
        const auto changes = [this](const char *action) { return m_cloud.calls().count(QLatin1String(action)); };
        QVERIFY(m_aws->letIn(one, QStringLiteral("198.51.100.9/32"), {}, {}));
        QCOMPARE(changes("ec2:CreateSecurityGroup"), 2);
        QCOMPARE(changes("ec2:AuthorizeSecurityGroupIngress"), 2);
        QCOMPARE(changes("ec2:ModifyNetworkInterfaceAttribute"), 1);
        // The last machine that leaves a group takes it away.
        QVERIFY(m_aws->letIn(instanceOf(*other), QStringLiteral("198.51.100.9/32"), {}, {}));
        QCOMPARE(groups(), 2);
        QCOMPARE(groupsOf(other->providerId), QStringList{after});
        // A lost answer is asked for again.
        m_cloud.fault(QStringLiteral("ModifyNetworkInterfaceAttribute"), QStringLiteral("lost"));
        QVERIFY(m_aws->letIn(one, QStringLiteral("2001:db8::7/128"), {}, {}));
        QVERIFY(groupsOf(made->providerId).last().startsWith(QLatin1String("trainyard-ssh-2001.db8..7")));
        QCOMPARE(m_aws->letIn(one, QStringLiteral("::/0"), {}, {}).error().code, ErrorCode::InvalidInput);
        m_cloud.tell({{QStringLiteral("missing"), QJsonArray{QStringLiteral("ec2:ModifyNetworkInterfaceAttribute")}}});
        const auto denied = m_aws->letIn(one, QStringLiteral("192.0.2.1/32"), {}, {});
        QCOMPARE(denied.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(denied.error().what.contains(QLatin1String("ec2:ModifyNetworkInterfaceAttribute")), qPrintable(denied.error().what));
        QVERIFY(groupsOf(made->providerId).last().startsWith(QLatin1String("trainyard-ssh-2001.db8..7")));
    }

    void aNetworkIsLetInWithItsOwnKindOfRule_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("list");
        QTest::addColumn<QString>("field");
        QTest::newRow("IPv4") << QStringLiteral("203.0.113.0/24") << QStringLiteral("ipRanges") << QStringLiteral("cidrIp");
        QTest::newRow("IPv6") << QStringLiteral("2001:db8::/64") << QStringLiteral("ipv6Ranges") << QStringLiteral("cidrIpv6");
    }
    void aNetworkIsLetInWithItsOwnKindOfRule()
    {
        QFETCH(QString, from);
        QFETCH(QString, list);
        QFETCH(QString, field);
        const auto made = create();
        QVERIFY(made);
        for (int i = 0; i < 2; ++i) {
            const auto let = m_aws->letIn(instanceOf(*made), from, {}, {});
            QVERIFY2(let, qPrintable(let ? QString() : let.error().what + let.error().detail));
        }
        QStringList seen;
        const QJsonObject groups = m_cloud.seen()[QLatin1String("groups")][QLatin1String("us-east-1")].toObject();
        for (const QJsonValue &group : groups) {
            const QJsonArray rules = group[QLatin1String("ipPermissions")].toArray();
            for (const QJsonValue &rule : rules) {
                if (rule[list][0].isObject())
                    seen << rule[list][0][field].toString();
            }
        }
        QCOMPARE(seen.count(from), 1);
    }

    void wrongRequestsAreRefusedHere_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("the whole world") << QString::fromLatin1(kOwnAddressSetting) << QStringLiteral("0.0.0.0/0");
        QTest::newRow("half of the world") << QString::fromLatin1(kOwnAddressSetting) << QStringLiteral("128.0.0.0/1");
        QTest::newRow("a provider's network") << QString::fromLatin1(kOwnAddressSetting) << QStringLiteral("2001:db8::/16");
        QTest::newRow("no mask") << QString::fromLatin1(kOwnAddressSetting) << QStringLiteral("203.0.113.7");
        QTest::newRow("no key") << QString::fromLatin1(kSshKeySetting) << QStringLiteral("ecdsa-sha2-nistp256 AAAA");
        QTest::newRow("disk") << QString::fromLatin1(kDiskSetting) << QStringLiteral("much");
        QTest::newRow("user data") << QString::fromLatin1(kUserDataSetting) << QString(17'000, u'x');
        QTest::newRow("region") << QStringLiteral("region") << QStringLiteral("us-east-1.example.com/");
    }
    void wrongRequestsAreRefusedHere()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        InstanceRequest wrong = request();
        if (name == QLatin1String("region"))
            wrong.region = value;
        else
            wrong.settings.insert(name, value);
        const auto made = create(wrong);
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        QVERIFY(!m_cloud.calls().contains(QLatin1String("ec2:RunInstances")));
    }

    void oneTokenMakesOneMachine_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::newRow("undisturbed") << QString();
        QTest::newRow("the answer is lost after the machine was made") << QStringLiteral("lost");
        QTest::newRow("an error after the machine was made") << QStringLiteral("500-after");
        QTest::newRow("throttled") << QStringLiteral("RequestLimitExceeded");
        QTest::newRow("out of service") << QStringLiteral("Unavailable");
    }
    void oneTokenMakesOneMachine()
    {
        QFETCH(QString, fault);
        if (!fault.isEmpty())
            m_cloud.fault(QStringLiteral("RunInstances"), fault);
        const auto first = create();
        QVERIFY2(first, qPrintable(first ? QString() : first.error().what + first.error().detail));
        const auto second = create();
        QVERIFY(second);
        QCOMPARE(second->providerId, first->providerId);
        QCOMPARE(m_cloud.instances().size(), 1);
        // Asked for in another way, as after a new image: still the same machine.
        InstanceRequest other = request();
        other.settings.insert(QLatin1String(kDiskSetting), QStringLiteral("200"));
        const auto third = create(other);
        QVERIFY(third);
        QCOMPARE(third->providerId, first->providerId);
        QCOMPARE(m_cloud.instances().size(), 1);
    }

    void aBreakDuringCreateLeavesTheOutcomeUnknownAndTheListTellsIt()
    {
        m_cloud.fault(QStringLiteral("RunInstances"), QStringLiteral("lost"), 100);
        const auto lost = create();
        QVERIFY(!lost);
        QVERIFY(isUnknownOutcome(lost.error().code));
        InstanceFilter filter;
        filter.clientToken = QStringLiteral("token-1");
        const auto listed = m_aws->list(filter, {});  // of all regions
        QVERIFY(listed);
        QCOMPARE(listed->size(), 1);
        filter.clientToken = QStringLiteral("token-2");
        QVERIFY(m_aws->list(filter, {})->isEmpty());
    }

    void aNewMachineMayNotBeListedYet()
    {
        m_cloud.tell({{QStringLiteral("hidden"), 2}});
        const auto made = create();
        QVERIFY(made);
        QCOMPARE(m_aws->describe(instanceOf(*made), {}).error().code, ErrorCode::NotFound);
        QCOMPARE(m_aws->describe(instanceOf(*made), {}).error().code, ErrorCode::NotFound);
        QVERIFY(m_aws->describe(instanceOf(*made), {}));
        QVERIFY(m_aws->capabilities().appearsWithin >= std::chrono::minutes(1));
    }

    void aMachineThatVanishedIsNotFoundAndCountsAsTerminated()
    {
        const auto made = create();
        QVERIFY(made);
        m_cloud.tell({{QStringLiteral("vanish"), made->providerId}});
        QCOMPARE(m_aws->describe(instanceOf(*made), {}).error().code, ErrorCode::NotFound);
        QVERIFY(m_aws->terminate(instanceOf(*made), {}));
        // An id that EC2 could not have given is not sent to it.
        Instance foreign = instanceOf(*made);
        foreign.providerId = QStringLiteral("i-1&Action=TerminateInstances");
        QCOMPARE(m_aws->stop(foreign, {}).error().code, ErrorCode::NotFound);
    }

    void refusalsAreTold_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("code");
        QTest::newRow("no capacity") << QStringLiteral("InsufficientInstanceCapacity") << int(ErrorCode::NoCapacity);
        QTest::newRow("vCPU quota") << QStringLiteral("VcpuLimitExceeded") << int(ErrorCode::OverQuota);
        QTest::newRow("spot quota") << QStringLiteral("MaxSpotInstanceCountExceeded") << int(ErrorCode::OverQuota);
        QTest::newRow("price") << QStringLiteral("SpotMaxPriceTooLow") << int(ErrorCode::InvalidInput);
        QTest::newRow("keys") << QStringLiteral("AuthFailure") << int(ErrorCode::AuthenticationFailed);
        QTest::newRow("account") << QStringLiteral("PendingVerification") << int(ErrorCode::PermissionDenied);
        QTest::newRow("unknown") << QStringLiteral("SomethingNew") << int(ErrorCode::InvalidInput);
    }
    void refusalsAreTold()
    {
        QFETCH(QString, fault);
        QFETCH(int, code);
        m_cloud.fault(QStringLiteral("RunInstances"), fault);
        const auto made = create();
        QVERIFY(!made);
        QCOMPARE(int(made.error().code), code);
        QVERIFY(made.error().detail.startsWith(fault));
        QVERIFY(made.error().detail.contains(QLatin1String("request req-")));
        QVERIFY(m_cloud.instances().isEmpty());
        QCOMPARE(m_cloud.calls().count(QStringLiteral("ec2:RunInstances")), 1);
    }

    void aMissingRightIsNamed()
    {
        m_cloud.tell({{QStringLiteral("missing"), QJsonArray{QStringLiteral("ec2:RunInstances")}}});
        const auto made = create();
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(made.error().what.contains(QLatin1String("ec2:RunInstances")), qPrintable(made.error().what));
        QVERIFY(made.error().detail.contains(QLatin1String("dGhpcyBpcyBlbmNvZGVk")));
    }

    void wrongKeysAreNotTriedAgainAndNotShown()
    {
        const auto lookup = [this](const QString &kind, const QString &account) {
            auto keys = m_cloud.credentials()(kind, account);
            keys->secret = "a-wrong-secret";
            return keys;
        };
        const auto checked = AwsProvider(lookup, quick()).check({}, {});
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::AuthenticationFailed);
        QVERIFY(!checked.error().detail.contains(QLatin1String("a-wrong-secret")));
        QVERIFY(m_cloud.calls().isEmpty());
    }

    void aSessionIsSignedAndItsEndIsTold()
    {
        const AwsProvider session(m_cloud.credentials(true), quick());
        QVERIFY(session.list({{}, QStringLiteral("us-east-1"), {}, {}}, {}));
        m_cloud.tell({{QStringLiteral("expired"), true}});
        const auto listed = session.list({{}, QStringLiteral("us-east-1"), {}, {}}, {});
        QCOMPARE(listed.error().code, ErrorCode::AuthenticationFailed);
        QVERIFY2(listed.error().what.contains(QLatin1String("session")), qPrintable(listed.error().what));
    }

    void aWrongClockIsCorrected()
    {
        m_cloud.tell({{QStringLiteral("skew"), 3600}});
        const AwsProvider other(m_cloud.credentials(), quick());
        const auto checked = other.check({}, {});
        QVERIFY2(checked, qPrintable(checked ? QString() : checked.error().what + checked.error().detail));
    }

    void anAccountIsCheckedInTwoRounds()
    {
        const auto good = m_aws->check({}, {});
        QVERIFY2(good, qPrintable(good ? QString() : good.error().what + good.error().detail));
        QCOMPARE(good->identity, QStringLiteral("arn:aws:iam::123456789012:user/ada"));
        QCOMPARE(good->missing, QStringList());
        QCOMPARE(good->regions.size(), 3);
        QCOMPARE(m_cloud.calls().first(), QStringLiteral("sts:GetCallerIdentity"));
        const QJsonArray missing{QStringLiteral("ec2:DescribeVolumes"), QStringLiteral("ec2:CreateSecurityGroup")};
        m_cloud.tell({{QStringLiteral("missing"), missing}});
        const auto poor = m_aws->check({}, {});
        QVERIFY(poor);
        QCOMPARE(poor->missing, QStringList({QStringLiteral("ec2:DescribeVolumes"), QStringLiteral("ec2:CreateSecurityGroup")}));
        QVERIFY(m_cloud.seen()[QLatin1String("groups")][QLatin1String("us-east-1")].toObject().isEmpty());
    }

    void offersQuotasAndImagesAreRead()
    {
        m_cloud.tell({{QStringLiteral("page"), 1}});
        const InstanceFilter here{{}, QStringLiteral("us-east-1"), {}, {}};
        const auto offers = m_aws->offers(here, {});
        QVERIFY2(offers, qPrintable(offers ? QString() : offers.error().what + offers.error().detail));
        QCOMPARE(offers->size(), 3 * 2 + 3);  // three types with GPUs in two zones, and the prices of spot machines
        const ProviderOffer last = offers->last();
        QVERIFY(last.isSpot);
        QCOMPARE(last.perHour->decimal(), QStringLiteral("0.4123"));
        QCOMPARE(last.zone, QStringLiteral("us-east-1a"));
        QVERIFY(create());
        const auto quotas = m_aws->quota(here, {});
        QVERIFY(quotas);
        QCOMPARE(quotas->size(), 2);
        QCOMPARE(quotas->at(0).limit, 0.0);
        QCOMPARE(quotas->at(1).limit, 8.0);
        QCOMPARE(quotas->at(1).used, 4.0);
        const auto images = m_aws->images(here, {});
        QVERIFY(images);
        QCOMPARE(images->size(), 2);
        QCOMPARE(images->first().id, QStringLiteral("ami-0123456789abcdef0"));
        QVERIFY(images->first().hasDriver);
    }

    void spotPricesAreReadPageByPageOldestFirst()
    {
        QJsonArray told;
        const QDateTime now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), Qt::UTC);
        const auto add = [&](const char *type, const char *zone, int hoursAgo, const char *price) {
            told << QJsonObject{{QStringLiteral("type"), QLatin1String(type)},
                                {QStringLiteral("zone"), QLatin1String(zone)},
                                {QStringLiteral("since"), now.addSecs(-hoursAgo * 3600).toString(Qt::ISODate)},
                                {QStringLiteral("price"), QLatin1String(price)}};
        };
        add("g6.xlarge", "us-east-1b", 90, "0.1");
        add("g6.xlarge", "us-east-1b", 50, "0.2");
        add("g6.xlarge", "us-east-1b", 20, "0.300000");
        add("g6.xlarge", "us-east-1b", 2, "0.25");
        add("g5.xlarge", "us-east-1b", 30, "0.7");
        add("g6.xlarge", "us-east-1a", 10, "0.9");
        m_cloud.tell({{QStringLiteral("page"), 1}, {QStringLiteral("spot"), told}});
        const SpotPriceFilter filter{{},
                                     QStringLiteral("us-east-1"),
                                     {QStringLiteral("g6.xlarge"), QStringLiteral("g5.xlarge")},
                                     {QStringLiteral("us-east-1b")},
                                     now.addSecs(-24 * 3600)};
        const auto prices = m_aws->spotPrices(filter, {});
        QVERIFY2(prices, qPrintable(prices ? QString() : prices.error().what + prices.error().detail));
        const auto price = [&](const char *type, int hoursAgo, const char *amount) {
            return SpotPrice{QLatin1String(type), QStringLiteral("us-east-1b"), now.addSecs(-hoursAgo * 3600),
                             *Money::parse(amount, Currency::USD)};
        };
        // Those that held at the beginning, and what changed since.
        QCOMPARE(*prices, (QList<SpotPrice>{price("g6.xlarge", 50, "0.2"), price("g5.xlarge", 30, "0.7"), price("g6.xlarge", 20, "0.3"),
                                            price("g6.xlarge", 2, "0.25")}));
        QCOMPARE(m_cloud.calls().size(), 4);
        QCOMPARE(m_aws->capabilities().spotPricing, SpotPricing::Told);
        // From further back than EC2 knows.
        SpotPriceFilter old = filter;
        old.since = now.addDays(-400);
        QCOMPARE(m_aws->spotPrices(old, {})->size(), 5);
        m_cloud.tell({{QStringLiteral("missing"), QJsonArray{QStringLiteral("ec2:DescribeSpotPriceHistory")}}});
        const auto refused = m_aws->spotPrices(filter, {});
        QCOMPARE(refused.error().code, ErrorCode::PermissionDenied);
        QVERIFY(refused.error().what.contains(QLatin1String("ec2:DescribeSpotPriceHistory")));

        Instance instance;
        instance.request = request();
        instance.request.isSpot = true;
        instance.request.type = QStringLiteral("g6.xlarge");
        instance.request.settings.insert(QLatin1String(kInZoneSetting), QStringLiteral("us-east-1b"));
        instance.requested = QDateTime({2026, 11, 3}, {10, 0}, Qt::UTC);
        QCOMPARE(m_aws->actionLine(ProviderAction::SpotPrices, instance),
                 QStringLiteral(
                     "aws ec2 describe-spot-price-history --region us-east-1 --instance-types g6.xlarge --product-descriptions Linux/UNIX "
                     "--availability-zone us-east-1b --start-time 2026-11-03T10:00:00Z"));
        instance.request.isSpot = false;
        QVERIFY(m_aws->actionLine(ProviderAction::SpotPrices, instance).isEmpty());
    }

    void everythingInTheAccountIsFoundAndGivenBack()
    {
        m_cloud.tell({{QStringLiteral("page"), 1}, {QStringLiteral("leave"), QStringLiteral("eu-west-1")}});
        InstanceRequest spot = request();
        spot.isSpot = true;
        QVERIFY(create(spot));
        QVERIFY(create(request(QStringLiteral("token-2"))));
        const auto all = m_aws->resources({}, {});
        QVERIFY2(all, qPrintable(all ? QString() : all.error().what + all.error().detail));
        using Kind = CloudResource::Kind;
        QMap<Kind, int> counts;
        for (const CloudResource &one : *all)
            ++counts[one.kind];
        const QMap<Kind, int> expected{{Kind::Instance, 2},    {Kind::Disk, 3},    {Kind::Address, 1},      {Kind::Snapshot, 1},
                                       {Kind::SpotRequest, 2}, {Kind::KeyPair, 1}, {Kind::SecurityGroup, 1}};
        QCOMPARE(counts, expected);
        for (const CloudResource &one : *all) {
            const bool isOurs = one.region == QLatin1String("us-east-1");
            QCOMPARE(one.owner, isOurs ? QStringLiteral("owner-1") : QString());
            if (one.kind == Kind::Disk) {
                QCOMPARE(one.isInUse, isOurs);
                QCOMPARE(one.gibibytes, 100.0);
                QVERIFY(one.created.isValid());
            }
        }
        InstanceFilter own;
        own.owner = QStringLiteral("owner-1");
        QCOMPARE(m_aws->resources(own, {})->size(), 7);
        QList<CloudResource> inOrder = *all;  // instances are first, so that their disks are free
        std::stable_sort(inOrder.begin(), inOrder.end(), [](const auto &a, const auto &b) { return a.kind < b.kind; });
        for (const CloudResource &one : std::as_const(inOrder)) {
            if (one.kind == Kind::SecurityGroup)
                (void)m_aws->list({}, {});  // EC2 keeps a group until the machines in it are gone: shutting down becomes terminated
            const auto released = m_aws->release({}, one, {});
            QVERIFY2(released, qPrintable(released ? QString() : released.error().what + released.error().detail));
            QVERIFY(m_aws->release({}, one, {}));  // also if it is gone
        }
        QVERIFY(m_aws->list({}, {}));  // one look: shutting down becomes terminated
        m_cloud.tell({{QStringLiteral("page"), 0}});
        (void)m_aws->list({}, {});
        QCOMPARE(m_aws->resources({}, {})->size(), 0);
    }

    void aRegionThatDoesNotAnswerIsAnError()
    {
        m_cloud.fault(QStringLiteral("DescribeVolumes"), QStringLiteral("Unavailable"), 1000);
        const auto all = m_aws->resources({}, {});
        QVERIFY(!all);
        QCOMPARE(all.error().code, ErrorCode::Unreachable);
    }

    void aSpotNoticeIsToldAndSpotMachinesDoNotStop()
    {
        InstanceRequest spot = request();
        spot.isSpot = true;
        const auto made = create(spot);
        QVERIFY(made);
        const Instance one = instanceOf(*made);
        QCOMPARE(m_aws->stop(one, {}).error().code, ErrorCode::Unsupported);
        QCOMPARE(*m_aws->spotNotice(one, {}), std::optional<QDateTime>());
        m_cloud.tell({{QStringLiteral("reclaim"), QStringLiteral("2026-03-04T05:06:07.000Z")}});
        QCOMPARE(*m_aws->spotNotice(one, {}), std::optional(QDateTime({2026, 3, 4}, {5, 8, 7}, Qt::UTC)));
    }

    void hostileAnswersAreRefused_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("no XML") << QByteArray("{\"a\": 1}");
        QTest::newRow("cut off") << QByteArray("<DescribeInstancesResponse><reservationSet><item>");
        QTest::newRow("entities") << QByteArray("<!DOCTYPE a [<!ENTITY b \"bbbb\">]><a>&b;</a>");
        QTest::newRow("deep") << QByteArray("<a>").repeated(5000) + QByteArray("</a>").repeated(5000);
    }
    void hostileAnswersAreRefused()
    {
        QFETCH(QByteArray, body);
        HttpStandIn server([&body](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.body = body;
            return answer;
        });
        CloudCredentials keys = *m_cloud.credentials()({}, {});
        keys.settings.insert(QStringLiteral("endpoint"), server.base());
        const AwsProvider aws([&keys](const QString &, const QString &) -> Result<CloudCredentials> { return keys; }, quick());
        const auto listed = aws.list({{}, QStringLiteral("us-east-1"), {}, {}}, {});
        QVERIFY(!listed);
        QCOMPARE(listed.error().code, ErrorCode::Corrupt);
    }

    void anAddressFromAnAnswerIsNeverACommand()
    {
        HttpStandIn server([](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.body = "<R><reservationSet><item><instancesSet><item><instanceId>i-0123456789abcdef0</instanceId>"
                          "<ipAddress>-oProxyCommand=x</ipAddress></item></instancesSet></item></reservationSet></R>";
            return answer;
        });
        CloudCredentials keys = *m_cloud.credentials()({}, {});
        keys.settings.insert(QStringLiteral("endpoint"), server.base());
        const AwsProvider aws([&keys](const QString &, const QString &) -> Result<CloudCredentials> { return keys; }, quick());
        Instance one;
        one.providerId = QStringLiteral("i-0123456789abcdef0");
        QCOMPARE(aws.sshTarget(one, {}).error().code, ErrorCode::Corrupt);
    }

    void keysGoOnlyToASafeEndpoint()
    {
        for (const char *endpoint : {"http://ec2.example.com", "ftp://127.0.0.1", "https://user:pw@ec2.example.com"}) {
            CloudCredentials keys = *m_cloud.credentials()({}, {});
            keys.settings.insert(QStringLiteral("endpoint"), QLatin1String(endpoint));
            const AwsProvider aws([&keys](const QString &, const QString &) -> Result<CloudCredentials> { return keys; }, quick());
            QCOMPARE(aws.check({}, {}).error().code, ErrorCode::InvalidInput);
        }
    }

    // Last: it looks at the calls of all tests before.
    void thePolicyAllowsExactlyTheCallsThatAreMade()
    {
        const QJsonDocument policy = QJsonDocument::fromJson(m_aws->policy()->toUtf8());
        QFile document(QFINDTESTDATA("../../../../docs/clouds.md"));
        QVERIFY(document.open(QIODevice::ReadOnly));
        QVERIFY(document.readAll().contains(m_aws->policy()->toUtf8()));
        QSet<QString> allowed;
        for (const QJsonValue &statement : array(policy[QLatin1String("Statement")])) {
            const QJsonValue actions = statement[QLatin1String("Action")];
            for (const QJsonValue &one : actions.isArray() ? actions.toArray() : QJsonArray{actions})
                allowed << one.toString();
            const bool changes = statement[QLatin1String("Sid")].toString() == QLatin1String("ChangeOnlyItsOwn");
            QCOMPARE(statement[QLatin1String("Condition")][QLatin1String("StringLike")].toObject().size(), changes ? 1 : 0);
        }
        QSet<QString> made = m_made;
        made.remove(QStringLiteral("sts:GetCallerIdentity"));
        if (made.size() < 20)
            QSKIP("Only some of the tests ran before");
        QCOMPARE(made - allowed, QSet<QString>());
        // Made only with a subnet, and never by itself.
        allowed -= {QStringLiteral("ec2:DescribeSubnets"), QStringLiteral("ec2:CreateTags")};
        QCOMPARE(allowed - made, QSet<QString>());
    }
};

QTEST_GUILESS_MAIN(TestAws)
#include "tst_aws.moc"
