// SPDX-License-Identifier: GPL-3.0-or-later
// Where regions are: every region of the built-in catalogue is listed, an unknown place never counts as a match, and the cheapest offer of
// a place follows from the rows of offers.csv.
#include "core/knowledge/catalog/offerquery.h"
#include "core/knowledge/catalog/ratecard.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace trainyard;

class TestPlaces : public QObject {
    Q_OBJECT

    const Result<Catalog> m_catalog = Catalog::parse(builtInCatalogFiles());

    const Places &places() const { return m_catalog->places(); }
    Place of(const char *provider, const char *region) const
    {
        return places().place(places().of(QString::fromUtf8(provider), QString::fromUtf8(region)));
    }
    Within within(const char *name, const char *provider, const char *region) const
    {
        const auto found = places().within(QString::fromUtf8(name));
        return found ? (*found)[places().of(QString::fromUtf8(provider), QString::fromUtf8(region))] : Within::No;
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_catalog, m_catalog ? "" : qPrintable(m_catalog.error().detail)); }

    void everyRegionOfTheCatalogueIsWrittenDown()
    {
        const OfferTable &offers = m_catalog->offers();
        QCOMPARE(m_catalog->placeIds().size(), offers.size());
        size_t placed = 0;
        for (size_t row = 0; row < offers.size(); ++row) {
            const QString &provider = offers.text(OfferText::Provider, row), &region = offers.text(OfferText::Region, row);
            QVERIFY2(places().isListed(provider, region), qPrintable(provider + u' ' + region));
            // An offer with a region has a country; one without a region has no place.
            const Place &place = places().place(m_catalog->placeIds()[row]);
            QVERIFY2(region.isEmpty() != place.isKnown(), qPrintable(provider + u' ' + region));
            QCOMPARE(place.isKnown(), !place.country.isEmpty());
            placed += place.isKnown();
        }
        QVERIFY(placed > 2400);
    }

    void everyProvidersPlacesHaveASource()
    {
        const QJsonObject facts = QJsonDocument::fromJson(builtInCatalogFiles().places).object();
        const QJsonObject providers = facts[QLatin1String("providers")].toObject();
        for (auto provider = providers.begin(); provider != providers.end(); ++provider) {
            QVERIFY2(m_catalog->providerName(provider.key()) != provider.key(), qPrintable(provider.key()));
            QVERIFY2(!provider.value()[QLatin1String("source")].toString().isEmpty()
                         && provider.value()[QLatin1String("link")].toString().startsWith(QLatin1String("https://")),
                     qPrintable(provider.key()));
        }
    }

    void regionsHavePlaces()
    {
        QCOMPARE(of("aws", "eu-west-1"), (Place{Continent::Europe, QStringLiteral("IE"), {}}));
        QCOMPARE(of("azure", "westeurope"), (Place{Continent::Europe, QStringLiteral("NL"), {}}));
        QCOMPARE(of("cudo", "no-kristiansand-1"), (Place{Continent::Europe, QStringLiteral("NO"), QStringLiteral("Kristiansand")}));
        QCOMPARE(of("Verda", "fin-01").country, QStringLiteral("FI"));
        // The same name, another place.
        QCOMPARE(of("alibaba", "eu-west-1").country, QStringLiteral("GB"));
        QCOMPARE(of("nebius", "us-central1").city, QStringLiteral("Kansas City"));
        QCOMPARE(of("gcp", "us-central1").city, QStringLiteral("Council Bluffs"));
        QCOMPARE(of("runpod", "CA").country, QStringLiteral("CA"));
        QCOMPARE(of("nebius", "me-west1").continent, Continent::Asia);
    }

    void whatIsNotKnownHasNoPlace()
    {
        QVERIFY(!of("aws", "xx-new-9").isKnown());  // a refresh may bring it
        QVERIFY(!of("aws", "").isKnown());
        QVERIFY(!of("vast", "").isKnown());
        QVERIFY(!of("mine", "eu-west-1").isKnown());  // its owner is unknown
        QVERIFY(!of("mine", "global").isKnown());
        QVERIFY(!of("mine", "CA").isKnown());  // California or Canada
        QVERIFY(!of("mine", "Georgia").isKnown());
        QVERIFY(!of("mine", "EU").isKnown());
        QCOMPARE(within("europe", "aws", "xx-new-9"), Within::Unknown);
        QCOMPARE(within("Dublin?", "aws", "eu-west-1"), Within::No);
    }

    void aRateCardMayNameThePlaceItself()
    {
        QCOMPARE(of("mine", "Germany"), (Place{Continent::Europe, QStringLiteral("DE"), {}}));
        QCOMPARE(of("机房", "上海"), (Place{Continent::Asia, QStringLiteral("CN"), QStringLiteral("Shanghai")}));
        QCOMPARE(of("mine", "sao paulo").country, QStringLiteral("BR"));
        QCOMPARE(of("mine", "Europe"), (Place{Continent::Europe, {}, {}}));
        QCOMPARE(within("finland", "mine", "Europe"), Within::Unknown);
        QCOMPARE(within("japan", "mine", "Europe"), Within::No);
        QCOMPARE(within("europe", "mine", "Europe"), Within::Yes);
    }

    void placesAreAskedForInManyWays_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("provider");
        QTest::addColumn<QByteArray>("region");
        QTest::addColumn<int>("found");
        const auto row = [](const char *name, const char *provider, const char *region, Within found) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(provider) << QByteArray(region) << int(found);
        };
        row("Europe", "gcp", "europe-west4", Within::Yes);
        row("欧洲", "gcp", "europe-west4", Within::Yes);
        row("north-america", "azure", "canadaeast", Within::Yes);
        row("North America", "aws", "mx-central-1", Within::Yes);
        row("北美", "aws", "us-east-1", Within::Yes);
        row("asia", "aws", "ap-southeast-2", Within::No);
        row("oceania", "aws", "ap-southeast-2", Within::Yes);
        row("fi", "hyperstack", "NORWAY-1", Within::No);
        row("no", "hyperstack", "NORWAY-1", Within::Yes);
        row("uk", "azure", "uksouth", Within::Yes);
        row("GB", "azure", "uksouth", Within::Yes);
        row("USA", "lambda", "us-west-1", Within::Yes);
        row("china", "aws", "cn-north-1", Within::Yes);
        row("中国", "tencent", "cn-mainland(low)", Within::Yes);
        row("China ", "alibaba", "cn-hongkong", Within::No);
        row("中国香港", "alibaba", "cn-hongkong", Within::Yes);
        row("asia ", "alibaba", "cn-hongkong", Within::Yes);
        row("beijing", "tencent", "cn-mainland", Within::Unknown);
        row("Montreal", "cudo", "ca-montreal-3", Within::Yes);
        row("法兰克福", "aws", "eu-central-1", Within::Yes);
        row("EU", "gcp", "europe-west6", Within::No);
        row("european union", "gcp", "europe-north1", Within::Yes);
        row("middle east", "nebius", "me-west1", Within::Yes);
        row("singapore", "azure", "southeastasia", Within::Yes);
    }
    void placesAreAskedForInManyWays()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, provider);
        QFETCH(QByteArray, region);
        QFETCH(int, found);
        QVERIFY(places().within(QString::fromUtf8(name)));
        QCOMPARE(int(within(name.constData(), provider.constData(), region.constData())), found);
    }

    void whatIsNoPlaceIsSaid()
    {
        for (const char *name : {"", " ", "-", "atlantis", "eu-west", "us-east-1", "europ"})
            QVERIFY2(!places().within(QString::fromUtf8(name)), name);
        OfferQuery query;
        query.places = QStringList{QStringLiteral("europe"), QStringLiteral("atlantis")};
        const auto found = select(*m_catalog, query, {});
        QVERIFY(!found && found.error().code == ErrorCode::NotFound && found.error().what.contains(QLatin1String("atlantis")));
    }

    void placesHaveNamesInTwoLanguages()
    {
        const auto text = [&](const char *provider, const char *region, PlaceLanguage language) {
            return places().text(places().of(QString::fromUtf8(provider), QString::fromUtf8(region)), language);
        };
        QCOMPARE(text("cudo", "no-kristiansand-1", PlaceLanguage::English), QStringLiteral("Kristiansand, Norway"));
        QCOMPARE(text("cudo", "no-kristiansand-1", PlaceLanguage::Chinese), QStringLiteral("挪威，克里斯蒂安桑"));
        QCOMPARE(text("azure", "westeurope", PlaceLanguage::English), QStringLiteral("Netherlands"));
        QCOMPARE(text("aws", "nowhere", PlaceLanguage::English), QString());
        for (PlaceId id = 1; id < places().size(); ++id) {
            QVERIFY(!places().text(id, PlaceLanguage::English).isEmpty() && !places().text(id, PlaceLanguage::Chinese).isEmpty());
            if (!places().place(id).city.isEmpty())
                QVERIFY(!places().cityName(id, PlaceLanguage::Chinese).isEmpty());
        }
    }

    // Derived from the rows of offers.csv, with the regions of each place picked by hand.
    void theCheapestOfAPlaceIsFound_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<int>("count");
        QTest::addColumn<Purchase>("purchase");
        QTest::addColumn<QString>("provider");
        QTest::addColumn<QString>("region");
        QTest::addColumn<QString>("hour");
        QTest::addColumn<int>("compared");
        QTest::addColumn<int>("unknown");
        const auto row = [](const char *name, const char *place, const char *gpu, int count, Purchase purchase, const char *provider,
                            const char *region, const char *hour, int compared, int unknown) {
            QTest::newRow(name) << QString::fromUtf8(place) << QString::fromUtf8(gpu) << count << purchase << QString::fromUtf8(provider)
                                << QString::fromUtf8(region) << QString::fromUtf8(hour) << compared << unknown;
        };
        row("8 H100 in Europe", "europe", "H100", 8, Purchase::OnDemand, "cudo", "no-kristiansand-1", "15.3248", 10, 1);
        row("8 H100 in Europe, spot", "europe", "H100", 8, Purchase::Spot, "nebius", "eu-north1", "10.0000", 4, 0);
        row("1 H200 in Europe", "europe", "H200", 1, Purchase::OnDemand, "verda", "FIN-02", "3.3900", 4, 4);
        row("1 A10G in Europe for three years", "europe", "A10G", 1, Purchase::Reserved3y, "aws", "eu-central-1", "0.5435", 5, 0);
        row("8 H100 in North America", "northamerica", "H100", 8, Purchase::OnDemand, "hyperstack", "CANADA-1", "15.2000", 17, 1);
        row("8 A100 in North America, spot", "north america", "A100", 8, Purchase::Spot, "aws", "us-east-2", "6.1373", 10, 0);
        row("8 H100 in Asia", "asia", "H100", 8, Purchase::OnDemand, "aws", "ap-south-1", "66.0480", 8, 1);
        row("1 L4 in Asia", "亚洲", "L4", 1, Purchase::OnDemand, "gcp", "asia-northeast1", "0.9077", 19, 4);
        row("8 A100 in Japan", "japan", "A100", 8, Purchase::OnDemand, "aws", "ap-northeast-1", "30.0978", 5, 0);
        row("8 V100 in China", "china", "V100", 8, Purchase::OnDemand, "tencent", "cn-mainland", "13.4986", 21, 2);
        row("1 T4 in China by the month", "CN", "T4", 1, Purchase::Monthly, "tencent", "cn-mainland(low)", "0.4341", 7, 0);
        row("8 A100 in Oceania", "oceania", "A100", 8, Purchase::OnDemand, "azure", "australiaeast", "47.5160", 2, 0);
    }
    void theCheapestOfAPlaceIsFound()
    {
        QFETCH(QString, place);
        QFETCH(QString, gpu);
        QFETCH(int, count);
        QFETCH(Purchase, purchase);
        QFETCH(QString, provider);
        QFETCH(QString, region);
        QFETCH(QString, hour);
        QFETCH(int, compared);
        QFETCH(int, unknown);
        OfferQuery query;
        query.places = QStringList{place};
        query.gpus = QStringList{gpu};
        query.leastGpus = query.mostGpus = count * kWholeGpu;
        query.purchases = {purchase};
        ExchangeRates rates;
        rates.set(*ExchangeRate::parse(QStringLiteral("USD/CNY=7.1@2026-11-01"), QDate(2026, 11, 21)));
        const auto found = select(*m_catalog, query, rates);
        QVERIFY2(found && found->compared > 0, found ? "nothing was found" : qPrintable(found.error().what));
        const size_t first = found->rows.front();
        QCOMPARE(m_catalog->offers().text(OfferText::Provider, first), provider);
        QCOMPARE(m_catalog->offers().text(OfferText::Region, first), region);
        QCOMPARE(hourlyPrices(*m_catalog, first, Currency::USD, Precision::Fp16, rates).hour->rounded(4),
                 *Money::parse(hour.toUtf8(), Currency::USD));
        QCOMPARE(static_cast<int>(found->compared), compared);
        QCOMPARE(static_cast<int>(found->leftOutAsUnknown), unknown);
    }
};

QTEST_APPLESS_MAIN(TestPlaces)
#include "tst_places.moc"
