// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue that is really built in: it is complete, every figure has a source and a day, and nothing unknown is a zero.
#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/ratecard.h"

#include <QTest>

using namespace trainyard;

class TestCatalog : public QObject {
    Q_OBJECT

    const Result<Catalog> m_catalog = Catalog::parse(builtInCatalogFiles());

    std::optional<OfferFigures> find(const QString &type, const QString &region, Purchase purchase) const
    {
        const OfferTable &offers = m_catalog->offers();
        for (size_t row = 0; row < offers.size(); ++row) {
            if (offers.text(OfferText::Type, row) == type && offers.text(OfferText::Region, row) == region
                && offers.figures(row).purchase == purchase)
                return offers.figures(row);
        }
        return std::nullopt;
    }

private Q_SLOTS:
    void theBuiltInCatalogueIsWhole()
    {
        QVERIFY2(m_catalog, m_catalog ? "" : qPrintable(m_catalog.error().detail));
        QVERIFY(m_catalog->offers().size() > 2500);
        QStringList providers;
        const TextColumn &column = m_catalog->offers().column(OfferText::Provider);
        for (quint32 id = 0; id < column.idCount(); ++id) {
            providers << column.value(id);
            QVERIFY2(m_catalog->providerName(column.value(id)) != column.value(id), qPrintable(column.value(id)));
        }
        for (const char *needed : {"aws", "azure", "gcp", "alibaba", "tencent", "lambda", "runpod", "vast"})
            QVERIFY2(providers.contains(QLatin1String(needed)), needed);
    }

    void everyFigureHasASourceAndADay()
    {
        QSet<QString> known;
        for (const PriceSource &source : m_catalog->sources())
            known << source.code;
        const OfferTable &offers = m_catalog->offers();
        for (const OfferText which : {OfferText::Source, OfferText::ShapeSource}) {
            const TextColumn &column = offers.column(which);
            for (quint32 id = 0; id < column.idCount(); ++id)
                QVERIFY2(known.contains(column.value(id)), qPrintable(column.value(id)));
        }
        for (size_t row = 0; row < offers.size(); ++row) {
            const OfferFigures figures = offers.figures(row);
            QVERIFY(figures.asOf.isKnown());
            QVERIFY(figures.priceNanos == kUnknown || figures.priceNanos > 0);
            QVERIFY(figures.gpus > 0);
            for (const qint32 figure : {figures.gpuMemoryMiB, figures.vcpus, figures.memoryMiB})
                QVERIFY(figure == kUnknown || figure > 0);
            const bool hasStatistics = figures.savingPercent != kUnknown || !offers.text(OfferText::Interruption, row).isEmpty();
            QCOMPARE(hasStatistics, known.contains(offers.text(OfferText::SpotSource, row)));
            QCOMPARE(offers.text(OfferText::Card, row), QString());
        }
    }

    void whereALicenceAsksForCreditItIsGiven()
    {
        int shareAlike = 0;
        for (const PriceSource &source : m_catalog->sources()) {
            if (!source.licence.startsWith(QLatin1String("CC-BY-SA")))
                continue;
            ++shareAlike;
            QVERIFY(source.note.contains(QStringLiteral("©")) && source.note.contains(QLatin1String("creativecommons.org")));
        }
        QCOMPARE(shareAlike, 1);
    }

    void everyGpuOfAnOfferIsAKnownModel()
    {
        const TextColumn &gpus = m_catalog->offers().column(OfferText::Gpu);
        for (quint32 id = 0; id < gpus.idCount(); ++id)
            QCOMPARE(m_catalog->gpuFacts(id).models.size(), 1);
    }

    void figuresThatCirculateWronglyAreRight()
    {
        // 8 × A100 40 GB at 21.96 and not 3.70 dollars; GN10Xp with 80 processors.
        const auto p4d = find(QStringLiteral("p4d.24xlarge"), QStringLiteral("us-east-1"), Purchase::OnDemand);
        QVERIFY(p4d);
        QCOMPARE(p4d->gpus, 8 * kWholeGpu);
        QCOMPARE(p4d->gpuMemoryMiB, 40 * 1024);
        QCOMPARE(p4d->price()->roundedToCents().text(), QStringLiteral("21.96 USD"));
        const OfferTable &offers = m_catalog->offers();
        int seen = 0;
        for (size_t row = 0; row < offers.size(); ++row) {
            if (offers.text(OfferText::Type, row) == QLatin1String("GN10Xp.20XLARGE320")) {
                QCOMPARE(offers.figures(row).vcpus, 8000);
                QCOMPARE(offers.text(OfferText::Gpu, row), QStringLiteral("V100-SXM2-32GB"));
                ++seen;
            }
        }
        QVERIFY(seen > 0);
    }

    void aSlicesMemoryIsItsOwn()
    {
        Catalog catalog = *m_catalog;
        const size_t before = catalog.offers().size();
        RateCardRules rules;
        rules.card = QStringLiteral("mine");
        rules.asOf = *AsOf::parse("2026");
        const auto card = parseRateCard("provider,gpu,gpus,gpu_memory_gib,price,currency\na,A10,0.5,12,1,USD\na,A10,0.5,,1,USD\n"
                                        "a,A10,4,,1,USD\na,A100,8,,1,USD\na,Ascend 910B,8,,1,USD\n",
                                        rules);
        QVERIFY(card);
        catalog.add(*card);
        QCOMPARE(catalog.offers().size(), before + 5);
        const QList<qint64> each{12288, kUnknown, 24576, kUnknown, kUnknown}, total{12288, kUnknown, 98304, kUnknown, kUnknown};
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(qint64(catalog.gpuMemoryMiB(before + static_cast<size_t>(i))), each[i]);
            QCOMPARE(catalog.totalGpuMemoryMiB(before + static_cast<size_t>(i)), total[i]);
        }
        // Existing entries are unchanged.
        for (size_t row = 0; row < before; row += 97) {
            QVERIFY(catalog.offers().figures(row) == m_catalog->offers().figures(row));
            QCOMPARE(catalog.offers().text(OfferText::Type, row), m_catalog->offers().text(OfferText::Type, row));
        }
    }

    void aDamagedFileIsSaid_data()
    {
        QTest::addColumn<QByteArray CatalogFiles::*>("file");
        QTest::newRow("GPUs") << &CatalogFiles::gpus;
        QTest::newRow("offers") << &CatalogFiles::offers;
        QTest::newRow("providers") << &CatalogFiles::providers;
        QTest::newRow("sources") << &CatalogFiles::sources;
        QTest::newRow("places") << &CatalogFiles::places;
    }
    void aDamagedFileIsSaid()
    {
        QFETCH(QByteArray CatalogFiles::*, file);
        CatalogFiles files = builtInCatalogFiles();
        (files.*file).truncate((files.*file).size() / 2);
        const auto catalog = Catalog::parse(files);
        QVERIFY(!catalog);
        QCOMPARE(catalog.error().code, ErrorCode::Corrupt);
    }
};

QTEST_APPLESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
