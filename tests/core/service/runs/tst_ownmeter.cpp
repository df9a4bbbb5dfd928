// SPDX-License-Identifier: GPL-3.0-or-later
// What runs on the person's own machines cost by their own figures: measured power, sharing, and that billed money stays apart.
#include "core/service/runs/energyreader.h"
#include "core/service/runs/meternow.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

Money eur(const char *amount) { return *Money::parse(amount, Currency::EUR); }

// 2.00 EUR for a kWh at PUE 1 and no wear: 500 W cost one an hour.
OwnHardware plainFigures(int baseWatts)
{
    OwnHardware own;
    own.price = Money(0, Currency::EUR);
    own.perKwh = eur("2");
    own.watts = baseWatts;
    return own;
}

// Two GPUs that draw this much each, second by second.
QByteArray samplesOf(qint64 fromMs, int seconds, double wattsEach, const char *uuid = "GPU")
{
    QByteArray text;
    for (int second = 0; second <= seconds; ++second) {
        const QByteArray time = QByteArray::number(fromMs + second * 1000LL);
        text += time + " cpu 1 1 1 1 1 1 1 1 4\n";
        for (int gpu = 0; gpu < 2; ++gpu)
            text += time + " gpu " + QByteArray::number(gpu) + ", " + uuid + '-' + QByteArray::number(gpu) + ", H100, "
                    + QByteArray::number(wattsEach) + '\n';
    }
    return text;
}

}  // namespace

class TestOwnMeter : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<StateDatabase> m_store;
    Machine m_lab;
    QDateTime m_now;

    Run run(const char *id, int from, int until, std::optional<Money> price = {}) const
    {
        Run run;
        run.id = RunId(QLatin1String(id));
        run.lineage = run.name = run.id.text();
        run.head().machineId = m_lab.id;
        run.head().machineName = m_lab.name;
        run.price = price;
        run.created = run.started = m_now.addSecs(-from);
        run.state = RunState::Running;
        if (until >= 0) {
            run.state = RunState::Finished;
            run.ended = m_now.addSecs(-until);
        }
        return run;
    }
    MeterNow meter() const
    {
        const auto read = meterNow(*m_store, m_now);
        return read ? *read : MeterNow();
    }
    QList<Money> ownCost(const char *id) const { return meter().ownCostOf(RunId(QLatin1String(id))); }
    bool setFigures(int baseWatts) const { return m_store->own.set(m_lab.id, plainFigures(baseWatts)).has_value(); }
    QString samples() const { return m_folder->filePath(QStringLiteral("metrics")); }
    bool append(const QByteArray &bytes) const
    {
        QFile file(samples());
        return file.open(QIODevice::Append) && file.write(bytes) == bytes.size();
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto store = StateDatabase::open(m_folder->filePath(QStringLiteral("db")));
        QVERIFY(store);
        m_store = std::move(*store);
        m_now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), Qt::UTC);
        Machine machine;
        machine.name = QStringLiteral("lab");
        machine.target.host = QStringLiteral("203.0.113.7");
        const auto added = m_store->machines.add(machine);
        QVERIFY(added);
        m_lab = *added;
    }
    void cleanup() { m_store.reset(); }

    void aRunCostsItsHoursByTheFiguresAndNothingIsBilled()
    {
        QVERIFY(m_store->runs.add(run("a", 7200, 3600)));
        QVERIFY(ownCost("a").isEmpty());
        QVERIFY(setFigures(500));
        QCOMPARE(ownCost("a"), QList<Money>{eur("1")});
        const MeterNow now = meter();
        QVERIFY(now.readings.isEmpty() && now.costOf(RunId(QStringLiteral("a"))).isEmpty());
        QCOMPARE(now.own.readings.value(Currency::EUR).all.total, eur("1"));
        QCOMPARE(now.own.readings.value(Currency::EUR).perHour, eur("0"));  // nothing is active
        QCOMPARE(now.own.machine(m_lab.id)->perHour, eur("1"));
        // Forgotten again.
        QVERIFY(m_store->own.set(m_lab.id, std::nullopt));
        QVERIFY(ownCost("a").isEmpty() && meter().own.machines.isEmpty());
    }

    void runsThatShareTheMachinePayEqualPartsOfOneMachine()
    {
        QVERIFY(setFigures(500));
        QVERIFY(m_store->runs.add(run("a", 10800, 3600)));
        QVERIFY(m_store->runs.add(run("b", 7200, 0)));
        QCOMPARE(ownCost("a"), QList<Money>{eur("1.5")});
        QCOMPARE(ownCost("b"), QList<Money>{eur("1.5")});
        QCOMPARE(meter().own.readings.value(Currency::EUR).all.total, eur("3"));
    }

    void anActiveRunCostsPerHourNow()
    {
        QVERIFY(setFigures(500));
        QVERIFY(m_store->runs.add(run("a", 1800, -1)));
        QCOMPARE(ownCost("a"), QList<Money>{eur("0.5")});
        QCOMPARE(meter().own.readings.value(Currency::EUR).perHour, eur("1"));
    }

    void theMeasuredPowerOfTheRunCountsAndOthersTakeTheMeanOfTheMachine()
    {
        QVERIFY(setFigures(100));
        QVERIFY(m_store->runs.add(run("a", 7200, 3600)));
        QVERIFY(m_store->runs.add(run("b", 3600, 0)));
        QVERIFY(m_store->own.setEnergy(RunId(QStringLiteral("a")), {{900.0 * 3600, 3'600'000}, 0, {}}));
        QCOMPARE(*meter().own.machine(m_lab.id)->gpuWatts, 900);
        QCOMPARE(ownCost("a"), QList<Money>{eur("2")});
        QCOMPARE(ownCost("b"), QList<Money>{eur("2")});
        QVERIFY(m_store->own.setEnergy(RunId(QStringLiteral("b")), {{400.0 * 3600, 3'600'000}, 0, {}}));
        QCOMPARE(ownCost("a"), QList<Money>{eur("2")});
        QCOMPARE(ownCost("b"), QList<Money>{eur("1")});
        QCOMPARE(*meter().own.machine(m_lab.id)->gpuWatts, 650);
    }

    void rentedTimeAndPricesOfTasksAreNotCountedTwice()
    {
        QVERIFY(setFigures(500));
        QVERIFY(m_store->runs.add(run("priced", 7200, 3600, *Money::parse("3", Currency::USD))));
        QVERIFY(m_store->runs.add(run("free", 7200, 3600)));
        Rental rental;
        rental.machineId = m_lab.id;
        rental.perHour = *Money::parse("2", Currency::USD);
        rental.began = m_now.addSecs(-1800);
        QVERIFY(m_store->rentals.begin(rental));
        QVERIFY(m_store->runs.add(run("rented", 1200, -1)));
        QVERIFY(ownCost("priced").isEmpty() && ownCost("rented").isEmpty());
        QCOMPARE(ownCost("free"), QList<Money>{eur("1")});
        QVERIFY(!meter().costOf(RunId(QStringLiteral("rented"))).isEmpty());
    }

    void theSandboxAndRemovedMachinesHaveNoFigures()
    {
        Machine sandbox;
        sandbox.name = QStringLiteral("sandbox");
        sandbox.isSimulated = true;
        const auto added = m_store->machines.add(sandbox);
        QVERIFY(added);
        QCOMPARE(m_store->own.set(added->id, plainFigures(1)).error().code, ErrorCode::InvalidInput);
        QVERIFY(setFigures(500));
        QVERIFY(m_store->machines.remove(m_lab.id));
        QVERIFY(m_store->own.all()->isEmpty());
    }

    void samplesAreAddedUpInPiecesAndGoOnWhereTheyWereLeft()
    {
        QVERIFY(setFigures(100));
        Run a = run("a", 7200, -1);
        QVERIFY(m_store->runs.add(a));
        const qint64 began = a.started.toMSecsSinceEpoch();
        QVERIFY(append("1700000000000 gpufields index,uuid,name,power.draw\n" + samplesOf(began, 300, 350)));
        // A line that is still being written.
        QVERIFY(append(QByteArray::number(began + 301'000) + " gpu 0, GPU-0, H100, 99"));
        QVERIFY(*readEnergy(a, samples(), *m_store, 4096) == false);
        while (!*readEnergy(a, samples(), *m_store, 4096) && m_store->own.energy(a.id)->bytes < QFile(samples()).size() - 40) {}
        const auto some = m_store->own.energy(a.id);
        QVERIFY(some && some->gpus.watts());
        QCOMPARE(*some->gpus.watts(), 700);
        // It changes its load, and the line is completed.
        QVERIFY(append("9999\n" + samplesOf(began + 302'000, 300, 50)));
        QVERIFY(readEnergy(a, samples(), *m_store, 1 << 20));
        const auto all = m_store->own.energy(a.id);
        QVERIFY(all->gpus.milliseconds > some->gpus.milliseconds);
        QVERIFY2(*all->gpus.watts() > 380 && *all->gpus.watts() < 520, qPrintable(QString::number(*all->gpus.watts())));
        // Nothing new: nothing changes.
        QVERIFY(readEnergy(a, samples(), *m_store, 1 << 20));
        QCOMPARE(m_store->own.energy(a.id)->gpus.milliseconds, all->gpus.milliseconds);
        // The copy started over.
        QVERIFY(QFile::resize(samples(), 0));
        QVERIFY(append("1700000000000 gpufields index,uuid,name,power.draw\n" + samplesOf(began, 120, 100)));
        QVERIFY(readEnergy(a, samples(), *m_store, 1 << 20));
        QCOMPARE(*m_store->own.energy(a.id)->gpus.watts(), 200);
    }

    void simulatedOrPartlyKnownPowerIsNoPower()
    {
        GpuEnergy energy;
        qint64 last = 0;
        SampleParser simulated;
        simulated.feed("1 gpufields index,uuid,name,power.draw\n");
        addEnergy(energy, simulated.feed(samplesOf(1'700'000'000'000, 100, 300, "SIM")), last);
        QCOMPARE(energy.milliseconds, 0);
        SampleParser partly;
        partly.feed("1 gpufields index,uuid,name,power.draw\n");
        last = 0;
        addEnergy(energy,
                  partly.feed(samplesOf(1'700'000'000'000, 100, 300).replace("gpu 1, GPU-1, H100, 300", "gpu 1, GPU-1, H100, [N/A]")),
                  last);
        QCOMPARE(energy.milliseconds, 0);
    }

    // Ten minutes without samples are not ten minutes at the power of the sample before.
    void silenceIsNotMeasured()
    {
        GpuEnergy energy;
        qint64 last = 0;
        SampleParser parser;
        parser.feed("1 gpufields index,uuid,name,power.draw\n");
        addEnergy(energy, parser.feed(samplesOf(1'700'000'000'000, 60, 300) + samplesOf(1'700'000'660'000, 60, 300)) + parser.flush(),
                  last);
        QVERIFY2(energy.milliseconds <= 121'000 && energy.milliseconds > 100'000, qPrintable(QString::number(energy.milliseconds)));
        QCOMPARE(*energy.watts(), 600);
    }

    void runsOnMachinesWithoutFiguresAreNotRead()
    {
        Run a = run("a", 7200, -1);
        QVERIFY(m_store->runs.add(a));
        QVERIFY(append("1700000000000 gpufields index,uuid,name,power.draw\n" + samplesOf(a.started.toMSecsSinceEpoch(), 100, 350)));
        QVERIFY(*readEnergy(a, samples(), *m_store, 1 << 20));
        QCOMPARE(m_store->own.energy(a.id)->bytes, 0);
    }
};

QTEST_GUILESS_MAIN(TestOwnMeter)
#include "tst_ownmeter.moc"
