// SPDX-License-Identifier: GPL-3.0-or-later
// The provider for Google Cloud against a stand-in that is as strict as the cloud.
#include "tests/core/provider/google/googleplace.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;
using Cloud = GoogleStandIn;

namespace {

QString metadataOf(const QJsonObject &instance, const QString &key)
{
    for (const QJsonValue &item : instance.value("metadata").toObject().value("items").toArray()) {
        if (item.toObject().value("key").toString() == key)
            return item.toObject().value("value").toString();
    }
    return {};
}

// The rule of the firewall whose name ends in that.
QJsonObject ruleOf(const Cloud &cloud, const QString &end)
{
    for (const QJsonObject &rule : cloud.entries(QStringLiteral("firewalls"))) {
        if (rule.value("name").toString().endsWith(end))
            return rule;
    }
    return {};
}

}  // namespace

class TestGoogle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAccountIsCheckedInTwoRoundTrips()
    {
        GooglePlace place;
        const auto report = place.provider.check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().what + report.error().detail));
        QCOMPARE(report->identity, QStringLiteral("ty@example-project.iam.gserviceaccount.com"));
        QCOMPARE(report->scope, Cloud::kProject);
        QCOMPARE(report->regions, QStringList({"europe-west4", "us-central1"}));
        QCOMPARE(report->missing, QStringList());
        // One token; then the rights beside the regions, of whose two pages only the first is waited for.
        QCOMPARE(place.countOf("token"), 1);
        QCOMPARE(place.countOf("testIamPermissions"), 1);
        QCOMPARE(place.cloud.calls().size(), 3);
        QVERIFY(report->hasMoreRegions);
        QVERIFY(report->mayUse(QStringLiteral("asia-east1")));
    }

    void theLoginOfGcloudIsTaken()
    {
        GooglePlace place;
        place.credentials.secret = place.cloud.userFile();
        const auto report = place.provider.check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().what + report.error().detail));
        QVERIFY(report->identity.contains(Cloud::kProject));
        QVERIFY(place.provider.quota({}, {}));
        QCOMPARE(place.countOf("token"), 1);
    }

    void missingRightsAreNamed()
    {
        GooglePlace place;
        place.cloud.lack(QStringLiteral("compute.instances.create"));
        place.cloud.lack(QStringLiteral("compute.regions.list"));
        const auto report = place.provider.check({}, {});
        QVERIFY(report);
        QCOMPARE(report->missing, QStringList({"compute.instances.create", "compute.regions.list"}));
        QVERIFY(report->regions.isEmpty());
    }

    void offersHaveThePlacesOfTypesWithGpus()
    {
        GooglePlace place;
        InstanceFilter filter;
        filter.region = Cloud::kRegion;
        const auto offers = place.provider.offers(filter, {});
        QVERIFY2(offers, qPrintable(offers ? QString() : offers.error().detail));
        QCOMPARE(offers->size(), 8);  // two types in two zones, by the hour and spot; none without a GPU
        for (const ProviderOffer &offer : *offers) {
            QCOMPARE(offer.region, Cloud::kRegion);
            QVERIFY(!offer.perHour);
            QVERIFY(!offer.isInStock);
        }
        QCOMPARE(place.provider.offers({}, {})->size(), 10);
    }

    void quotasAreThoseOfGpus()
    {
        GooglePlace place;
        InstanceFilter filter;
        filter.region = Cloud::kRegion;
        const auto quota = place.provider.quota(filter, {});
        QVERIFY(quota);
        QCOMPARE(quota->size(), 3);
        QCOMPARE(quota->at(0).name, QStringLiteral("GPUS_ALL_REGIONS"));
        QCOMPARE(quota->at(0).limit, 4.0);
        QCOMPARE(quota->at(1).name, QStringLiteral("NVIDIA_A100_GPUS"));
        QCOMPARE(quota->at(1).used, 1.0);
        QCOMPARE(quota->at(2).name, QStringLiteral("PREEMPTIBLE_NVIDIA_A100_GPUS"));
    }

    void theNewestImageOfEachFamilyIsListed()
    {
        GooglePlace place;
        const auto images = place.provider.images({}, {});
        QVERIFY2(images, qPrintable(images ? QString() : images.error().detail));
        QCOMPARE(images->size(), 3);
        QCOMPARE(images->at(0).id, Cloud::kImage);
        QVERIFY(images->at(0).hasDriver);
        QVERIFY(images->at(1).name.startsWith(QLatin1String("common-cu129")));
        QVERIFY(images->at(1).hasDriver);
        QVERIFY(images->at(2).name.endsWith(QLatin1String("amd64-v20260901")));
        QVERIFY(!images->at(2).hasDriver);
    }

    void aMachineGoesThroughItsWholeLife()
    {
        GooglePlace place;
        QStringList steps;
        const InstanceRequest request = googleRequest();
        const auto made = place.provider.create(request, [&steps](const QString &step) { steps << step; }, {});
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what + made.error().detail));
        QVERIFY(made->providerId.startsWith(QLatin1String("zones/us-central1-a/instances/trainyard-")));
        QCOMPARE(made->state, ProvidedState::Starting);
        QVERIFY(steps.size() >= 3);
        const QJsonObject sent = place.cloud.lastBody(QStringLiteral("compute.instances.create"));
        QCOMPARE(metadataOf(sent, QStringLiteral("block-project-ssh-keys")), QStringLiteral("TRUE"));
        QVERIFY(metadataOf(sent, QStringLiteral("ssh-keys")).startsWith(QLatin1String("ubuntu:ssh-ed25519 AAAA")));
        QVERIFY(!sent.contains("serviceAccounts"));  // the machine gets no rights in the project
        QCOMPARE(sent.value("labels").toObject().value("trainyard-run").toString(), QStringLiteral("ada-s-run"));

        const Instance instance = googleInstanceOf(request, made->providerId);
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
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Stopping);
        const auto stopped = place.provider.describe(instance, {});
        QCOMPARE(stopped->state, ProvidedState::Stopped);
        QVERIFY2(stopped->reason.contains(QLatin1String("50 GiB")), qPrintable(stopped->reason));
        QVERIFY(place.provider.start(instance, {}, {}));
        QVERIFY(place.provider.start(instance, {}, {}));  // it starts already
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Starting);
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Running);

        QVERIFY(place.provider.terminate(instance, {}));
        QCOMPARE(place.provider.describe(instance, {})->state, ProvidedState::Terminating);
        QCOMPARE(place.provider.describe(instance, {}).error().code, ErrorCode::NotFound);
        QVERIFY(place.provider.terminate(instance, {}));
        QVERIFY(place.cloud.entries(QStringLiteral("disks")).isEmpty());
        QCOMPARE(place.countOf("token"), 1);  // one token for everything
    }

    void sshIsAllowedFromTheOwnAddressOnly()
    {
        GooglePlace place;
        InstanceRequest request = googleRequest();
        QVERIFY(place.provider.create(request, {}, {}));
        const QJsonObject open = ruleOf(place.cloud, QStringLiteral("-ssh")), closed = ruleOf(place.cloud, QStringLiteral("-closed"));
        QCOMPARE(open.value("sourceRanges").toArray(), QJsonArray{"203.0.113.7/32"});
        QCOMPARE(open.value("allowed")[0]["ports"].toArray(), QJsonArray{"22"});
        // The default network lets everybody in, with a lower priority.
        QCOMPARE(closed.value("sourceRanges").toArray(), QJsonArray{"0.0.0.0/0"});
        QVERIFY(open.value("priority").toInt() < closed.value("priority").toInt());
        QVERIFY(closed.value("priority").toInt() < 65534);
        const QJsonArray tags = place.cloud.entries(QStringLiteral("instances")).first().value("tags").toObject().value("items").toArray();
        QCOMPARE(tags, QJsonArray({closed.value("targetTags")[0], open.value("targetTags")[0]}));

        request.clientToken = QStringLiteral("token-2");
        QVERIFY(place.provider.create(request, {}, {}));
        QCOMPARE(place.countOf("compute.firewalls.create"), 2);
        QCOMPARE(place.countOf("compute.firewalls.update"), 0);
        request.clientToken = QStringLiteral("token-3");
        request.settings.insert(kOwnAddressSetting, QStringLiteral("198.51.100.9/32"));
        QVERIFY(place.provider.create(request, {}, {}));
        QCOMPARE(ruleOf(place.cloud, QStringLiteral("-ssh")).value("sourceRanges").toArray(), QJsonArray{"198.51.100.9/32"});
        QCOMPARE(place.countOf("compute.firewalls.update"), 1);
        // A machine that nobody may reach has no tag of the open rule.
        request.clientToken = QStringLiteral("token-4");
        request.settings.remove(kOwnAddressSetting);
        QVERIFY(place.provider.create(request, {}, {}));
        QCOMPARE(place.cloud.lastBody(QStringLiteral("compute.instances.create")).value("tags").toObject().value("items").toArray().size(),
                 1);
    }

    void anotherAddressIsLetIn()
    {
        GooglePlace place;
        const Instance instance = runningGoogle(place);
        QVERIFY(!instance.providerId.isEmpty());
        const QJsonObject office{{"name", "office"}, {"sourceRanges", QJsonArray{"192.0.2.0/24"}}};
        place.cloud.put(QStringLiteral("firewalls"), QStringLiteral("global/firewalls/office"), office);
        const auto open = [&place] { return ruleOf(place.cloud, QStringLiteral("-ssh")).value("sourceRanges").toArray(); };
        for (int i = 0; i < 2; ++i) {
            const auto let = place.provider.letIn(instance, QStringLiteral("198.51.100.9/32"), {}, {});
            QVERIFY2(let, qPrintable(let ? QString() : let.error().what + let.error().detail));
            QCOMPARE(open(), QJsonArray{"198.51.100.9/32"});
        }
        QCOMPARE(place.countOf("compute.firewalls.update"), 1);
        QCOMPARE(place.countOf("compute.firewalls.create"), 2);
        QCOMPARE(place.cloud.entries(QStringLiteral("firewalls")).size(), 3);
        QCOMPARE(ruleOf(place.cloud, QStringLiteral("office")).value("sourceRanges").toArray(), QJsonArray{"192.0.2.0/24"});
        place.cloud.lose(QStringLiteral("compute.firewalls.update"), Cloud::Lost::Answer);
        QVERIFY(place.provider.letIn(instance, QStringLiteral("203.0.113.0/24"), {}, {}));
        QCOMPARE(open(), QJsonArray{"203.0.113.0/24"});
        QCOMPARE(place.provider.letIn(instance, QStringLiteral("0.0.0.0/0"), {}, {}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(place.provider.letIn(instance, QStringLiteral("2001:db8::7/128"), {}, {}).error().code, ErrorCode::InvalidInput);
        place.cloud.lack(QStringLiteral("compute.firewalls.update"));
        const auto denied = place.provider.letIn(instance, QStringLiteral("192.0.2.1/32"), {}, {});
        QCOMPARE(denied.error().code, ErrorCode::PermissionDenied);
        QVERIFY2(denied.error().what.contains(QLatin1String("compute.firewalls.update")), qPrintable(denied.error().what));
        QCOMPARE(open(), QJsonArray{"203.0.113.0/24"});
    }

    void theRuleFollowsThePersonWhenAMachineIsStarted()
    {
        GooglePlace place;
        Instance instance = runningGoogle(place);
        QVERIFY(!instance.providerId.isEmpty());
        instance.request.settings.insert(kOwnAddressSetting, QStringLiteral("198.51.100.9/32"));
        QVERIFY(place.provider.start(instance, {}, {}));
        QCOMPARE(ruleOf(place.cloud, QStringLiteral("-ssh")).value("sourceRanges").toArray(), QJsonArray{"198.51.100.9/32"});
    }

    void oneTokenMakesOneMachine()
    {
        GooglePlace place;
        const auto first = place.provider.create(googleRequest(), {}, {});
        const auto second = place.provider.create(googleRequest(), {}, {});
        QVERIFY(first && second);
        QCOMPARE(first->providerId, second->providerId);
        QCOMPARE(place.countOf("compute.instances.create"), 1);
        QVERIFY(place.provider.create(googleRequest(QStringLiteral("token-2")), {}, {}));
        InstanceRequest always = googleRequest({});
        QVERIFY(place.provider.create(always, {}, {}));
        QVERIFY(place.provider.create(always, {}, {}));
        QCOMPARE(place.cloud.entries(QStringLiteral("instances")).size(), 4);
    }

    void withoutAnImageTheOneWithADriverIsTaken()
    {
        GooglePlace place;
        InstanceRequest request = googleRequest();
        request.image.clear();
        QVERIFY(place.provider.create(request, {}, {}));
        const QJsonObject disk = place.cloud.lastBody(QStringLiteral("compute.instances.create")).value("disks")[0].toObject();
        QCOMPARE(disk.value("initializeParams").toObject().value("sourceImage").toString(), Cloud::kImage);
    }

    void aSpotMachineAndItsEndAreAskedFor()
    {
        GooglePlace place;
        InstanceRequest request = googleRequest();
        request.isSpot = true;
        const QDateTime end = QDateTime::currentDateTimeUtc().addSecs(3600);
        request.settings.insert(kReleaseAtSetting, end.toString(Qt::ISODate));
        request.settings.insert(kMaxPriceSetting, QStringLiteral("2.50"));
        request.perHour = Money::parse("1.80", Currency::USD).value();
        QStringList steps;
        QVERIFY(place.provider.create(request, [&steps](const QString &step) { steps << step; }, {}));
        const QJsonObject scheduling = place.cloud.lastBody(QStringLiteral("compute.instances.create")).value("scheduling").toObject();
        QCOMPARE(scheduling.value("provisioningModel").toString(), QStringLiteral("SPOT"));
        QCOMPARE(scheduling.value("instanceTerminationAction").toString(), QStringLiteral("DELETE"));
        QCOMPARE(scheduling.value("terminationTime").toString(), end.toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss'Z'")));
        // The cloud takes no bids, which is said; a price above the highest one is refused here.
        QVERIFY(steps.join(u' ').contains(QLatin1String("no highest price")));
        request.settings.insert(kMaxPriceSetting, QStringLiteral("1.50"));
        request.clientToken = QStringLiteral("token-2");
        QCOMPARE(place.provider.create(request, {}, {}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(place.countOf("compute.instances.create"), 1);
    }

    void aPreemptedMachineGetsItsNotice()
    {
        GooglePlace place;
        InstanceRequest request = googleRequest();
        request.isSpot = true;
        const Instance instance = runningGoogle(place, request);
        QVERIFY(!instance.providerId.isEmpty());
        QCOMPARE(place.provider.spotNotice(instance, {}).value(), std::nullopt);
        place.cloud.preempt(QStringLiteral("zones/us-central1-a/instances/another"));
        QCOMPARE(place.provider.spotNotice(instance, {}).value(), std::nullopt);
        place.cloud.preempt(instance.providerId);
        const auto notice = place.provider.spotNotice(instance, {});
        QVERIFY(notice && *notice);
        const qint64 left = QDateTime::currentDateTimeUtc().secsTo(**notice);
        QVERIFY(left > 20 && left <= 30);
    }

    void theConsoleEndsWithTheHostKeysOfTheGuestAttributes()
    {
        GooglePlace place;
        const Instance instance = runningGoogle(place);
        const auto before = place.provider.consoleOutput(instance, 4096, {});
        QVERIFY(before);
        QVERIFY(before->contains("Linux version"));
        QVERIFY(!before->contains("HOST KEY"));
        place.cloud.bootWithHostKey(QStringLiteral("ssh-ed25519"),
                                    QStringLiteral("AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0q0w0z0x0y0v0"));
        place.cloud.bootWithHostKey(QStringLiteral("ssh-rsa"), QStringLiteral("not a key\n-----END"));
        const auto after = place.provider.consoleOutput(instance, 4096, {});
        QVERIFY(after);
        QVERIFY(
            after->endsWith("-----BEGIN SSH HOST KEY KEYS-----\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0q0w0z0x0y0v0\n"
                            "-----END SSH HOST KEY KEYS-----\n"));
        QCOMPARE(place.provider.consoleOutput(instance, 10, {})->size(), 10);
    }

    void everythingThatMayCostMoneyIsListedAndCanBeGivenBack()
    {
        GooglePlace place;
        QVERIFY(place.provider.create(googleRequest(), {}, {}));
        place.cloud.put(QStringLiteral("disks"), QStringLiteral("regions/europe-west4/disks/left"),
                        {{"sizeGb", "200"}, {"status", "READY"}, {"labels", QJsonObject{{"trainyard-owner", "owner-1"}}}});
        place.cloud.put(QStringLiteral("disks"), QStringLiteral("zones/europe-west4-a/disks/lost"),
                        {{"sizeGb", "10"}, {"status", "READY"}});
        place.cloud.put(QStringLiteral("addresses"), QStringLiteral("regions/us-central1/addresses/held"), {{"status", "RESERVED"}});
        place.cloud.put(QStringLiteral("addresses"), QStringLiteral("global/addresses/front"),
                        {{"status", "IN_USE"}, {"users", QJsonArray{"x"}}});
        place.cloud.put(QStringLiteral("snapshots"), QStringLiteral("global/snapshots/old"),
                        {{"storageBytes", "2147483648"}, {"status", "READY"}});
        const auto all = place.provider.resources({}, {});
        QVERIFY2(all, qPrintable(all ? QString() : all.error().what + all.error().detail));
        QCOMPARE(all->size(), 7);
        InstanceFilter own;
        own.owner = QStringLiteral("owner-1");
        const auto owned = place.provider.resources(own, {});
        QVERIFY(owned);
        QCOMPARE(owned->size(), 3);
        for (const CloudResource &one : *all) {
            const bool isOfMachine = one.providerId.startsWith(QLatin1String("zones/us-central1-a/"));
            if (isOfMachine && one.kind == CloudResource::Kind::Disk)
                QVERIFY(one.isInUse);
            if (one.name == QLatin1String("old"))
                QCOMPARE(one.gibibytes, 2.0);
            if (one.name == QLatin1String("left"))
                QCOMPARE(one.region, QStringLiteral("europe-west4"));
            if (!one.isInUse)
                QVERIFY2(place.provider.release({}, one, {}), qPrintable(one.providerId));
            if (!one.isInUse && one.kind != CloudResource::Kind::Instance)
                QVERIFY(place.provider.release({}, one, {}));  // it is gone already
            else if (one.isInUse)
                QCOMPARE(place.provider.release({}, one, {}).error().code, ErrorCode::AlreadyExists);
        }
        QCOMPARE(place.cloud.entries(QStringLiteral("snapshots")).size(), 0);
        QCOMPARE(place.cloud.entries(QStringLiteral("disks")).size(), 1);
        QCOMPARE(place.cloud.entries(QStringLiteral("addresses")).size(), 1);
        CloudResource odd;
        odd.kind = CloudResource::Kind::Disk;
        odd.providerId = QStringLiteral("zones/a/disks/../../../x");
        QCOMPARE(place.provider.release({}, odd, {}).error().code, ErrorCode::Unsupported);
    }

    void theRoleHasExactlyTheRightsOfTheCalls()
    {
        GooglePlace place;
        Instance instance = runningGoogle(place);
        QVERIFY(place.provider.check({}, {}));
        QVERIFY(place.provider.offers({}, {}) && place.provider.quota({}, {}) && place.provider.images({}, {}));
        QVERIFY(place.provider.consoleOutput(instance, 100, {}) && place.provider.spotNotice(instance, {}));
        QVERIFY(place.provider.stop(instance, {}) && place.provider.start(instance, {}, {}));
        instance.request.settings.insert(kOwnAddressSetting, QStringLiteral("198.51.100.9/32"));
        QVERIFY(place.provider.start(instance, {}, {}));
        const auto release = [&place](CloudResource::Kind kind, const char *path) {
            CloudResource one;
            one.kind = kind;
            one.providerId = QLatin1String(path);
            return bool(place.provider.release({}, one, {}));
        };
        QVERIFY(place.provider.resources({}, {}) && place.provider.terminate(instance, {}));
        QVERIFY(release(CloudResource::Kind::Disk, "zones/us-central1-a/disks/a")
                && release(CloudResource::Kind::Snapshot, "global/snapshots/a"));
        QVERIFY(release(CloudResource::Kind::Address, "global/addresses/a"));
        QVERIFY(release(CloudResource::Kind::Address, "regions/us-central1/addresses/a"));
        QStringList made = place.cloud.calls();
        made.removeDuplicates();
        made.removeAll(QStringLiteral("token"));
        made.removeAll(QStringLiteral("testIamPermissions"));  // needs no right
        // What the description of these calls asks for besides.
        made << QStringList{"compute.disks.create",          "compute.disks.setLabels",       "compute.images.useReadOnly",
                            "compute.instances.setLabels",   "compute.instances.setMetadata", "compute.instances.setTags",
                            "compute.networks.updatePolicy", "compute.subnetworks.use",       "compute.subnetworks.useExternalIp"};
        made.sort();
        QStringList allowed =
            place.provider.policy()->section(QStringLiteral("includedPermissions:\n"), 1).split(u'\n', Qt::SkipEmptyParts);
        for (QString &right : allowed)
            right.remove(0, 2);
        QCOMPARE(allowed, made);
    }

    // If the vendor's own clients are content with the stand-in, the stand-in is fair.
    void theVendorsClientsAreContentWithTheStandIn()
    {
        const QString support = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/");
        QTemporaryDir folder;
        QProcess install;
        install.setProcessChannelMode(QProcess::MergedChannels);
        install.start(support + QStringLiteral("install-google-client"), {folder.path()});
        if (!install.waitForFinished(120000) || install.exitCode() != 0) {
            QSKIP(qPrintable(QStringLiteral("No client of Google Cloud: sudo apt-get install npm, and let it fetch packages; it said: ")
                             + QString::fromUtf8(install.readAll().right(300))));
        }
        GooglePlace place;
        QProcess client;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("NODE_PATH"), folder.filePath(QStringLiteral("node_modules")));
        // These keys belong to the stand-in.
        environment.insert(QStringLiteral("STANDIN_KEY"), QString::fromUtf8(place.cloud.keyFile()));
        environment.insert(QStringLiteral("STANDIN_USER"), QString::fromUtf8(place.cloud.userFile()));
        client.setProcessEnvironment(environment);
        client.start(QStringLiteral("node"),
                     {support + QStringLiteral("google-client.js"), place.cloud.base(), Cloud::kZone, Cloud::kType, Cloud::kImage});
        QVERIFY(client.waitForFinished(60000));
        const QByteArray said = client.readAllStandardOutput();
        QVERIFY2(client.exitCode() == 0, client.readAllStandardError().right(1500).constData());
        const QJsonObject report = QJsonDocument::fromJson(said).object();
        QCOMPARE(report.value("made").toString(), QStringLiteral("DONE"));
        QVERIFY(report.value("isOnce").toBool());  // with the same id of the request
        QCOMPARE(report.value("status").toString(), QStringLiteral("RUNNING"));
        QCOMPARE(report.value("address").toString(), QStringLiteral("203.0.113.20"));
        QCOMPARE(report.value("listed").toArray(), QJsonArray{"from-the-vendors-client"});
        QCOMPARE(report.value("firewall").toString(), QStringLiteral("none"));
        QVERIFY2(report.value("gone").toString().contains(QLatin1String("was not found")), said.constData());
        QVERIFY2(report.value("wrongType").toString().contains(QLatin1String("machine type does not exist")), said.constData());
        QVERIFY2(report.value("otherAccount").toString().contains(QLatin1String("account not found")), said.constData());
        QVERIFY2(report.value("wrongScope").toString().contains(QLatin1String("Invalid OAuth scope")), said.constData());
        QVERIFY(report.value("person").toBool());
        QVERIFY2(report.value("wrongPerson").toString().contains(QLatin1String("expired or revoked")), said.constData());
    }
};

QTEST_GUILESS_MAIN(TestGoogle)
#include "tst_google.moc"
