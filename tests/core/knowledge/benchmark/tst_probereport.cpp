// SPDX-License-Identifier: GPL-3.0-or-later
// The output of yard-probe is read as far as it can be trusted.
#include "madereport.h"

#include "core/knowledge/benchmark/probefigure.h"

#include <QTest>

using namespace trainyard;

class TestProbeReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everythingToldIsRead()
    {
        const auto report = MadeReport().parsed();
        QVERIFY2(report, qPrintable(report ? QString() : report.error().detail));
        QCOMPARE(report->status, QStringLiteral("ok"));
        QVERIFY(!report->isSimulated && !report->isShared && !report->isQuick);
        QCOMPARE(report->started, QDateTime(QDate(2026, 11, 22), QTime(7, 0), Qt::UTC));
        QCOMPARE(report->driverVersion, QStringLiteral("580.95.05"));
        QCOMPARE(report->cublasLt, QStringLiteral("13.1.0"));
        QCOMPARE(report->gpuNames(), QStringList{QStringLiteral("NVIDIA H200")});
        QCOMPARE(report->devices.size(), 2);
        const ProbeDevice &gpu = report->devices[1];
        QCOMPARE(gpu.pciDeviceId, QStringLiteral("2335"));
        QCOMPARE(gpu.memoryBytes, std::optional<qint64>(150754820096));
        QCOMPARE(gpu.uncorrectedVolatile, std::optional<qint64>(0));
        QCOMPARE(gpu.mostLink, (ProbeLink{5, 16}));
        QCOMPARE(report->nvlinksBetween(0, 1), std::optional<int>(18));
        QCOMPARE(report->nvlinksBetween(0, 0), std::optional<int>());
        const auto product = std::find_if(report->results.begin(), report->results.end(),
                                          [](const ProbeResult &one) { return one.probe == QLatin1String("matmul"); });
        QVERIFY(product != report->results.end());
        QCOMPARE(product->median, std::optional<double>(781.0));
        QCOMPARE(product->shape, (QList<int>{8192, 8192, 8192}));
        QCOMPARE(probeFigureName(*product), QStringLiteral("matmul bf16 cublaslt"));
        const ProbeResult &pair = report->results.last();
        QCOMPARE(pair.pair, (std::optional<std::pair<int, int>>({1, 0})));
    }

    void absentIsNeverNothing()
    {
        QByteArray bytes("{'schema':'trainyard-probe/1','simulated':false,'status':'no-gpu','devices':[{'index':0}],"
                         "'results':[{'probe':'copy','device':0,'status':'ok','unit':'GB/s'},"
                         "{'probe':'triad','device':0,'status':'ok','unit':'GB/s','median':0}]}");
        const auto report = ProbeReport::parse(bytes.replace('\'', '"'));
        QVERIFY(report);
        const ProbeDevice &gpu = report->devices.first();
        QVERIFY(!gpu.memoryBytes && !gpu.uncorrectedVolatile && !gpu.hasRemapFailed && !gpu.mostLink.width && !gpu.isMeasured);
        QVERIFY(!report->started.isValid() && !report->seconds);
        for (const ProbeResult &one : report->results)
            QVERIFY(!one.median && !one.hasFigure() && !one.isCorrect);
        QVERIFY(comparableFigures(*report).isEmpty());
    }

    void whoeverIsSilentAboutItIsNotReal()
    {
        MadeReport made;
        made.object.remove(QStringLiteral("simulated"));
        const auto report = made.parsed();
        QVERIFY(report && report->isSimulated);
        QVERIFY(comparableFigures(*report).isEmpty());
    }

    void whatIsNotKnownIsPassedOver()
    {
        MadeReport made;
        made.with("novelty", QJsonObject{{QStringLiteral("a"), QJsonArray{1, 2}}}).with("status", QStringLiteral("moon-phase"));
        made.withResult("copy", 0, [](QJsonObject &one) {
            one[QStringLiteral("status")] = QStringLiteral("shining");
            one[QStringLiteral("glow")] = true;
        });
        const auto report = made.parsed();
        QVERIFY(report);
        QCOMPARE(report->status, QStringLiteral("moon-phase"));
        for (const ProbeResult &one : report->results) {
            if (one.probe == QLatin1String("copy") && one.device == 0)
                QVERIFY(one.status == ProbeResult::Status::Unknown && !one.hasFigure());
        }
    }

    void hostileValuesAreNotTaken()
    {
        MadeReport made;
        made.with("message", QStringLiteral("a\x1b[31mb\nc\u202e") + QString(5000, u'x'));
        made.withFigure("copy", -1, -5).withFigure("triad", -1, 1e300);
        made.withDevice(0, [](QJsonObject &one) {
            one[QStringLiteral("memoryBytes")] = 1.5;
            one[QStringLiteral("pciDeviceId")] = QStringLiteral("../..");
            one[QStringLiteral("pcie")] = QJsonObject{{QStringLiteral("maxGeneration"), 0}, {QStringLiteral("maxWidth"), 1e9}};
        });
        const auto report = made.parsed();
        QVERIFY(report);
        QVERIFY(report->message.size() <= 400 && !report->message.contains(u'\x1b') && !report->message.contains(u'\n')
                && !report->message.contains(QChar(0x202e)));
        QVERIFY(!report->devices[0].memoryBytes && report->devices[0].pciDeviceId.isEmpty());
        QVERIFY(!report->devices[0].mostLink.generation && !report->devices[0].mostLink.width);
        for (const ProbeResult &one : report->results) {
            if (one.probe == QLatin1String("copy") || one.probe == QLatin1String("triad"))
                QVERIFY(!one.median);
        }
    }

    void whatIsNoReportIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QJsonArray many, twice{QJsonObject{{QStringLiteral("index"), 1}}, QJsonObject{{QStringLiteral("index"), 1}}};
        for (int i = 0; i < 200; ++i)
            many << QJsonObject{{QStringLiteral("index"), i}};
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("yard-probe: command not found");
        QTest::newRow("half") << MadeReport().bytes().left(2000);
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("another schema") << MadeReport().with("schema", QStringLiteral("trainyard-probe/2")).bytes();
        QTest::newRow("no status") << MadeReport().with("status", QJsonValue()).bytes();
        QTest::newRow("too many devices") << MadeReport().with("devices", many).bytes();
        QTest::newRow("a device twice") << MadeReport().with("devices", twice).bytes();
        QTest::newRow("a result of nothing") << MadeReport().with("results", QJsonArray{QJsonObject()}).bytes();
        QTest::newRow("too deep") << QByteArray("{\"schema\":\"trainyard-probe/1\",\"status\":\"ok\",\"x\":") + QByteArray(500, '[')
                                         + QByteArray(500, ']') + '}';
        QTest::newRow("too large") << QByteArray(kMaxProbeReport, ' ') + MadeReport().bytes();
    }
    void whatIsNoReportIsRefused()
    {
        QFETCH(QByteArray, bytes);
        const auto report = ProbeReport::parse(bytes);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Corrupt);
    }

    void figuresOfOneReportCountAsOne()
    {
        QList<ProbeFigure> history;
        for (const auto &[id, value] : {std::pair(1, 700.0), {1, 720.0}, {2, 800.0}, {3, 780.0}})
            history << ProbeFigure{ProbeId(id),
                                   MachineId(7),
                                   QStringLiteral("NVIDIA H200"),
                                   QStringLiteral("GPU-a"),
                                   QStringLiteral("matmul bf16 cublaslt"),
                                   value,
                                   QStringLiteral("TFLOPS"),
                                   false,
                                   {}};
        ProbeFigure now = history.first();
        now.report = {};
        const ProbePast past = pastOf(history, now);
        QCOMPARE(past.reports, 3);
        QCOMPARE(past.median, 780.0);
        QCOMPARE(past.deviation, 20.0);
        QCOMPARE(past.scope, ProbePast::Scope::SameGpu);
        now.uuid = QStringLiteral("GPU-b");
        QCOMPARE(pastOf(history, now).scope, ProbePast::Scope::SameMachine);
        now.machineId = MachineId(8);
        QCOMPARE(pastOf(history, now).scope, ProbePast::Scope::SameModel);
        now.isQuick = true;
        QCOMPARE(pastOf(history, now).reports, 0);
        const auto speeds = measuredSpeeds(history);
        QCOMPARE(speeds.size(), 1);
        QCOMPARE(speeds[0].tflops, 780.0);
        QCOMPARE(speeds[0].reports, 3);
    }

    void cublasLtIsPreferredForWhatIsMeasured()
    {
        const auto figure = [](const char *what, double value) {
            return ProbeFigure{ProbeId(1), {}, QStringLiteral("NVIDIA H200"), {}, QLatin1String(what), value, QStringLiteral("TFLOPS"),
                               false,      {}};
        };
        QCOMPARE(measuredSpeeds({figure("matmul bf16 own", 400), figure("matmul fp16 cublaslt", 790)})[0].tflops, 790.0);
        QCOMPARE(measuredSpeeds({figure("matmul bf16 own", 400)})[0].what, QStringLiteral("matmul bf16 own"));
        QVERIFY(measuredSpeeds({figure("copy", 4000)}).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestProbeReport)
#include "tst_probereport.moc"
