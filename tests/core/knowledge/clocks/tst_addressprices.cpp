// SPDX-License-Identifier: GPL-3.0-or-later
// What public addresses cost: which price is found for which place and use, and that the file is refused when it is wrong.
#include "core/knowledge/clocks/addressprices.h"
#include "core/knowledge/clocks/dangerclocks.h"

#include <QTest>

using namespace trainyard;

namespace {

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

}  // namespace

class TestAddressPrices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyBuiltInPriceHasASourceAndADate()
    {
        QVERIFY(builtInAddressPrices().size() >= 10);
        for (const AddressPrice &one : builtInAddressPrices()) {
            QVERIFY2(!one.from.source.isEmpty() && one.from.asOf.isKnown() && one.link.startsWith(QLatin1String("https://")),
                     qPrintable(one.provider));
        }
    }

    void thePriceIsThatOfThePlaceAndTheUse()
    {
        const auto price = [](const char *provider, const char *region, AddressUse use) {
            const AddressPrice *found = addressPrice(QLatin1String(provider), QLatin1String(region), use);
            return found ? std::optional(found->perHour) : std::nullopt;
        };
        QCOMPARE(price("aws", "us-east-1", AddressUse::InUse), std::optional(usd("0.005")));
        // A spot machine's address costs what others do, except where it is said.
        QCOMPARE(price("aws", "eu-central-1", AddressUse::Spot), std::optional(usd("0.005")));
        QCOMPARE(price("gcp", "us-central1", AddressUse::Spot), std::optional(usd("0.0025")));
        QCOMPARE(price("gcp", "us-central1", AddressUse::InUse), std::optional(usd("0.005")));
        QCOMPARE(price("azure", "eastus", AddressUse::Idle), std::optional(usd("0.005")));
        // Known to be free, and not known.
        QCOMPARE(price("alibaba", "cn-hangzhou", AddressUse::InUse)->nanos(), 0);
        QCOMPARE(price("alibaba", "cn-hongkong", AddressUse::Idle), std::optional(usd("0.0088")));
        QVERIFY(!price("alibaba", "cn-wulanchabu", AddressUse::Idle));
        QVERIFY(!price("aws", "cn-north-1", AddressUse::InUse));
        QVERIFY(!price("openstack", "", AddressUse::InUse));
    }

    void aPriceInWordsSaysWhenceAndWhetherItIsSure()
    {
        const QString sure = addressPriceText(*addressPrice(QStringLiteral("aws"), QStringLiteral("us-east-1"), AddressUse::InUse));
        QVERIFY2(sure.startsWith(QLatin1String("Its public address costs 0.005 USD an hour")) && sure.contains(QLatin1String("2024-02-01"))
                     && !sure.contains(QLatin1String("memory")),
                 qPrintable(sure));
        QVERIFY(addressPriceText(*addressPrice(QStringLiteral("azure"), {}, AddressUse::InUse)).contains(QLatin1String("from memory")));
    }

    void whoIsAboutToStopAMachineIsToldWhatItsAddressCosts()
    {
        const auto said = [](const char *provider, const char *region) {
            const QList<DangerClock> clocks = builtInDangerClocks().whenStopped(QLatin1String(provider), QLatin1String(region), false);
            for (const DangerClock &one : clocks) {
                if (one.fact == DangerFact::StoppedAddress)
                    return one.text();
            }
            return QString();
        };
        QVERIFY2(said("aws", "us-east-1").contains(QLatin1String("0.005 USD an hour")), qPrintable(said("aws", "us-east-1")));
        QVERIFY(said("aws", "cn-north-1").contains(QLatin1String("goes on costing money")));
    }

    void aFileThatIsWrongIsRefused_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("use") << QByteArray("in-use") << QByteArray("used");
        QTest::newRow("price") << QByteArray("0.005 USD") << QByteArray("0.005");
        QTest::newRow("negative") << QByteArray("0.005 USD") << QByteArray("-1 USD");
        QTest::newRow("mistyped") << QByteArray("0.005 USD") << QByteArray("50 USD");
        QTest::newRow("source") << QByteArray("\"source\": \"S\"") << QByteArray("\"source\": \"T\"");
        QTest::newRow("date") << QByteArray("2026-01-01") << QByteArray("soon");
        QTest::newRow("status") << QByteArray("verified") << QByteArray("sure");
        QTest::newRow("no prices") << QByteArray("\"prices\"") << QByteArray("\"price\"");
    }
    void aFileThatIsWrongIsRefused()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QByteArray file = QByteArrayLiteral(
            "{\"sources\": {\"S\": {\"title\": \"A list\", \"link\": \"https://example.org/\"}}, \"prices\": [{\"provider\": \"p\", "
            "\"use\": \"in-use\", \"per_hour\": \"0.005 USD\", \"source\": \"S\", \"status\": \"verified\", \"as_of\": \"2026-01-01\"}]}");
        QVERIFY(parseAddressPrices(file));
        QVERIFY(file.contains(from));
        QCOMPARE(parseAddressPrices(file.replace(from, to)).error().code, ErrorCode::Corrupt);
    }
};

QTEST_GUILESS_MAIN(TestAddressPrices)
#include "tst_addressprices.moc"
