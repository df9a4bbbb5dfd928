// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged rate cards and GPU lists: an answer or an error with its place, never a crash; accepted input obeys the rules and survives
// writing and reading without a change.
#include "core/knowledge/catalog/gpumodel.h"
#include "core/knowledge/catalog/pricingmodel.h"
#include "core/knowledge/catalog/ratecard.h"
#include "tests/fuzz/mutate.h"

#include <QTest>

using namespace trainyard;

class FuzzOffers : public QObject {
    Q_OBJECT

    static void check(const OfferTable &offers)
    {
        for (size_t row = 0; row < offers.size(); ++row) {
            const OfferFigures figures = offers.figures(row);
            QVERIFY(figures.priceNanos > 0 && figures.gpus > 0 && figures.asOf.isKnown());
            QVERIFY(!offers.text(OfferText::Provider, row).isEmpty() && !offers.text(OfferText::Gpu, row).isEmpty());
        }
        const QByteArray written = writeRateCard(offers);
        RateCardRules none;
        const auto again = parseRateCard(written, none);
        QVERIFY2(again, written.constData());
        QCOMPARE(writeRateCard(*again), written);
    }

    static void fuzz(const QByteArray &good, const QByteArrayList &words)
    {
        RateCardRules rules;
        rules.card = QStringLiteral("card");
        rules.today = QDate(2026, 11, 21);
        rules.asOf = AsOf(rules.today);
        QVERIFY(parseRateCard(good, rules));
        QRandomGenerator random(5);
        QElapsedTimer timer;
        timer.start();
        int accepted = 0, refused = 0;
        while (timer.elapsed() < fuzzMilliseconds()) {
            const QByteArray bytes = mutated(good, random, words);
            const auto offers = parseRateCard(bytes, rules);
            if (!offers) {
                QCOMPARE(offers.error().code, ErrorCode::InvalidInput);
                QVERIFY(!offers.error().what.isEmpty() && offers.error().what.size() < 500);
                ++refused;
                continue;
            }
            check(*offers);
            if (QTest::currentTestFailed())
                return;
            ++accepted;
        }
        QVERIFY(accepted > 0 && refused > 0);
    }

private Q_SLOTS:
    void csvCards()
    {
        fuzz("provider,type,gpu,gpus,gpu_memory_gib,vcpus,memory_gib,region,purchase,price,currency,as_of,source\n"
             "aws,p4d,A100-SXM-40GB,8,40,96,1152,us-east-1,on-demand,21.957643,USD,2026-07-20,x\n"
             "\"a, \"\"b\"\"\",,T4,0.1667,,,,,spot,8.5,CNY,2022,\n",
             {",", "\"", "\n", "\r\n", ";", "\t", "-", "0", "99999999999999999999", "1e9", "nan", ".", "JPY", "monthly", "2027",
              QByteArray("\0", 1), "\xff", "\xef\xbb\xbf"});
    }

    void jsonCards()
    {
        QByteArray good("[{'provider':'lab','gpu':'T4','price':15.2,'currency':'CNY','gpus':2,'region':null,'as_of':'2026'}]");
        fuzz(good.replace('\'', '"'), {"[", "]", "{", "}", "\"", ":", ",", "null", "true", "1e308", "-1", "\\u0000", "\"price\":", "\xff"});
    }

    void gpuLists()
    {
        QByteArray good("{'gpus':[{'id':'X','vendor':'V','name':'N','memory_gib':8,'bandwidth_gb_per_s':1,'source':'S',"
                        "'tflops_dense':{'fp16':1},'names':['a']}]}");
        good.replace('\'', '"');
        QVERIFY(parseGpuModels(good));
        QRandomGenerator random(6);
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < fuzzMilliseconds()) {
            const auto models = parseGpuModels(mutated(good, random, {"[", "]", "{", "}", "\"", ":", "-1", "1e308", "null"}));
            if (!models) {
                QCOMPARE(models.error().code, ErrorCode::Corrupt);
                continue;
            }
            for (const GpuModel &model : *models)
                QVERIFY(!model.id.isEmpty() && model.memoryGib > 0);
        }
    }

    void billingRules()
    {
        QByteArray good(
            "{'providers':{'a':{'currency':'USD','billing':{'step_seconds':1,'minimum_seconds':60,'status':'recalled'},"
            "'spot':{'offered':true,'status':'recalled'},'disks':[{'type':'t','region':'r','regions':['r'],'per_gb_month':'0.1',"
            "'status':'recalled'}],'egress':[{'region':'r','free_gb':1,'tiers':[{'up_to_gb':5,'per_gb':'1'},{'per_gb':'0.5'}],"
            "'status':'recalled'}]}}}");
        good.replace('\'', '"');
        QVERIFY(parsePricingModels(good));
        QRandomGenerator random(7);
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < fuzzMilliseconds()) {
            const auto models = parsePricingModels(
                mutated(good, random, {"[", "]", "{", "}", "\"", ":", "-1", "1e308", "null", "0.1", "\"\"", "99999999999"}));
            if (!models) {
                QCOMPARE(models.error().code, ErrorCode::InvalidInput);
                QVERIFY(models.error().what.endsWith(u'.') && models.error().what.size() < 500);
                continue;
            }
            for (const PricingModel &model : *models) {
                QVERIFY(!model.billing.step || model.billing.step->count() > 0);
                for (const StoragePrice &price : model.disks)
                    QVERIFY(!price.perGBMonth || price.perGBMonth->nanos() >= 0);
                for (const EgressPrice &price : model.egress)
                    QVERIFY(!price.tiers.isEmpty() && !price.tiers.last().upToGB);
            }
        }
    }
};

QTEST_APPLESS_MAIN(FuzzOffers)
#include "tst_fuzz_offers.moc"
