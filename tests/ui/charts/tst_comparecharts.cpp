// SPDX-License-Identifier: GPL-3.0-or-later
// The charts that put runs side by side: curves on top of each other, parallel axes and scattered points. If TRAINYARD_PICTURES names a
// folder, pictures of them are left there in both looks.
#include "core/observe/report/runvariables.h"
#include "ui/charts/chartcsv.h"
#include "ui/charts/comparechart.h"
#include "ui/charts/internal/curveraster.h"
#include "ui/charts/parallelaxis.h"
#include "ui/charts/parallelchart.h"
#include "ui/charts/scatterchart.h"
#include "ui/theme/thememanager.h"

#include <QDir>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

using namespace trainyard;

namespace {

std::shared_ptr<const OverlayCurve> curveOf(int run, int values)
{
    auto curve = std::make_shared<OverlayCurve>();
    quint32 noise = quint32(run) * 2654435761u + 1;
    for (int i = 0; i < values; ++i) {
        noise = noise * 1664525u + 1013904223u;
        const double part = double(i) / values;
        curve->append(i * 10, i * 500.0, i * 4096.0,
                      1.2 + 0.03 * run + 3 * std::exp(-6 * part) + 0.15 * (double(noise >> 16) / 65536 - 0.5));
    }
    curve->close();
    return curve;
}

CompareContent overlayOf(int runs, int values, bool isSmoothed = false)
{
    CompareContent content;
    content.title = QStringLiteral("Loss");
    content.amount = QStringLiteral("tokens_seen");
    content.emptyWords = QStringLiteral("Nothing to show");
    for (int i = 0; i < runs; ++i) {
        const auto curve = curveOf(i, values);
        content.lines << CompareLine{QStringLiteral("med-3b-lr%1").arg(i), curve,
                                     isSmoothed ? std::make_shared<const OverlayCurve>(curve->smoothed(0.9)) : nullptr};
    }
    return content;
}

QImage imageOf(const CurveRaster &raster)
{
    QImage image;
    raster.writeTo(image);
    return image;
}

QList<ComparedRun> sweep(int count)
{
    QList<ComparedRun> runs;
    for (int i = 0; i < count; ++i) {
        ComparedRun run;
        run.id = run.name = QStringLiteral("trial-%1").arg(i);
        const double rate = std::pow(10, -5 + 3.0 * i / std::max(1, count - 1));
        run.parameters = {{QStringLiteral("lr"), QString::number(rate)},
                          {QStringLiteral("batch"), QString::number(16 << (i % 4))},
                          {QStringLiteral("optim"), i % 3 == 0   ? QStringLiteral("adamw")
                                                    : i % 3 == 1 ? QStringLiteral("lion")
                                                                 : QStringLiteral("sgd")},
                          {QStringLiteral("seed"), QStringLiteral("7")}};
        run.training.series = {QStringLiteral("loss")};
        const double loss = 2 + std::pow(std::log10(rate) + 3.4, 2) + 0.05 * (i % 4);
        run.training.ends = {{QStringLiteral("loss"), {loss, loss - 0.1, 9}}};
        run.seconds = 600 + 20 * i;
        runs << run;
    }
    return runs;
}

}  // namespace

class TestCompareCharts : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;

    void keepPicture(QWidget &widget, const QString &name)
    {
        const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
        if (folder.isEmpty())
            return;
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            m_theme->setMode(mode);
            QCoreApplication::processEvents();
            widget.grab().save(
                QDir(folder).filePath(name + (mode == ThemeMode::Dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"))));
        }
    }

private Q_SLOTS:
    void init() { m_theme = std::make_unique<ThemeManager>(*qApp); }
    void cleanup() { m_theme.reset(); }

    void aLineCoversItsPixelsOnce()
    {
        CurveRaster raster(10, 10);
        raster.drawPoints({{0, 5}, {10, 5}}, 2, Qt::black);
        const QImage flat = imageOf(raster);
        QVERIFY(qAlpha(flat.pixel(5, 4)) > 250 && qAlpha(flat.pixel(5, 5)) > 250);
        QCOMPARE(qAlpha(flat.pixel(5, 2)), 0);
        CurveRaster dense(10, 10);
        std::vector<CurveRaster::Span> spans(10);
        spans[2].add(1);
        spans[3].add(8);  // far from its neighbour: they are joined
        dense.drawSpans(spans, 1, Qt::black);
        QVERIFY(qAlpha(imageOf(dense).pixel(3, 4)) > 250);
        QCOMPARE(qAlpha(imageOf(dense).pixel(6, 4)), 0);
        // Lines that are counted look like lines that are drawn one after the other.
        QColor grey(100, 100, 100);
        grey.setAlphaF(0.5f);
        CurveRaster counted(10, 10), drawn(10, 10);
        for (int i = 0; i < 3; ++i) {
            counted.addPoints({{0, 5}, {10, 5}}, 2);
            drawn.drawPoints({{0, 5}, {10, 5}}, 2, grey);
        }
        counted.drawLayer(grey);
        QVERIFY(std::abs(qAlpha(imageOf(counted).pixel(5, 5)) - qAlpha(imageOf(drawn).pixel(5, 5))) <= 3);
        QCOMPARE(qAlpha(imageOf(counted).pixel(5, 8)), 0);
        CurveRaster outside(10, 10);
        outside.drawPoints({{-1e9, -1e9}, {1e9, 1e9}}, 2, Qt::black);  // neither crashes nor takes long
        QVERIFY(qAlpha(imageOf(outside).pixel(5, 5)) > 0);
        // Nothing of an earlier picture is left when its memory is used again, for a smaller or larger one.
        for (const int size : {7, 12}) {
            CurveRaster again(10, 10), fresh(size, size);
            again.addPoints({{0, 1}, {10, 9}}, 3);
            again.drawPoints({{0, 9}, {10, 1}}, 3, Qt::black);
            QImage image = imageOf(again);
            again.clear(size, size);
            again.writeTo(image);
            QCOMPARE(image, imageOf(fresh));
            for (CurveRaster *const one : {&again, &fresh}) {
                one->addPoints({{0, 3}, {5, 4}}, 2);
                one->drawLayer(grey);
            }
            again.writeTo(image);
            QCOMPARE(image, imageOf(fresh));
        }
    }

    void manyRunsAreReadByCursorKeysAndPointer()
    {
        CompareChart chart;
        chart.resize(1100, 380);
        chart.setContent(overlayOf(12, 2000));
        chart.QWidget::show();
        QVERIFY2(chart.accessibleName().contains(QStringLiteral("12 run")), qPrintable(chart.accessibleName()));
        QSignalSpy moved(&chart, &CompareChart::cursorChanged);
        QTest::keyClick(&chart, Qt::Key_End);
        QCOMPARE(*chart.cursor(), 19'990.0);
        const auto readings = chart.readings();
        QCOMPARE(readings.size(), 12);
        for (qsizetype i = 1; i < readings.size(); ++i)
            QVERIFY(readings[i - 1].value >= readings[i].value);
        QVERIFY2(chart.accessibleDescription().startsWith(QStringLiteral("step 19"))
                     && chart.accessibleDescription().contains(QStringLiteral("4 more")),
                 qPrintable(chart.accessibleDescription()));
        // Zoom around the cursor, pan, and back.
        QTest::keyClick(&chart, Qt::Key_Plus);
        QVERIFY(chart.isZoomed() && chart.to() == 19'990.0 && chart.from() > 0);
        const double from = chart.from();
        QTest::keyClick(&chart, Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(chart.from() < from);
        const double panned = chart.from();
        QTest::mousePress(&chart, Qt::LeftButton, {}, {300, 200});
        QTest::mouseMove(&chart, {360, 200});
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, {360, 200});
        QVERIFY(chart.from() < panned);
        QTest::keyClick(&chart, Qt::Key_0);
        QVERIFY(!chart.isZoomed());
        QWheelEvent wheel(QPointF(500, 200), chart.mapToGlobal(QPointF(500, 200)), {}, {0, 120}, {}, Qt::ControlModifier, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(&chart, &wheel);
        QVERIFY(chart.isZoomed());
        QTest::mouseDClick(&chart, Qt::LeftButton, {}, {500, 200});
        QVERIFY(!chart.isZoomed());
        // A line is emphasised by key, and stays one of the values.
        QTest::keyClick(&chart, Qt::Key_Down);
        QCOMPARE(chart.emphasis(), chart.readings().first().line);
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("Emphasised: ")));
        QTest::keyClick(&chart, Qt::Key_Escape);
        QVERIFY(!chart.cursor() && chart.emphasis() == -1);
    }

    void hiddenAndNegativeValuesLeaveTheScale()
    {
        CompareChart chart;
        chart.resize(900, 300);
        CompareContent content = overlayOf(3, 500);
        auto negative = std::make_shared<OverlayCurve>();
        for (int i = 0; i < 100; ++i)
            negative->append(i, std::nullopt, std::nullopt, i - 50);
        negative->close();
        content.lines << CompareLine{QStringLiteral("reward"), negative, nullptr};
        content.isLogarithmic = true;
        chart.setContent(content);
        chart.grab();
        QCOMPARE(chart.readings().size(), 4);
        content.lines[3].isShown = false;
        chart.setContent(content);
        QCOMPARE(chart.readings().size(), 3);
        content.axis = OverlayAxis::Time;
        content.lines[3].isShown = true;
        chart.setContent(content);
        QCOMPARE(chart.readings().size(), 3);  // its values have no times
        QCOMPARE(chart.values(100).size(), 3);
    }

    void parametersBecomeAxes()
    {
        const QList<RunVariable> variables = runVariables(sweep(12));
        const auto find = [&](const char *key) {
            return *std::find_if(variables.begin(), variables.end(),
                                 [key](const RunVariable &one) { return one.key == QLatin1String(key); });
        };
        QCOMPARE(find("parameter:lr").kind, VariableKind::Logarithmic);
        QCOMPARE(find("parameter:batch").kind, VariableKind::Number);
        QCOMPARE(find("parameter:optim").kind, VariableKind::Category);
        QCOMPARE(find("parameter:optim").categories, (QStringList{"adamw", "lion", "sgd"}));
        QCOMPARE(variables.last().key, QStringLiteral("parameter:seed"));  // the same for all
        QVERIFY(find("last:loss").isResult);
        const VariableRange range = rangeOf(find("parameter:lr"));
        QVERIFY(std::abs(*range.place(1e-3) - 2.0 / 3) < 1e-9 && std::abs(range.valueAt(0.5) - std::pow(10, -3.5)) < 1e-9);
        QVERIFY(!range.place(0));
    }

    void anAxisIsASliderWithTwoEnds()
    {
        const QList<ComparedRun> runs = sweep(12);
        QStringList labels;
        for (const ComparedRun &run : runs)
            labels << run.name;
        QList<RunVariable> axes = runVariables(runs);
        axes.removeIf([](const RunVariable &one) { return one.key.startsWith(QLatin1String("highest")); });
        ParallelChart chart;
        chart.resize(1000, 340);
        chart.setContent(labels, axes, 3);
        chart.show();
        QVERIFY(!chart.isTooFew());
        ParallelAxis *optim = nullptr, *rate = nullptr;
        for (ParallelAxis *const axis : chart.axes()) {
            optim = axis->variable().key == QLatin1String("parameter:optim") ? axis : optim;
            rate = axis->variable().key == QLatin1String("parameter:lr") ? axis : rate;
        }
        QTest::keyClick(optim, Qt::Key_Down);  // the upper end goes from sgd to lion
        QCOMPARE(chart.left().size(), 8);
        QTest::keyClick(optim, Qt::Key_Up, Qt::ShiftModifier);  // the lower one to lion
        QCOMPARE(chart.left().size(), 4);
        QVERIFY2(optim->accessibleDescription().startsWith(QStringLiteral("4 of 12 run")), qPrintable(optim->accessibleDescription()));
        QTest::keyClick(optim, Qt::Key_Delete);
        QCOMPARE(chart.left().size(), 12);
        const QRectF track = rate->track();
        QTest::mousePress(rate, Qt::LeftButton, {}, QPointF(track.left(), track.bottom()).toPoint());
        QTest::mouseMove(rate, track.center().toPoint());
        QTest::mouseRelease(rate, Qt::LeftButton, {}, track.center().toPoint());
        QVERIFY2(chart.left().size() >= 5 && chart.left().size() <= 7, qPrintable(QString::number(chart.left().size())));
        keepPicture(chart, QStringLiteral("parallel"));
        // Read again: the stretch stays.
        chart.setContent(labels, axes, 3);
        QVERIFY(chart.left().size() < 12);
        chart.setContent(labels.mid(0, 3), runVariables(runs.mid(0, 3)), 3);
        QVERIFY(chart.isTooFew());
    }

    void aPointOpensItsRun()
    {
        const QList<ComparedRun> runs = sweep(12);
        const QList<RunVariable> variables = runVariables(runs);
        ScatterContent content;
        for (const ComparedRun &run : runs)
            content.runs << run.name;
        const auto find = [&](const char *key) {
            return *std::find_if(variables.begin(), variables.end(),
                                 [key](const RunVariable &one) { return one.key == QLatin1String(key); });
        };
        content.x = find("parameter:lr");
        content.y = find("last:loss");
        content.colour = find("seconds");
        ScatterChart chart;
        chart.resize(900, 340);
        chart.setContent(content);
        chart.show();
        QCOMPARE(chart.pointCount(), 12);
        QSignalSpy opened(&chart, &ScatterChart::opened);
        QTest::keyClick(&chart, Qt::Key_Home);
        QCOMPARE(chart.current(), 0);
        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(chart.current(), 1);
        QVERIFY2(chart.accessibleDescription().startsWith(QStringLiteral("trial-1, lr: ")), qPrintable(chart.accessibleDescription()));
        QTest::keyClick(&chart, Qt::Key_Return);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.pointOf(5).toPoint());
        QCOMPARE(opened.size(), 2);
        QCOMPARE(opened[1].first().toInt(), 5);
        keepPicture(chart, QStringLiteral("scatter"));
    }

    void tablesBecomeCsv() { QCOMPARE(textCsv({{"run", "a,b"}, {"=1+1", "-0.5"}}), QByteArray("run,\"a,b\"\r\n'=1+1,-0.5\r\n")); }

    void pictures()
    {
        for (const auto &[name, runs, values, isSmoothed] :
             {std::tuple("overlay-few", 4, 60, false), std::tuple("overlay-smoothed", 6, 20'000, true),
              std::tuple("overlay-many", 50, 5'000, true)}) {
            CompareChart chart;
            chart.resize(1100, 380);
            chart.setContent(overlayOf(runs, values, isSmoothed));
            chart.QWidget::show();
            QTest::mouseMove(&chart, {520, 200});
            QVERIFY(!chart.grab().isNull());
            keepPicture(chart, QLatin1String(name));
        }
    }
};

QTEST_MAIN(TestCompareCharts)
#include "tst_comparecharts.moc"
