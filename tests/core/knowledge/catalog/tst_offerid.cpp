// SPDX-License-Identifier: GPL-3.0-or-later
// Every offer has a name by which it can be found again, and no two of the built-in ones share one.
#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/offerid.h"
#include "core/knowledge/catalog/ratecard.h"

#include <QSet>
#include <QTest>

using namespace trainyard;

class TestOfferId : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void builtInOffersHaveNamesOfTheirOwn()
    {
        const auto catalog = Catalog::parse(builtInCatalogFiles());
        QSet<QString> ids;
        for (size_t row = 0; row < catalog->offers().size(); ++row)
            ids << offerId(catalog->offers(), row);
        QCOMPARE(static_cast<size_t>(ids.size()), catalog->offers().size());
        QVERIFY(ids.contains(QStringLiteral("aws/p4d.24xlarge/us-east-1/spot")));
        const auto found = offersOfId(catalog->offers(), QStringLiteral("AWS/P4D.24xlarge/us-east-1/SPOT"));
        QCOMPARE(found.size(), 1);
        QCOMPARE(offerId(catalog->offers(), found.first()), QStringLiteral("aws/p4d.24xlarge/us-east-1/spot"));
        QVERIFY(offersOfId(catalog->offers(), QStringLiteral("aws/p4d.24xlarge/us-east-1")).isEmpty());
        QVERIFY(offersOfId(catalog->offers(), QString()).isEmpty());
    }

    void offersOfCardsCarryItsName()
    {
        RateCardRules rules;
        rules.card = QStringLiteral("mine");
        rules.asOf = AsOf(QDate(2026, 11, 1));
        const auto card = parseRateCard("provider,gpu,gpus,price,currency,region\nplatform A,V100,2,8.5,CNY,\nplatform A,V100,2,9,CNY,x\n"
                                        "platform A,V100,2,7,CNY,\n",
                                        rules);
        QVERIFY(card);
        QCOMPARE(offerId(*card, 0), QStringLiteral("mine:platform A/2xV100/-/on-demand"));
        QCOMPARE(offerId(*card, 1), QStringLiteral("mine:platform A/2xV100/x/on-demand"));
        QCOMPARE(offersOfId(*card, offerId(*card, 0)), (QList<size_t>{0, 2}));
    }
};

QTEST_APPLESS_MAIN(TestOfferId)
#include "tst_offerid.moc"
