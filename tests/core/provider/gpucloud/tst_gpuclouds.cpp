// SPDX-License-Identifier: GPL-3.0-or-later
// The providers for RunPod, Lambda and Vast.ai against stand-ins that are strict about every request, and misbehave as clouds do.
#include "core/provider/lambda/lambdaprovider.h"
#include "core/provider/runpod/runpodprovider.h"
#include "core/provider/vast/vastprovider.h"
#include "tests/support/gpucloudstandin.h"

#include <QJsonArray>
#include <QTest>

#include <memory>

using namespace trainyard;
using namespace std::chrono_literals;
using StandIn = GpuCloudStandIn;

namespace {

const QString kOwner = QStringLiteral("0d3f6a52-7c1e-4b7a-9d55-1f2e3a4b5c6d");
const QString kKey = QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0q0w0z0x0y0v0u0t0s0r0 ada@lab");

CloudLimits quickLimits()
{
    CloudLimits limits;
    limits.tries = 3;
    limits.firstPause = 5ms;
    limits.longestPause = 50ms;
    limits.answer = 2s;
    return limits;
}

QString token(int number = 1) { return QStringLiteral("9b2c0a11-35f4-4f0e-8a77-0000000000%1").arg(number, 2, 10, QChar(u'0')); }

// What is different from cloud to cloud, for the tests that all of them have to pass.
struct Ways {
    StandIn::Cloud cloud;
    QString create, list, one, end, volume;
    InstanceRequest request;
};

Ways waysOf(StandIn::Cloud cloud)
{
    Ways ways;
    ways.cloud = cloud;
    InstanceRequest &request = ways.request;
    request.owner = kOwner;
    request.clientToken = token();
    request.name = QStringLiteral("digits");
    request.perHour = Money(Money::kNanosPerUnit, Currency::USD);
    request.settings = {{QLatin1String(kSshKeySetting), kKey}, {QLatin1String(kOwnAddressSetting), QStringLiteral("203.0.113.7/32")}};
    switch (cloud) {
    case StandIn::Cloud::RunPod:
        ways.create = QStringLiteral("POST /v1/pods");
        ways.list = QStringLiteral("GET /v1/pods");
        ways.one = QStringLiteral("GET /v1/pods/{id}");
        ways.end = QStringLiteral("DELETE /v1/pods/{id}");
        ways.volume = QStringLiteral("vol-1");
        request.type = QStringLiteral("2x NVIDIA L40S");
        request.region = QStringLiteral("secure");
        request.settings.insert(QStringLiteral("volume-gib"), QStringLiteral("30"));
        break;
    case StandIn::Cloud::Lambda:
        ways.create = QStringLiteral("POST /api/v1/instance-operations/launch");
        ways.list = QStringLiteral("GET /api/v1/instances");
        ways.one = QStringLiteral("GET /api/v1/instances/{id}");
        ways.end = QStringLiteral("POST /api/v1/instance-operations/terminate");
        ways.volume = QStringLiteral("0920582c7ff0");
        request.type = QStringLiteral("gpu_1x_a10");
        request.region = QStringLiteral("us-east-1");
        break;
    case StandIn::Cloud::Vast:
        ways.create = QStringLiteral("PUT /api/v0/asks/{id}/");
        ways.list = QStringLiteral("GET /api/v1/instances/");
        ways.one = QStringLiteral("GET /api/v0/instances/{id}/");
        ways.end = QStringLiteral("DELETE /api/v0/instances/{id}/");
        ways.volume = QStringLiteral("55");
        request.type = QStringLiteral("2x RTX 4090");
        request.region = QStringLiteral("US");
        break;
    }
    return ways;
}

// A cloud and a provider that has an account there.
struct Place {
    explicit Place(StandIn::Cloud kind) : ways(waysOf(kind)), cloud(kind), credentials(cloud.credentials())
    {
        const CredentialLookup lookup = [this](const QString &, const QString &) -> Result<CloudCredentials> { return credentials; };
        if (kind == StandIn::Cloud::RunPod)
            provider = std::make_unique<RunPodProvider>(lookup, quickLimits());
        else if (kind == StandIn::Cloud::Lambda)
            provider = std::make_unique<LambdaProvider>(lookup, quickLimits());
        else
            provider = std::make_unique<VastProvider>(lookup, quickLimits());
        ways.request.providerKind = provider->kind();
        if (kind == StandIn::Cloud::Vast) {
            for (int number = 101; number <= 103; ++number)
                offer(number, 0.3 + (number - 101) * 0.1);
        }
    }
    ~Place()
    {
        if (!cloud.faults().isEmpty())
            qFatal("A request that the cloud does not know: %s", qPrintable(cloud.faults().join(u'\n')));
    }
    void offer(int number, double price, const char *gpu = "RTX 4090", const char *place = "Texas, US")
    {
        cloud.put(QStringLiteral("offers"), {{"id", number},
                                             {"gpu_name", gpu},
                                             {"num_gpus", 2},
                                             {"dph_total", price},
                                             {"min_bid", price / 2},
                                             {"geolocation", place},
                                             {"rentable", true},
                                             {"rented", false},
                                             {"reliability", 0.99}});
    }
    Result<InstanceReport> create() const { return provider->create(ways.request, {}, {}); }
    Instance instance(const QString &id) const
    {
        Instance one;
        one.request = ways.request;
        one.providerId = id;
        return one;
    }
    // An invalid one: it could not be made.
    Instance running() const
    {
        const auto made = create();
        for (int i = 0; made && i < 3; ++i) {
            const auto report = provider->describe(instance(made->providerId), {});
            if (report && report->state == ProvidedState::Running)
                return instance(made->providerId);
        }
        return {};
    }
    qsizetype machines() const { return cloud.entries(QStringLiteral("machines")).size(); }
    qsizetype countOf(const QString &call) const { return cloud.calls().count(call); }

    Ways ways;
    StandIn cloud;
    CloudCredentials credentials;
    std::unique_ptr<MachineProvider> provider;
};

void allClouds()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("RunPod") << int(StandIn::Cloud::RunPod);
    QTest::newRow("Lambda") << int(StandIn::Cloud::Lambda);
    QTest::newRow("Vast.ai") << int(StandIn::Cloud::Vast);
}

QString told(const Error &error) { return error.what + u'|' + error.detail; }

template <typename T>
QString told(const Result<T> &result)
{
    return result ? QString() : told(result.error());
}

#define PLACE()                                   \
  QFETCH(int, kind);                              \
  Place place(static_cast<StandIn::Cloud>(kind)); \
  const MachineProvider &provider = *place.provider

}  // namespace

class TestGpuClouds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMachineLivesFromItsRequestToItsEnd_data() { allClouds(); }
    void aMachineLivesFromItsRequestToItsEnd()
    {
        PLACE();
        const auto made = place.create();
        QVERIFY2(made, qPrintable(told(made)));
        QCOMPARE(made->clientToken, token());
        QCOMPARE(made->owner, kOwner);
        const Instance instance = place.instance(made->providerId);
        QCOMPARE(provider.sshTarget(instance, {}).error().code, ErrorCode::Unreachable);
        const auto report = provider.describe(instance, {});
        QVERIFY2(report, qPrintable(told(report)));
        QCOMPARE(report->state, ProvidedState::Running);
        QCOMPARE(report->clientToken, token());
        const auto target = provider.sshTarget(instance, {});
        QVERIFY2(target, qPrintable(told(target)));
        QVERIFY(target->host.startsWith(QLatin1String("203.0.113.")));
        QCOMPARE(target->port, kind == int(StandIn::Cloud::RunPod) ? 10341 : kind == int(StandIn::Cloud::Lambda) ? 22 : 20022);
        QCOMPARE(target->user, kind == int(StandIn::Cloud::Lambda) ? QStringLiteral("ubuntu") : QStringLiteral("root"));
        QCOMPARE(target->hostKeyAlias, made->providerId);

        InstanceFilter filter;
        filter.owner = kOwner;
        filter.clientToken = token();
        QCOMPARE(provider.list(filter, {})->size(), 1);
        const auto left = provider.resources(filter, {});
        QVERIFY2(left, qPrintable(told(left)));
        QCOMPARE(left->size(), 1);
        QVERIFY(left->first().perDay && left->first().perDay->nanos() > 0);
        filter.clientToken = token(2);
        QCOMPARE(provider.list(filter, {})->size(), 0);

        QVERIFY(provider.terminate(instance, {}));
        QVERIFY(provider.terminate(instance, {}));
        const auto after = provider.describe(instance, {});
        QVERIFY(after ? after->state == ProvidedState::Gone : after.error().code == ErrorCode::NotFound);
        filter.clientToken = token();
        QCOMPARE(provider.resources(filter, {})->size(), 0);
    }

    void aMachineIsEndedByItsTokenWhereItsIdIsUnknown_data() { allClouds(); }
    void aMachineIsEndedByItsTokenWhereItsIdIsUnknown()
    {
        PLACE();
        QVERIFY(place.create());
        QCOMPARE(provider.describe(place.instance({}), {})->clientToken, token());
        QVERIFY(provider.terminate(place.instance({}), {}));
        QCOMPARE(place.countOf(place.ways.end), 1);
        Instance never = place.instance({});
        never.request.clientToken = token(9);
        QVERIFY(provider.terminate(never, {}));
        QCOMPARE(place.countOf(place.ways.end), 1);
    }

    void repeatingARequestMakesNoSecondMachine_data() { allClouds(); }
    void repeatingARequestMakesNoSecondMachine()
    {
        PLACE();
        const auto first = place.create(), second = place.create();
        QVERIFY2(first && second, qPrintable(told(first) + told(second)));
        QCOMPARE(second->providerId, first->providerId);
        QCOMPARE(place.machines(), 1);
        QCOMPARE(place.countOf(place.ways.create), 1);
        place.ways.request.clientToken = token(2);
        QVERIFY2(place.create(), "another token is another machine");
        QCOMPARE(place.machines(), 2);
        QVERIFY(provider.kind() == place.ways.request.providerKind);
    }

    void anAnswerThatWasLostMakesNoSecondMachine_data() { allClouds(); }
    void anAnswerThatWasLostMakesNoSecondMachine()
    {
        PLACE();
        int number = 0;
        for (const auto how : {StandIn::Lost::Answer, StandIn::Lost::InternalError, StandIn::Lost::Silence}) {
            place.ways.request.clientToken = token(++number);
            place.cloud.lose(place.ways.create, how);
            const auto made = place.create();
            QVERIFY2(made, qPrintable(told(made)));
            QCOMPARE(made->clientToken, token(number));
            QVERIFY(!made->providerId.isEmpty());
            QCOMPARE(place.machines(), number);
            QCOMPARE(place.countOf(place.ways.create), number);
        }
        QVERIFY(provider.list({}, {})->size() == 3);
    }

    void aLostAnswerAndALateListLeaveTheOutcomeUnknown_data() { allClouds(); }
    void aLostAnswerAndALateListLeaveTheOutcomeUnknown()
    {
        PLACE();
        place.cloud.lose(place.ways.create, StandIn::Lost::Answer);
        place.cloud.hideNew(2);
        const auto made = place.create();
        QVERIFY(!made && isUnknownOutcome(made.error().code));
        QCOMPARE(place.machines(), 1);
        // It is found once it is listed, and given back by its token.
        QVERIFY(provider.describe(place.instance({}), {}));
        QVERIFY(provider.terminate(place.instance({}), {}));
        QVERIFY(provider.capabilities().appearsWithin >= 1min);
    }

    void wrongKeysAreNotTriedAgainAndNotShown_data() { allClouds(); }
    void wrongKeysAreNotTriedAgainAndNotShown()
    {
        PLACE();
        place.credentials.secret = "wrong-key-0123456789";
        const auto report = provider.list({}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(place.cloud.calls().size(), 1);
        place.cloud.refuse(place.ways.list, 400, "{\"error\":\"wrong-key-0123456789 is bad\",\"msg\":\"wrong-key-0123456789\"}");
        place.credentials.secret = place.cloud.credentials().secret;
        place.cloud.refuse(place.ways.list, 400, "the key " + place.credentials.secret + " is bad");
        QVERIFY(!told(provider.list({}, {})).contains(QString::fromUtf8(place.credentials.secret)));
        for (const QByteArray &secret : {QByteArray(), QByteArray("a\r\nx-evil: 1"), QByteArray("a b")}) {
            place.credentials.secret = secret;
            QCOMPARE(provider.list({}, {}).error().code, ErrorCode::AuthenticationFailed);
        }
        QCOMPARE(place.cloud.calls().size(), 2);
    }

    void endpointsNeedTls_data() { allClouds(); }
    void endpointsNeedTls()
    {
        PLACE();
        for (const char *endpoint :
             {"http://example.org", "https://user@example.org", "https://example.org/x", "ftp://example.org", "https://"}) {
            place.credentials.settings.insert(QStringLiteral("endpoint"), QLatin1String(endpoint));
            QCOMPARE(provider.list({}, {}).error().code, ErrorCode::InvalidInput);
        }
        QCOMPARE(place.cloud.calls().size(), 0);
    }

    void eachRefusalIsOneSentenceAndLeavesNothing_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("code");
        const auto row = [](StandIn::Cloud cloud, const char *name, int status, const QByteArray &body, ErrorCode code) {
            QTest::addRow("%d %s", int(cloud), name) << int(cloud) << status << body << int(code);
        };
        using C = StandIn::Cloud;
        row(C::RunPod, "capacity", 500,
            "create pod: There are no longer any instances available with the requested specifications. Please refresh and try again.",
            ErrorCode::NoCapacity);
        row(C::RunPod, "capacity in JSON", 400, "{\"error\":\"There are no longer any instances available\"}", ErrorCode::NoCapacity);
        row(C::RunPod, "balance", 400, "Insufficient funds", ErrorCode::OverQuota);
        row(C::RunPod, "right", 403, "{\"error\":\"forbidden\"}", ErrorCode::PermissionDenied);
        row(C::RunPod, "input", 400, "Invalid input: imageName", ErrorCode::InvalidInput);
        row(C::RunPod, "failed", 500, "internal error: machine not found", ErrorCode::Unreachable);
        row(C::RunPod, "unclear", 400, "{\"error\":\"something new\"}", ErrorCode::Unreachable);
        row(C::RunPod, "too late", 408, "", ErrorCode::Unreachable);
        row(C::RunPod, "throttled", 429, "slow down", ErrorCode::Unreachable);
        const auto lambda = [](const char *code) {
            return QByteArray("{\"error\":{\"code\":\"") + code + "\",\"message\":\"No.\",\"suggestion\":null}}";
        };
        row(C::Lambda, "capacity", 400, lambda("instance-operations/launch/insufficient-capacity"), ErrorCode::NoCapacity);
        row(C::Lambda, "quota", 400, lambda("global/quota-exceeded"), ErrorCode::OverQuota);
        row(C::Lambda, "suspended", 403, lambda("global/account-inactive"), ErrorCode::PermissionDenied);
        row(C::Lambda, "input", 400, lambda("global/invalid-parameters"), ErrorCode::InvalidInput);
        row(C::Lambda, "unclear", 400, lambda("instance-operations/launch/something-new"), ErrorCode::Unreachable);
        row(C::Lambda, "key", 401, lambda("global/invalid-api-key"), ErrorCode::AuthenticationFailed);
        row(C::Lambda, "throttled", 429, "", ErrorCode::Unreachable);
        row(C::Lambda, "upstream", 503, lambda("provider/internal-unavailable"), ErrorCode::Unreachable);
        const auto vast = [](const char *code, const char *text) {
            return QByteArray("{\"success\":false,\"error\":\"") + code + "\",\"msg\":\"" + text + "\"}";
        };
        row(C::Vast, "gone", 404, vast("invalid_args", "error 404/3603: no_such_ask Instance type by id 101 is not available."),
            ErrorCode::NoCapacity);
        row(C::Vast, "gone in a 200", 200, vast("no_such_ask", ""), ErrorCode::NoCapacity);
        row(C::Vast, "credit", 400, vast("insufficient_credit", "Your account lacks credit"), ErrorCode::OverQuota);
        row(C::Vast, "price", 400, vast("invalid_price", ""), ErrorCode::InvalidInput);
        row(C::Vast, "input", 400, vast("invalid_args", "Invalid image"), ErrorCode::InvalidInput);
        row(C::Vast, "unclear", 400, vast("something_new", ""), ErrorCode::Unreachable);
        row(C::Vast, "unclear in a 200", 200, vast("something_new", ""), ErrorCode::Unreachable);
        row(C::Vast, "right", 403, vast("forbidden", ""), ErrorCode::PermissionDenied);
        row(C::Vast, "throttled", 429, "{\"detail\":\"API requests too frequent endpoint threshold=4.5\"}", ErrorCode::Unreachable);
    }
    void eachRefusalIsOneSentenceAndLeavesNothing()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(int, code);
        PLACE();
        place.cloud.refuse(place.ways.create, status, body, 10);
        const auto made = place.create();
        QVERIFY(!made);
        QCOMPARE(int(made.error().code), code);
        QVERIFY2(made.error().what.contains(provider.name()) && made.error().what.endsWith(u'.'), qPrintable(made.error().what));
        QVERIFY(made.error().what.count(u'\n') == 0 && !made.error().detail.isEmpty());
        QCOMPARE(place.machines(), 0);
    }

    void throttlingIsWaitedFor_data() { allClouds(); }
    void throttlingIsWaitedFor()
    {
        PLACE();
        place.cloud.refuse(place.ways.list, 429, "", 1, "Retry-After: 0");
        place.cloud.refuse(place.ways.create, 429, "", 1);
        const auto made = place.create();
        QVERIFY2(made, qPrintable(told(made)));
        QCOMPARE(place.machines(), 1);
        QVERIFY(provider.describe(place.instance(made->providerId), {}));
    }

    void whatVanishedIsNotFoundAndEndsQuietly_data() { allClouds(); }
    void whatVanishedIsNotFoundAndEndsQuietly()
    {
        PLACE();
        const Instance instance = place.running();
        QVERIFY(!instance.providerId.isEmpty());
        place.cloud.vanish(QStringLiteral("machines"), instance.providerId);
        QCOMPARE(provider.describe(instance, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(provider.sshTarget(instance, {}).error().code, ErrorCode::NotFound);
        QVERIFY(provider.terminate(instance, {}));
        // Nothing that is no id gets into a path.
        const qsizetype before = place.cloud.calls().size();
        for (const char *id : {"../x", "a/b", "a b", "?x=1", "%2e"})
            QCOMPARE(provider.describe(place.instance(QLatin1String(id)), {}).error().code, ErrorCode::NotFound);
        QCOMPARE(place.cloud.calls().size(), before);
    }

    void aFailureAtTheEndIsLookedInto_data() { allClouds(); }
    void aFailureAtTheEndIsLookedInto()
    {
        PLACE();
        const Instance instance = place.running();
        place.cloud.lose(place.ways.end, StandIn::Lost::Answer);
        QVERIFY(provider.terminate(instance, {}));
        place.ways.request.clientToken = token(2);
        const Instance other = place.running();
        place.cloud.refuse(place.ways.end, 500, "machine not found", 20);
        QCOMPARE(provider.terminate(other, {}).error().code, ErrorCode::Unreachable);  // it is there
        place.cloud.vanish(QStringLiteral("machines"), other.providerId);
        QVERIFY(provider.terminate(other, {}));
    }

    void everythingThatCostsMoneyIsListedAndGivenBack_data() { allClouds(); }
    void everythingThatCostsMoneyIsListedAndGivenBack()
    {
        PLACE();
        const QString id = place.ways.volume;
        const QJsonValue idValue = kind == int(StandIn::Cloud::Vast) ? QJsonValue(id.toInt()) : QJsonValue(id);
        place.cloud.put(QStringLiteral("volumes"), {{"id", idValue},
                                                    {"name", "data"},
                                                    {"label", "data"},
                                                    {"size", 50},
                                                    {"disk_space", 50},
                                                    {"bytes_used", 53687091200.0},
                                                    {"is_in_use", false}});
        QVERIFY(place.create());
        const auto all = provider.resources({}, {});
        QVERIFY2(all, qPrintable(told(all)));
        QCOMPARE(all->size(), 2);
        const CloudResource volume = all->last();
        QCOMPARE(volume.kind, CloudResource::Kind::Disk);
        QCOMPARE(volume.gibibytes, 50.0);
        QVERIFY(volume.owner.isEmpty() && volume.name == QLatin1String("data"));
        for (const CloudResource &one : *all)
            QVERIFY2(provider.release({}, one, {}), "given back");
        for (const CloudResource &one : *all)
            QVERIFY2(provider.release({}, one, {}), "gone is fine");
        QCOMPARE(provider.resources({}, {})->size(), 0);
        CloudResource key;
        key.kind = CloudResource::Kind::KeyPair;
        key.providerId = QStringLiteral("k1");
        QCOMPARE(provider.release({}, key, {}).error().code, ErrorCode::Unsupported);
    }

    void hostileAnswersAreRefused_data() { allClouds(); }
    void hostileAnswersAreRefused()
    {
        PLACE();
        for (const char *body : {"<html>", "[]", "{}", "{\"id\":\"../../x\"}", "{\"new_contract\":-5}", "{\"data\":{\"instance_ids\":[7]}}",
                                 "\xff\xfe", "null"}) {
            place.cloud.answer(place.ways.create, body);
            const auto made = place.create();
            QVERIFY2(!made && made.error().code == ErrorCode::Corrupt, body);
        }
        QCOMPARE(place.machines(), 0);
        for (const char *body : {"<html>", "{\"instances\":7}", "7", "{\"data\":{}}", "\"x\"", ""}) {
            place.cloud.answer(place.ways.list, body);
            const auto listed = provider.list({}, {});
            QVERIFY2(!listed && listed.error().code == ErrorCode::Corrupt, body);
        }
        const Instance instance = place.running();
        for (const char *host : {"-oProxyCommand=x", "a b", "203.0.113.1;x", "x\ny"}) {
            place.cloud.change(QStringLiteral("machines"), instance.providerId,
                               {{"publicIp", host}, {"ip", host}, {"public_ipaddr", host}});
            const auto target = provider.sshTarget(instance, {});
            QVERIFY2(!target && target.error().code == ErrorCode::Corrupt, host);
        }
        // An answer about another machine must not lead to its end.
        place.cloud.answer(place.ways.one, "{\"id\":\"other\",\"data\":{\"id\":\"other\"},\"instances\":{\"id\":1}}");
        QCOMPARE(provider.describe(instance, {}).error().code, ErrorCode::Corrupt);
    }

    void whatIsWrongIsSaidBeforeAnythingIsAsked_data() { allClouds(); }
    void whatIsWrongIsSaidBeforeAnythingIsAsked()
    {
        PLACE();
        const InstanceRequest good = place.ways.request;
        const auto refused = [&](const std::function<void(InstanceRequest &)> &spoil) {
            place.ways.request = good;
            spoil(place.ways.request);
            const auto made = place.create();
            return !made && made.error().code == ErrorCode::InvalidInput && made.error().what.endsWith(u'.');
        };
        QVERIFY(refused([](InstanceRequest &one) { one.type = QStringLiteral("; rm"); }));
        QVERIFY(refused([](InstanceRequest &one) { one.type.clear(); }));
        QVERIFY(refused([](InstanceRequest &one) { one.region = QStringLiteral("Mars 1"); }));
        QVERIFY(refused([](InstanceRequest &one) { one.image = QStringLiteral("a b"); }));
        QVERIFY(refused([](InstanceRequest &one) { one.clientToken = QStringLiteral("token-1"); }));
        QVERIFY(refused([](InstanceRequest &one) { one.owner.clear(); }));
        QVERIFY(refused([](InstanceRequest &one) { one.settings.remove(QLatin1String(kSshKeySetting)); }));
        QVERIFY(
            refused([](InstanceRequest &one) { one.settings.insert(QLatin1String(kSshKeySetting), QStringLiteral("ssh-rsa AAAA' x")); }));
        QVERIFY(refused([](InstanceRequest &one) { one.settings.insert(QLatin1String(kDiskSetting), QStringLiteral("1e9")); }));
        QVERIFY(refused([](InstanceRequest &one) {
            one.isSpot = true;
            one.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("cheap"));
        }));
        QCOMPARE(place.cloud.calls().size(), 0);
        QVERIFY(!provider.name().isEmpty());
    }

    void linesForTheShellHaveNoSecrets_data() { allClouds(); }
    void linesForTheShellHaveNoSecrets()
    {
        PLACE();
        place.ways.request.name = QStringLiteral("ada's; $(run)");
        const QString line = provider.createLine(place.ways.request);
        QVERIFY(!line.isEmpty() && !line.contains(u'\n'));
        QVERIFY(!line.contains(QString::fromUtf8(place.credentials.secret)));
        QVERIFY2(line.startsWith(QLatin1String("runpodctl pod create ")) || line.startsWith(QLatin1String("vastai create instance "))
                     || line.startsWith(QLatin1String("printf 'header = ")),
                 qPrintable(line));
        QVERIFY(line.contains(QLatin1String("ada'\\''s; $(run)")));
        const QString end = provider.actionLine(ProviderAction::Terminate, place.instance(QStringLiteral("77")));
        QVERIFY(end.contains(QLatin1String("77")));
        QVERIFY(provider.actionLine(ProviderAction::Terminate, place.instance({})).isEmpty());
        QCOMPARE(place.cloud.calls().size(), 0);
    }

    void aCancelledCallIsCancelled_data() { allClouds(); }
    void aCancelledCallIsCancelled()
    {
        PLACE();
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(provider.create(place.ways.request, {}, stop.get_token()).error().code, ErrorCode::Cancelled);
        QCOMPARE(provider.resources({}, stop.get_token()).error().code, ErrorCode::Cancelled);
        QCOMPARE(place.machines(), 0);
    }

    void anAccountIsCheckedInTwoRequests_data() { allClouds(); }
    void anAccountIsCheckedInTwoRequests()
    {
        PLACE();
        const auto report = provider.check({}, {});
        QVERIFY2(report, qPrintable(told(report)));
        QVERIFY(place.cloud.calls().size() <= 2);
        QVERIFY(report->missing.isEmpty() && !report->regions.isEmpty());
        QCOMPARE(report->identity.startsWith(QLatin1String("ada@lab.example")), kind != int(StandIn::Cloud::Lambda));
        QVERIFY(!report->scope.isEmpty() && !QString::fromUtf8(place.credentials.secret).contains(report->scope));
        place.cloud.refuse(place.ways.list, 403, "");
        if (kind != int(StandIn::Cloud::Lambda))
            QCOMPARE(provider.check({}, {})->missing.size(), 1);
        place.credentials.secret = "wrong";
        QCOMPARE(provider.check({}, {}).error().code, ErrorCode::AuthenticationFailed);
    }

    void offersHaveStockAndPrice_data() { allClouds(); }
    void offersHaveStockAndPrice()
    {
        PLACE();
        const auto offers = provider.offers({}, {});
        QVERIFY2(offers, qPrintable(told(offers)));
        const auto of = [&](const QString &type, bool isSpot) {
            for (const ProviderOffer &one : *offers) {
                if (one.type == type && one.isSpot == isSpot && one.isInStock.value_or(false))
                    return one.perHour ? one.perHour->decimal() : QString();
            }
            return QString();
        };
        if (kind == int(StandIn::Cloud::RunPod)) {
            QCOMPARE(of(QStringLiteral("NVIDIA L40S"), false), QStringLiteral("0.79"));
            QCOMPARE(of(QStringLiteral("NVIDIA L40S"), true), QStringLiteral("0.20"));
            QCOMPARE(offers->size(), 5);  // two counts at two clouds, and one with a bid
        } else if (kind == int(StandIn::Cloud::Lambda)) {
            QCOMPARE(of(QStringLiteral("gpu_1x_a10"), false), QStringLiteral("0.75"));
            QVERIFY(!*offers->last().isInStock);
        } else {
            QCOMPARE(of(QStringLiteral("2x RTX 4090"), false), QStringLiteral("0.30"));
            QCOMPARE(of(QStringLiteral("2x RTX 4090"), true), QStringLiteral("0.15"));
        }
        const auto images = provider.images({}, {});
        QVERIFY2(images, qPrintable(told(images)));
        QVERIFY(!images->isEmpty() && images->first().hasDriver);
    }

    void runPodKeepsAVolumeOrIsNotStopped()
    {
        Place place(StandIn::Cloud::RunPod);
        const Instance instance = place.running();
        QVERIFY(place.provider->stop(instance, {}));
        QVERIFY(place.provider->stop(instance, {}));
        const auto stopped = place.provider->describe(instance, {});
        QCOMPARE(stopped->state, ProvidedState::Stopped);
        QVERIFY(stopped->reason.contains(QLatin1String("30 GB")));
        QCOMPARE(place.provider->resources({}, {})->first().perDay->decimal(), QStringLiteral("0.20"));
        QVERIFY(place.provider->start(instance, {}, {}));
        QCOMPARE(place.provider->describe(instance, {})->state, ProvidedState::Running);
        // Its GPUs were given away meanwhile.
        QVERIFY(place.provider->stop(instance, {}));
        place.cloud.startWithoutGpus();
        QCOMPARE(place.provider->start(instance, {}, {}).error().code, ErrorCode::NoCapacity);
        QCOMPARE(place.provider->describe(instance, {})->state, ProvidedState::Stopped);
        // Running without GPUs, it costs money: nothing that is said afterwards means that it was not started.
        place.cloud.startWithoutGpus();
        place.cloud.refuse(QStringLiteral("POST /v1/pods/{id}/stop"), 403, "{\"error\":\"forbidden\"}");
        QCOMPARE(place.provider->start(instance, {}, {}).error().code, ErrorCode::Unreachable);

        place.ways.request.settings.remove(QStringLiteral("volume-gib"));
        place.ways.request.clientToken = token(2);
        const Instance bare = place.running();
        QCOMPARE(place.provider->stop(bare, {}).error().code, ErrorCode::Unsupported);
        QCOMPARE(place.provider->describe(bare, {})->state, ProvidedState::Running);
    }

    void whatTheAccountSetsHoldsForItsMachines()
    {
        Place place(StandIn::Cloud::RunPod);
        place.credentials.settings.insert(QStringLiteral("volume-gib"), QStringLiteral("70"));
        place.credentials.settings.insert(QStringLiteral("disk-gib"), QStringLiteral("25"));
        QVERIFY(place.create());
        QCOMPARE(place.cloud.lastBody(place.ways.create).value("volumeInGb").toInt(), 30);  // the request says otherwise
        QCOMPARE(place.cloud.lastBody(place.ways.create).value("containerDiskInGb").toInt(), 25);
        place.ways.request.clientToken = token(2);
        place.ways.request.settings.remove(QStringLiteral("volume-gib"));
        QVERIFY(place.create());
        QCOMPARE(place.cloud.lastBody(place.ways.create).value("volumeInGb").toInt(), 70);
        place.credentials.settings.insert(QStringLiteral("volume-gib"), QStringLiteral("much"));
        place.ways.request.clientToken = token(3);
        QCOMPARE(place.create().error().code, ErrorCode::InvalidInput);
    }

    void runPodSpotPodsHaveAHighestPrice()
    {
        Place place(StandIn::Cloud::RunPod);
        place.ways.request.isSpot = true;
        place.ways.request.region = QStringLiteral("community");
        place.ways.request.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("0.30"));
        QCOMPARE(place.create().error().code, ErrorCode::NoCapacity);  // 0.15 for each of the two is too little
        place.ways.request.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("0.50"));
        place.cloud.lose(QStringLiteral("POST /graphql podRentInterruptable"), StandIn::Lost::Answer);
        const auto made = place.create();
        QVERIFY2(made, qPrintable(told(made)));
        QCOMPARE(place.machines(), 1);
        const QJsonObject input = place.cloud.lastBody(QStringLiteral("POST /graphql podRentInterruptable"))
                                      .value("variables")
                                      .toObject()
                                      .value("input")
                                      .toObject();
        QCOMPARE(input["bidPerGpu"].toDouble(), 0.25);
        QCOMPARE(input["cloudType"].toString(), QStringLiteral("COMMUNITY"));
        QVERIFY(input["supportPublicIp"].toBool());
    }

    void runPodMayNameErrorsAndAPod()
    {
        Place place(StandIn::Cloud::RunPod);
        place.ways.request.isSpot = true;
        place.ways.request.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("0.50"));
        const QString call = QStringLiteral("POST /graphql podRentInterruptable");
        place.cloud.answer(call, R"({"data":{"podRentInterruptable":{"id":"pod77"}},"errors":[{"message":"imageName: not found"}]})");
        const auto made = place.create();
        QVERIFY2(made, qPrintable(told(made)));
        QCOMPARE(made->providerId, QStringLiteral("pod77"));
        place.cloud.answer(call, R"({"data":{"podRentInterruptable":null},"errors":[{"message":"something new"}]})");
        QCOMPARE(place.create().error().code, ErrorCode::Unreachable);
    }

    void whoMayReachSshIsSaid_data() { allClouds(); }
    void whoMayReachSshIsSaid()
    {
        PLACE();
        QVERIFY(!provider.capabilities().limitsSsh);
        QStringList steps;
        QVERIFY(provider.create(place.ways.request, [&steps](const QString &step) { steps << step; }, {}));
        QVERIFY2(!steps.filter(QStringLiteral("Anyone may reach SSH")).isEmpty(), qPrintable(steps.join(u'\n')));
    }

    void lambdaImportsAKeyOnce()
    {
        Place place(StandIn::Cloud::Lambda);
        place.ways.request.settings.insert(QLatin1String(kUserDataSetting), QStringLiteral("#cloud-config\nhostname: x\n"));
        QVERIFY(place.create());
        place.ways.request.clientToken = token(2);
        QVERIFY(place.create());
        QCOMPARE(place.cloud.entries(QStringLiteral("keys")).size(), 1);
        const QJsonObject body = place.cloud.lastBody(place.ways.create);
        QCOMPARE(body["user_data"].toString(), QStringLiteral("#cloud-config\nhostname: x\n"));
        QVERIFY(body["name"].toString().size() <= 64);
        // A key that the person has there under another name is taken.
        place.cloud.change(QStringLiteral("keys"), QStringLiteral("key-1"), {{"name", "mine"}, {"public_key", kKey}});
        place.ways.request.clientToken = token(3);
        QVERIFY(place.create());
        QCOMPARE(place.cloud.lastBody(place.ways.create)["ssh_key_names"], QJsonValue(QJsonArray{"mine"}));
        place.ways.request.isSpot = true;
        QCOMPARE(place.create().error().code, ErrorCode::InvalidInput);
    }

    void vastTakesTheNextOfferAndNeverADearerOne()
    {
        Place place(StandIn::Cloud::Vast);
        place.offer(104, 0.01, "RTX 3090");
        place.offer(105, 0.02, "RTX 4090", "Ontario, CA");
        place.cloud.change(QStringLiteral("offers"), QStringLiteral("101"), {{"gone", true}});
        QVERIFY(place.create());
        QCOMPARE(place.countOf(place.ways.create), 2);
        QVERIFY(place.cloud.entries(QStringLiteral("offers")).at(1)["taken"].toBool());
        place.ways.request.clientToken = token(2);
        place.ways.request.perHour = *Money::parse("0.29", Currency::USD);
        QCOMPARE(place.create().error().code, ErrorCode::NoCapacity);
        QCOMPARE(place.countOf(place.ways.create), 2);
        place.ways.request.perHour = Money(Money::kNanosPerUnit, Currency::USD);
        place.ways.request.settings.insert(QStringLiteral("ask"), QStringLiteral("103"));
        QVERIFY(place.create());
        QVERIFY(place.cloud.entries(QStringLiteral("offers")).at(2)["taken"].toBool());
    }

    void vastEndsWhatItMadeAndRefused()
    {
        Place place(StandIn::Cloud::Vast);
        place.ways.request.isSpot = true;
        place.ways.request.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("0.16"));
        place.cloud.refusesWhatItMakes();
        const auto made = place.create();
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        QCOMPARE(place.countOf(place.ways.create), 1);
        QCOMPARE(place.machines(), 0);
        QCOMPARE(place.cloud.lastBody(place.ways.create)["price"].toDouble(), 0.16);
        // If it cannot be ended, it is found, so that it will be.
        place.cloud.refusesWhatItMakes();
        place.cloud.refuse(place.ways.end, 400, "{\"success\":false,\"error\":\"x\",\"msg\":\"y\"}");
        const auto left = place.create();
        QVERIFY2(left, qPrintable(told(left)));
        QCOMPARE(left->state, ProvidedState::Stopped);
        QVERIFY(place.provider->terminate(place.instance(left->providerId), {}));
        QCOMPARE(place.machines(), 0);
        // That it is not found so soon does not mean that it is not there.
        place.cloud.refusesWhatItMakes();
        place.cloud.refuse(place.ways.end, 404, "{\"success\":false,\"error\":\"no_such_instance\",\"msg\":\"y\"}");
        QVERIFY(place.create());
        QCOMPARE(place.machines(), 1);
    }

    void vastListsAllPages()
    {
        Place place(StandIn::Cloud::Vast);
        for (int number = 1; number <= 60; ++number)
            place.cloud.put(QStringLiteral("machines"), {{"id", number}, {"label", "other"}, {"actual_status", "running"}});
        QVERIFY(place.create());
        QCOMPARE(place.provider->list({}, {})->size(), 61);
        place.cloud.answer(place.ways.list, "{\"success\":true,\"instances\":[],\"total_instances\":61,\"next_token\":null}");
        QCOMPARE(place.provider->list({}, {}).error().code, ErrorCode::Corrupt);
        place.cloud.answer(place.ways.list, "{\"success\":true,\"instances\":[],\"total_instances\":61,\"next_token\":\"9\"}");
        QCOMPARE(place.provider->list({}, {}).error().code, ErrorCode::Corrupt);
    }

    void vastStopsAndShowsItsHostKeys()
    {
        Place place(StandIn::Cloud::Vast);
        const Instance instance = place.running();
        const auto log = place.provider->consoleOutput(instance, 200, {});
        QVERIFY2(log, qPrintable(told(log)));
        QVERIFY(log->contains("END SSH HOST KEY KEYS") && log->size() <= 200);
        place.cloud.answer(QStringLiteral("PUT /api/v0/instances/request_logs/{id}/"), "{\"result_url\":\"http://203.0.113.1/x\"}");
        QCOMPARE(place.provider->consoleOutput(instance, 200, {}).error().code, ErrorCode::Corrupt);
        QVERIFY(place.provider->stop(instance, {}));
        const auto stopped = place.provider->describe(instance, {});
        QCOMPARE(stopped->state, ProvidedState::Stopped);
        QVERIFY(!stopped->reason.isEmpty());
        QVERIFY(place.provider->resources({}, {})->first().perDay);
        place.cloud.refuse(
            QStringLiteral("PUT /api/v0/instances/{id}/"), 200,
            "{\"success\":false,\"error\":\"resources_unavailable\",\"msg\":\"Required resources are currently unavailable\"}");
        QCOMPARE(place.provider->start(instance, {}, {}).error().code, ErrorCode::NoCapacity);
        QVERIFY(place.provider->start(instance, {}, {}));
        QVERIFY(place.provider->policy()->contains(QLatin1String("instance_write")));
    }
};

QTEST_GUILESS_MAIN(TestGpuClouds)

#include "tst_gpuclouds.moc"
