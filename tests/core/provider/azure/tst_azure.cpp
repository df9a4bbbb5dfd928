// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of Azure, at a stand-in that is as strict as the cloud, and misbehaves as clouds do.
#include "tests/core/provider/azure/azureplace.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QTest>

#include <thread>

using namespace trainyard;
using Cloud = AzureStandIn;
using Place = AzurePlace;

namespace {

const QString kPutMachine = QStringLiteral("Microsoft.Compute/virtualMachines/write");
const QString kPutSecurity = QStringLiteral("Microsoft.Network/networkSecurityGroups/write");
const QString kPutGroup = QStringLiteral("Microsoft.Resources/subscriptions/resourceGroups/write");
const QString kDeleteGroup = QStringLiteral("Microsoft.Resources/subscriptions/resourceGroups/delete");
const QString kDeallocate = QStringLiteral("Microsoft.Compute/virtualMachines/deallocate/action");

QString wordsOf(const Error &error) { return error.what + QStringLiteral(" | ") + error.detail; }

QJsonArray rulesOf(const QJsonObject &group) { return group.value("properties")["securityRules"].toArray(); }

}  // namespace

class TestAzure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMachineGoesThroughItsWholeLife()
    {
        Place place;
        place.cloud.setPolls(2);
        QStringList steps;
        const InstanceRequest request = Place::goodRequest();
        const auto made = place.provider.create(request, [&steps](const QString &step) { steps << step; }, {});
        QVERIFY2(made, qPrintable(made ? QString() : wordsOf(made.error())));
        QVERIFY(made->providerId.startsWith(QLatin1String("trainyard-")));
        QCOMPARE(made->clientToken, request.clientToken);
        QCOMPARE(steps.size(), 3);
        const Instance instance = Place::instanceOf(request, made->providerId);
        const auto runs = place.provider.describe(instance, {});
        QVERIFY(runs);
        QCOMPARE(runs->state, ProvidedState::Running);
        QCOMPARE(runs->owner, request.owner);
        QCOMPARE(runs->clientToken, request.clientToken);
        QCOMPARE(place.provider.sshTarget(instance, {})->display(), QStringLiteral("azureuser@203.0.113.20"));
        QCOMPARE(place.provider.sshTarget(instance, {})->hostKeyAlias, made->providerId);

        QVERIFY(place.provider.stop(instance, {}));
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Stopping);
        const auto stopped = place.provider.describe(instance, {});
        QCOMPARE(stopped->state, ProvidedState::Stopped);
        QVERIFY2(stopped->reason.contains(QLatin1String("public address go on costing money")), qPrintable(stopped->reason));
        QVERIFY(place.provider.stop(instance, {}));  // it is stopped already
        QVERIFY(place.provider.start(instance, {}, {}));
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Running);
        QVERIFY(place.provider.start(instance, {}, {}));  // it runs already

        QVERIFY(place.provider.terminate(instance, {}));
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Terminating);
        QVERIFY(place.provider.terminate(instance, {}));  // it goes already
        QCOMPARE(place.countOf(kDeleteGroup), 1);
        while (place.provider.describe(instance, {})) {}
        QCOMPARE(place.provider.describe(instance, {}).error().code, ErrorCode::NotFound);
        QVERIFY(place.provider.terminate(instance, {}));
        QCOMPARE(place.cloud.paths(), QStringList());
    }

    void anotherAddressIsLetIn()
    {
        const QString right = QStringLiteral("Microsoft.Network/networkSecurityGroups/securityRules/write");
        Place place;
        const Instance instance = place.running();
        QVERIFY(!instance.providerId.isEmpty());
        const auto group = [&place] { return place.cloud.things(QStringLiteral("networkSecurityGroups")).first(); };
        // A rule that somebody added.
        QJsonObject more = group();
        QJsonArray rules = rulesOf(more);
        QJsonObject office = rules.at(0).toObject();
        office.insert("name", "office");
        QJsonObject properties = office.value("properties").toObject();
        properties.insert("priority", 200);
        properties.insert("sourceAddressPrefix", "192.0.2.0/24");
        office.insert("properties", properties);
        more.insert("properties", QJsonObject{{"securityRules", rules << office}});
        const QString root = QStringLiteral("/subscriptions/") + Cloud::kSubscription;
        place.cloud.put(more.value("id").toString().mid(root.size()), more);

        for (int i = 0; i < 2; ++i) {
            const auto let = place.provider.letIn(instance, QStringLiteral("198.51.100.9/32"), {}, {});
            QVERIFY2(let, qPrintable(let ? QString() : wordsOf(let.error())));
            rules = rulesOf(group());
            QCOMPARE(rules.size(), 2);
            QCOMPARE(rules.at(0)["properties"]["sourceAddressPrefix"].toString(), QStringLiteral("198.51.100.9/32"));
            QCOMPARE(rules.at(1).toObject(), office);
        }
        place.cloud.lose(right, Cloud::Lost::Answer);
        QVERIFY(place.provider.letIn(instance, QStringLiteral("2001:db8::7/128"), {}, {}));
        QCOMPARE(rulesOf(group()).at(0)["properties"]["sourceAddressPrefix"].toString(), QStringLiteral("2001:db8::7/128"));
        QCOMPARE(place.countOf(kPutSecurity), 1);
        QCOMPARE(place.provider.letIn(instance, QStringLiteral("0.0.0.0/0"), {}, {}).error().code, ErrorCode::InvalidInput);
        place.cloud.deny(right);
        const auto denied = place.provider.letIn(instance, QStringLiteral("192.0.2.1/32"), {}, {});
        QCOMPARE(denied.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(denied.error().what.contains(right), qPrintable(denied.error().what));
        QCOMPARE(rulesOf(group()).at(0)["properties"]["sourceAddressPrefix"].toString(), QStringLiteral("2001:db8::7/128"));
    }

    void stoppingIsAlwaysDeallocating()
    {
        Place place;
        const Instance instance = place.running();
        QVERIFY(!instance.providerId.isEmpty());
        // Shut down from inside, it goes on costing its full price, and says so.
        place.cloud.shutDown(instance.providerId);
        const auto report = place.provider.describe(instance, {});
        QCOMPARE(report->state, ProvidedState::Running);
        QVERIFY2(report->reason.contains(QLatin1String("full price")), qPrintable(report->reason));
        QVERIFY(place.provider.stop(instance, {}));
        QCOMPARE(place.countOf(kDeallocate), 1);
        place.provider.describe(instance, {}).value();
        QVERIFY(!place.provider.describe(instance, {})->reason.contains(QLatin1String("full price")));
        QVERIFY(place.cloud.targets().filter(QStringLiteral("powerOff")).isEmpty());
    }

    void sshIsAllowedFromTheOwnAddressOnly()
    {
        Place place;
        InstanceRequest request = Place::goodRequest();
        QVERIFY(place.provider.create(request, {}, {}));
        const QJsonArray rules = rulesOf(place.cloud.things(QStringLiteral("networkSecurityGroups")).first());
        QCOMPARE(rules.size(), 1);
        const QJsonObject rule = rules[0]["properties"].toObject();
        QCOMPARE(rule.value("sourceAddressPrefix").toString(), QStringLiteral("203.0.113.7/32"));
        QCOMPARE(rule.value("destinationPortRange").toString(), QStringLiteral("22"));
        QCOMPARE(rule.value("access").toString(), QStringLiteral("Allow"));
        // A machine that nobody may reach.
        request = Place::goodRequest(QStringLiteral("token-2"));
        request.settings.remove(QLatin1String(kOwnAddressSetting));
        QVERIFY(place.provider.create(request, {}, {}));
        QVERIFY(rulesOf(place.cloud.lastBody(kPutSecurity)).isEmpty());
    }

    void theRuleFollowsThePersonWhenAMachineIsStarted()
    {
        Place place;
        Instance instance = place.running();
        QVERIFY(place.provider.stop(instance, {}));
        instance.request.settings.insert(QLatin1String(kOwnAddressSetting), QStringLiteral("198.51.100.9/32"));
        QVERIFY(place.provider.start(instance, {}, {}));
        const QJsonArray rules = rulesOf(place.cloud.things(QStringLiteral("networkSecurityGroups")).first());
        QCOMPARE(rules.size(), 1);
        QCOMPARE(rules[0]["properties"]["sourceAddressPrefix"].toString(), QStringLiteral("198.51.100.9/32"));
    }

    void whatIsMadeWithTheMachineGoesWithIt()
    {
        Place place;
        InstanceRequest request = Place::goodRequest();
        request.settings.insert(QLatin1String(kDiskSetting), QStringLiteral("200"));
        request.settings.insert(QStringLiteral("zone"), QStringLiteral("2"));
        request.settings.insert(QLatin1String(kUserDataSetting), QStringLiteral("#cloud-config\nssh_pwauth: false\n"));
        QVERIFY(place.provider.create(request, {}, {}));
        const QJsonObject machine = place.cloud.lastBody(kPutMachine), asked = machine.value("properties").toObject();
        const QJsonObject interface = asked.value("networkProfile")["networkInterfaceConfigurations"][0]["properties"].toObject();
        QCOMPARE(interface.value("deleteOption").toString(), QStringLiteral("Delete"));
        const QJsonValue address = interface.value("ipConfigurations")[0]["properties"]["publicIPAddressConfiguration"]["properties"];
        QCOMPARE(address["deleteOption"].toString(), QStringLiteral("Delete"));
        const QJsonValue disk = asked.value("storageProfile")["osDisk"];
        QCOMPARE(disk["deleteOption"].toString(), QStringLiteral("Delete"));
        QCOMPARE(disk["diskSizeGB"].toInt(), 200);
        QCOMPARE(asked.value("storageProfile")["imageReference"]["offer"].toString(), QStringLiteral("ubuntu-hpc"));
        QCOMPARE(machine.value("zones")[0].toString(), QStringLiteral("2"));
        QCOMPARE(QByteArray::fromBase64(asked.value("osProfile")["customData"].toString().toLatin1()),
                 QByteArray("#cloud-config\nssh_pwauth: false\n"));
        // The key without its comment, which may have a name of a person.
        const QString key = asked.value("osProfile")["linuxConfiguration"]["ssh"]["publicKeys"][0]["keyData"].toString();
        QVERIFY(key.startsWith(QLatin1String("ssh-ed25519 AAAA")) && !key.contains(QLatin1String("ada")));
        QVERIFY(asked.value("osProfile")["linuxConfiguration"]["disablePasswordAuthentication"].toBool());
        QVERIFY(!asked.contains("priority"));
    }

    void aSpotMachineHasAHighestPrice()
    {
        Place place;
        InstanceRequest request = Place::goodRequest();
        request.isSpot = true;
        QVERIFY(place.provider.create(request, {}, {}));
        QJsonValue asked = place.cloud.lastBody(kPutMachine).value("properties");
        QCOMPARE(asked["priority"].toString(), QStringLiteral("Spot"));
        QCOMPARE(asked["billingProfile"]["maxPrice"].toDouble(), -1.0);
        request = Place::goodRequest(QStringLiteral("token-2"));
        request.isSpot = true;
        request.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("1.25"));
        const auto made = place.provider.create(request, {}, {});
        QVERIFY(made);
        asked = place.cloud.lastBody(kPutMachine).value("properties");
        QCOMPARE(asked["billingProfile"]["maxPrice"].toDouble(), 1.25);
        QCOMPARE(asked["evictionPolicy"].toString(), QStringLiteral("Delete"));
        // Taken back: the network is left, and goes when the machine is terminated.
        const Instance instance = Place::instanceOf(request, made->providerId);
        place.cloud.vanish(made->providerId);
        const auto report = place.provider.describe(instance, {});
        QCOMPARE(report->state, ProvidedState::Failed);
        QVERIFY2(report->reason.contains(QLatin1String("took the machine back")), qPrintable(report->reason));
        QVERIFY(place.provider.terminate(instance, {}));
        QCOMPARE(place.left().filter(made->providerId), QStringList());
    }

    void oneTokenMakesOneMachine_data()
    {
        QTest::addColumn<QString>("right");
        QTest::addColumn<int>("how");
        for (const auto &[name, right] :
             {std::pair("group", kPutGroup), std::pair("network", kPutSecurity), std::pair("machine", kPutMachine)}) {
            QTest::addRow("%s, no answer", name) << right << int(Cloud::Lost::Answer);
            QTest::addRow("%s, a failure", name) << right << int(Cloud::Lost::InternalError);
        }
    }
    void oneTokenMakesOneMachine()
    {
        QFETCH(QString, right);
        QFETCH(int, how);
        Place place;
        place.cloud.lose(right, static_cast<Cloud::Lost>(how));
        const auto made = place.provider.create(Place::goodRequest(), {}, {});
        QVERIFY2(made, qPrintable(made ? QString() : wordsOf(made.error())));
        const auto again = place.provider.create(Place::goodRequest(), {}, {});
        QVERIFY(again);
        QCOMPARE(again->providerId, made->providerId);
        QCOMPARE(again->state, ProvidedState::Running);
        QCOMPARE(place.cloud.things(QStringLiteral("virtualMachines")).size(), 1);
        QCOMPARE(place.cloud.things(QStringLiteral("publicIPAddresses")).size(), 1);
        // Another token is another machine.
        QVERIFY(place.provider.create(Place::goodRequest(QStringLiteral("token-2")), {}, {})->providerId != made->providerId);
        QCOMPARE(place.cloud.things(QStringLiteral("virtualMachines")).size(), 2);
    }

    void whatIsHalfMadeIsStarting()
    {
        // The network is there, and the answer about it was lost together with the program that waited for it.
        Place place;
        place.cloud.refuse(kPutMachine, {503, "InternalServerError", "No.", {}}, 100);
        const auto made = place.provider.create(Place::goodRequest(), {}, {});
        QVERIFY(!made && isUnknownOutcome(made.error().code));
        const Instance unnamed = Place::instanceOf(Place::goodRequest(), {});
        QCOMPARE(place.provider.describe(unnamed, {})->state, ProvidedState::Starting);
        place.cloud.refuse(kPutMachine, {}, 0);
        QVERIFY(place.provider.create(Place::goodRequest(), {}, {}));
        QCOMPARE(place.provider.describe(unnamed, {})->state, ProvidedState::Running);
    }

    void aMachineIsFoundByItsTokenAlone()
    {
        Place place;
        QVERIFY(place.provider.create(Place::goodRequest(), {}, {}));
        const Instance unnamed = Place::instanceOf(Place::goodRequest(), {});
        QCOMPARE(place.provider.describe(unnamed, {})->state, ProvidedState::Running);
        QVERIFY(place.provider.terminate(unnamed, {}));
        QCOMPARE(place.left(), QStringList());
        QCOMPARE(place.provider.describe({}, {}).error().code, ErrorCode::NotFound);
    }

    void aRefusedMachineLeavesNothing_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<bool>("isLater");
        QTest::addColumn<int>("expected");
        QTest::addColumn<QString>("word");
        const auto row = [](const char *name, int status, const char *code, const char *message, bool isLater, ErrorCode expected,
                            const char *word) {
            QTest::newRow(name) << status << QByteArray(code) << QByteArray(message) << isLater << int(expected) << QString::fromUtf8(word);
        };
        const char *quota = "Operation could not be completed as it results in exceeding approved standardNCADSA100v4Family Cores quota.";
        row("sold out", 409, "SkuNotAvailable", "The requested size is currently not available in location 'eastus'.", false,
            ErrorCode::NoCapacity, "no such machine free");
        row("sold out, told later", 0, "AllocationFailed", "Allocation failed.", true, ErrorCode::NoCapacity, "no such machine free");
        row("no place in the zone", 0, "ZonalAllocationFailed", "Allocation failed.", true, ErrorCode::NoCapacity, "no such machine free");
        row("quota", 409, "OperationNotAllowed", quota, false, ErrorCode::OverQuota, "“standardNCADSA100v4Family Cores”");
        row("quota, told later", 0, "OperationNotAllowed", quota, true, ErrorCode::OverQuota, "“standardNCADSA100v4Family Cores”");
        row("addresses", 400, "PublicIPCountLimitReached", "Cannot create more than 10 public IP addresses.", false, ErrorCode::OverQuota,
            "quota");
        row("price", 409, "SpotPriceGreaterThanProvidedMaxPrice", "No.", false, ErrorCode::InvalidInput, "highest price");
        row("not registered", 409, "MissingSubscriptionRegistration", "Not registered to use namespace 'Microsoft.Compute'.", false,
            ErrorCode::PermissionDenied, "not activated");
        row("a rule of the organization", 403, "RequestDisallowedByPolicy", "Resource was disallowed by policy 'no GPUs'.", false,
            ErrorCode::InvalidInput, "refuses a value");
        row("no such image", 404, "PlatformImageNotFound", "The platform image is not available.", false, ErrorCode::NotFound, "image");
    }
    void aRefusedMachineLeavesNothing()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, message);
        QFETCH(bool, isLater);
        QFETCH(int, expected);
        QFETCH(QString, word);
        Place place;
        if (isLater)
            place.cloud.failLater(code, message);
        else
            place.cloud.refuse(kPutMachine, {status, code, message, {}});
        const auto made = place.provider.create(Place::goodRequest(), {}, {});
        QVERIFY(!made);
        QCOMPARE(int(made.error().code), expected);
        QVERIFY2(made.error().what.contains(word) && made.error().what.endsWith(u'.'), qPrintable(made.error().what));
        QVERIFY2(made.error().detail.contains(QString::fromUtf8(code)), qPrintable(made.error().detail));
        QCOMPARE(place.cloud.paths(), QStringList());  // gone, and not only going
    }

    void aMissingRightIsNamedAndLeavesNothing_data()
    {
        QTest::addColumn<QString>("right");
        for (const QString &right :
             {kPutGroup, kPutSecurity, kPutMachine, QStringLiteral("Microsoft.Network/publicIPAddresses/join/action")})
            QTest::newRow(qPrintable(right)) << right;
    }
    void aMissingRightIsNamedAndLeavesNothing()
    {
        QFETCH(QString, right);
        Place place;
        place.cloud.deny(right);
        const auto made = place.provider.create(Place::goodRequest(), {}, {});
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(made.error().what.contains(right), qPrintable(made.error().what));
        QCOMPARE(place.left(), QStringList());
    }

    void whatCannotBeTakenBackIsSaid()
    {
        Place place;
        place.cloud.refuse(kPutMachine, {409, "SkuNotAvailable", "No.", {}});
        place.cloud.deny(kDeleteGroup);
        const auto made = place.provider.create(Place::goodRequest(), {}, {});
        QVERIFY(!made);
        // Not "no capacity", after which the next place would be tried and this one forgotten.
        QVERIFY(isUnknownOutcome(made.error().code));
        QVERIFY2(made.error().what.contains(QLatin1String("resource group trainyard-")), qPrintable(made.error().what));
    }

    void aDeletionThatWasAcceptedAndThenFailsIsSaid()
    {
        Place place;
        place.cloud.failLater("AllocationFailed", "Allocation failed.");
        place.cloud.failDeletions();
        const auto made = place.provider.create(Place::goodRequest(), {}, {});
        QVERIFY(!made && isUnknownOutcome(made.error().code));
        QVERIFY2(made.error().what.contains(QLatin1String("resource group trainyard-")), qPrintable(made.error().what));
        QVERIFY2(made.error().detail.contains(QLatin1String("AllocationFailed")), qPrintable(made.error().detail));
        QVERIFY(!place.cloud.paths().isEmpty());
    }

    void whatGoesWrongBeforeTheMachineLeavesNothing()
    {
        Place place;
        place.cloud.refuse(kPutSecurity, {503, "ServiceUnavailable", "No.", {}}, 100);
        const auto made = place.provider.create(Place::goodRequest(), {}, {});
        QVERIFY(!made && !isUnknownOutcome(made.error().code));
        QCOMPARE(place.countOf(kPutMachine), 0);
        QCOMPARE(place.left(), QStringList());
    }

    void whatWasAcceptedIsNotTakenForRefused_data()
    {
        QTest::addColumn<bool>("isDenied");
        QTest::newRow("it may not be looked at") << true;
        QTest::newRow("it fails for a reason that is not known") << false;
    }
    void whatWasAcceptedIsNotTakenForRefused()
    {
        QFETCH(bool, isDenied);
        Place place;
        if (isDenied)
            place.cloud.deny(QStringLiteral("Microsoft.Compute/locations/operations/read"));
        else
            place.cloud.failLater("SomethingNew", "No.");
        const auto made = place.provider.create(Place::goodRequest(), {}, {});
        QVERIFY(!made && isUnknownOutcome(made.error().code));
        QCOMPARE(place.countOf(kDeleteGroup), 0);
        QVERIFY(place.provider.terminate(Place::instanceOf(Place::goodRequest(), {}), {}));
    }

    void aDisabledSubscriptionIsSaid()
    {
        Place place;
        place.cloud.setSubscriptionState(QStringLiteral("Disabled"));
        const auto made = place.provider.create(Place::goodRequest(), {}, {});
        QCOMPARE(made.error().code, ErrorCode::PermissionDenied);
        QVERIFY(made.error().detail.contains(QLatin1String("ReadOnlyDisabledSubscription")));
        QCOMPARE(place.left(), QStringList());
        QCOMPARE(place.provider.check({}, {}).error().code, ErrorCode::PermissionDenied);
    }

    void aStartWithoutAPlaceIsSaid()
    {
        Place place;
        const Instance instance = place.running();
        QVERIFY(place.provider.stop(instance, {}));
        place.provider.describe(instance, {}).value();
        place.cloud.failLater("AllocationFailed", "Allocation failed.");
        const auto started = place.provider.start(instance, {}, {});
        QVERIFY(!started);
        QCOMPARE(started.error().code, ErrorCode::NoCapacity);
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Stopped);
    }

    void thePauseBetweenLooksIsAtLeastAsLongAsAzureAsks()
    {
        Place place;
        place.cloud.setPolls(1, 1);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(place.provider.create(Place::goodRequest(), {}, {}));
        QVERIFY2(clock.elapsed() >= 2000, qPrintable(QString::number(clock.elapsed())));  // network, then machine
    }

    void throttlingIsWaitedForAndThenSaid()
    {
        Place place;
        place.cloud.refuse(kPutMachine, {429, "TooManyRequests", "Slow down.", {"Retry-After: 1"}});
        QElapsedTimer clock;
        clock.start();
        QVERIFY(place.provider.create(Place::goodRequest(), {}, {}));
        QVERIFY(clock.elapsed() >= 1000);
        place.cloud.refuse(kPutMachine, {429, "OperationNotAllowed", "The server rejected the request, too many.", {"Retry-After: 600"}});
        const auto made = place.provider.create(Place::goodRequest(QStringLiteral("token-2")), {}, {});
        QVERIFY(made.error().what.contains(QLatin1String("too many requests")));
    }

    void machinesThatGoOnBeingMadeAreStarting()
    {
        Place place;
        place.cloud.setPolls(1'000'000);
        const AzureProvider hasty([&place](const QString &, const QString &) -> Result<CloudCredentials> { return place.credentials; },
                                  Place::quickLimits(), std::chrono::milliseconds(50));
        const auto made = hasty.create(Place::goodRequest(), {}, {});
        QVERIFY2(made, qPrintable(made ? QString() : wordsOf(made.error())));
        QCOMPARE(made->state, ProvidedState::Starting);
        const Instance instance = Place::instanceOf(Place::goodRequest(), made->providerId);
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Starting);
        // Only one that is being made has no console yet.
        QCOMPARE(place.provider.consoleOutput(instance, 10, {}).error().code, ErrorCode::Unreachable);
    }

    void listsFindMachinesByTheirTags()
    {
        Place place;
        place.cloud.setPageSize(1);
        InstanceRequest other = Place::goodRequest(QStringLiteral("token-3"));
        other.owner = QStringLiteral("o'brien");
        for (const InstanceRequest &request : {Place::goodRequest(), Place::goodRequest(QStringLiteral("token-2")), other})
            QVERIFY(place.provider.create(request, {}, {}));
        // A group of somebody else who copied the tag.
        place.cloud.put(QStringLiteral("/resourceGroups/production"),
                        {{"location", "eastus"}, {"tags", QJsonObject{{"trainyard:owner", "owner-1"}}}});
        QCOMPARE(place.provider.list({}, {})->size(), 3);
        InstanceFilter filter;
        filter.owner = QStringLiteral("owner-1");
        QCOMPARE(place.provider.list(filter, {})->size(), 2);
        filter.clientToken = QStringLiteral("token-2");
        const auto one = place.provider.list(filter, {});
        QCOMPARE(one->size(), 1);
        QCOMPARE(one->first().clientToken, QStringLiteral("token-2"));
        QCOMPARE(one->first().state, ProvidedState::Running);
        filter = {};
        filter.owner = other.owner;
        QCOMPARE(place.provider.list(filter, {})->size(), 1);
        filter.region = QStringLiteral("westeurope");
        QCOMPARE(place.provider.list(filter, {})->size(), 0);
    }

    void aGroupOfSomebodyElseIsNotDeleted()
    {
        Place place;
        const Instance instance = place.running();
        Instance foreign = instance;
        foreign.request.owner = QStringLiteral("owner-2");
        QCOMPARE(place.provider.terminate(foreign, {}).error().code, ErrorCode::PermissionDenied);
        foreign.providerId = QStringLiteral("production");
        QCOMPARE(place.provider.terminate(foreign, {}).error().code, ErrorCode::NotFound);
        foreign.providerId = QStringLiteral("trainyard-../../x");
        QCOMPARE(place.provider.stop(foreign, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(place.countOf(kDeleteGroup), 0);
    }

    void consoleOutputComesWithoutTheToken()
    {
        Place place;
        const Instance instance = place.running();
        QCOMPARE(*place.provider.consoleOutput(instance, 100, {}), QByteArray());  // nothing is there yet
        place.cloud.setConsole("ec2: -----BEGIN SSH HOST KEY KEYS-----\r\nthe end");
        QCOMPARE(*place.provider.consoleOutput(instance, 7, {}), QByteArray("the end"));
        QVERIFY(!place.cloud.wasTokenShown());
        QCOMPARE(place.provider.consoleOutput(Place::instanceOf(Place::goodRequest(QStringLiteral("none")), {}), 7, {}).error().code,
                 ErrorCode::NotFound);
    }

    void linksToOtherServersAreNotFollowed()
    {
        Place place;
        Cloud thief;
        const Instance instance = place.running();
        place.cloud.setConsole("text");
        place.cloud.setPageSize(1);
        QVERIFY(place.provider.create(Place::goodRequest(QStringLiteral("token-2")), {}, {}));
        place.cloud.sendElsewhere(thief.base());
        QCOMPARE(place.provider.list({}, {}).error().code, ErrorCode::Corrupt);
        QCOMPARE(place.provider.resources({}, {}).error().code, ErrorCode::Corrupt);
        QCOMPARE(place.provider.consoleOutput(instance, 100, {}).error().code, ErrorCode::Corrupt);
        const auto made = place.provider.create(Place::goodRequest(QStringLiteral("token-3")), {}, {});
        QVERIFY(!made && made.error().detail.contains(QLatin1String("at another server")));
        QCOMPARE(thief.targets(), QStringList());
    }

    void aListWithoutEndEnds()
    {
        Place place;
        place.cloud.repeatPages();
        QCOMPARE(place.provider.list({}, {}).error().code, ErrorCode::Corrupt);
        QVERIFY(place.cloud.calls().size() < 10);
    }

    void requestsThatCannotBeAreRefusedWithoutAsking_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("value");
        const auto row = [](const char *setting, const char *value) {
            QTest::newRow(value) << QString::fromUtf8(setting) << QString::fromUtf8(value);
        };
        row(kSshKeySetting, "");
        row(kSshKeySetting, "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAA=");
        row(kSshKeySetting, "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0m\nssh-rsa x");
        row(kOwnAddressSetting, "0.0.0.0/0");
        row(kOwnAddressSetting, "*");
        row(kOwnAddressSetting, "::/0");
        row(kOwnAddressSetting, "203.0.113.7");
        row(kDiskSetting, "lots");
        row(kDiskSetting, "5000");
        row(kMaxPriceSetting, "-1");
        row("zone", "eastus-1");
        row("disk-type", "a/b");
        row("type", "Standard/../x");
        row("image", "ubuntu");
        row("image", "/subscriptions/../x");
    }
    void requestsThatCannotBeAreRefusedWithoutAsking()
    {
        QFETCH(QString, setting);
        QFETCH(QString, value);
        Place place;
        InstanceRequest request = Place::goodRequest();
        if (setting == QLatin1String("type"))
            request.type = value;
        else if (setting == QLatin1String("image"))
            request.image = value;
        else
            request.settings.insert(setting, value);
        const auto made = place.provider.create(request, {}, {});
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        QCOMPARE(place.cloud.targets(), QStringList());
    }

    void cancellingLeavesWhatIsKnownByItsToken()
    {
        Place place;
        place.cloud.setPolls(1'000'000);
        std::stop_source source;
        std::jthread canceller([&] {
            while (place.countOf(kPutMachine) == 0)
                std::this_thread::yield();
            source.request_stop();
        });
        const auto made = place.provider.create(Place::goodRequest(), {}, source.get_token());
        QVERIFY(!made && made.error().isCancelled());
        QVERIFY(place.provider.terminate(Place::instanceOf(Place::goodRequest(), {}), {}));
        QCOMPARE(place.left(), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestAzure)
#include "tst_azure.moc"
