// SPDX-License-Identifier: GPL-3.0-or-later
// The exporter's output, read by Prometheus' own checker.
#include "core/observe/metrics/exposition.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace trainyard;

namespace {

ExportedMachine fullMachine()
{
    MachineSample sample;
    sample.timeMs = 1'760'000'000'000;
    sample.cpuPercent = 12.5;
    sample.cpuCount = 64;
    sample.load1 = 3.25;
    sample.memoryTotalBytes = qint64(1) << 40;
    sample.memoryAvailableBytes = qint64(1) << 39;
    sample.netReceivedPerSecond = sample.netSentPerSecond = sample.diskReadPerSecond = sample.diskWrittenPerSecond = 1e6;
    sample.diskTotalBytes = sample.diskAvailableBytes = qint64(1) << 42;
    GpuSample gpu;
    gpu.uuid = QStringLiteral("SIM-1");
    gpu.name = QStringLiteral("A \"quoted\\ name");
    gpu.busyPercent = 97;
    gpu.memoryBusyPercent = 40;
    gpu.memoryUsedMiB = 1024;
    gpu.memoryTotalMiB = 81559;
    gpu.powerWatts = 612.34;
    gpu.powerLimitWatts = 700;
    gpu.temperatureC = 61;
    gpu.smClockMHz = 1980;
    gpu.pcieReceivedPerSecond = 1.2e9;
    gpu.pcieSentPerSecond = 34e6;
    sample.gpus << gpu;
    return {QStringLiteral("lab\nof \"mine\""), {}, true, 0.5, sample};
}

ExportedRun fullRun()
{
    return {
        QStringLiteral("gpt2-a1"), QStringLiteral("gpt2"), QStringLiteral("lab"), QStringLiteral("finished"), true, 1.76e9, 1.760001e9, 0};
}

}  // namespace

class TestExposition : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void prometheusAcceptsEveryMetric()
    {
        const QByteArray text = exposition({fullMachine()}, {fullRun()});
        const QString promtool = QStandardPaths::findExecutable(QStringLiteral("promtool"));
        if (promtool.isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL("promtool is missing: apt-get install prometheus");
            QSKIP("promtool is missing: apt-get install prometheus");
        }
        QProcess checker;
        checker.start(promtool, {QStringLiteral("check"), QStringLiteral("metrics")});
        checker.write(text);
        checker.closeWriteChannel();
        QVERIFY(checker.waitForFinished(30'000));
        const QByteArray said = checker.readAllStandardError() + checker.readAllStandardOutput();
        QVERIFY2(checker.exitCode() == 0 && said.trimmed().isEmpty(), said.constData());
        for (const QString &name : expositionNames())
            QVERIFY2(text.contains("# TYPE " + name.toUtf8() + " gauge\n"), qPrintable(name));
    }

    void unitsAreBaseUnitsAndLabelsAreEscaped()
    {
        const QByteArray text = exposition({fullMachine()}, {});
        QVERIFY2(text.contains("trainyard_cpu_busy_ratio{machine=\"lab\\nof \\\"mine\\\"\"} 0.125\n"), text.constData());
        QVERIFY(text.contains("gpu=\"0\",simulated=\"true\"} 1073741824\n"));
        QVERIFY(text.contains("name=\"A \\\"quoted\\\\ name\"} 1\n"));
        QVERIFY(text.contains("} 1980000000\n") || text.contains("} 1.98e+09\n"));
        QVERIFY(!text.contains("trainyard_run"));
    }

    void whatIsUnknownOrOldIsAbsent()
    {
        ExportedMachine bare = fullMachine();
        bare.sample->gpus[0].powerWatts.reset();
        bare.sample->cpuPercent.reset();
        const QByteArray text = exposition({bare}, {});
        QVERIFY(!text.contains("trainyard_gpu_power_watts") && !text.contains("trainyard_cpu_busy_ratio"));
        QVERIFY(text.contains("trainyard_gpu_busy_ratio"));

        ExportedMachine old = fullMachine();
        old.isUp = false;
        old.ageSeconds = 16;
        const QByteArray stale = exposition({old, {QStringLiteral("new"), {}, false, {}, {}}}, {});
        QVERIFY(!stale.contains("trainyard_gpu"));
        QVERIFY(stale.contains("trainyard_machine_up{machine=\"new\"} 0\n"));
        QCOMPARE(stale.count("trainyard_sample_age_seconds{"), 1);
    }

    void theDashboardNamesOnlyWhatThereIs()
    {
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/docs/grafana-dashboard.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QJsonParseError error;
        const QJsonObject dashboard = QJsonDocument::fromJson(file.readAll(), &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QStringList queries;
        const auto panels = dashboard[QLatin1String("panels")].toArray();
        for (const auto &panel : panels) {
            const auto targets = panel.toObject()[QLatin1String("targets")].toArray();
            for (const auto &target : targets)
                queries << target.toObject()[QLatin1String("expr")].toString();
        }
        const auto variables = dashboard[QLatin1String("templating")].toObject()[QLatin1String("list")].toArray();
        for (const auto &variable : variables)
            queries << variable.toObject()[QLatin1String("query")].toString();
        QVERIFY(queries.size() > 8);
        static const QRegularExpression name(QStringLiteral("trainyard_[a-z0-9_]+"));
        const QStringList known = expositionNames();
        int named = 0;
        for (const QString &query : queries) {
            for (auto it = name.globalMatch(query); it.hasNext(); ++named) {
                const QString metric = it.next().captured();
                QVERIFY2(known.contains(metric), qPrintable(metric));
            }
        }
        QVERIFY(named >= queries.size() - 1);
    }
};

QTEST_GUILESS_MAIN(TestExposition)
#include "tst_exposition.moc"
