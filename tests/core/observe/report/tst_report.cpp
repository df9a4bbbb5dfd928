// SPDX-License-Identifier: GPL-3.0-or-later
// Documents about runs, with names, logs and numbers that try to break them.
#include "core/base/secretname.h"
#include "core/observe/metrics/logclock.h"
#include "core/observe/report/htmlreport.h"
#include "core/observe/report/logexcerpt.h"
#include "core/observe/report/markup.h"
#include "core/observe/report/overlay.h"
#include "core/observe/report/reportcharts.h"
#include "core/observe/report/reportfiles.h"
#include "core/observe/report/runcomparison.h"
#include "core/observe/report/runevents.h"
#include "core/observe/report/runexport.h"
#include "core/observe/report/svgchart.h"
#include "core/observe/trainlog/traininglog.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

using namespace trainyard;

namespace {

const QString kHostile = QStringLiteral("</title><script>alert(1)</script>\"><img src=x onerror='a()'> & ]]> \u202Eexe.txt\u0001\u0000x")
                         + QChar(0xd800);
constexpr qint64 kStart = 1'763'800'000'000;  // ms

MachineSample sample(qint64 timeMs, int gpus, double busy)
{
    MachineSample moment;
    moment.timeMs = timeMs;
    moment.cpuPercent = 40;
    moment.memoryTotalBytes = 64LL << 30;
    moment.memoryAvailableBytes = 32LL << 30;
    for (int i = 0; i < gpus; ++i) {
        GpuSample gpu;
        gpu.index = i;
        gpu.uuid = QStringLiteral("SIM-%1").arg(i);
        gpu.name = QStringLiteral("NVIDIA H100 ") + kHostile;
        gpu.busyPercent = busy;
        gpu.memoryUsedMiB = 1024 * (10 + i);
        gpu.memoryTotalMiB = 81559;
        gpu.powerWatts = 300 + i;
        gpu.powerLimitWatts = 700;
        moment.gpus << gpu;
    }
    return moment;
}

RunMetrics metricsOf(int count, int gpus, qint64 gapAfter = -1)
{
    QList<MachineSample> samples;
    for (int i = 0; i < count; ++i)
        samples << sample(kStart + i * 1000 + (gapAfter >= 0 && i > gapAfter ? 600'000 : 0), gpus, 50 + i % 40);
    RunMetrics metrics;
    metrics.append(samples);
    return metrics;
}

std::shared_ptr<TrainingCurve> trainingOf(const QByteArray &text)
{
    auto training = std::make_shared<TrainingCurve>();
    TrainingLog log;
    training->append(log.feed(text, 0));
    training->append(log.flush());
    return training;
}

QByteArray lossLog(int steps, double from, int every = 1)
{
    QByteArray text;
    for (int i = every; i <= steps; i += every)
        text += "step=" + QByteArray::number(i) + " loss=" + QByteArray::number(from / std::sqrt(double(i)), 'f', 5)
                + " lr=0.001 tok/s=5000\n";
    return text;
}

RunReport someReport()
{
    RunReport report;
    report.language = QStringLiteral("en");
    report.program = QStringLiteral("Trainyard 0.1.0");
    report.made = QDateTime::fromMSecsSinceEpoch(kStart);
    report.name = QStringLiteral("demo");
    report.state = QStringLiteral("Finished");
    report.facts << ReportFact{QStringLiteral("Exit"), QStringLiteral("Code 0")};
    report.training = trainingOf(lossLog(500, 4));
    report.metrics = metricsOf(300, 2, 150);
    return report;
}

RunReport hostileReport()
{
    RunReport report = someReport();
    report.name = report.state = report.stateReason = report.command = report.taskText = report.checkpointNote = kHostile;
    report.isSimulated = true;
    report.notes << kHostile;
    report.facts << ReportFact{kHostile, kHostile, kHostile};
    report.details << ReportFact{kHostile, kHostile, kHostile};
    report.events << RunEvent{kStart + 1000, kHostile, kHostile};
    report.checkpoints << ReportCheckpoint{kHostile, kHostile, kHostile, kHostile, kHostile, kHostile};
    const QByteArray line = kHostile.toUtf8() + "\x1b[31mred\x1b]0;title\x07\n";
    report.log.feed("Error: " + line);
    for (int i = 0; i < 1000; ++i)
        report.log.feed(line);
    report.log.finish();
    return report;
}

struct Document {
    QString problem;
    QStringList elements;
    QString text;
    QSet<QString> attributes;
};

Document parsed(const QByteArray &html)
{
    Document document;
    QXmlStreamReader reader(html);
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            document.elements << reader.name().toString();
            for (const QXmlStreamAttribute &attribute : reader.attributes())
                document.attributes << attribute.name().toString();
        } else if (reader.isCharacters()) {
            document.text += reader.text();
        }
    }
    if (reader.hasError())
        document.problem = QStringLiteral("%1:%2 %3").arg(reader.lineNumber()).arg(reader.columnNumber()).arg(reader.errorString());
    return document;
}

}  // namespace

class TestReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyEventOfTheScriptsHasWords()
    {
        static const QRegularExpression written(QStringLiteral("(?:^|[ ;{])event ([a-z][a-z-]+)|event\\\\\":\\\\\"([a-z-]+)"),
                                                QRegularExpression::MultilineOption);
        QSet<QString> names;
        for (const char *script : {"supervise.sh", "guard.sh", "gpus.sh"}) {
            QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/onbox/") + QLatin1String(script));
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (auto it = written.globalMatch(QString::fromUtf8(file.readAll())); it.hasNext();) {
                const auto match = it.next();
                names << match.captured(1) + match.captured(2);
            }
        }
        QVERIFY(names.size() > 12 && names.contains(QStringLiteral("gpus")) && names.contains(QStringLiteral("ended")));
        for (const QString &name : std::as_const(names)) {
            const QList<RunEvent> events = readRunEvents("{\"t\":1763800000,\"event\":\"" + name.toUtf8() + "\"}\n");
            QCOMPARE(events.size(), 1);
            QVERIFY2(events.first().text != name, qPrintable(name));
        }
    }

    void hostileTextsStayTexts()
    {
        const QByteArray html = htmlReport(hostileReport(), reportStyle());
        const Document document = parsed(html);
        QVERIFY2(document.problem.isEmpty(), qPrintable(document.problem));
        for (const char *element : {"script", "img", "iframe", "link", "object", "a", "form", "base"})
            QVERIFY2(!document.elements.contains(QLatin1String(element)), element);
        for (const QString &attribute : document.attributes)
            QVERIFY2(!attribute.startsWith(QLatin1String("on")) && attribute != QLatin1String("style") && attribute != QLatin1String("href")
                         && attribute != QLatin1String("src"),
                     qPrintable(attribute));
        QCOMPARE(document.elements.count(QStringLiteral("title")) > 0, true);
        QVERIFY(document.text.contains(QStringLiteral("<script>alert(1)</script>")));
        QVERIFY(!html.contains("<script") && !html.contains("<img"));
        QVERIFY(!document.text.contains(QChar(0x202e)) && !html.contains('\x1b') && !html.contains('\x01'));
    }

    void nothingIsLoadedAndNothingRuns()
    {
        const QByteArray html = htmlReport(someReport(), reportStyle());
        const QByteArray hash = QCryptographicHash::hash(reportStyle(), QCryptographicHash::Sha256).toBase64();
        QVERIFY(html.contains("default-src &#39;none&#39;; style-src &#39;sha256-" + hash + "&#39;"));
        // The policy comes before everything that it governs.
        QVERIFY(html.indexOf("Content-Security-Policy") < html.indexOf("<style>")
                && html.indexOf("Content-Security-Policy") < html.indexOf("<title>"));
        for (const char *word : {"http://", "https://", "url("}) {
            QByteArray rest = html;
            rest.replace("http://www.w3.org/1999/xhtml", "").replace("http://www.w3.org/2000/svg", "").replace("url(#gap)", "");
            QVERIFY2(!rest.contains(word), word);
        }
    }

    void theLargestRunStaysBelowTwoMegabytes()
    {
        RunReport report = hostileReport();
        const QString quotes(3'000'000, QChar(u'"'));
        report.name = report.command = report.taskText = report.stateReason = quotes;
        QByteArray log;
        for (int i = 0; i < 30; ++i)
            log += QByteArray("step=") + QByteArray::number(i + 1) + " loss=1";
        for (int i = 0; i < 5000; ++i) {
            report.log.feed("Error: " + QByteArray(2000, '"') + '\n');
            report.events << RunEvent{kStart + i, quotes.left(60), quotes.left(60)};
            report.checkpoints << ReportCheckpoint{quotes.left(5000), {}, {}, {}, quotes.left(5000), quotes.left(5000)};
        }
        report.metrics = metricsOf(20'000, 64);
        QByteArray training;
        for (int i = 1; i <= 20'000; ++i) {
            training += "{\"step\": " + QByteArray::number(i) + ", \"loss\": " + QByteArray::number(std::sin(i * 0.7) + 2);
            for (int s = 0; s < 40; ++s)
                training += ", \"metric_" + QByteArray::number(s) + "\": " + QByteArray::number(std::cos(i * 0.3 + s) * 1000);
            training += "}\n";
        }
        report.training = trainingOf(training);
        QVERIFY(report.training->names().size() > 30);
        const QByteArray html = htmlReport(report, reportStyle());
        QVERIFY2(html.size() < 2'000'000, QByteArray::number(html.size()).constData());
        const Document document = parsed(html);
        QVERIFY2(document.problem.isEmpty(), qPrintable(document.problem));
    }

    void linesNeverCrossGaps()
    {
        const RunMetrics metrics = metricsOf(300, 1, 150);
        const QList<ReportChart> charts = machineCharts(metrics, {});
        QVERIFY(!charts.isEmpty());
        const SvgChart &plot = charts.first().plot;
        QCOMPARE(plot.gaps.size(), 1);
        const auto parts = stretches(plot.lines.first().points, plot.gaps, plot.joinWithin);
        QCOMPARE(parts.size(), 2);
        QVERIFY(parts[0].last().x() <= double(plot.gaps[0].from) && parts[1].first().x() >= double(plot.gaps[0].to));
        Markup out;
        writeSvg(out, plot);
        QCOMPARE(out.bytes().count("class=\"gap\""), 1);
        const QByteArray line = out.bytes().mid(out.bytes().indexOf("class=\"line s0\""));
        QCOMPARE(line.left(line.indexOf("/>")).count('M'), 2);
        // Absent values break the line too, even without a gap in the samples.
        QCOMPARE(stretches({{0, 1}, {1, std::nan("")}, {2, 1}}, {}, 0).size(), 2);
        QCOMPARE(stretches({{0, 1}, {1, 1}, {20, 1}}, {}, 5).size(), 2);
    }

    void whatIsNotKnownIsNotZero()
    {
        RunReport report = someReport();
        report.training = std::make_shared<TrainingCurve>();
        report.metrics = RunMetrics();
        const Document document = parsed(htmlReport(report, reportStyle()));
        QVERIFY2(document.problem.isEmpty(), qPrintable(document.problem));
        QVERIFY(document.text.contains(QStringLiteral("The log contains no training steps.")));
        QVERIFY(document.text.contains(QStringLiteral("There are no samples of the machine.")));
        QVERIFY(!document.elements.contains(QStringLiteral("polyline")) && !document.text.contains(QStringLiteral("nan")));
    }

    void anExcerptOfALogIsBounded()
    {
        LogExcerpt log;
        const QByteArray bar = QByteArray("step 1/100\rstep 2/100\r").repeated(100'000) + "done\r\n";
        for (int at = 0; at < bar.size(); at += 777)
            log.feed(bar.mid(at, 777));
        log.feed("Traceback (most recent call last):\n  File \"a.py\", line 3\nValueError: no\nafter\n");
        log.feed(QByteArray(10'000'000, 'x'));
        log.finish();
        QCOMPARE(log.lineCount(), 6);
        QCOMPARE(log.head().first().text, QStringLiteral("done"));
        QCOMPARE(log.troubleCount(), 3);
        QVERIFY(!log.head()[4].isTrouble);
        QCOMPARE(log.head().last().text.size(), LogExcerpt::kMaxLine);
        for (int i = 0; i < 10'000; ++i)
            log.feed("line\n");
        QVERIFY(log.head().size() <= LogExcerpt::kHeadLines && log.tail().size() == LogExcerpt::kTailLines);
        QCOMPARE(log.tail().last().number, log.lineCount());
    }

    void samplesBecomeATableWithUnitsAndEmptyFields()
    {
        QList<MachineSample> samples{sample(kStart, 1, 80), sample(kStart + 1000, 0, 0), sample(kStart + 12'000, 1, 60)};
        samples[2].gpus[0].powerWatts.reset();
        SampleTable table({});
        table.learn(samples);
        QVERIFY(table.columns().contains(QStringLiteral("gpu 0 power (W)")) && table.columns().first() == QLatin1String("time (UTC)"));
        const auto rows = table.rows(samples);
        QCOMPARE(rows.size(), 3);
        const qsizetype power = table.columns().indexOf(QStringLiteral("gpu 0 power (W)"));
        const auto field = [&](qsizetype row, qsizetype column) { return csvRow(rows[row]).trimmed().split(',').value(column); };
        QCOMPARE(field(0, power), QByteArray("300"));
        QCOMPARE(field(1, power), QByteArray());
        QCOMPARE(field(2, power), QByteArray());
        QCOMPARE(field(0, 0), QByteArray("2025-11-22T08:26:40.000Z"));
        const QJsonArray json = QJsonDocument::fromJson(jsonRow(rows[1])).array();
        QVERIFY(json.size() == table.columns().size() && json[power].isNull());

        SampleTable every({kStart, kStart + 5000, 10'000});
        every.learn(samples);
        auto means = every.rows(samples);
        means += every.finish();
        QCOMPARE(means.size(), 1);
        QCOMPARE(*means[0].values[size_t(power - 1)], 300.0);  // of the one measured value
    }

    void trainingsBecomeATableOfWhatWasSaid()
    {
        TrainingLog log;
        const auto records = log.feed("step=1 loss=2.5 lr=0.1\nstep=2 loss=nan lr=0.1\nstep=3 loss=1.5\n", 0);
        TrainingTable table;
        table.learn(records);
        QCOMPARE(table.columns(), (QStringList{QStringLiteral("step"), QStringLiteral("loss"), QStringLiteral("lr")}));
        auto rows = table.rows(records);
        rows += table.finish();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(csvRow(rows[0]), QByteArray("1,2.5,0.1\r\n"));
        QCOMPARE(csvRow(rows[1]), QByteArray("2,nan,0.1\r\n"));
        QCOMPARE(csvRow(rows[2]), QByteArray("3,1.5,\r\n"));
        QCOMPARE(jsonRow(rows[1]), QByteArray("[2,\"nan\",0.1]"));
        QCOMPARE(csvHead({QStringLiteral("a,\"b\""), QStringLiteral("=1+1")}), QByteArray("\"a,\"\"b\"\"\",'=1+1\r\n"));
    }

    void runsAreHeldAgainstEachOther()
    {
        Task task;
        task.name = QStringLiteral("demo");
        task.run = QStringLiteral("cd code\npython train.py --lr 1e-3\n");
        task.envs[QStringLiteral("SEED")] = QStringLiteral("1");
        task.envs[QStringLiteral("HF_TOKEN")] = QStringLiteral("hf_secret");
        Task other = task;
        other.run = QStringLiteral("cd code\npython train.py --lr 3e-4\n");
        other.envs.remove(QStringLiteral("SEED"));
        const auto compared = [](const char *id, const Task &from, const QByteArray &log, double seconds) {
            ComparedRun run;
            run.id = run.name = QLatin1String(id);
            run.task = taskKeys(withoutSecretValues(from));
            run.training = trainingResults(*trainingOf(log));
            run.gpuSeries = gpuSeries(metricsOf(100, 2));
            run.seconds = seconds;
            return run;
        };
        QList<ComparedRun> runs{compared("a", task, lossLog(400, 4), 200), compared("b", other, lossLog(800, 5, 2), 800)};
        runs[1].costs << Money(12'340'000'000, Currency::USD);
        const RunComparison comparison = compareRuns(runs);
        QStringList keys;
        for (const ComparedKey &key : comparison.task)
            keys << key.key;
        QCOMPARE(keys, (QStringList{QStringLiteral("envs.SEED"), QStringLiteral("run")}));
        QVERIFY(!comparison.task[0].values[1].has_value());
        QCOMPARE(*comparison.task[1].values[0], QStringLiteral("python train.py --lr 1e-3"));
        const auto find = [&](const char *id) {
            return *std::find_if(comparison.values.begin(), comparison.values.end(),
                                 [id](const ComparedValue &v) { return v.id == QLatin1String(id); });
        };
        QCOMPARE(*find("last_step").values[1], 800.0);
        QCOMPARE(*find("mean_step_seconds").values[0], 0.5);
        QCOMPARE(*find("median_throughput").values[0], 5000.0);
        // An attempt that resumed at step 1,000 and ran for 100 steps.
        QByteArray later;
        for (int step = 1001; step <= 1100; ++step)
            later += "step=" + QByteArray::number(step) + " loss=2.0\n";
        const RunComparison resumed = compareRuns({runs[0], compared("c", task, later, 50)});
        for (const ComparedValue &value : resumed.values) {
            if (value.id == QLatin1String("mean_step_seconds"))
                QCOMPARE(*value.values[1], 0.5);
        }
        const ComparedValue at = find("loss_at");
        QVERIFY(*at.step <= 400 && *at.values[0] < *at.values[1]);
        QVERIFY(!find("cost").values[0].has_value());
        QCOMPARE(valueText(find("cost"), 0, runs), QStringLiteral("–"));
        QVERIFY(valueText(find("cost"), 1, runs).contains(QStringLiteral("12.34")));

        const QList<OverlaySeries> series = overlaySeries(runs);
        QCOMPARE(series.first().id, QStringLiteral("loss"));
        QVERIFY(std::any_of(series.begin(), series.end(), [](const OverlaySeries &s) { return s.id == QLatin1String("gpu.power"); }));
        const RunMetrics metrics = metricsOf(100, 2);
        const auto training = trainingOf(lossLog(400, 4));
        LogClock clock;
        const OverlayCurve undated = overlayCurve(QStringLiteral("loss"), *training, metrics, clock);
        QVERIFY(undated.size() == 400 && undated.has(OverlayAxis::Step));
        QVERIFY(!undated.has(OverlayAxis::Time) && !undated.has(OverlayAxis::Amount));
        const OverlayCurve power = overlayCurve(QStringLiteral("gpu.power"), *training, metrics, clock);
        QCOMPARE(power.from(OverlayAxis::Time), 0.0);
        for (int i = 0; i < 100; ++i)
            clock.append({kStart + (i + 1) * 1000, i == 0 ? 0 : kStart + i * 1000, (i + 1) * 150});
        const OverlayCurve dated = overlayCurve(QStringLiteral("loss"), *training, metrics, clock);
        QVERIFY(dated.from(OverlayAxis::Time) >= 0 && dated.to(OverlayAxis::Time) <= 100'000);
    }

    void curvesAreDrawnByTheirExtremes()
    {
        OverlayCurve curve;
        for (int i = 0; i < 100'000; ++i)
            curve.append(i, i * 10.0, i * 4096.0, i == 61'234 ? 9 : 1 + 0.001 * (i % 100));
        curve.append(100'000, std::nullopt, std::nullopt, std::nan(""));
        curve.close();
        QCOMPARE(curve.size(), size_t(100'000));
        QVERIFY2(curve.bytes() <= 24 * curve.size(), qPrintable(QString::number(curve.bytes())));
        for (const OverlayAxis axis : {OverlayAxis::Step, OverlayAxis::Time, OverlayAxis::Amount}) {
            const OverlayStroke whole = curve.stroke(axis, curve.from(axis), curve.to(axis), 1000);
            QVERIFY(whole.points.empty() && whole.columns.size() > 990 && whole.columns.size() < 1005);
            const auto spike = std::find_if(whole.columns.begin(), whole.columns.end(), [](const auto &column) { return column.high > 8; });
            QVERIFY(spike != whole.columns.end() && std::abs(spike->at - 612) <= 1);  // one value in 100,000 is not lost
        }
        const OverlayStroke near = curve.stroke(OverlayAxis::Step, 61'200, 61'260, 1000);
        QVERIFY(near.columns.empty() && near.points.size() == 63);
        const auto extremes = curve.extremes(OverlayAxis::Step, 0, 61'233);
        QVERIFY(extremes && extremes->low == 1.0 && extremes->high < 1.1);
        QCOMPARE(curve.extremes(OverlayAxis::Step, 61'000, 70'000)->high, 9.0);
        QVERIFY(!curve.extremes(OverlayAxis::Step, 200'000, 300'000));
        QCOMPARE(*curve.at(OverlayAxis::Step, 61'234.4), 9.0);
        QVERIFY(!curve.at(OverlayAxis::Step, -1));
    }

    void smoothingStartsWithoutBias()
    {
        OverlayCurve curve;
        for (const double value : {4.0, 2.0, 1.0})
            curve.append(double(curve.size()), std::nullopt, std::nullopt, value);
        curve.close();
        const OverlayCurve smooth = curve.smoothed(0.5);
        QCOMPARE(smooth.value(0), 4.0);
        QVERIFY(std::abs(smooth.value(1) - (0.25 * 4 + 0.5 * 2) / 0.75) < 1e-6);
        QVERIFY(std::abs(smooth.value(2) - (0.125 * 4 + 0.25 * 2 + 0.5 * 1) / 0.875) < 1e-6);
    }

    void theAmountOfDataIsFoundByItsName()
    {
        QCOMPARE(amountSeries({QStringLiteral("loss"), QStringLiteral("train/Tokens_seen")}), QStringLiteral("train/Tokens_seen"));
        QCOMPARE(amountSeries({QStringLiteral("loss"), QStringLiteral("tokens_per_sec")}), QString());
    }

    void secretsOfATaskAreLeftOut()
    {
        for (const char *name :
             {"HF_TOKEN", "WANDB_API_KEY", "aws_secret_access_key", "DB_PASSWORD", "SSH_PASSPHRASE", "AZURE_STORAGE_KEY"})
            QVERIFY2(isSecretName(QLatin1String(name)), name);
        for (const char *name :
             {"TOKENIZERS_PARALLELISM", "MAX_TOKENS", "LR", "KEYFRAMES", "MONKEY", "SIGNING_PUBLIC_KEY", "PASSWORD_FILE"})
            QVERIFY2(!isSecretName(QLatin1String(name)), name);
    }
};

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
