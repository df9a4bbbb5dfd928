// SPDX-License-Identifier: GPL-3.0-or-later
// Probe reports as stored in a real database, judged from there, and their effect on offers.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/service/machines/probeadvisor.h"
#include "tests/core/knowledge/benchmark/madereport.h"

#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestProbeAdvisor : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<StateDatabase> m_store;
    std::shared_ptr<const ProbeAdvisor> m_advisor;
    const QDateTime m_now{QDate(2024, 2, 29), QTime(23, 59, 50), Qt::UTC};

    MachineId add(const char *name, bool isSimulated = false)
    {
        Machine machine;
        machine.name = QLatin1String(name);
        machine.isSimulated = isSimulated;
        machine.target.host = QStringLiteral("127.0.0.1");
        machine.target.user = QStringLiteral("somebody");
        const auto added = m_store->machines.add(machine);
        return added ? added->id : MachineId();
    }
    ProbeVerdict verdict(ProbeId id) const
    {
        const auto judged = m_advisor->judge(*m_store, id);
        return judged ? judged->judgement.verdict : ProbeVerdict(-1);
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto store = StateDatabase::open(m_folder->filePath(QStringLiteral("trainyard.db")));
        QVERIFY(store);
        m_store = std::move(*store);
        const auto advisor = ProbeAdvisor::builtIn();
        QVERIFY(advisor);
        m_advisor = *advisor;
    }

    void reportsAreKeptAsTheyCame()
    {
        const MachineId box = add("box");
        const QByteArray bytes = MadeReport().bytes();
        const auto first = keepProbe(*m_store, box, bytes, m_now);
        const auto second = keepProbe(*m_store, {}, bytes, m_now);
        QVERIFY(first && second);
        const auto list = m_store->probes.all();
        QVERIFY(list);
        QCOMPARE(list->size(), 2);
        QCOMPARE(list->first().id, second->id);
        QVERIFY(list->first().isHere() && list->first().report.isEmpty());
        QCOMPARE(list->last().machineName, QStringLiteral("box"));
        QCOMPARE(list->last().gpus, QStringLiteral("NVIDIA H200"));
        const auto whole = m_store->probes.find(first->id);
        QVERIFY(whole);
        QCOMPARE(whole->report, bytes);
        QCOMPARE(verdict(first->id), ProbeVerdict::Keep);
        QVERIFY(!m_store->probes.find(ProbeId(4711)));
        QCOMPARE(m_store->probes.find(ProbeId(4711)).error().code, ErrorCode::NotFound);
        QCOMPARE(keepProbe(*m_store, box, "no report", m_now).error().code, ErrorCode::Corrupt);
        QVERIFY(!keepProbe(*m_store, MachineId(4711), bytes, m_now));
    }

    void theOldestAreForgotten()
    {
        const MachineId box = add("box");
        const QByteArray bytes = MadeReport().bytes();
        QVERIFY(keepProbe(*m_store, {}, bytes, m_now));
        for (int i = 0; i < 43; ++i)
            QVERIFY(keepProbe(*m_store, box, bytes, m_now));
        const auto list = m_store->probes.all();
        QVERIFY(list);
        QCOMPARE(list->size(), 41);
        QVERIFY(list->last().isHere());
        const auto figures = m_store->probes.figures();
        QVERIFY(figures);
        QCOMPARE(figures->size(), comparableFigures(*MadeReport().parsed()).size() * 41);
    }

    void simulatedReportsEnterNoHistory()
    {
        const MachineId sandbox = add("sandbox", true);
        MadeReport simulated;
        QVERIFY(keepProbe(*m_store, {}, simulated.with("simulated", true).bytes(), m_now));
        // The sandbox is this computer, whatever its libraries report.
        const auto there = keepProbe(*m_store, sandbox, MadeReport().bytes(), m_now);
        QVERIFY(there && there->isSimulated);
        QCOMPARE(verdict(there->id), ProbeVerdict::Unclear);
        QCOMPARE(m_store->probes.figures()->size(), 0);
        const auto catalog = Catalog::parse(builtInCatalogFiles());
        QVERIFY(catalog);
        QVERIFY(measuredRates(*m_store, *catalog)->isEmpty());
    }

    void historyGrowsAndLaterReportsDoNotReachBack()
    {
        const MachineId box = add("box");
        MadeReport unknown;
        unknown.withModel(QStringLiteral("NVIDIA H9000"), QStringLiteral("ffff"));
        QList<ProbeId> ids;
        for (int i = 0; i < 4; ++i)
            ids << keepProbe(*m_store, box, unknown.bytes(), m_now)->id;
        QCOMPARE(verdict(ids[0]), ProbeVerdict::Unclear);
        QCOMPARE(verdict(ids[2]), ProbeVerdict::Unclear);
        QCOMPARE(verdict(ids[3]), ProbeVerdict::Keep);
    }

    void aRemovedMachineIsNotThisComputer()
    {
        const MachineId box = add("box");
        ProbeId id;
        for (int i = 0; i < 4; ++i)
            id = keepProbe(*m_store, box, MadeReport().bytes(), m_now)->id;
        QVERIFY(m_store->machines.remove(box));
        const auto record = m_store->probes.find(id);
        QVERIFY(record);
        QVERIFY(!record->machineId.isSet() && !record->isHere() && record->machineName == QLatin1String("box"));
        const auto figures = m_store->probes.figures();
        QVERIFY(figures && !figures->isEmpty());
        for (const ProbeFigure &one : *figures)
            QCOMPARE(one.machineId, kRemovedMachine);
        QCOMPARE(verdict(id), ProbeVerdict::Keep);
    }

    void measuredRatesBelongToOneModel()
    {
        const auto catalog = Catalog::parse(builtInCatalogFiles());
        QVERIFY(catalog);
        MadeReport slower, a100;
        QVERIFY(keepProbe(*m_store, {}, MadeReport().bytes(), m_now));
        QVERIFY(keepProbe(*m_store, {}, slower.withFigure("matmul", -1, 761, "bf16", "cublaslt").bytes(), m_now.addSecs(60)));
        QVERIFY(keepProbe(*m_store, {},
                          a100.withModel(QStringLiteral("NVIDIA A100-SXM4-80GB"), QStringLiteral("20b2"))
                              .withFigure("matmul", -1, 250, "bf16", "cublaslt")
                              .bytes(),
                          m_now));
        const auto rates = measuredRates(*m_store, *catalog);
        QVERIFY(rates);
        QCOMPARE(rates->size(), 2);
        QCOMPARE(rates->value(QStringLiteral("H200")).tflops, 771.0);
        QCOMPARE(rates->value(QStringLiteral("H200")).reports, 2);
        QCOMPARE(rates->value(QStringLiteral("H200")).newest, QDate(2024, 3, 1));
        QCOMPARE(rates->value(QStringLiteral("A100-SXM-80GB")).tflops, 250.0);
    }
};

QTEST_GUILESS_MAIN(TestProbeAdvisor)
#include "tst_probeadvisor.moc"
