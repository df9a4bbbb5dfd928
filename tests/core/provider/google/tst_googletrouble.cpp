// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong at Google Cloud: each time the right error, one sentence that says what to do, and nothing left behind.
#include "tests/core/provider/google/googleplace.h"

#include <QTest>

using namespace trainyard;
using Cloud = GoogleStandIn;

namespace {

const QString kCreate = QStringLiteral("compute.instances.create"), kGet = QStringLiteral("compute.instances.get");
const QString kList = QStringLiteral("compute.instances.list");

bool isOneSentence(const QString &text)
{
    return text.size() > 20 && (text.endsWith(u'.') || text.endsWith(u'`')) && !text.contains(u'\n') && !text.contains(QLatin1String("%1"));
}

}  // namespace

class TestGoogleTrouble : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusalsOfTheRequestAreToldApart_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("message");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, int status, const char *reason, const char *message, ErrorCode code, const char *says) {
            QTest::newRow(name) << status << QString::fromLatin1(reason) << QString::fromLatin1(message) << code
                                << QString::fromLatin1(says);
        };
        row("right", 403, "forbidden", "Required 'compute.disks.create' permission for 'projects/x/zones/y/disks/z'",
            ErrorCode::PermissionDenied, "compute.disks.create");
        row("right, not named", 403, "forbidden", "Forbidden", ErrorCode::PermissionDenied, "compute.instances.create");
        row("quota", 403, "quotaExceeded", "Quota 'NVIDIA_A100_GPUS' exceeded.  Limit: 1.0 in region us-central1.", ErrorCode::OverQuota,
            "NVIDIA_A100_GPUS");
        row("billing", 403, "forbidden", "This API method requires billing to be enabled. Please enable billing on project #1",
            ErrorCode::PermissionDenied, "billing account");
        row("billing disabled", 403, "BILLING_DISABLED", "The billing account for the owning project is disabled in state absent",
            ErrorCode::PermissionDenied, "billing account");
        row("service off", 403, "accessNotConfigured",
            "Compute Engine API has not been used in project 1 before or it is disabled. Enable it by visiting "
            "https://console.developers.google.com/apis/api/compute.googleapis.com/overview?project=1 then retry.",
            ErrorCode::PermissionDenied, "gcloud services enable compute.googleapis.com");
        row("no such image", 404, "notFound", "The resource 'projects/x/global/images/y' was not found", ErrorCode::NotFound, "");
        row("a value", 400, "invalid", "Invalid value for field 'resource.disks[0]'", ErrorCode::InvalidInput, "");
        row("unsupported", 400, "UNSUPPORTED_OPERATION", "Not here", ErrorCode::Unsupported, "");
        row("no capacity", 503, "backendError", "The zone 'x' does not have enough resources available to fulfill the request.",
            ErrorCode::NoCapacity, "");
    }
    void refusalsOfTheRequestAreToldApart()
    {
        QFETCH(int, status);
        QFETCH(QString, reason);
        QFETCH(QString, message);
        QFETCH(ErrorCode, code);
        QFETCH(QString, says);
        GooglePlace place;
        InstanceRequest request = googleRequest();
        request.settings.insert(QStringLiteral("zone"), Cloud::kZone);
        place.cloud.refuse(kCreate, status, reason, message);
        const auto made = place.provider.create(request, {}, {});
        QVERIFY(!made);
        QCOMPARE(errorCodeName(made.error().code), errorCodeName(code));
        QVERIFY2(made.error().what.contains(says), qPrintable(made.error().what));
        QVERIFY2(isOneSentence(made.error().what), qPrintable(made.error().what));
        QVERIFY(made.error().detail.contains(message.left(40).simplified()));
        QCOMPARE(place.countOf("compute.instances.create"), 1);  // none of these is tried again
        QVERIFY(place.cloud.entries(QStringLiteral("instances")).isEmpty() && place.cloud.entries(QStringLiteral("disks")).isEmpty());
    }

    void anOperationThatEndsBadlyIsTheErrorOfTheCall_data()
    {
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QString>("message");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("pool") << QStringLiteral("ZONE_RESOURCE_POOL_EXHAUSTED") << QStringLiteral("No resources") << ErrorCode::NoCapacity
                              << QStringLiteral("another zone");
        QTest::newRow("pool, with details") << QStringLiteral("ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS") << QStringLiteral("No resources")
                                            << ErrorCode::NoCapacity << QStringLiteral("another zone");
        QTest::newRow("quota") << QStringLiteral("QUOTA_EXCEEDED")
                               << QStringLiteral("Quota 'GPUS_ALL_REGIONS' exceeded.  Limit: 0.0 globally.") << ErrorCode::OverQuota
                               << QStringLiteral("GPUS_ALL_REGIONS");
        QTest::newRow("right") << QStringLiteral("PERMISSIONS_ERROR")
                               << QStringLiteral("Required 'compute.images.useReadOnly' permission for 'projects/x/global/images/y'")
                               << ErrorCode::PermissionDenied << QStringLiteral("compute.images.useReadOnly");
        QTest::newRow("unsupported") << QStringLiteral("UNSUPPORTED_OPERATION") << QStringLiteral("No") << ErrorCode::Unsupported
                                     << QString();
        // Then it is unknown what became of it.
        QTest::newRow("internal") << QStringLiteral("INTERNAL_ERROR") << QStringLiteral("Oops") << ErrorCode::Unreachable << QString();
    }
    void anOperationThatEndsBadlyIsTheErrorOfTheCall()
    {
        QFETCH(QString, ending);
        QFETCH(QString, message);
        QFETCH(ErrorCode, code);
        QFETCH(QString, says);
        GooglePlace place;
        InstanceRequest request = googleRequest();
        request.settings.insert(QStringLiteral("zone"), Cloud::kZone);
        place.cloud.failOperation(kCreate, ending, message);
        const auto made = place.provider.create(request, {}, {});
        QVERIFY(!made);
        QCOMPARE(errorCodeName(made.error().code), errorCodeName(code));
        QVERIFY2(made.error().what.contains(says) && isOneSentence(made.error().what), qPrintable(made.error().what));
        QVERIFY2(made.error().detail.contains(ending) && made.error().detail.contains(QLatin1String("operation-")),
                 qPrintable(made.error().detail));
        QVERIFY(place.cloud.entries(QStringLiteral("instances")).isEmpty() && place.cloud.entries(QStringLiteral("disks")).isEmpty());
    }

    void aZoneWithoutMachinesIsFollowedByTheNext()
    {
        GooglePlace place;
        place.cloud.sellOut(QStringLiteral("us-central1-a"));
        const auto made = place.provider.create(googleRequest(), {}, {});
        QVERIFY2(made, qPrintable(made ? QString() : made.error().detail));
        QVERIFY(made->providerId.startsWith(QLatin1String("zones/us-central1-b/")));
        QCOMPARE(place.countOf("compute.instances.create"), 2);

        place.cloud.sellOut(QStringLiteral("us-central1-b"));
        const auto none = place.provider.create(googleRequest(QStringLiteral("token-2")), {}, {});
        QCOMPARE(none.error().code, ErrorCode::NoCapacity);
        QCOMPARE(place.cloud.entries(QStringLiteral("instances")).size(), 1);
        // No other region is tried.
        QCOMPARE(place.countOf("compute.instances.create"), 4);
    }

    void aStoppedMachineWhosePlaceIsGoneSaysSo()
    {
        GooglePlace place;
        const Instance instance = runningGoogle(place);
        QVERIFY(place.provider.stop(instance, {}));
        while (place.provider.describe(instance, {})->state != ProvidedState::Stopped) {}
        place.cloud.sellOut(Cloud::kZone);
        QCOMPARE(place.provider.start(instance, {}, {}).error().code, ErrorCode::NoCapacity);
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Stopped);
    }

    void aLostAnswerMakesNoSecondMachine_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("the connection breaks") << int(Cloud::Lost::Answer);
        QTest::newRow("a failure of the cloud") << int(Cloud::Lost::InternalError);
    }
    void aLostAnswerMakesNoSecondMachine()
    {
        QFETCH(int, how);
        GooglePlace place;
        place.cloud.hideNew(20);  // it is not listed for long
        place.cloud.lose(kCreate, Cloud::Lost(how));
        const auto made = place.provider.create(googleRequest(), {}, {});
        QVERIFY2(made, qPrintable(made ? QString() : made.error().detail));
        QCOMPARE(place.countOf("compute.instances.create"), 2);  // with the same id
        QCOMPARE(place.cloud.entries(QStringLiteral("instances")).size(), 1);
        const auto again = place.provider.create(googleRequest(), {}, {});
        QVERIFY(again);
        QCOMPARE(again->providerId, made->providerId);
        QCOMPARE(place.countOf("compute.instances.create"), 2);
        QCOMPARE(place.cloud.entries(QStringLiteral("instances")).size(), 1);
    }

    void aLostAnswerInTheSecondZoneMakesNoMachineInTheFirst()
    {
        GooglePlace place;
        place.cloud.hideNew(20);
        InstanceRequest request = googleRequest();
        request.settings.insert(QStringLiteral("zone"), QStringLiteral("us-central1-b"));
        const auto made = place.provider.create(request, {}, {});
        QVERIFY(made);
        // The request is repeated by a program that knows nothing of the zone.
        request.settings.remove(QStringLiteral("zone"));
        const auto again = place.provider.create(request, {}, {});
        QVERIFY(again);
        QCOMPARE(again->providerId, made->providerId);
        QCOMPARE(place.cloud.entries(QStringLiteral("instances")).size(), 1);
    }

    void anOperationThatCannotBeWatchedIsNoKnownEnd()
    {
        GooglePlace place;
        place.cloud.lack(QStringLiteral("compute.zoneOperations.get"));
        const auto made = place.provider.create(googleRequest(), {}, {});
        QCOMPARE(made.error().code, ErrorCode::Unreachable);
        QVERIFY(isUnknownOutcome(made.error().code));
        QVERIFY(made.error().what.contains(QLatin1String("compute.zoneOperations.get")));
        const auto found = place.provider.create(googleRequest(), {}, {});
        QVERIFY(found);
        QCOMPARE(place.cloud.entries(QStringLiteral("instances")).size(), 1);
    }

    void noErrorShowsWhatIsSecret()
    {
        GooglePlace place;
        InstanceRequest request = googleRequest();
        const QString data = QStringLiteral("#cloud-config\nssh_keys: {ed25519_private: PRIVATE-HOST-KEY}");
        request.settings.insert(kUserDataSetting, data);
        place.cloud.refuse(kCreate, 400, QStringLiteral("invalid"), QStringLiteral("Invalid value: ") + data);
        const auto made = place.provider.create(request, {}, {});
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        QVERIFY2(!made.error().detail.contains(QLatin1String("PRIVATE-HOST-KEY")), qPrintable(made.error().detail));
        QVERIFY(!place.provider.createLine(request).contains(QLatin1String("PRIVATE-HOST-KEY")));
        place.cloud.refuse(kList, 401, QStringLiteral("authError"), QStringLiteral("Bad token ya29.standin-token-2"), 9);
        const auto list = place.provider.list({}, {});
        QCOMPARE(list.error().code, ErrorCode::AuthenticationFailed);
        QVERIFY2(!list.error().detail.contains(QLatin1String("standin-token-2")), qPrintable(list.error().detail));
    }

    void throttlingIsNoMissingRight_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("reason");
        QTest::newRow("403") << 403 << QStringLiteral("rateLimitExceeded");
        QTest::newRow("403, in the details") << 403 << QStringLiteral("RATE_LIMIT_EXCEEDED");
        QTest::newRow("429") << 429 << QStringLiteral("other");
    }
    void throttlingIsNoMissingRight()
    {
        QFETCH(int, status);
        QFETCH(QString, reason);
        GooglePlace place;
        place.cloud.refuse(kCreate, status, reason, QStringLiteral("Quota exceeded for quota metric 'Queries'"), 2);
        QVERIFY(place.provider.create(googleRequest(), {}, {}));
        place.cloud.refuse(kList, status, reason, QStringLiteral("Quota exceeded"), 9);
        const auto list = place.provider.list({}, {});
        QCOMPARE(list.error().code, ErrorCode::Unreachable);
        QVERIFY(list.error().what.contains(QLatin1String("too many requests")));
    }

    void aPlaceThatDidNotAnswerIsNotEmpty_data()
    {
        QTest::addColumn<QString>("right");
        QTest::addColumn<int>("how");
        for (const char *right : {"compute.instances.list", "compute.disks.list", "compute.addresses.list"}) {
            QTest::addRow("%s, warning", right) << QString::fromLatin1(right) << int(Cloud::Partial::Warning);
            QTest::addRow("%s, unreachables", right) << QString::fromLatin1(right) << int(Cloud::Partial::Unreachables);
        }
    }
    void aPlaceThatDidNotAnswerIsNotEmpty()
    {
        QFETCH(QString, right);
        QFETCH(int, how);
        GooglePlace place;
        place.cloud.leaveOut(right, Cloud::Partial(how));
        const auto all = place.provider.resources({}, {});
        QCOMPARE(all.error().code, ErrorCode::Unreachable);
        QVERIFY(all.error().what.contains(QLatin1String("not complete")));
        QVERIFY(place.provider.resources({}, {}));
    }

    void aWrongClockIsCorrectedOnce_data()
    {
        QTest::addColumn<int>("ahead");
        QTest::newRow("behind") << 4000;
        QTest::newRow("ahead") << -4000;
    }
    void aWrongClockIsCorrectedOnce()
    {
        QFETCH(int, ahead);
        GooglePlace place;
        place.cloud.setClock(ahead);
        const auto report = place.provider.check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().what + report.error().detail));
        QCOMPARE(place.countOf("token"), 2);
        place.cloud.endTokens();
        QVERIFY(place.provider.list({}, {}));  // it remembers
        QCOMPARE(place.countOf("token"), 3);
    }

    void anEndedTokenIsReplacedOnce()
    {
        GooglePlace place;
        QVERIFY(place.provider.list({}, {}));
        place.cloud.endTokens();
        QVERIFY(place.provider.list({}, {}));
        QCOMPARE(place.countOf("token"), 2);
        // A cloud that refuses new ones as well is not asked for ever.
        place.cloud.refuse(kList, 401, QStringLiteral("authError"), QStringLiteral("Invalid Credentials"), 9);
        const auto refused = place.provider.list({}, {});
        QCOMPARE(refused.error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(place.countOf("token"), 3);
    }

    void wrongKeysAreNotTriedAgain_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<bool>("isUser");
        QTest::newRow("account") << QByteArray("ty@example") << QByteArray("other@example") << false;
        QTest::newRow("id of the key") << QByteArray("kid0001") << QByteArray("kid0002") << false;
        QTest::newRow("secret of the client") << QByteArray("standin-client-secret") << QByteArray("another") << true;
        QTest::newRow("ended login") << QByteArray("1//standin") << QByteArray("1//ended") << true;
    }
    void wrongKeysAreNotTriedAgain()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(bool, isUser);
        GooglePlace place;
        place.credentials.secret = isUser ? place.cloud.userFile() : place.cloud.keyFile();
        QVERIFY(place.credentials.secret.contains(from));
        place.credentials.secret.replace(from, to);
        const auto report = place.provider.check({}, {});
        QCOMPARE(report.error().code, ErrorCode::AuthenticationFailed);
        QVERIFY2(isOneSentence(report.error().what), qPrintable(report.error().what));
        QCOMPARE(place.cloud.calls(), QStringList({"token"}));
    }

    void aSuspendedAccountIsNotTriedAgain()
    {
        GooglePlace place;
        place.cloud.refuse(kList, 403, QStringLiteral("CONSUMER_SUSPENDED"), QStringLiteral("Project has been suspended."));
        const auto list = place.provider.list({}, {});
        QCOMPARE(list.error().code, ErrorCode::PermissionDenied);
        QCOMPARE(place.countOf("compute.instances.list"), 1);
        // Where tokens are given out, being busy is no fault of the keys.
        place.cloud.endTokens();
        place.cloud.refuse(QStringLiteral("token"), 503, QStringLiteral("internal_failure"), QStringLiteral("Backend Error"), 1);
        QVERIFY(place.provider.list({}, {}));
    }

    void aMachineThatVanishesIsGone()
    {
        GooglePlace place;
        const Instance instance = runningGoogle(place);
        QVERIFY(!instance.providerId.isEmpty());
        place.cloud.vanish(instance.providerId);
        QCOMPARE(place.provider.describe(instance, {}).error().code, ErrorCode::NotFound);
        QVERIFY(place.provider.terminate(instance, {}));
        QCOMPARE(place.provider.stop(instance, {}).error().code, ErrorCode::NotFound);
        QVERIFY(place.cloud.entries(QStringLiteral("disks")).isEmpty());
    }

    void aMachineIsFoundByItsTokenAndOthersAreLeftAlone()
    {
        GooglePlace place;
        const Instance own = runningGoogle(place);
        Instance sought = own;
        sought.providerId.clear();
        QCOMPARE(place.provider.describe(sought, {})->providerId, own.providerId);
        sought.request.owner = QStringLiteral("owner-2");
        QCOMPARE(place.provider.describe(sought, {}).error().code, ErrorCode::NotFound);
        QVERIFY(place.provider.terminate(sought, {}));  // nothing of that owner
        sought.providerId = QStringLiteral("zones/us-central1-a/disks/x");
        QCOMPARE(place.provider.describe(sought, {}).error().code, ErrorCode::NotFound);
        sought.providerId = QStringLiteral("zones/us-central1-a/instances/../../x");
        QCOMPARE(place.provider.describe(sought, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(place.provider.describe(own, {})->state, ProvidedState::Running);
        InstanceFilter filter;
        filter.owner = QStringLiteral("owner-1");
        QCOMPARE(place.provider.list(filter, {})->size(), 1);
        filter.region = QStringLiteral("europe-west4");
        QCOMPARE(place.provider.list(filter, {})->size(), 0);
    }

    void aNameThatIsTakenByOthersIsAConflict()
    {
        GooglePlace place;
        const auto made = place.provider.create(googleRequest(), {}, {});
        QVERIFY(made);
        place.cloud.vanish(made->providerId);
        // The same name, with the labels of nobody.
        place.cloud.put(QStringLiteral("instances"), made->providerId, {{"status", "RUNNING"}});
        InstanceRequest request = googleRequest();
        request.clientToken = QStringLiteral("token-1");
        GooglePlace other;
        other.cloud.put(QStringLiteral("instances"), made->providerId, {{"status", "RUNNING"}});
        const auto again = other.provider.create(request, {}, {});
        QCOMPARE(again.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(other.cloud.entries(QStringLiteral("instances")).size(), 1);
    }

    void requestsThatCannotBeMeantAreRefusedHere_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("no key") << QStringLiteral("ssh-key") << QString();
        QTest::newRow("a key with a line end") << QStringLiteral("ssh-key")
                                               << QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA a\nroot:x");
        QTest::newRow("everybody") << QStringLiteral("own-address") << QStringLiteral("0.0.0.0/0");
        QTest::newRow("an IPv6 address") << QStringLiteral("own-address") << QStringLiteral("2001:db8::1/128");
        QTest::newRow("no address") << QStringLiteral("own-address") << QStringLiteral("999.1.1.1/32");
        QTest::newRow("a small disk") << QStringLiteral("disk-gib") << QStringLiteral("5");
        QTest::newRow("a time that has passed") << QStringLiteral("release-at") << QStringLiteral("2020-01-01T00:00:00Z");
        QTest::newRow("no time") << QStringLiteral("release-at") << QStringLiteral("soon");
        QTest::newRow("no price") << QStringLiteral("max-price") << QStringLiteral("cheap");
        QTest::newRow("a path as zone") << QStringLiteral("zone") << QStringLiteral("a/../../x");
        QTest::newRow("no GPUs") << QStringLiteral("accelerator") << QStringLiteral("nvidia-tesla-t4");
    }
    void requestsThatCannotBeMeantAreRefusedHere()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        GooglePlace place;
        InstanceRequest request = googleRequest();
        request.settings.insert(name, value);
        const auto made = place.provider.create(request, {}, {});
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        QVERIFY2(isOneSentence(made.error().what), qPrintable(made.error().what));
        QVERIFY(place.cloud.calls().isEmpty());
    }

    void endpointsThatOthersCouldReadAreRefused_data()
    {
        QTest::addColumn<QString>("endpoint");
        QTest::newRow("without TLS") << QStringLiteral("http://compute.googleapis.com");
        QTest::newRow("another scheme") << QStringLiteral("ftp://127.0.0.1");
        QTest::newRow("with a path") << QStringLiteral("https://127.0.0.1/a");
        QTest::newRow("with a user") << QStringLiteral("https://a:b@127.0.0.1");
    }
    void endpointsThatOthersCouldReadAreRefused()
    {
        QFETCH(QString, endpoint);
        GooglePlace place;
        place.credentials.settings.insert(QStringLiteral("endpoint"), endpoint);
        QCOMPARE(place.provider.check({}, {}).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestGoogleTrouble)
#include "tst_googletrouble.moc"
