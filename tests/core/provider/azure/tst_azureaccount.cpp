// SPDX-License-Identifier: GPL-3.0-or-later
// An account of Azure at a stand-in: signing in, rights, offers, quotas, what lies in it, and the vendor's own client.
#include "core/provider/credentials/officialcredentials.h"
#include "tests/core/provider/azure/azureplace.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <thread>
#include <vector>

using namespace trainyard;
using Cloud = AzureStandIn;
using Place = AzurePlace;

namespace {

InstanceFilter inRegion(const QString &region)
{
    InstanceFilter filter;
    filter.region = region;
    return filter;
}

}  // namespace

class TestAzureAccount : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAccountIsCheckedInTwoRoundTrips()
    {
        Place place;
        const auto report = place.provider.check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().detail));
        QVERIFY2(report->identity.startsWith(place.credentials.keyId + u'@' + Cloud::kTenant), qPrintable(report->identity));
        QCOMPARE(report->regions, QStringList({"eastus", "westeurope"}));
        QCOMPARE(report->missing, QStringList());
        // The token, and then three calls side by side.
        QCOMPARE(place.cloud.calls().size(), 4);
        QCOMPARE(place.cloud.calls().first(), QStringLiteral("token"));
        QVERIFY(place.provider.check({}, {}));
        QCOMPARE(place.countOf(QStringLiteral("token")), 1);
    }

    void aCheckWaitsForTheFirstPagesOnly()
    {
        Place place;
        place.cloud.setPageSize(1);
        const auto report = place.provider.check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().detail));
        QCOMPARE(place.cloud.calls().size(), 4);
        QVERIFY(report->hasMoreRegions);
        QVERIFY(report->mayUse(QStringLiteral("westeurope")));
        // What is granted on the other page is not named as missing.
        QCOMPARE(report->missing, QStringList());
    }

    void missingRightsAreNamed()
    {
        Place place;
        place.cloud.deny(QStringLiteral("Microsoft.Compute/virtualMachines/write"));
        place.cloud.deny(QStringLiteral("Microsoft.Network/networkInterfaces/join/action"));
        QCOMPARE(place.provider.check({}, {})->missing,
                 QStringList({"Microsoft.Compute/virtualMachines/write", "Microsoft.Network/networkInterfaces/join/action"}));
        // Rights that cannot be looked at are missing ones themselves.
        place.cloud.deny(QStringLiteral("Microsoft.Authorization/permissions/read"));
        QCOMPARE(place.provider.check({}, {})->missing, QStringList({"Microsoft.Authorization/permissions/read"}));
    }

    void wrongKeysAreSaidAndNotTriedAgain_data()
    {
        QTest::addColumn<QString>("part");
        QTest::addColumn<int>("asked");
        QTest::newRow("client") << QStringLiteral("client") << 1;
        QTest::newRow("secret") << QStringLiteral("secret") << 1;
        QTest::newRow("tenant") << QStringLiteral("tenant") << 1;
        QTest::newRow("no secret") << QStringLiteral("none") << 0;
        QTest::newRow("a client that is none") << QStringLiteral("x") << 0;
    }
    void wrongKeysAreSaidAndNotTriedAgain()
    {
        QFETCH(QString, part);
        QFETCH(int, asked);
        Place place;
        if (part == QLatin1String("client"))
            place.credentials.keyId = Cloud::kSubscription;
        else if (part == QLatin1String("secret"))
            place.credentials.secret = "wr0ng~secret";
        else if (part == QLatin1String("tenant"))
            place.credentials.settings.insert(QStringLiteral("tenant"), QStringLiteral("lab.example"));
        else if (part == QLatin1String("none"))
            place.credentials.secret.clear();
        else
            place.credentials.keyId = QStringLiteral("me\r\nX: 1");
        const auto report = place.provider.check({}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::AuthenticationFailed);
        QVERIFY2(!report.error().detail.contains(QLatin1String("wr0ng")), qPrintable(report.error().detail));
        QCOMPARE(place.cloud.calls().size(), asked);
    }

    void aSecretThatHasExpiredIsSaid()
    {
        Place place;
        place.cloud.refuse(QStringLiteral("token"),
                           {401, "invalid_client", "AADSTS7000222: The provided client secret keys are expired.", {}}, 9);
        const auto report = place.provider.check({}, {});
        QCOMPARE(report.error().code, ErrorCode::AuthenticationFailed);
        QVERIFY2(report.error().what.contains(QLatin1String("has ended")), qPrintable(report.error().what));
    }

    void otherKeysAreTriedForThemselves()
    {
        Place place;
        QVERIFY(place.provider.check({}, {}));
        place.credentials.secret += 'x';  // the token that is kept would still do
        QCOMPARE(place.provider.check({}, {}).error().code, ErrorCode::AuthenticationFailed);
    }

    void aTokenThatEndedIsReplacedOnce()
    {
        Place place;
        QVERIFY(place.provider.list({}, {}));
        place.cloud.endTokens();
        QVERIFY(place.provider.list({}, {}));
        QCOMPARE(place.countOf(QStringLiteral("token")), 2);
        // One that is refused as soon as it is given is not asked for again and again.
        place.cloud.endTokens();
        place.cloud.refuse(QStringLiteral("Microsoft.Resources/subscriptions/resourceGroups/read"),
                           {401, "InvalidAuthenticationToken", "No.", {}}, 100);
        QCOMPARE(place.provider.list({}, {}).error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(place.countOf(QStringLiteral("token")), 3);
    }

    void aShortTokenIsFetchedAgain()
    {
        Place place;
        place.cloud.setTokenLife(0);
        QVERIFY(place.provider.list({}, {}));
        QVERIFY(place.provider.list({}, {}));
        QCOMPARE(place.countOf(QStringLiteral("token")), 2);
    }

    void secretsAreInNoError()
    {
        Place place;
        place.cloud.refuse(QStringLiteral("Microsoft.Resources/subscriptions/resourceGroups/read"),
                           {400, "BadRequest", "You sent " + place.credentials.secret + " and header.1.token.", {}});
        const Error error = place.provider.list({}, {}).error();
        QVERIFY2(!error.detail.contains(QString::fromUtf8(place.credentials.secret)), qPrintable(error.detail));
        QVERIFY2(!error.detail.contains(QLatin1String("header.1.token")), qPrintable(error.detail));
        QVERIFY(error.detail.contains(QLatin1String("request-1")));
    }

    void endpointsOfOthersAreRefused_data()
    {
        QTest::addColumn<QString>("endpoint");
        for (const char *one : {"https://management.example", "http://management.azure.com", "https://management.azure.com.example",
                                "http://127.0.0.1:1/x", "http://a:b@127.0.0.1:1", "ftp://127.0.0.1"})
            QTest::newRow(one) << QString::fromLatin1(one);
    }
    void endpointsOfOthersAreRefused()
    {
        QFETCH(QString, endpoint);
        Place place;
        place.credentials.settings.insert(QStringLiteral("endpoint"), endpoint);
        QCOMPARE(place.provider.check({}, {}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(place.cloud.targets(), QStringList());
    }

    void aSubscriptionIsNeeded()
    {
        Place place;
        for (const char *one : {"", "lab", "11111111-2222-3333-4444-555555555555/../x"}) {
            place.credentials.settings.insert(QStringLiteral("subscription"), QString::fromLatin1(one));
            QCOMPARE(place.provider.check({}, {}).error().code, ErrorCode::InvalidInput);
        }
        QCOMPARE(place.cloud.targets(), QStringList());
    }

    void offersHaveStockAndBothPrices()
    {
        Place place;
        place.cloud.setPageSize(2);
        const auto offers = place.provider.offers(inRegion(Cloud::kRegion), {});
        QVERIFY2(offers, qPrintable(offers ? QString() : offers.error().detail));
        QCOMPARE(offers->size(), 3);  // only types with GPUs; one of them also as a spot machine
        QCOMPARE(offers->at(0).type, Cloud::kType);
        QCOMPARE(offers->at(0).perHour->text(), QStringLiteral("3.673 USD"));
        QCOMPARE(offers->at(0).isInStock, std::optional(true));
        QVERIFY(offers->at(1).isSpot);
        QCOMPARE(offers->at(1).perHour->text(), QStringLiteral("1.469 USD"));
        QCOMPARE(offers->at(2).isInStock, std::optional(false));
        QVERIFY(!offers->at(2).perHour);
        QCOMPARE(place.provider.offers({}, {})->size(), 6);  // in both regions
        QVERIFY(!place.cloud.wasTokenShown());
    }

    void withoutThePriceListOffersHaveNoPrices()
    {
        Place place;
        place.cloud.closePrices();
        const auto offers = place.provider.offers(inRegion(Cloud::kRegion), {});
        QVERIFY(offers);
        QCOMPARE(offers->size(), 3);
        QVERIFY(!offers->first().perHour);
    }

    void quotasAndImagesAreListed()
    {
        Place place;
        const auto quota = place.provider.quota(inRegion(Cloud::kRegion), {});
        QVERIFY(quota);
        QCOMPARE(quota->size(), 3);  // without the families that have no GPUs
        QCOMPARE(quota->at(2).name, QStringLiteral("Standard NCADSA100v4 Family vCPUs"));
        QCOMPARE(quota->at(2).limit, 48.0);
        QCOMPARE(quota->at(2).used, 24.0);
        const auto images = place.provider.images({}, {});
        QVERIFY(images);
        QCOMPARE(images->size(), 2);
        QCOMPARE(images->first().id, QStringLiteral("microsoft-dsvm:ubuntu-hpc:2204:latest"));
        QVERIFY(images->first().hasDriver);
        QCOMPARE(images->last().id, QStringLiteral("Canonical:ubuntu-24_04-lts:server:latest"));
        QVERIFY(!images->last().hasDriver);
        QCOMPARE(images->last().user, QStringLiteral("azureuser"));
    }

    void everythingInTheAccountIsListedAndGivenBack()
    {
        Place place;
        place.cloud.setPageSize(2);
        const Instance instance = place.running();
        QVERIFY(!instance.providerId.isEmpty());
        const QString lab = QStringLiteral("/resourceGroups/lab");
        place.cloud.put(lab, {{"location", "westeurope"}});
        place.cloud.put(lab + QStringLiteral("/providers/Microsoft.Compute/disks/data"),
                        {{"location", "westeurope"}, {"properties", QJsonObject{{"diskState", "Unattached"}, {"diskSizeGB", 500}}}});
        place.cloud.put(lab + QStringLiteral("/providers/Microsoft.Compute/snapshots/old"), {{"location", "westeurope"}});
        place.cloud.put(lab + QStringLiteral("/providers/Microsoft.Network/publicIPAddresses/web"), {{"location", "westeurope"}});
        place.cloud.put(lab + QStringLiteral("/providers/Microsoft.Compute/virtualMachines/web"), {{"location", "westeurope"}});
        const auto all = place.provider.resources({}, {});
        QVERIFY2(all, qPrintable(all ? QString() : all.error().detail));
        QCOMPARE(all->size(), 7);
        InstanceFilter own;
        own.owner = instance.request.owner;
        own.clientToken = instance.request.clientToken;
        const auto mine = place.provider.resources(own, {});
        QCOMPARE(mine->size(), 3);  // the machine, and its disk and address by the tags of their group
        QCOMPARE(mine->first().providerId, instance.providerId);
        QVERIFY(mine->at(1).isInUse && mine->at(2).isInUse);
        QCOMPARE(mine->at(1).gibibytes, 64.0);
        QVERIFY(mine->at(1).created.isValid());
        for (const CloudResource &one : *all) {
            if (one.owner.isEmpty())
                QVERIFY2(place.provider.release({}, one, {}), qPrintable(one.providerId));
        }
        QCOMPARE(place.provider.resources({}, {})->size(), 3);
        for (const CloudResource &one : *mine) {
            QVERIFY(place.provider.release({}, one, {}));
            QVERIFY(place.provider.release({}, one, {}));  // it is gone
        }
        place.cloud.settle();
        QCOMPARE(place.provider.resources({}, {})->size(), 0);
    }

    void aGroupWithoutAMachineIsListedToo()
    {
        Place place;
        const Instance instance = place.running();
        place.cloud.vanish(instance.providerId);
        const auto left = place.provider.resources({}, {});
        QCOMPARE(left->size(), 1);
        QCOMPARE(left->first().providerId, instance.providerId);
        QCOMPARE(left->first().owner, instance.request.owner);
        QVERIFY(place.provider.release({}, left->first(), {}));
        QCOMPARE(place.left(), QStringList());
    }

    void onlyWhatIsInTheSubscriptionIsGivenBack()
    {
        Place place;
        const QString own = QStringLiteral("/subscriptions/") + Cloud::kSubscription;
        CloudResource resource;
        resource.kind = CloudResource::Kind::Disk;
        for (const QString &id :
             {QStringLiteral("data"), QStringLiteral("/subscriptions/x/resourceGroups/g/providers/Microsoft.Compute/disks/d"),
              own + QStringLiteral("/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/d"),
              own + QStringLiteral("/resourceGroups/../providers/Microsoft.Compute/disks/d/../../x"),
              own + QStringLiteral("/resourceGroups/g")}) {
            resource.providerId = id;
            QCOMPARE(place.provider.release({}, resource, {}).error().code, ErrorCode::InvalidInput);
        }
        resource.kind = CloudResource::Kind::KeyPair;
        QCOMPARE(place.provider.release({}, resource, {}).error().code, ErrorCode::Unsupported);
        QCOMPARE(place.cloud.targets(), QStringList());
    }

    void thePolicyIsExactlyTheCallsThatAreMade()
    {
        Place place;
        const Instance instance = place.running();
        place.cloud.setConsole("text");
        QVERIFY(place.provider.check({}, {}));
        QVERIFY(place.provider.offers(inRegion(Cloud::kRegion), {}));
        QVERIFY(place.provider.quota(inRegion(Cloud::kRegion), {}));
        QVERIFY(place.provider.images({}, {}));
        QVERIFY(place.provider.sshTarget(instance, {}));
        QVERIFY(place.provider.consoleOutput(instance, 10, {}));
        QVERIFY(place.provider.stop(instance, {}));
        QVERIFY(place.provider.start(instance, {}, {}));
        QVERIFY(place.provider.resources({}, {}));
        QVERIFY(place.provider.bill({}, QDate::currentDate().addMonths(-1), {}));
        for (const auto &[kind, type] : {std::pair(CloudResource::Kind::Disk, "Microsoft.Compute/disks"),
                                         std::pair(CloudResource::Kind::Instance, "Microsoft.Compute/virtualMachines"),
                                         std::pair(CloudResource::Kind::Address, "Microsoft.Network/publicIPAddresses"),
                                         std::pair(CloudResource::Kind::Snapshot, "Microsoft.Compute/snapshots")}) {
            CloudResource resource;
            resource.kind = kind;
            resource.providerId =
                QStringLiteral("/subscriptions/%1/resourceGroups/g/providers/%2/gone").arg(Cloud::kSubscription, QLatin1String(type));
            QVERIFY(place.provider.release({}, resource, {}));
        }
        QVERIFY(place.provider.terminate(instance, {}));
        const QJsonObject role = QJsonDocument::fromJson(place.provider.policy()->toUtf8()).object();
        QVERIFY(role.value("IsCustom").toBool());
        QStringList made = place.cloud.calls();
        made.removeDuplicates();
        for (const char *other : {"token", "prices", "blob"})
            made.removeOne(QLatin1String(other));
        made.sort();
        QCOMPARE(role.value("Actions").toVariant().toStringList(), made);
    }

    void theCommandLineDoesTheSame()
    {
        Place place;
        InstanceRequest request = Place::goodRequest();
        request.isSpot = true;
        request.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("1.25"));
        const QString line = place.provider.createLine(request);
        QVERIFY2(line.startsWith(QLatin1String("az group create --name trainyard-")), qPrintable(line));
        for (const char *part :
             {"--source-address-prefixes 203.0.113.7/32", "--size Standard_NC24ads_A100_v4", "--priority Spot", "--max-price 1.25",
              "--image microsoft-dsvm:ubuntu-hpc:2204:latest", "--ssh-key-values 'ssh-ed25519 AAAA", "--nic-delete-option Delete"})
            QVERIFY2(line.contains(QLatin1String(part)), qPrintable(line));
        request.region = QStringLiteral("x; rm -rf ~");
        QVERIFY(place.provider.createLine(request).contains(QLatin1String("--location 'x; rm -rf ~'")));
        const Instance instance = Place::instanceOf(request, QStringLiteral("trainyard-0123456789abcdef0123"));
        QCOMPARE(place.provider.actionLine(ProviderAction::Stop, instance),
                 QStringLiteral("az vm deallocate --resource-group trainyard-0123456789abcdef0123 --name trainyard-0123456789abcdef0123"));
        QCOMPARE(place.provider.actionLine(ProviderAction::Terminate, instance),
                 QStringLiteral("az group delete --yes --name trainyard-0123456789abcdef0123"));
        QCOMPARE(place.cloud.targets(), QStringList());
    }

    void theVariablesOfTheCommandLineMakeAnAccount()
    {
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("AZURE_CLIENT_ID"), QStringLiteral("client"));
        environment.insert(QStringLiteral("AZURE_CLIENT_SECRET"), QStringLiteral("secret"));
        environment.insert(QStringLiteral("AZURE_TENANT_ID"), QStringLiteral("tenant"));
        environment.insert(QStringLiteral("AZURE_SUBSCRIPTION_ID"), QStringLiteral("subscription"));
        const auto found = credentialsIn(environment, AzureProvider::kKind);
        QVERIFY(found);
        QCOMPARE(found->settings.value(QStringLiteral("tenant")), QStringLiteral("tenant"));
        QCOMPARE(found->settings.value(QStringLiteral("subscription")), QStringLiteral("subscription"));
    }

    // If the vendor's own client is content with the stand-in, the stand-in is fair.
    void theVendorsClientIsContentWithTheStandIn()
    {
        const QString support = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/azure-client/");
        QTemporaryDir folder;
        QProcess install;
        install.setProcessChannelMode(QProcess::MergedChannels);
        install.start(support + QStringLiteral("install"), {folder.path()});
        if (!install.waitForFinished(180000) || install.exitCode() != 0) {
            QSKIP(qPrintable(QStringLiteral("No client of Azure: sudo apt-get install npm openssl, and let it fetch packages; it said: ")
                             + QString::fromUtf8(install.readAll().right(300))));
        }
        // The vendor's client sends no token without TLS.
        const QString certificate = folder.filePath(QStringLiteral("certificate.pem"));
        Cloud cloud(certificate, folder.filePath(QStringLiteral("key.pem")));
        const QString group = QStringLiteral("/resourceGroups/lab");
        cloud.put(group, {{"location", Cloud::kRegion}});
        cloud.put(group + QStringLiteral("/providers/Microsoft.Network/virtualNetworks/net"), {{"location", Cloud::kRegion}});
        cloud.put(group + QStringLiteral("/providers/Microsoft.Network/networkSecurityGroups/closed"), {{"location", Cloud::kRegion}});
        cloud.setPageSize(2);
        cloud.setPolls(2);
        for (int day = 1; day <= 3; ++day)
            cloud.charge(QDate(2026, 10, day), group + QStringLiteral("/providers/Microsoft.Compute/virtualMachines/m"), "Virtual Machines",
                         4.5);
        const CloudCredentials credentials = cloud.credentials();
        QProcess client;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("NODE_PATH"), folder.filePath(QStringLiteral("node_modules")));
        environment.insert(QStringLiteral("NODE_EXTRA_CA_CERTS"), certificate);
        // These keys belong to the stand-in.
        environment.insert(QStringLiteral("STANDIN_KEYS"), credentials.keyId + u' ' + QString::fromUtf8(credentials.secret));
        client.setProcessEnvironment(environment);
        client.start(QStringLiteral("node"),
                     {support + QStringLiteral("life.js"), cloud.base(), Cloud::kTenant, Cloud::kSubscription, Cloud::kType});
        QVERIFY(client.waitForFinished(120000));
        const QByteArray said = client.readAllStandardOutput();
        QVERIFY2(client.exitCode() == 0, client.readAllStandardError().right(3000).constData());
        const QJsonObject report = QJsonDocument::fromJson(said).object();
        QCOMPARE(report.value("made").toString(), QStringLiteral("Succeeded"));
        QCOMPARE(report.value("tag").toString(), QStringLiteral("中文 a+b"));
        QCOMPARE(report.value("power").toString(), QStringLiteral("PowerState/running"));
        QCOMPARE(report.value("skus").toInt(), 4);
        QCOMPARE(report.value("columns").toString(), QStringLiteral("PreTaxCost UsageDate ResourceId MeterCategory Currency"));
        QCOMPARE(report.value("rows").toInt(), 2);
        QVERIFY(report.value("hasMore").toBool());
        QCOMPARE(report.value("wrongCosts").toString(), QStringLiteral("BadRequest"));
        QCOMPARE(report.value("stopped").toString(), QStringLiteral("PowerState/deallocated"));
        QCOMPARE(report.value("gone").toString(), QStringLiteral("ResourceNotFound"));
        QCOMPARE(report.value("soldOut").toString(), QStringLiteral("AllocationFailed"));
        QCOMPARE(report.value("wrongSecret").toString(), QStringLiteral("AADSTS7000215"));
    }
};

QTEST_GUILESS_MAIN(TestAzureAccount)
#include "tst_azureaccount.moc"
