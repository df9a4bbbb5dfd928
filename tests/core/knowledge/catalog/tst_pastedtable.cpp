// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as people paste them, converted into rate cards that can be read.
#include "core/knowledge/catalog/offercondition.h"
#include "core/knowledge/catalog/pastedtable.h"
#include "core/knowledge/catalog/ratecard.h"

#include <QTest>

using namespace trainyard;

class TestPastedTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tablesBecomeRateCards_data()
    {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("card");
        const auto row = [](const char *name, const char *pasted, const char *card) {
            QTest::newRow(name) << QString::fromUtf8(pasted) << QString::fromUtf8(card);
        };
        row("three columns", "platform A\tV100\t8.5\nplatform B\tA100\t15.2\n",
            "provider,gpu,price\nplatform A,V100,8.5\nplatform B,A100,15.2\n");
        row("headings, GPU first", "GPU\tPlatform\tPrice\nV100\tA\t8.5\nT4\tC\t3.8\n", "provider,gpu,price\nA,V100,8.5\nC,T4,3.8\n");
        row("yuan an hour", "平台A，V100，¥8.5/小时\n平台C，T4，3.8元/小时\n",
            "provider,gpu,price,currency\n平台A,V100,8.5,CNY\n平台C,T4,3.8,CNY\n");
        row("dollars", "lab  RTX4090  $0.4/hr\n", "provider,gpu,price,currency\nlab,RTX4090,0.4,USD\n");
        row("providers across", "GPU\tA\tB\nV100\t8.5\t9\nA100\t-\t15.2\n", "provider,gpu,price\nA,V100,8.5\nB,V100,9\nB,A100,15.2\n");
        row("GPUs across", "platform\tV100\tA100\nA\t8.5\t15\n", "provider,gpu,price\nA,V100,8.5\nA,A100,15\n");
        row("Markdown", "| GPU | A |\n|---|---|\n| T4 | 3.8 |\n", "provider,gpu,price\nA,T4,3.8\n");
        row("a rate card already", "provider,gpu,price\nA,V100,8.5\n", "provider,gpu,price\nA,V100,8.5\n");
        row("no table", "hello there", "hello there");
        row("a table without prices", "a\tb\nc\td\n", "a\tb\nc\td\n");
        row("nothing", "", "");
    }

    void tablesBecomeRateCards()
    {
        QFETCH(QString, pasted);
        QFETCH(QString, card);
        const auto gpus = parseGpuModels(builtInCatalogFiles().gpus);
        QVERIFY(gpus);
        QCOMPARE(rateCardFromTable(pasted, GpuNames(*gpus)), card);
        if (!card.startsWith(QLatin1String("provider")))
            return;
        RateCardRules rules;
        rules.currency = Currency::CNY;
        rules.asOf = AsOf(QDate(2026, 11, 21));
        const auto offers = parseRateCard(card.toUtf8(), rules);
        QVERIFY2(offers, offers ? "" : qPrintable(offers.error().what));
        QVERIFY(offers->size() > 0);
    }

    void everyConditionCanBeTakenAwayAlone()
    {
        OfferQuery query;
        query.gpus = query.regions = query.providers = query.words = QStringList{QStringLiteral("x")};
        query.leastGpus = query.leastGpuMemoryMiB = query.leastVcpus = query.leastMemoryMiB = 1;
        query.leastTotalGpuMemoryMiB = 1;
        query.purchases = {Purchase::Spot};
        query.mostPerHour = Money(1, Currency::USD);
        const QList<OfferCondition> all = conditionsOf(query);
        QCOMPARE(all.size(), 11);
        for (const OfferCondition condition : all) {
            const QList<OfferCondition> rest = conditionsOf(without(query, condition));
            QCOMPARE(rest.size(), 10);
            QVERIFY(!rest.contains(condition));
        }
        QVERIFY(conditionsOf({}).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestPastedTable)
#include "tst_pastedtable.moc"
