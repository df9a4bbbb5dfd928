// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in facts: complete, each with described sources, and in agreement with the catalogue of GPUs.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/compat/gpukinds.h"
#include "core/knowledge/compat/imagecontents.h"

#include <QTest>

using namespace trainyard;

namespace {

Version v(const char *text) { return Version::parse(QString::fromLatin1(text)).value_or(Version()); }

}  // namespace

class TestCompatFacts : public QObject {
    Q_OBJECT

    CompatFacts m_facts;
    QList<GpuModel> m_models;

private Q_SLOTS:
    void initTestCase()
    {
        const auto facts = CompatFacts::parse(builtInCompatFiles());
        QVERIFY2(facts, facts ? "" : qPrintable(facts.error().detail));
        m_facts = *facts;
        const auto models = parseGpuModels(builtInCatalogFiles().gpus);
        QVERIFY(models);
        m_models = *models;
    }

    void everythingIsThere()
    {
        QCOMPARE(m_facts.families.size(), 4);
        QCOMPARE(m_facts.toolkits.size(), 65);
        QCOMPARE(m_facts.branches.size(), 31);
        QCOMPARE(m_facts.architectures.size(), 13);
        QCOMPARE(m_facts.gpus.size(), 35);
        QCOMPARE(m_facts.constraints.size(), 14);
        QCOMPARE(m_facts.torch.size(), 23);
        QCOMPARE(m_facts.tensorflow.size(), 22);
        QCOMPARE(m_facts.ngc.size(), 36);
        QCOMPARE(knownImages(m_facts).size(), 35 + 26 + 11 + 36);
        QVERIFY(m_facts.sources.size() > 45);
        QCOMPARE(m_facts.asOf, QStringLiteral("2026-11-21"));
    }

    void everyFactHasItsSource()
    {
        QList<QStringList> all;
        for (const auto &one : m_facts.families)
            all << one.sources;
        for (const auto &one : m_facts.toolkits)
            all << one.sources << one.targetSources;
        for (const auto &one : m_facts.architectures)
            all << one.sources;
        for (const auto &one : m_facts.gpus)
            all << one.sources;
        for (const auto &one : m_facts.constraints)
            all << one.sources;
        for (const auto &one : m_facts.unpublished)
            all << one.sources;
        for (const auto &one : m_facts.tensorflow)
            all << one.sources;
        for (const auto &one : m_facts.jax)
            all << one.sources;
        for (const auto &one : m_facts.jaxExtras)
            all << one.sources;
        for (const auto &one : m_facts.images)
            all << one.sources;
        for (const auto &one : m_facts.ngc)
            all << one.sources;
        for (const auto &release : m_facts.torch) {
            all << release.sources;
            for (const TorchBuild &build : release.builds)
                all << build.sources;
        }
        for (const auto &one : m_facts.branches) {
            if (!one.cuda.isNull())
                all << one.sources;
        }
        for (const QStringList &sources : std::as_const(all)) {
            QVERIFY(!sources.isEmpty());
            for (const QString &code : sources) {
                const FactSource source = m_facts.sources.value(code);
                QVERIFY2(!source.title.isEmpty() && !source.asOf.isEmpty(), qPrintable(code));
            }
        }
    }

    void damagedFilesAreRefused()
    {
        const CompatFiles good = builtInCompatFiles();
        QList<CompatFiles> bad{{}, good, good, good, good};
        bad[1].cuda.replace("12.4.1", "12.x.1");
        bad[2].sources.replace("\"MVC\"", "\"XXX\"");
        bad[3].frameworks.truncate(bad[3].frameworks.size() / 2);
        bad[4].cuda.replace("\"toolkits\"", "\"other\"");
        for (const CompatFiles &files : std::as_const(bad)) {
            const auto facts = CompatFacts::parse(files);
            QVERIFY(!facts);
            QCOMPARE(facts.error().code, ErrorCode::Corrupt);
        }
    }

    void versionsAreComparedNumberByNumber()
    {
        QCOMPARE(v("12"), v("12.0"));
        QCOMPARE(v("535.54.03"), v("535.54.3"));
        QVERIFY(v("535.104.05") > v("535.54.03"));
        QVERIFY(v("9.0") < v("10.0"));
        QVERIFY(v("525.60.13") > v("525.60"));
        for (const char *text : {"", ".", "1.", "1..2", "-1", "1.a", "99999999", "1.2.3.4.5.6.7.8.9", " 1"})
            QVERIFY2(!Version::parse(QString::fromLatin1(text)), text);
        QVERIFY(!Version::parse(QString(100000, u'0')));
    }

    void gpusAgreeWithTheCatalogue_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("capability");
        for (const GpuKindFact &fact : m_facts.gpus)
            QTest::newRow(qPrintable(fact.name)) << fact.name << fact.capability.text();
    }
    void gpusAgreeWithTheCatalogue()
    {
        QFETCH(QString, name);
        QFETCH(QString, capability);
        const GpuKind kind = GpuKinds(m_facts, m_models).find(name);
        QVERIFY(kind.capability);
        QCOMPARE(kind.capability->text(), capability);
        QVERIFY(!kind.brands.isEmpty());
    }

    void everyModelOfTheCatalogueIsFound()
    {
        const GpuKinds kinds(m_facts, m_models);
        for (const GpuModel &model : std::as_const(m_models)) {
            const GpuKind kind = kinds.find(model.id);
            QCOMPARE(kind.capability.has_value(), model.vendor == QLatin1String("NVIDIA"));
            for (const QString &name : model.names) {
                const GpuKind named = kinds.find(name);
                QVERIFY2(named.capability == kind.capability && named.isDataCentre == kind.isDataCentre, qPrintable(name));
            }
        }
    }

    void kindsOfGpusAreToldApart()
    {
        const GpuKinds kinds(m_facts, m_models);
        const auto kind = [&](const char *name) { return kinds.find(QString::fromLatin1(name)); };
        QCOMPARE(kind("H100").isDataCentre, std::optional(true));
        QCOMPARE(kind("H100").brands, QList<QStringList>({{QStringLiteral("nvidia"), QStringLiteral("unknown")}}));
        QCOMPARE(kind("Tesla V100-SXM2-16GB").brands, QList<QStringList>({{QStringLiteral("tesla")}}));
        QCOMPARE(kind("v100").isDataCentre, std::optional(true));
        QCOMPARE(kind("NVIDIA GeForce RTX 4090").isDataCentre, std::optional(false));
        QCOMPARE(kind("RTX3060").isDataCentre, std::optional(false));
        QCOMPARE(kind("NVIDIA GeForce RTX 3060").capability, Version::parse(u"8.6"));
        QCOMPARE(kind("RTX A6000").isDataCentre, std::optional<bool>());  // some cards for workstations are eligible
        QCOMPARE(kind("H20").isDataCentre, std::optional<bool>());        // in no source
        QCOMPARE(kind("H20").capability, Version::parse(u"9.0"));
        // A different card than the RTX 3060; two kinds of one name; other makers; nonsense.
        for (const char *name : {"RTX 3060 Ti", "RTX 6000", "MI300X", "Simulated GPU", "", "%1 %2", "\xff\xfe", "H100; reboot"})
            QVERIFY2(!kind(name).capability, name);
    }
};

QTEST_APPLESS_MAIN(TestCompatFacts)
#include "tst_compatfacts.moc"
