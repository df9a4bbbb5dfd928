// SPDX-License-Identifier: GPL-3.0-or-later
// The report on a rate card that was read, and which of its prices have changed.
#include "core/knowledge/catalog/cardcheck.h"
#include "core/knowledge/catalog/ratecard.h"

#include <QTest>

using namespace trainyard;

class TestCardCheck : public QObject {
    Q_OBJECT

    std::optional<Catalog> m_catalog;

    static OfferTable card(const QByteArray &rows, const char *day = "2026-11-01", const QString &name = QStringLiteral("mine"))
    {
        RateCardRules rules;
        rules.card = name;
        rules.asOf = *AsOf::parse(day);
        return *parseRateCard("provider,type,gpu,gpus,region,purchase,price,currency\n" + rows, rules);
    }

private Q_SLOTS:
    void initTestCase()
    {
        auto catalog = Catalog::parse(builtInCatalogFiles());
        QVERIFY(catalog);
        m_catalog.emplace(std::move(*catalog));
    }

    void pricesFarBelowAllOthersAreDoubted_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<bool>("isDoubted");
        const auto row = [](const char *name, const char *text, bool isDoubted) { QTest::newRow(name) << QByteArray(text) << isDoubted; };
        row("usual", "a,,V100,1,,,8.5,CNY", false);
        row("cheap", "a,,V100,1,,,0.05,USD", false);
        row("the smallest there is", "a,,V100,1,,,0.000000001,CNY", true);
        row("of eight", "a,,V100,8,,,0.0001,USD", true);
        row("a sixteenth of one", "a,,V100,0.0625,,,0.01,USD", false);
        row("of a month", "a,,V100,1,,monthly,0.02,USD", true);
        row("usual by the month", "a,,V100,1,,monthly,2000,CNY", false);
        row("usual in yen", "a,,V100,1,,,150,JPY", false);
        row("small in yen", "a,,V100,1,,,0.001,JPY", true);
        row("of a GPU that nobody knows", "a,,Banana,1,,,0.0000001,USD", true);
        row("usual of a GPU that nobody knows", "a,,Banana,1,,,0.5,USD", false);
    }
    void pricesFarBelowAllOthersAreDoubted()
    {
        QFETCH(QByteArray, row);
        QFETCH(bool, isDoubted);
        const QStringList doubts = cardDoubts(card(row + '\n'), *m_catalog);
        QCOMPARE(doubts.size(), isDoubted ? 1 : 0);
        QVERIFY(!isDoubted || doubts.first().contains(QLatin1String("mine:a/")));
    }

    void allThatAreDoubtedAreCounted()
    {
        const QStringList doubts = cardDoubts(card("a,,T4,1,,,0.000001,USD\nb,,T4,1,,,0.4,USD\nc,,T4,1,,,0.000002,USD\n"), *m_catalog);
        QCOMPARE(doubts.size(), 1);
        QVERIFY2(doubts.first().startsWith(QLatin1String("2 price"))
                     && doubts.first().contains(QLatin1String("mine:a/1xT4/-/on-demand: 0.000001 USD")),
                 qPrintable(doubts.first()));
    }

    // Another card with the same mistake does not make it right.
    void otherCardsAreNoMeasure()
    {
        Catalog known = *m_catalog;
        known.add(card("a,,T4,1,,,0.000000001,USD\n"));
        QCOMPARE(cardDoubts(card("a,,T4,1,,,0.000000001,USD\n"), known).size(), 1);
    }

    void pricesThatChangedAreFound()
    {
        const OfferTable before = card("a,,V100,1,,,8.5,CNY\na,,T4,1,,,3,CNY\na,,T4,1,,spot,1,CNY\nb,x,T4,1,r,,2,CNY\nc,,T4,1,,,1,CNY\n"
                                       "d,,T4,1,,,1,CNY\nd,,T4,1,,,2,CNY\n");
        const OfferTable now = card("a,,V100,1,,,9.5,CNY\na,,T4,1,,,3,CNY\na,,T4,1,,spot,1,USD\nb,x,T4,1,s,,3,CNY\nd,,T4,1,,,5,CNY\n",
                                    "2026-11-22");
        const QList<SeenPrice> changes = cardChanges(before, now);
        QStringList said;
        for (const SeenPrice &one : changes)
            said << QStringList{one.provider,     one.type,        one.region, purchaseName(one.purchase),
                                one.price.text(), one.asOf.text(), one.source}
                        .join(u'|');
        QCOMPARE(said, (QStringList{QStringLiteral("mine:a|1xV100||on-demand|8.50 CNY|2026-11-01|mine"),
                                    QStringLiteral("mine:a|1xV100||on-demand|9.50 CNY|2026-11-22|mine"),
                                    QStringLiteral("mine:a|1xT4||spot|1.00 CNY|2026-11-01|mine"),
                                    QStringLiteral("mine:a|1xT4||spot|1.00 USD|2026-11-22|mine")}));
        QVERIFY(cardChanges(now, now).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestCardCheck)
#include "tst_cardcheck.moc"
