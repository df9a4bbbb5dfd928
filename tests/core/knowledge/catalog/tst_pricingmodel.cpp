// SPDX-License-Identifier: GPL-3.0-or-later
// How providers bill: the built-in data is complete, and an error in a file is reported with its location.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/catalog/pricesource.h"
#include "core/knowledge/catalog/pricingmodel.h"

#include <QTest>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

const QByteArray kGood(
    "{'providers': {'aws': {'currency': 'USD', 'billing': {'step_seconds': 1, 'minimum_seconds': 60, 'status': 'recalled', 'as_of': '2026-08-22'},"
    "'spot': {'offered': true, 'notice_seconds': 120, 'most_discount': 90, 'status': 'verified', 'source': 'doc', 'as_of': '2026-08'},"
    "'commitments': [{'kind': 'plan', 'months': 12, 'least_discount': 34, 'most_discount': 39, 'status': 'verified', 'source': 'x', 'as_of': '2025'}],"
    "'disks': [{'type': 'gp3', 'region': 'us', 'regions': ['us-east-1'], 'per_gb_month': '0.08', 'status': 'verified', 'source': 'x', 'as_of': '2024'},"
    "{'type': 'E4', 'region': 'us', 'regions': ['us-'], 'per_disk_month': '2.4', 'disk_gb': 32, 'status': 'recalled'}],"
    "'object_storage': [], 'requests': {'put_per_1000': '0.005', 'get_per_1000': '0.0004', 'status': 'verified', 'source': 'x', 'as_of': '2024'},"
    "'egress': [{'region': 'all', 'regions': [], 'free_gb': 100, 'tiers': [{'up_to_gb': 10240, 'per_gb': '0.09'}, {'per_gb': '0.085'}],"
    "'status': 'verified', 'source': 'x', 'as_of': '2024'}]}}}");

QByteArray json(QByteArray text) { return text.replace('\'', '"'); }

}  // namespace

class TestPricingModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsBuiltInIsWhole()
    {
        const auto models = parsePricingModels(builtInPricingFile());
        QVERIFY2(models, models ? "" : qPrintable(models.error().what));
        const auto names = parseProviderNames(builtInCatalogFiles().providers);
        const auto sources = parsePriceSources(builtInCatalogFiles().sources);
        QCOMPARE(models->size(), names->size());
        QStringList codes;
        for (const PriceSource &source : *sources)
            codes << source.code;
        const auto check = [&](const Provenance &from, const QString &where) {
            if (from.knowledge == Knowledge::Verified)
                QVERIFY2(from.asOf.isKnown() && !from.source.isEmpty(), qPrintable(where));
            for (const QString &code : from.source.split(QStringLiteral(", "), Qt::SkipEmptyParts))
                QVERIFY2(codes.contains(code), qPrintable(where + u' ' + code));
        };
        for (const PricingModel &model : *models) {
            QVERIFY(names->contains(model.provider));
            check(model.billing.from, model.provider);
            check(model.spot.from, model.provider);
            for (const auto *list : {&model.disks, &model.objectStorage}) {
                for (const StoragePrice &price : *list)
                    check(price.from, model.provider + u' ' + price.type);
            }
            for (const EgressPrice &price : model.egress)
                check(price.from, model.provider);
        }
        const PricingModel aws = models->value(QStringLiteral("aws"));
        QCOMPARE(aws.billing.minimum, std::optional(60s));
        QCOMPARE(aws.billing.from.knowledge, Knowledge::Recalled);
        QCOMPARE(aws.spot.notice, std::optional(120s));
        QCOMPARE(aws.egress.first().tiers.first().perGB->text(), QStringLiteral("0.09 USD"));
        QCOMPARE(aws.commitments.first().leastDiscount, std::optional(34));
        QCOMPARE(models->value(QStringLiteral("gcp")).spot.notice, std::optional(30s));
        QCOMPARE(models->value(QStringLiteral("tencent")).currency, Currency::CNY);
        QVERIFY(!models->value(QStringLiteral("vultr")).billing.step);
        QCOMPARE(models->value(QStringLiteral("runpod")).egress.first().tiers.first().perGB->text(), QStringLiteral("0.00 USD"));
        QVERIFY(!models->value(QStringLiteral("vast")).egress.first().tiers.first().perGB);
        QCOMPARE(models->value(QStringLiteral("azure")).disks.value(2).diskGB, 1024);
    }

    void regionsAreNamesOrBeginnings()
    {
        QVERIFY((RegionList{{}, {QStringLiteral("eastus")}}.covers(QStringLiteral("EastUS"))));
        QVERIFY((!RegionList{{}, {QStringLiteral("eastus")}}.covers(QStringLiteral("eastus2"))));
        QVERIFY((RegionList{{}, {QStringLiteral("us-")}}.covers(QStringLiteral("us-central1"))));
        QVERIFY((!RegionList{{}, {QStringLiteral("us-")}}.covers(QString())));
        QVERIFY(RegionList().covers(QString()));
    }

    void wrongFilesSayWhere_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("place");
        const auto row = [](const char *name, const char *from, const char *to, const char *place) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString::fromLatin1(place);
        };
        row("unknown currency", "'USD'", "'DOGE'", "aws.currency");
        row("no currency", "'currency': 'USD', ", "", "aws.currency");
        row("negative price", "'0.08'", "'-0.08'", "aws.disks[0].per_gb_month");
        row("absurd price", "'0.08'", "'999999999'", "aws.disks[0].per_gb_month");
        row("price as a binary fraction", "'0.08'", "0.08", "aws.disks[0].per_gb_month");
        row("price that is none", "'0.085'", "'cheap'", "aws.egress[0].per_gb");
        row("step of nothing", "'step_seconds': 1", "'step_seconds': 0", "aws.billing.step_seconds");
        row("step of a fraction", "'step_seconds': 1", "'step_seconds': 1.5", "aws.billing.step_seconds");
        row("absurd minimum", "'minimum_seconds': 60", "'minimum_seconds': 1e18", "aws.billing.minimum_seconds");
        row("text for a number", "'notice_seconds': 120", "'notice_seconds': '120'", "aws.spot.notice_seconds");
        row("unknown status", "'status': 'recalled', 'as_of'", "'status': 'guessed', 'as_of'", "aws.billing.status");
        row("verified without a source", "'source': 'doc', ", "", "aws.spot.source");
        row("no day", "'as_of': '2026-08'}", "'as_of': 'soon'}", "aws.spot.as_of");
        row("absurd discount", "'most_discount': 90", "'most_discount': 150", "aws.spot.most_discount");
        row("size without a price", "'per_disk_month': '2.4', ", "", "aws.disks[1].disk_gb");
        row("disk without a type", "'type': 'gp3'", "'type': ''", "aws.disks[0].type");
        row("steps without an end", "{'per_gb': '0.085'}", "{'up_to_gb': 20000, 'per_gb': '0.085'}", "aws.egress[0].tiers");
        row("steps that fall", "{'per_gb': '0.085'}", "{'up_to_gb': 5, 'per_gb': '1'}, {'per_gb': '1'}", "aws.egress[0].tiers");
        row("no steps", "[{'up_to_gb': 10240, 'per_gb': '0.09'}, {'per_gb': '0.085'}]", "[]", "aws.egress[0].tiers");
        row("no list", "'object_storage': []", "'object_storage': {}", "aws.object_storage");
        row("no object", "'object_storage': []", "'object_storage': [5]", "aws.object_storage[0]");
        row("no billing", "'billing'", "'bill'", "aws.billing");
        row("regions that are none", "['us-east-1']", "[17]", "aws.disks[0].regions");
    }
    void wrongFilesSayWhere()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, place);
        QVERIFY(parsePricingModels(json(kGood)));
        QVERIFY(kGood.contains(from));
        QByteArray wrong = kGood;
        const auto models = parsePricingModels(json(wrong.replace(wrong.indexOf(from), from.size(), to)));
        QVERIFY(!models);
        QCOMPARE(models.error().code, ErrorCode::InvalidInput);
        QVERIFY2(models.error().what.contains(place), qPrintable(models.error().what));
    }

    void whatIsNoSuchFileIsRefused()
    {
        for (const QByteArray &bytes :
             {QByteArray(), QByteArray("{}"), QByteArray("[1]"), QByteArray("{\"providers\": 5}"), json(kGood).chopped(20),
              QByteArray(5 * 1024 * 1024, ' '), QByteArray("{\"providers\": {\"a\": []}}"), QByteArray("\xff\xfe\x00", 3)}) {
            const auto models = parsePricingModels(bytes);
            QVERIFY(!models);
            QCOMPARE(models.error().code, ErrorCode::InvalidInput);
            QVERIFY(models.error().what.endsWith(u'.'));
        }
    }
};

QTEST_APPLESS_MAIN(TestPricingModel)
#include "tst_pricingmodel.moc"
