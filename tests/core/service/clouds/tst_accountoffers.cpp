// SPDX-License-Identifier: GPL-3.0-or-later
// Prices that a person has set for an account become offers like the others: listed, chosen for a task, and rented in that account. The cloud
// is a stand-in on 127.0.0.1, and the prices are made up.
#include "core/knowledge/catalog/offerid.h"
#include "core/provider/openstack/openstackprovider.h"
#include "core/service/clouds/accountoffers.h"
#include "core/service/clouds/cloudservice.h"
#include "core/service/clouds/machinechoice.h"
#include "core/service/clouds/rentplaces.h"
#include "core/storage/database/offerstore.h"
#include "tests/support/openstackstandin.h"

#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QLatin1String(text); }

struct Program {
    explicit Program(const QString &folder)
        : paths{folder + QStringLiteral("/data"), folder + QStringLiteral("/config")},
          context(paths, std::move(*StateDatabase::open(paths.database())), {}), clouds(context)
    {
        // As those of the keyring: the account's settings come on top.
        const CredentialLookup lookup = [this](const QString &, const QString &name) -> Result<CloudCredentials> {
            CloudCredentials credentials = cloud.credentials();
            TRY(const auto account, context.database->accounts.find(name));
            for (auto one = account.settings.cbegin(); one != account.settings.cend(); ++one)
                credentials.settings.insert(one.key(), one.value());
            return credentials;
        };
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<OpenStackProvider>(lookup));
        context.providers = MachineProviders(std::move(all));
    }
    ~Program()
    {
        context.end.request_stop();
        context.threads.waitForDone();
    }
    AccountRecord put(const QString &name, const QMap<QString, QString> &settings) const
    {
        AccountRecord account;
        account.name = name;
        account.providerKind = OpenStackProvider::kKind;
        account.source = CredentialSource::Environment;
        account.settings = settings;
        return *context.database->accounts.add(account);
    }
    bool check(const QString &name)
    {
        auto checked = clouds.check(name);
        const bool isOver = QTest::qWaitFor([&checked] { return checked.isFinished(); }, 60'000);
        return isOver && checked.result();
    }
    // Ids with their prices, of OpenStack only.
    QStringList offers() const
    {
        QStringList found;
        const auto loaded = OfferStore(paths).load();
        for (size_t row = 0; loaded && row < loaded->catalog.offers().size(); ++row) {
            if (const OfferTable &all = loaded->catalog.offers(); all.text(OfferText::Provider, row) == QLatin1String("openstack"))
                found << offerId(all, row) + u' ' + all.figures(row).price()->text();
        }
        return found;
    }

    OpenStackStandIn cloud;
    Paths paths;
    ServiceContext context;
    CloudService clouds;
};

MachineNeeds needs(const char *resources)
{
    return *machineNeeds(QByteArray("run: python train.py\nresources: {") + resources + "}\n", s("t.yaml"));
}

}  // namespace

class TestAccountOffers : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void typesWithAPriceOfTheAccountAreOffers()
    {
        Program program(m_folder->path());
        program.cloud.put(s("flavors"),
                          {{s("id"), s("f2")}, {s("name"), s("gpu.h100.8")}, {s("vcpus"), 96}, {s("ram"), 1048576}, {s("disk"), 100}});
        program.cloud.put(s("flavors"),
                          {{s("id"), s("f3")}, {s("name"), s("m1.small")}, {s("vcpus"), 1}, {s("ram"), 2048}, {s("disk"), 20}});
        const AccountRecord lab = program.put(s("lab"), {{s("price.gpu.a100.1"), s("1.20 EUR")}, {s("price.m1.small"), s("0.01 EUR")}});
        QVERIFY(program.offers().isEmpty());
        QVERIFY(program.check(s("lab")));
        QCOMPARE(program.offers(), QStringList{s("@lab:openstack/gpu.a100.1/here/on-demand 1.20 EUR")});
        const auto loaded = OfferStore(program.paths).load();
        const auto row = offerOfId(loaded->catalog.offers(), s("@lab:openstack/gpu.a100.1/here/on-demand"));
        QVERIFY(row);
        const OfferTable &offers = loaded->catalog.offers();
        QVERIFY2(offers.text(OfferText::Source, *row).contains(s("lab")), qPrintable(offers.text(OfferText::Source, *row)));
        QCOMPARE(offers.figures(*row).asOf, AsOf(lab.added.toLocalTime().date()));
        QCOMPARE(offers.figures(*row).gpus, kWholeGpu);

        // A price for all types covers those without one of their own, and what they have is known from the cloud.
        program.put(s("club"), {{s("price"), s("3 EUR")}});
        QVERIFY(program.check(s("club")));
        QCOMPARE(program.offers(), QStringList({s("@club:openstack/gpu.a100.1/here/on-demand 3.00 EUR"),
                                                s("@club:openstack/gpu.h100.8/here/on-demand 3.00 EUR"),
                                                s("@lab:openstack/gpu.a100.1/here/on-demand 1.20 EUR")}));

        // Without the account, its offers are gone.
        auto removed = program.clouds.remove(s("lab"));
        QTRY_VERIFY_WITH_TIMEOUT(removed.isFinished(), 60'000);
        QCOMPARE(program.offers().size(), 2);
    }

    void aTaskIsGivenTheAccountWhosePriceItIs()
    {
        Program program(m_folder->path());
        program.put(s("dear"), {{s("price.gpu.a100.1"), s("2.50 USD")}});
        program.put(s("lab"), {{s("price.gpu.a100.1"), s("0.20 USD")}});
        QVERIFY(program.check(s("dear")) && program.check(s("lab")));
        const auto accounts = program.context.database->accounts.all();
        const auto choice = chooseMachine(needs("accelerators: A100"), program.paths, *accounts);
        QVERIFY2(choice, qPrintable(choice ? QString() : choice.error().what));
        QCOMPARE(choice->offers.size(), 2);
        QCOMPARE(choice->offers[0].account, s("lab"));
        QCOMPARE(choice->offers[0].place().type, s("gpu.a100.1"));
        QCOMPARE(choice->offers[0].place().region, OpenStackStandIn::kRegion);
        QCOMPARE(choice->offers[0].place().perHour->text(), s("0.20 USD"));
        QCOMPARE(choice->offers[0].offer.providerName, s("OpenStack"));
        QVERIFY(choice->offers[0].offer.priceAsOf.isKnown());
        QCOMPARE(choice->offers[1].account, s("dear"));
        // With one account named, only what that one pays.
        const auto named = chooseMachine(needs("accelerators: A100"), program.paths, {*program.context.database->accounts.find(s("dear"))});
        QVERIFY(named);
        QCOMPARE(named->offers.size(), 1);
        QCOMPARE(named->offers[0].account, s("dear"));

        // The same by its name, and by its type.
        const auto byId = offerNamed(program.paths, choice->offers[0].place().offerId);
        QVERIFY(byId);
        QCOMPARE(byId->account, s("lab"));
        const RentPlace place = placeAt(program.paths, *program.context.database->accounts.find(s("lab")), s("gpu.a100.1"), s("here"),
                                        false, {});
        QCOMPARE(place.offerId, choice->offers[0].place().offerId);
        QCOMPARE(place.perHour->text(), s("0.20 USD"));
        QCOMPARE(place.gpus, 1);
    }

    void aCloudThatDoesNotListChangesNothing()
    {
        Program program(m_folder->path());
        program.put(s("lab"), {{s("price.gpu.a100.1"), s("1.20 EUR")}});
        QVERIFY(program.check(s("lab")));
        program.cloud.refuse(s("GET /flavors/detail"), 500, "{}", 20);
        QVERIFY(program.check(s("lab")));
        QCOMPARE(program.offers().size(), 1);
    }

    // What a cloud says is hostile.
    void strangeTypesAreLeftOut()
    {
        AccountRecord account;
        account.name = s("lab");
        account.providerKind = OpenStackProvider::kKind;
        account.settings = {{s("price"), s("1 EUR")}};
        ProviderOffer good{{}, s("here"), {}, s("gpu.a100.1"), {}, false, {}, 1, s("A100")};
        ProviderOffer nowhere = good, endless = good, spot = good, quoted = good;
        nowhere.region.clear();
        endless.gpus = 1'000'000;
        spot.isSpot = true;
        quoted.type = s("a\",\"b\nc");
        const OfferTable offers = ownPricedOffers(account, {good, good, nowhere, endless, spot, quoted});
        QCOMPARE(offers.size(), size_t(2));
        const Paths paths{m_folder->filePath(s("data")), m_folder->filePath(s("config"))};
        const OfferStore store(paths);
        QVERIFY(store.putAccountOffers(s("lab"), offers));
        QVERIFY(!store.putAccountOffers(s("../lab"), offers));
        QVERIFY(store.load());
    }
};

QTEST_GUILESS_MAIN(TestAccountOffers)

#include "tst_accountoffers.moc"
