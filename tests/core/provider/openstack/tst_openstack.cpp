// SPDX-License-Identifier: GPL-3.0-or-later
// The provider for OpenStack against a stand-in that misbehaves on demand. tests/integration/tst_openstackreal.cpp has a real OpenStack.
#include "core/provider/credentials/openstackcloud.h"
#include "core/provider/openstack/openstackprovider.h"
#include "tests/support/openstackstandin.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace trainyard;

namespace {

using Cloud = OpenStackStandIn;
using Lost = OpenStackStandIn::Lost;

const QString kCreate = QStringLiteral("POST /servers"), kServers = QStringLiteral("GET /servers/detail");
// No raw string: moc stops at its apostrophe.
const QByteArray kNoRight = "{\"forbidden\": {\"code\": 403, \"message\": "
                            "\"Policy doesn't allow os_compute_api:servers:create to be performed.\"}}";
const QByteArray kNoQuota =
    R"({"forbidden": {"code": 403, "message": "Quota exceeded for cores, instances: Requested 240, but already used 0 of 20 cores"}})";

QString s(const char *text) { return QString::fromUtf8(text); }

CloudLimits quick()
{
    CloudLimits limits;
    limits.firstPause = std::chrono::milliseconds(1);
    limits.longestPause = std::chrono::milliseconds(5);
    limits.answer = std::chrono::seconds(10);
    return limits;
}

struct Place {
    Cloud cloud;
    CloudCredentials credentials = cloud.credentials();
    OpenStackProvider provider{[this](const QString &, const QString &) { return Result<CloudCredentials>(credentials); }, quick()};

    qsizetype count(const QString &call) const { return cloud.calls().count(call); }
};

InstanceRequest goodRequest()
{
    InstanceRequest request;
    request.providerKind = OpenStackProvider::kKind;
    request.account = s("lab");
    request.clientToken = s("token-1");
    request.owner = s("owner-1");
    request.name = s("box");
    request.type = s("gpu.a100.1");
    request.settings = {{s(kSshKeySetting), s("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ+6T ada@lab")},
                        {s(kOwnAddressSetting), s("203.0.113.7/32")}};
    return request;
}

Instance instanceOf(const InstanceReport &report)
{
    Instance instance;
    instance.request = goodRequest();
    instance.providerId = report.providerId;
    return instance;
}

QStringList openedFor(const Cloud &cloud)
{
    QStringList found;
    for (const QJsonObject &group : cloud.entries(s("security_groups"))) {
        for (const QJsonValue &rule : group[s("security_group_rules")].toArray()) {
            if (rule[s("direction")] == s("ingress"))
                found << rule[s("remote_ip_prefix")].toString() + u' ' + QString::number(rule[s("port_range_max")].toInt());
        }
    }
    return found;
}

}  // namespace

class TestOpenStack : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAccountIsCheckedInTwoRoundTrips()
    {
        Place place;
        const auto report = place.provider.check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().what + report.error().detail));
        QCOMPARE(report->identity, s("research (p1), user ada"));
        QCOMPARE(report->scope, s("p1"));
        QCOMPARE(report->regions, QStringList{Cloud::kRegion});
        QCOMPARE(report->missing, QStringList());
        QCOMPARE(place.cloud.requests().size(), 2);
        // The token is kept, and checked again.
        QVERIFY(place.provider.check({}, {}));
        QCOMPARE(place.cloud.signIns(), 1);
        place.cloud.revokeTokens();
        QVERIFY(place.provider.check({}, {}));
        QCOMPARE(place.cloud.signIns(), 2);
    }

    void aUserWithAPasswordSignsInToAProject()
    {
        Place place;
        place.credentials.keyId = s("ada");
        place.credentials.secret = "ada-secret";
        place.credentials.settings.insert(s("auth-type"), s("password"));
        QCOMPARE(place.provider.check({}, {}).error().code, ErrorCode::InvalidInput);
        place.credentials.settings.insert(s("project"), s("research"));
        QVERIFY(place.provider.check({}, {}));
        place.credentials.secret = "wrong-secret";
        const auto wrong = place.provider.check({}, {});
        QCOMPARE(wrong.error().code, ErrorCode::AuthenticationFailed);
        QVERIFY(!wrong.error().detail.contains(s("wrong-secret")));
    }

    void aReaderLacksARole()
    {
        Place place;
        place.cloud.setRoles({s("reader")});
        QCOMPARE(place.provider.check({}, {})->missing, QStringList{s("member")});
    }

    void settingsThatCannotBeAreOneSentence_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("value");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("nowhere to sign in") << s("auth-url") << QString() << ErrorCode::InvalidInput;
        QTest::newRow("without TLS") << s("auth-url") << s("http://cloud.example/v3") << ErrorCode::InvalidInput;
        QTest::newRow("with a password") << s("auth-url") << s("https://a:b@cloud.example/v3") << ErrorCode::InvalidInput;
        QTest::newRow("another region") << s("region") << s("mars") << ErrorCode::NotFound;
        QTest::newRow("another interface") << s("interface") << s("admin") << ErrorCode::NotFound;
    }
    void settingsThatCannotBeAreOneSentence()
    {
        QFETCH(QString, setting);
        QFETCH(QString, value);
        QFETCH(ErrorCode, code);
        Place place;
        place.credentials.settings.insert(setting, value);
        const auto images = place.provider.images({}, {});
        QVERIFY(!images);
        QCOMPARE(images.error().code, code);
        QVERIFY(place.cloud.calls().isEmpty());
    }

    void aCatalogueSendsTheTokenNowhereWithoutTls()
    {
        Place place;
        place.cloud.setPlace(s("image"), s("http://elsewhere.example/"));
        QCOMPARE(place.provider.images({}, {}).error().code, ErrorCode::InvalidInput);
        place.cloud.setPlace(s("compute"), {});
        place.cloud.revokeTokens();
        Place other;
        other.cloud.setPlace(s("compute"), {});
        QCOMPARE(other.provider.images({}, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(other.provider.check({}, {}).error().code, ErrorCode::NotFound);
    }

    void gpusAreReadWhereTheFlavourTells_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("specs");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<QString>("gpu");
        const auto row = [](const char *name, const char *specs, int gpus, const char *gpu) {
            QTest::newRow(qPrintable(s(name) + s(" ") + s(specs))) << s(name) << QByteArray(specs) << gpus << s(gpu);
        };
        row("m1.small", "{}", 0, "");
        row("g1.large", R"({"pci_passthrough:alias": "nvme:1,a100-80:2"})", 2, "a100-80");
        row("g1.large", R"({"resources:VGPU": "1", "trait:CUSTOM_NVIDIA_A40": "required"})", 1, "NVIDIA_A40");
        row("g1.large", R"({"resources1:PGPU": "4"})", 4, "PGPU");
        row("g1.large", R"({"trait:CUSTOM_GPU_H100": "forbidden"})", 0, "");
        row("gpu.a100.2", "{}", 2, "a100");
        row("4xV100-32c", "{}", 4, "V100");
        row("vgpu_t4", "{}", 1, "t4");
        row("standard.h100x8", "{}", 8, "h100");
        row("l40s.large", "{}", 1, "l40s");
        row("gpu-large", "{}", 1, "gpu");
        row("cpu-b2-15", "{}", 0, "");
        row("large", R"({"pci_passthrough:alias": "gpu:999999999999"})", 1, "gpu");
    }
    void gpusAreReadWhereTheFlavourTells()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, specs);
        QFETCH(int, gpus);
        QFETCH(QString, gpu);
        Place place;
        place.cloud.clear(s("flavors"));
        place.cloud.put(s("flavors"), {{s("id"), s("f")}, {s("name"), name}, {s("extra_specs"), QJsonDocument::fromJson(specs).object()}});
        const auto offers = place.provider.offers({}, {});
        QVERIFY(offers);
        QCOMPARE(offers->size(), 1);
        QCOMPARE(offers->first().type, name);
        QCOMPARE(offers->first().gpus, gpus);
        QCOMPARE(offers->first().gpu, gpu);
    }

    void pricesAreThoseOfTheAccount()
    {
        Place place;
        QVERIFY(!place.provider.offers({}, {})->first().perHour);
        place.credentials.settings.insert(s("price"), s("0.5 EUR"));
        QCOMPARE(place.provider.offers({}, {})->first().perHour, *Money::parse("0.5", Currency::EUR));
        place.credentials.settings.insert(s("price.gpu.a100.1"), s("1.20EUR"));
        QCOMPARE(place.provider.offers({}, {})->first().perHour, *Money::parse("1.20", Currency::EUR));
        place.credentials.settings.insert(s("price.gpu.a100.1"), s("cheap"));
        QVERIFY(!place.provider.offers({}, {})->first().perHour);
    }

    void listsAreReadToTheirEnd()
    {
        Place place;
        for (int i = 0; i < 5; ++i)
            place.cloud.put(s("servers"), {{s("id"), s("s%1").arg(i)}, {s("status"), s("ACTIVE")}});
        place.cloud.setPageLength(2);
        QCOMPARE(place.provider.list({}, {})->size(), 5);
        QCOMPARE(place.count(kServers), 3);
        QCOMPARE(place.provider.images({}, {})->size(), 2);
        // An endless one, and one without its list.
        place.cloud.answer(kServers, R"({"servers": [{"id": "s1"}], "servers_links": [{"rel": "next", "href": "x"}]})");
        QCOMPARE(place.provider.list({}, {}).error().code, ErrorCode::Corrupt);
        for (const QByteArray &strange :
             {QByteArray("{}"), QByteArray("[]"), QByteArray("<html>"), QByteArray(), QByteArray(R"({"servers": {}})")}) {
            place.cloud.answer(kServers, strange);
            QCOMPARE(place.provider.list({}, {}).error().code, ErrorCode::Corrupt);
            QCOMPARE(place.provider.resources({}, {}).error().code, ErrorCode::Corrupt);
        }
    }

    void aMachineIsMadeOnceWithAllThatItNeeds()
    {
        Place place;
        InstanceRequest request = goodRequest();
        request.settings.insert(s(kUserDataSetting), s("#cloud-config\n"));
        QStringList steps;
        const auto made = place.provider.create(request, [&steps](const QString &step) { steps << step; }, {});
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what + made.error().detail));
        QCOMPARE(made->state, ProvidedState::Running);
        QVERIFY(steps.size() >= 3);
        const QJsonObject server = place.cloud.entries(s("servers")).first();
        QCOMPARE(server[s("imageRef")], s("i2"));
        QCOMPARE(server[s("networks")].toArray(), (QJsonArray{QJsonObject{{s("uuid"), s("n1")}}}));
        QCOMPARE(QByteArray::fromBase64(server[s("user_data")].toString().toLatin1()), QByteArray("#cloud-config\n"));
        const QJsonObject metadata = server[s("metadata")].toObject();
        QCOMPARE(metadata[s("trainyard:token")], s("token-1"));
        QCOMPARE(metadata[s("trainyard:owner")], s("owner-1"));
        QCOMPARE(metadata[s("trainyard:user")], s("ubuntu"));
        QCOMPARE(place.cloud.entries(s("keypairs")).first()[s("public_key")], s("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ+6T"));
        QCOMPARE(openedFor(place.cloud), QStringList{s("203.0.113.7/32 22")});
        const auto again = place.provider.create(request, {}, {});
        QCOMPARE(again->providerId, made->providerId);
        QCOMPARE(place.count(kCreate), 1);
        // Another machine from another address uses the same key and group.
        request.clientToken = s("token-2");
        request.settings.insert(s(kOwnAddressSetting), s("2001:db8::7/128"));
        QVERIFY(place.provider.create(request, {}, {}));
        QCOMPARE(place.cloud.entries(s("keypairs")).size(), 1);
        QCOMPARE(place.cloud.entries(s("security_groups")).size(), 1);
        QCOMPARE(openedFor(place.cloud), QStringList{s("2001:db8::7/128 22")});
        request.clientToken = s("token-3");
        request.settings.remove(s(kOwnAddressSetting));
        QVERIFY(place.provider.create(request, {}, {}));
        QCOMPARE(place.cloud.entries(s("security_groups")).size(), 2);
        QCOMPARE(place.cloud.entries(s("servers")).size(), 3);
    }

    void anotherAddressIsLetIn()
    {
        Place place;
        const auto made = place.provider.create(goodRequest(), {}, {});
        QVERIFY(made);
        const Instance instance = instanceOf(*made);
        // A rule that somebody added.
        QJsonObject group = place.cloud.entries(s("security_groups")).first();
        QJsonArray rules = group[s("security_group_rules")].toArray();
        const QJsonObject office{{s("id"), s("office")},
                                 {s("direction"), s("ingress")},
                                 {s("description"), s("office")},
                                 {s("remote_ip_prefix"), s("192.0.2.0/24")},
                                 {s("port_range_max"), 22}};
        group.insert(s("security_group_rules"), rules << office);
        place.cloud.clear(s("security_groups"));
        place.cloud.put(s("security_groups"), group);
        const auto opened = [&place] {
            QStringList found = openedFor(place.cloud);
            found.sort();
            return found;
        };
        for (int i = 0; i < 2; ++i) {
            const auto let = place.provider.letIn(instance, s("198.51.100.9/32"), {}, {});
            QVERIFY2(let, qPrintable(let ? QString() : let.error().what + let.error().detail));
            QCOMPARE(opened(), QStringList({s("192.0.2.0/24 22"), s("198.51.100.9/32 22")}));
        }
        QCOMPARE(place.count(s("POST /security-group-rules")), 2);  // with that of the creation
        QCOMPARE(place.count(s("DELETE /security-group-rules/*")), 1);
        QCOMPARE(place.cloud.entries(s("security_groups")).size(), 1);
        place.cloud.lose(s("POST /security-group-rules"), Cloud::Lost::Answer);
        (void)place.provider.letIn(instance, s("2001:db8::7/128"), {}, {});
        QVERIFY(place.provider.letIn(instance, s("2001:db8::7/128"), {}, {}));
        QCOMPARE(opened(), QStringList({s("192.0.2.0/24 22"), s("2001:db8::7/128 22")}));
        QCOMPARE(place.provider.letIn(instance, s("0.0.0.0/0"), {}, {}).error().code, ErrorCode::InvalidInput);
        place.cloud.refuse(
            s("POST /security-group-rules"), 403,
            R"({"NeutronError": {"type": "PolicyNotAuthorized", "message": "(rule:create_security_group_rule) is disallowed by policy", "detail": ""}})");
        const auto denied = place.provider.letIn(instance, s("192.0.2.1/32"), {}, {});
        QCOMPARE(denied.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(denied.error().what.contains(s("create_security_group_rule")), qPrintable(denied.error().what));
        // The former one is still let in.
        QVERIFY(opened().contains(s("2001:db8::7/128 22")));
    }

    void aLargerDiskIsAVolumeThatGoesWithTheMachine()
    {
        Place place;
        InstanceRequest request = goodRequest();
        request.settings.insert(s(kDiskSetting), s("500"));
        QVERIFY(place.provider.create(request, {}, {}));
        const QJsonObject server = place.cloud.entries(s("servers")).first();
        const QJsonObject disk = server[s("block_device_mapping_v2")].toArray().first().toObject();
        QCOMPARE(disk[s("volume_size")], 500);
        QCOMPARE(disk[s("delete_on_termination")], true);
        QVERIFY(!server.contains(s("imageRef")));
        place.cloud.put(s("volumes"),
                        {{s("id"), s("v1")},
                         {s("size"), 500},
                         {s("bootable"), s("true")},
                         {s("attachments"), QJsonArray{QJsonObject{{s("server_id"), server[s("id")]}, {s("device"), s("/dev/vda")}}}}});
        // Somebody's data at the same machine is not its own.
        place.cloud.put(s("volumes"),
                        {{s("id"), s("v2")},
                         {s("size"), 9},
                         {s("name"), s("my\ndata")},
                         {s("bootable"), s("true")},
                         {s("attachments"), QJsonArray{QJsonObject{{s("server_id"), server[s("id")]}, {s("device"), s("/dev/vdb")}}}}});
        const auto everything = place.provider.resources({}, {});
        const auto data = std::find_if(everything->begin(), everything->end(), [](const auto &one) { return one.providerId == s("v2"); });
        QVERIFY(data != everything->end() && data->isInUse && data->owner.isEmpty());
        QCOMPARE(data->name, s("my data"));
        InstanceFilter own;
        own.owner = s("owner-1");
        const auto left = place.provider.resources(own, {});
        QCOMPARE(left->size(), 2);
        QCOMPARE(left->last().kind, CloudResource::Kind::Disk);
        QCOMPARE(left->last().clientToken, s("token-1"));
        QCOMPARE(left->last().gibibytes, 500.0);
        Place without;
        without.cloud.setPlace(s("volumev3"), {});
        QCOMPARE(without.provider.create(request, {}, {}).error().code, ErrorCode::InvalidInput);
        QVERIFY(without.cloud.entries(s("servers")).isEmpty());
    }

    void aLostAnswerMakesNoSecondMachine_data()
    {
        QTest::addColumn<Lost>("how");
        QTest::newRow("the connection breaks") << Lost::Answer;
        QTest::newRow("an internal error after the work") << Lost::InternalError;
    }
    void aLostAnswerMakesNoSecondMachine()
    {
        QFETCH(Lost, how);
        Place place;
        place.cloud.lose(kCreate, how);
        const auto made = place.provider.create(goodRequest(), {}, {});
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what));
        QCOMPARE(place.cloud.entries(s("servers")).size(), 1);
        QCOMPARE(place.cloud.entries(s("servers")).first()[s("id")], made->providerId);
        QCOMPARE(place.count(kCreate), 1);
        QCOMPARE(place.provider.create(goodRequest(), {}, {})->providerId, made->providerId);
        QCOMPARE(place.count(kCreate), 1);
    }

    void whatWasNotMadeIsNotTakenForMade()
    {
        Place place;
        place.cloud.refuse(kCreate, 503, "<html>Service Unavailable</html>");
        QVERIFY(isUnknownOutcome(place.provider.create(goodRequest(), {}, {}).error().code));
        QVERIFY(place.cloud.entries(s("servers")).isEmpty());
        // The list of machines must answer before one is asked for.
        place.cloud.refuse(kServers, 500, {}, 10);
        QCOMPARE(place.provider.create(goodRequest(), {}, {}).error().code, ErrorCode::Unreachable);
        QCOMPARE(place.count(kCreate), 1);
    }

    void aMachineWithoutAHostIsNoCapacityAndLeavesNothing()
    {
        Place place;
        place.cloud.setNextServer(s("ERROR"), s("No valid host was found. There are not enough hosts available."));
        QCOMPARE(place.provider.create(goodRequest(), {}, {}).error().code, ErrorCode::NoCapacity);
        QVERIFY(place.cloud.entries(s("servers")).isEmpty());
        place.cloud.setNextServer(s("ERROR"), s("The image is broken"));
        const auto failed = place.provider.create(goodRequest(), {}, {});
        QCOMPARE(failed->state, ProvidedState::Failed);
        QCOMPARE(failed->reason, s("The image is broken"));
    }

    void refusalsSayWhatIsMeant_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("said");
        const QByteArray neutron =
            R"({"NeutronError": {"type": "OverQuota", "message": "Quota exceeded for resources: ['security_group'].", "detail": ""}})";
        QTest::newRow("a right of nova") << kCreate << 403 << kNoRight << ErrorCode::PermissionDenied << s("os_compute_api:servers:create");
        QTest::newRow("a right without a name") << kCreate << 403 << QByteArray("{}") << ErrorCode::PermissionDenied << s("POST /servers");
        QTest::newRow("a quota of nova") << kCreate << 403 << kNoQuota << ErrorCode::OverQuota << s("cores, instances");
        QTest::newRow("a quota of neutron") << s("POST /security-groups") << 409 << neutron << ErrorCode::OverQuota << s("security_group");
        QTest::newRow("a wrong value") << kCreate << 400 << QByteArray(R"({"badRequest": {"message": "Invalid"}})")
                                       << ErrorCode::InvalidInput << QString();
        QTest::newRow("an old version") << kServers << 406 << QByteArray("{}") << ErrorCode::Unsupported << QString();
        QTest::newRow("something else") << kServers << 302 << QByteArray() << ErrorCode::Corrupt << QString();
    }
    void refusalsSayWhatIsMeant()
    {
        QFETCH(QString, call);
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(ErrorCode, code);
        QFETCH(QString, said);
        Place place;
        place.cloud.refuse(call, status, body);
        const auto made = place.provider.create(goodRequest(), {}, {});
        QVERIFY(!made);
        QCOMPARE(made.error().code, code);
        QVERIFY2(made.error().what.contains(said), qPrintable(made.error().what));
        QVERIFY(place.cloud.entries(s("servers")).isEmpty());
    }

    void throttledCallsAreRepeatedAndTokensRenewed()
    {
        Place place;
        place.cloud.refuse(kServers, 429, "{}", 2, {"Retry-After: 0"});
        QVERIFY(place.provider.list({}, {}));
        QCOMPARE(place.count(kServers), 3);
        place.cloud.revokeTokens();
        QVERIFY(place.provider.create(goodRequest(), {}, {}));
        QCOMPARE(place.cloud.signIns(), 2);
    }

    void aMachineIsStoppedStartedAndEnded()
    {
        Place place;
        const Instance one = instanceOf(*place.provider.create(goodRequest(), {}, {}));
        QVERIFY(place.provider.stop(one, {}));
        QVERIFY(place.provider.stop(one, {}));
        const auto stopped = place.provider.describe(one, {});
        QCOMPARE(stopped->state, ProvidedState::Stopped);
        QVERIFY(stopped->reason.contains(s("quota")));
        QVERIFY(place.provider.start(one, {}, {}));
        QVERIFY(place.provider.start(one, {}, {}));
        QCOMPARE(*place.provider.consoleOutput(one, 4, {}), QByteArray("two\n"));
        QVERIFY(place.provider.terminate(one, {}));
        QVERIFY(place.provider.terminate(one, {}));
        QCOMPARE(place.provider.describe(one, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(place.provider.stop(one, {}).error().code, ErrorCode::NotFound);
    }

    void aMachineIsStoppedAndEndedByItsTokenAlone()
    {
        Place place;
        QVERIFY(place.provider.create(goodRequest(), {}, {}));
        Instance unknown;
        unknown.request = goodRequest();
        QCOMPARE(*place.provider.consoleOutput(unknown, 4, {}), QByteArray("two\n"));
        QVERIFY(place.provider.stop(unknown, {}));
        QCOMPARE(place.provider.describe(unknown, {})->state, ProvidedState::Stopped);
        QVERIFY(place.provider.start(unknown, {}, {}));
        QVERIFY(place.provider.terminate(unknown, {}));
        QVERIFY(place.cloud.entries(s("servers")).isEmpty());
        QVERIFY(place.provider.terminate(unknown, {}));
    }

    void whatKeepsItsGpusRuns_data()
    {
        QTest::addColumn<QString>("status");
        QTest::addColumn<int>("state");
        for (const char *status : {"PAUSED", "SUSPENDED", "SHELVED"})
            QTest::newRow(status) << s(status) << int(ProvidedState::Running);
        QTest::newRow("SOFT_DELETED") << s("SOFT_DELETED") << int(ProvidedState::Terminating);
        QTest::newRow("SHELVED_OFFLOADED") << s("SHELVED_OFFLOADED") << int(ProvidedState::Stopped);
    }
    void whatKeepsItsGpusRuns()
    {
        QFETCH(QString, status);
        QFETCH(int, state);
        Place place;
        place.cloud.put(s("servers"), {{s("id"), s("s1")}, {s("status"), status}});
        const auto listed = place.provider.list({}, {});
        QCOMPARE(int(listed->first().state), state);
        QCOMPARE(listed->first().reason.contains(s("keeps its GPUs")), state == int(ProvidedState::Running));
    }

    void aCatalogueWithoutMachinesIsNoEmptyAccount()
    {
        Place place;
        place.cloud.setPlace(s("compute"), {});
        QCOMPARE(place.provider.list({}, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(place.provider.resources({}, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(place.provider.check({}, {}).error().code, ErrorCode::NotFound);
    }

    void userDataIsNotShownInErrors()
    {
        Place place;
        InstanceRequest request = goodRequest();
        request.settings.insert(s(kUserDataSetting), s("#cloud-config private-key"));
        const QByteArray data = QByteArray("#cloud-config private-key").toBase64();
        const QByteArray words = "Invalid " + data + " or #cloud-config private-key";
        place.cloud.refuse(kCreate, 400, "{\"badRequest\": {\"message\": \"" + words + "\"}}");
        const auto made = place.provider.create(request, {}, {});
        QVERIFY(made.error().detail.contains(s("Invalid")));
        QVERIFY(!made.error().detail.contains(QString::fromLatin1(data)) && !made.error().detail.contains(s("private-key")));
    }

    void theFloatingAddressIsMadeOnceAndGoesWithTheMachine()
    {
        Place place;
        const Instance one = instanceOf(*place.provider.create(goodRequest(), {}, {}));
        place.cloud.lose(s("POST /floatingips"), Lost::Answer);
        QVERIFY(isUnknownOutcome(place.provider.sshTarget(one, {}).error().code));
        const auto target = place.provider.sshTarget(one, {});
        QVERIFY(target);
        QCOMPARE(target->host, s("198.51.100.9"));
        QCOMPARE(target->user, s("ubuntu"));
        QCOMPARE(place.cloud.entries(s("floatingips")).size(), 1);
        InstanceFilter own;
        own.clientToken = s("token-1");
        QCOMPARE(place.provider.resources(own, {})->size(), 2);
        place.cloud.put(s("floatingips"), {{s("id"), s("another")}, {s("description"), s("Made by a colleague")}});
        QVERIFY(place.provider.terminate(one, {}));
        QCOMPARE(place.cloud.entries(s("floatingips")).size(), 1);
        QVERIFY(place.provider.resources(own, {})->isEmpty());
        CloudResource stranger = place.provider.resources({}, {})->first();
        QVERIFY(stranger.owner.isEmpty());
        QVERIFY(place.provider.release({}, stranger, {}));
        QVERIFY(place.provider.release({}, stranger, {}));
        QVERIFY(place.provider.resources({}, {})->isEmpty());
    }

    void aNetworkIsChosenByTheAccountWhereThereAreSeveral()
    {
        Place place;
        place.cloud.put(s("networks"), {{s("id"), s("n3")}, {s("name"), s("campus")}, {s("shared"), true}});
        const auto unclear = place.provider.create(goodRequest(), {}, {});
        QCOMPARE(unclear.error().code, ErrorCode::InvalidInput);
        QVERIFY(unclear.error().what.contains(s("own, campus")));
        place.credentials.settings.insert(s("network"), s("campus"));
        const auto made = place.provider.create(goodRequest(), {}, {});
        QVERIFY(made);
        // It is reached as it is.
        QCOMPARE(place.provider.sshTarget(instanceOf(*made), {})->host, s("192.168.77.5"));
        QVERIFY(place.cloud.entries(s("floatingips")).isEmpty());
        place.credentials.settings.insert(s("network"), s("none-such"));
        InstanceRequest other = goodRequest();
        other.clientToken = s("token-2");
        QCOMPARE(place.provider.create(other, {}, {}).error().code, ErrorCode::NotFound);
    }

    void requestsThatCannotBeAreRefusedWithoutAMachine_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("value");
        QTest::newRow("open to everybody") << s(kOwnAddressSetting) << s("0.0.0.0/0");
        QTest::newRow("no address") << s(kOwnAddressSetting) << s("here");
        QTest::newRow("no key") << s(kSshKeySetting) << s("rubbish");
        QTest::newRow("no size") << s(kDiskSetting) << s("-1");
        QTest::newRow("long user data") << s(kUserDataSetting) << QString(50000, u'x');
    }
    void requestsThatCannotBeAreRefusedWithoutAMachine()
    {
        QFETCH(QString, setting);
        QFETCH(QString, value);
        Place place;
        InstanceRequest request = goodRequest();
        request.settings.insert(setting, value);
        QCOMPARE(place.provider.create(request, {}, {}).error().code, ErrorCode::InvalidInput);
        request = goodRequest();
        request.isSpot = true;
        QCOMPARE(place.provider.create(request, {}, {}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(place.count(kCreate), 0);
    }

    void everyCallIsInThePolicy()
    {
        Place place;
        const Instance one = instanceOf(*place.provider.create(goodRequest(), {}, {}));
        QVERIFY(place.provider.sshTarget(one, {}));
        QVERIFY(place.provider.quota({}, {}) && place.provider.offers({}, {}) && place.provider.resources({}, {}));
        QVERIFY(place.provider.consoleOutput(one, 100, {}) && place.provider.stop(one, {}) && place.provider.terminate(one, {}));
        QSet<QString> allowed;
        const QJsonArray rules = QJsonDocument::fromJson(place.provider.policy()->toUtf8()).array();
        static const QRegularExpression version(s("^/v(2\\.1|2\\.0|2|3/\\*)(?=/)"));
        for (const QJsonValue &rule : rules) {
            QVERIFY(!rule[s("service")].toString().isEmpty());
            allowed << rule[s("method")].toString() + u' ' + rule[s("path")].toString().remove(version);
        }
        for (const QString &call : place.cloud.calls())
            QVERIFY2(allowed.contains(call), qPrintable(call));
    }

    void linesOfTheOfficialClientAreQuoted()
    {
        Place place;
        InstanceRequest request = goodRequest();
        request.name = s("a box; rm -rf /");
        request.region = s("here");
        const QString line = place.provider.createLine(request);
        QVERIFY2(line.startsWith(s("openstack --os-region-name here server create --flavor gpu.a100.1 ")), qPrintable(line));
        QVERIFY2(line.endsWith(s("--property trainyard:token=token-1 'a box; rm -rf /'")), qPrintable(line));
        Instance one;
        one.providerId = s("id-1");
        QCOMPARE(place.provider.actionLine(ProviderAction::Terminate, one), s("openstack server delete id-1"));
        QCOMPARE(place.provider.actionLine(ProviderAction::Console, one), s("openstack console log show id-1"));
    }

    void cloudsYamlIsReadAsTheOfficialClientDoes()
    {
        const QByteArray clouds = "clouds:\n"
                                  "  lab:\n    auth:\n      auth_url: https://lab.example:5000\n      username: ada\n      password: old\n"
                                  "      project_name: p\n      user_domain_name: D\n    region_name: r1\n    cacert: /etc/lab.pem\n"
                                  "  app:\n    auth_type: v3applicationcredential\n    auth:\n      auth_url: https://lab.example:5000\n"
                                  "      application_credential_id: i\n      application_credential_secret: x\n"
                                  "  blind:\n    verify: false\n    auth: {username: a, password: b}\n"
                                  "  empty: {auth: {auth_url: x}}\n";
        const auto lab = openStackCloud(clouds, "clouds: {lab: {auth: {password: new}}}", s("lab"));
        QVERIFY(lab);
        QCOMPARE(lab->keyId, s("ada"));
        QCOMPARE(lab->secret, QByteArray("new"));
        QCOMPARE(lab->settings.value(s("auth-type")), s("password"));
        QCOMPARE(lab->settings.value(s("user-domain")), s("D"));
        QCOMPARE(lab->settings.value(s("ca-file")), s("/etc/lab.pem"));
        QCOMPARE(lab->settings.value(s("region")), s("r1"));
        const auto app = openStackCloud(clouds, {}, s("app"));
        QCOMPARE(app->keyId, s("i"));
        QVERIFY(!app->settings.contains(s("auth-type")));
        QCOMPARE(openStackCloud(clouds, {}, s("blind")).error().code, ErrorCode::Unsupported);
        QCOMPARE(openStackCloud(clouds, {}, s("empty")).error().code, ErrorCode::Unsupported);
        QCOMPARE(openStackCloud(clouds, {}, s("other")).error().code, ErrorCode::NotFound);
        QCOMPARE(openStackCloud(clouds, {}, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(openStackCloud({}, {}, s("lab")).error().code, ErrorCode::NotFound);
        QCOMPARE(openStackCloud("a: [", {}, s("lab")).error().code, ErrorCode::InvalidInput);
        QVERIFY(openStackCloud("clouds: {one: {auth: {username: a, password: b}}}", {}, {}));
        for (const char *strange :
             {"[]", "clouds: []", "clouds: {lab: []}", "clouds: {lab: {auth: 1}}", "~", "clouds: &a {lab: *a}", "a: &a [*a]"})
            QVERIFY(!openStackCloud(strange, {}, s("lab")));
        QProcessEnvironment environment;
        QCOMPARE(openStackVariables(environment).error().code, ErrorCode::NotFound);
        environment.insert(s("OS_USERNAME"), s("ada"));
        environment.insert(s("OS_PASSWORD"), s("x"));
        environment.insert(s("OS_AUTH_URL"), s("https://lab.example"));
        environment.insert(s("OS_PROJECT_DOMAIN_ID"), s("default"));
        QCOMPARE(openStackVariables(environment)->settings.value(s("auth-type")), s("password"));
        QCOMPARE(openStackVariables(environment)->settings.value(s("project-domain-id")), s("default"));
    }
};

QTEST_GUILESS_MAIN(TestOpenStack)
#include "tst_openstack.moc"
