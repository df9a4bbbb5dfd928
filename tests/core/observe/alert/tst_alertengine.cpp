// SPDX-License-Identifier: GPL-3.0-or-later
// Rules against values over time: what opens an alert, what clears it, and what must do neither.
#include "core/observe/alert/samplereadings.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace trainyard;

namespace {

constexpr qint64 kStart = 1'760'000'000'000;

QString shown(const QList<AlertChange> &changes, qint64 timeMs)
{
    QStringList words;
    for (const AlertChange &change : changes) {
        static const QStringList kNames{QStringLiteral("opened"), QStringLiteral("joined"), QStringLiteral("cleared"),
                                        QStringLiteral("no data")};
        QString text = QStringLiteral("%1 %2 %3").arg((timeMs - kStart) / 1000).arg(kNames[change.what], alertKindName(change.kind));
        if (!change.gpus.isEmpty()) {
            QStringList gpus;
            for (const int gpu : change.gpus)
                gpus << QString::number(gpu);
            text += QStringLiteral(" on ") + gpus.join(u'+');
        }
        words << text;
    }
    return words.join(QStringLiteral("; "));
}

// Values of one GPU at seconds from the start: "0:90 120:90"; "nan" is absent.
QString fed(AlertKind kind, const QString &values, const AlertRules &rules = {})
{
    AlertEngine engine(rules);
    QStringList all;
    for (const QString &pair : values.split(u' ', Qt::SkipEmptyParts)) {
        const qint64 at = kStart + pair.section(u':', 0, 0).toLongLong() * 1000;
        const QString value = pair.section(u':', 1);
        const QString changes = shown(engine.feed(at, {{kind, value == QLatin1String("nan") ? std::nan("") : value.toDouble(), 0, {}}}),
                                      at);
        if (!changes.isEmpty())
            all << changes;
    }
    return all.join(QStringLiteral("; "));
}

// "from-to=value" every `step` seconds.
QString steady(int from, int to, double value, int step = 30)
{
    QStringList words;
    for (int at = from; at <= to; at += step)
        words << QStringLiteral("%1:%2").arg(at).arg(value);
    return words.join(u' ') + u' ';
}

MachineSample sampleOf(qint64 second, const QList<int> &gpus, double busy)
{
    MachineSample sample;
    sample.timeMs = kStart + second * 1000;
    for (const int index : gpus) {
        GpuSample gpu;
        gpu.index = index;
        gpu.busyPercent = busy;
        gpu.temperatureC = 60;
        gpu.memoryUsedMiB = 70'000;
        gpu.memoryTotalMiB = 80'000;
        sample.gpus << gpu;
    }
    return sample;
}

}  // namespace

class TestAlertEngine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachRuleOpensAndClearsAtItsThresholds_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("values");
        QTest::addColumn<QString>("changes");
        const auto row = [](const char *name, AlertKind kind, const QString &values, const char *changes) {
            QTest::newRow(name) << int(kind) << values << QString::fromLatin1(changes);
        };
        row("idle GPU after ten minutes, busy again after two", AlertKind::GpuIdle, steady(0, 630, 12) + steady(660, 840, 80),
            "600 opened gpu_utilization on 0; 780 cleared gpu_utilization");
        row("idle GPU for nine minutes", AlertKind::GpuIdle, steady(0, 540, 12) + steady(570, 700, 80), "");
        row("exactly 30 % is not below it", AlertKind::GpuIdle, steady(0, 1200, 30), "");
        row("a full GPU is nobody's trouble as it comes", AlertKind::GpuBusy, steady(0, 2000, 100), "");
        row("hot for two minutes", AlertKind::GpuTemperature, steady(0, 150, 85) + steady(180, 330, 79),
            "120 opened gpu_temperature on 0; 300 cleared gpu_temperature");
        row("84 degrees", AlertKind::GpuTemperature, steady(0, 600, 84.9), "");
        row("memory full for five minutes", AlertKind::GpuMemory, steady(0, 300, 97) + steady(330, 450, 89),
            "300 opened gpu_memory on 0; 450 cleared gpu_memory");
        row("lost for a minute, back for a minute", AlertKind::GpuLost, steady(0, 60, 1) + steady(90, 150, 0),
            "60 opened gpu_lost on 0; 150 cleared gpu_lost");
        row("disk full in five hours", AlertKind::DiskFull, steady(0, 300, 5 * 3600) + steady(330, 930, 1e9),
            "300 opened disk_full on 0; 930 cleared disk_full");
        row("no room for checkpoints in five hours", AlertKind::CheckpointRoom, QStringLiteral("0:inf 30:18000 60:30000 90:33000"),
            "30 opened checkpoint_room on 0; 90 cleared checkpoint_room");
        row("no step for 15 minutes", AlertKind::NoProgress, QStringLiteral("0:899 1:900 2:901 3:5"),
            "1 opened no_progress on 0; 3 cleared no_progress");
        row("hung at once, going on for a minute", AlertKind::Hung, QStringLiteral("0:0 5:1 10:0 15:1 60:0 90:0 120:0"),
            "5 opened hung on 0; 120 cleared hung");
        row("nothing heard for ten minutes", AlertKind::NoData, QStringLiteral("0:599 1:600 2:1"),
            "1 opened no_data on 0; 2 cleared no_data");

        row("values that flap across both thresholds open nothing", AlertKind::GpuTemperature,
            steady(0, 30, 90) + steady(60, 90, 70) + steady(120, 150, 90) + steady(180, 210, 70) + steady(240, 270, 90), "");
        row("values between the thresholds clear nothing", AlertKind::GpuTemperature, steady(0, 120, 90) + steady(150, 900, 82),
            "120 opened gpu_temperature on 0");
        row("an alert that flaps while it is open stays one", AlertKind::GpuTemperature,
            steady(0, 120, 90) + steady(150, 210, 75) + steady(240, 270, 90) + steady(300, 360, 75) + steady(390, 420, 90),
            "120 opened gpu_temperature on 0");
        row("time in a gap does not count", AlertKind::GpuTemperature, QStringLiteral("0:90 30:90 4000:90 4030:90"), "");
        row("after a gap the rest of the time does", AlertKind::GpuTemperature, QStringLiteral("0:90 30:90 4000:90 4060:90 4120:90"),
            "4120 opened gpu_temperature on 0");
        row("a clock set ahead opens nothing", AlertKind::GpuIdle, QStringLiteral("0:5 30:5 36000:5"), "");
        row("a clock set back opens nothing and counting goes on", AlertKind::GpuTemperature,
            QStringLiteral("1000:90 1060:90 100:90 160:90"), "160 opened gpu_temperature on 0");
        row("absent values open nothing", AlertKind::GpuTemperature, QStringLiteral("0:90 30:nan 60:nan 90:nan 120:nan 150:nan"), "");
        row("absent values clear nothing and are said after five minutes, once", AlertKind::GpuTemperature,
            steady(0, 120, 90) + QStringLiteral("200:nan 419:nan 420:nan 500:nan 900:nan 930:70"),
            "120 opened gpu_temperature on 0; 420 no data gpu_temperature on 0");
        row("infinite values are values", AlertKind::DiskFull,
            steady(0, 300, 10)
                + QStringLiteral("330:inf 360:inf 420:inf 480:inf 540:inf 600:inf "
                                 "660:inf 720:inf 780:inf 840:inf 900:inf 930:inf"),
            "300 opened disk_full on 0; 930 cleared disk_full");
    }

    void eachRuleOpensAndClearsAtItsThresholds()
    {
        QFETCH(int, kind);
        QFETCH(QString, values);
        QFETCH(QString, changes);
        QCOMPARE(fed(AlertKind(kind), values), changes);
    }

    void sixtyFourGpusTogetherAreOneAlert()
    {
        AlertEngine engine;
        QList<AlertReading> readings;
        for (int gpu = 0; gpu < 64; ++gpu)
            readings << AlertReading{AlertKind::GpuTemperature, 90.0 + gpu % 3, gpu, {}};
        QList<AlertChange> changes;
        for (qint64 second = 0; second <= 300; second += 10)
            changes += engine.feed(kStart + second * 1000, readings);
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes.first().gpus.size(), 64);
        QCOMPARE(changes.first().value, 92.0);
    }

    void moreGpusJoinAndTheLastOneClears()
    {
        AlertEngine engine;
        QStringList all;
        for (qint64 second = 0; second <= 600; second += 30) {
            const double a = second < 300 ? 90 : 60, b = second >= 120 && second < 450 ? 91 : 60;
            const QString changes = shown(
                engine.feed(kStart + second * 1000, {{AlertKind::GpuTemperature, a, 2, {}}, {AlertKind::GpuTemperature, b, 5, {}}}),
                kStart + second * 1000);
            if (!changes.isEmpty())
                all << changes;
        }
        QCOMPARE(all.join(u';'),
                 QStringLiteral("120 opened gpu_temperature on 2;240 joined gpu_temperature on 2+5;570 cleared gpu_temperature"));
    }

    void memoryIsBounded()
    {
        AlertEngine engine;
        QList<AlertReading> readings;
        for (int gpu = 0; gpu < 100'000; ++gpu)
            readings << AlertReading{AlertKind::NoProgress, 1e6, gpu, {}};
        const auto changes = engine.feed(kStart, readings);
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes.first().gpus.size(), AlertEngine::kMaxGpus);
    }

    void whatIsRestoredClearsWithoutOpeningAgain()
    {
        AlertEngine engine;
        engine.restore(AlertKind::GpuTemperature, {3});
        engine.restore(AlertKind::NoProgress, {});
        QVERIFY(engine.isOpen(AlertKind::GpuTemperature));
        QVERIFY(engine.feed(kStart, {{AlertKind::GpuTemperature, 95, 3, {}}, {AlertKind::NoProgress, 2000, -1, {}}}).isEmpty());
        QCOMPARE(shown(engine.feed(kStart + 1000, {{AlertKind::NoProgress, 1, -1, {}}}), kStart), QStringLiteral("0 cleared no_progress"));
        QCOMPARE(shown(engine.fallSilent(kStart), kStart), QStringLiteral("0 no data gpu_temperature on 3"));
        QVERIFY(engine.fallSilent(kStart).isEmpty());
        QCOMPARE(shown(engine.clearAll(kStart), kStart), QStringLiteral("0 cleared gpu_temperature"));
        QVERIFY(engine.clearAll(kStart).isEmpty());
    }

    void aRuleThatIsSwitchedOffClears()
    {
        AlertEngine engine;
        engine.feed(kStart, {{AlertKind::NoProgress, 1e5, -1, {}}});
        AlertRules rules;
        rules.apply({AlertKind::NoProgress, false, {}, {}});
        QCOMPARE(shown(engine.setRules(rules, kStart), kStart), QStringLiteral("0 cleared no_progress"));
        QVERIFY(engine.feed(kStart + 1000, {{AlertKind::NoProgress, 1e5, -1, {}}}).isEmpty());
    }

    void settingsChangeThresholdsAndKeepTheWayBack()
    {
        AlertRules rules;
        rules.apply({AlertKind::GpuTemperature, true, 70, std::chrono::seconds(30)});
        rules.apply({AlertKind::GpuIdle, true, 98, {}});
        rules.apply({AlertKind::DiskFull, true, 3600, {}});
        QCOMPARE(rules.of(AlertKind::GpuTemperature).clear, 65.0);
        QCOMPARE(rules.of(AlertKind::GpuIdle).clear, 100.0);
        QCOMPARE(rules.of(AlertKind::DiskFull).clear, 5400.0);
        QCOMPARE(fed(AlertKind::GpuTemperature, QStringLiteral("0:70 30:70 60:64 90:64 150:64 180:64"), rules),
                 QStringLiteral("30 opened gpu_temperature on 0; 180 cleared gpu_temperature"));
        AlertRules again;
        for (const AlertOverride &changed : rules.changes())
            again.apply(changed);
        QVERIFY(again == rules);
        QVERIFY(AlertRules().changes().isEmpty());
        rules.apply({AlertKind::GpuTemperature, true, 1e9, {}});
        QCOMPARE(rules.of(AlertKind::GpuTemperature).threshold, 110.0);
    }

    void utilisationIsTheMeanOfAMinute()
    {
        SampleReadings readings;
        std::optional<double> last;
        for (int second = 0; second < 120; ++second) {
            for (const AlertReading &reading : readings.feed(sampleOf(second, {0}, second % 10 == 0 ? 100 : 0))) {
                if (reading.kind == AlertKind::GpuIdle)
                    last = reading.value;
            }
        }
        QVERIFY(last && std::abs(*last - 10) < 1);
    }

    void gpusOfOthersAreNoneOfARunsAlerts()
    {
        SampleReadings readings;
        readings.setUse(GpuUse::fromEvents("{\"t\":1,\"event\":\"gpus\",\"there\":[0,1,2],\"asked\":1,\"used\":[1],\"others\":[2]}\n"));
        for (int second = 0; second < 120; ++second) {
            const QList<AlertReading> all = readings.feed(sampleOf(second, second < 60 ? QList<int>{0, 1, 2} : QList<int>{1}, 0));
            for (const AlertReading &reading : all)
                QVERIFY(reading.gpu == 1 || reading.gpu == -1);
            QVERIFY(std::any_of(all.begin(), all.end(),
                                [](const AlertReading &reading) { return reading.kind == AlertKind::GpuLost && reading.value == 0; }));
        }
    }

    void aGpuThatWasThereAndIsGoneIsLost()
    {
        SampleReadings readings;
        AlertEngine engine;
        QStringList all;
        for (int second = 0; second < 300; ++second) {
            const MachineSample sample = sampleOf(second, second >= 60 && second < 180 ? QList<int>{0, 2} : QList<int>{0, 1, 2}, 90);
            const QString changes = shown(engine.feed(sample.timeMs, readings.feed(sample)), sample.timeMs);
            if (!changes.isEmpty())
                all << changes;
        }
        QCOMPARE(all.join(u';'), QStringLiteral("120 opened gpu_lost on 1;240 cleared gpu_lost"));
    }

    void aMachineWithoutGpusLosesNone()
    {
        SampleReadings readings;
        AlertEngine engine;
        for (int second = 0; second < 600; ++second) {
            const MachineSample sample = sampleOf(second, {}, 0);
            QVERIFY(engine.feed(sample.timeMs, readings.feed(sample)).isEmpty());
        }
    }

    void theDiskIsForecastInAStraightLine()
    {
        constexpr qint64 kGiB = 1 << 30;
        DiskForecast forecast;
        std::optional<double> left;
        // A gibibyte per minute, in steps of ten, like checkpoints.
        for (int minute = 0; minute <= 40; ++minute)
            left = forecast.feed(kStart + minute * 60'000, 1000 * kGiB, (500 - minute / 10 * 10) * kGiB);
        QVERIFY(left);
        QVERIFY2(*left > 380 * 60 && *left < 560 * 60, qPrintable(QString::number(*left / 60)));
    }

    void aDiskThatDoesNotFillLastsForEver()
    {
        DiskForecast forecast;
        std::optional<double> left;
        QVERIFY(!forecast.feed(kStart, 1000, 500));
        for (int minute = 1; minute <= 20; ++minute)
            left = forecast.feed(kStart + minute * 60'000, 1000, 500 + minute);
        QVERIFY(left && std::isinf(*left));
        QVERIFY(forecast.feed(kStart + 21 * 60'000, 1000, 0) == 0.0);
        QVERIFY(!forecast.feed(kStart + 22 * 60'000, 2000, 500));
        QVERIFY(!forecast.feed(kStart + 22 * 60'000, 0, 0));
    }

    void whatIsLeftOfTheRunTakesThePlaceOfTheThreshold()
    {
        AlertEngine engine;
        QList<AlertChange> changes;
        for (int second = 0; second <= 600; second += 30)
            changes += engine.feed(kStart + second * 1000, {{AlertKind::DiskFull, 5 * 3600, -1, 3600.0}});
        QVERIFY(changes.isEmpty());
        for (int second = 630; second <= 1300; second += 30)
            changes += engine.feed(kStart + second * 1000, {{AlertKind::DiskFull, 5 * 3600, -1, 8 * 3600.0}});
        QCOMPARE(changes.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestAlertEngine)
#include "tst_alertengine.moc"
