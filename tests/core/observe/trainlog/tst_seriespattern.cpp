// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/seriespattern.h"
#include "core/observe/trainlog/traininglog.h"

#include <QTest>

#include <cmath>
#include <ctime>

using namespace trainyard;

class TestSeriesPattern : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namedGroupsBecomeSeries()
    {
        const auto pattern = SeriesPattern::compile(
            QStringLiteral("it (?P<step>\\d+)/(?P<total>\\d+).* err (?P<loss>\\S+)( speed (?P<my_speed>\\S+))?"));
        QVERIFY2(pattern.has_value(), pattern ? "" : qPrintable(pattern.error().what));
        const auto line = (*pattern)->read("\x1b[32mit 12/500\x1b[0m -- err 2.5 speed 7e3");
        QVERIFY(line.has_value());
        QCOMPARE(line->step.value_or(0), 12.0);
        QCOMPARE(line->totalSteps.value_or(0), 500.0);
        QCOMPARE(line->value(QLatin1String("loss")).value_or(0), 2.5);
        QCOMPARE(line->value(QLatin1String("my_speed")).value_or(0), 7000.0);
        QVERIFY(std::isnan((*pattern)->read("it 13/500 err nan")->value(QLatin1String("loss")).value_or(0)));
        QVERIFY(!(*pattern)->read("something else"));
    }

    void itComesBeforeTheBuiltInReading()
    {
        TrainingLog log;
        log.setPattern(*SeriesPattern::compile(QStringLiteral("^>> (?P<step>\\d+) (?P<loss>\\S+)")));
        const auto records = log.feed(">> 5 1.5 loss: 99\nstep=6 loss=1.25\n", 0);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0].values.first().value, 1.5);
        QCOMPARE(records[1].values.first().value, 1.25);
        QCOMPARE(records[1].offset, 18);
    }

    void faultsAreOneSentenceWithTheirPlace_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const char *expression, const char *part) {
            QTest::newRow(name) << QString::fromUtf8(expression) << QString::fromUtf8(part);
        };
        row("open bracket", "(?P<loss>\\d+", "are not balanced");
        row("open class", "(?P<loss>[0-9)", "[");
        row("look ahead", "(?P<loss>\\d+)(?=x)", "(?=");
        row("repetition of nothing", "(?P<loss>*)", "*");
        row("name without end", "(?P<loss\\d+)", "(?P<name>");
        row("too large", "(?P<loss>(((a{100}){100}){100}){100})", "too");
        row("no series", "(?P<step>\\d+)", "(?P<loss>");
        row("no group", "loss \\d+", "(?P<loss>");
        row("bad escape", "(?P<loss>\\q)", "\\q");
    }
    void faultsAreOneSentenceWithTheirPlace()
    {
        QFETCH(QString, expression);
        QFETCH(QString, part);
        const auto pattern = SeriesPattern::compile(expression);
        QVERIFY(!pattern.has_value());
        QCOMPARE(pattern.error().code, ErrorCode::InvalidInput);
        QVERIFY2(pattern.error().what.contains(part) && pattern.error().what.endsWith(QLatin1Char('.')), qPrintable(pattern.error().what));
    }

    void noExpressionExplodes()
    {
        const std::clock_t before = std::clock();
        for (const char *expression :
             {"(?P<loss>(a*)*b)", "(?P<loss>(a|aa)+$)", "(?P<loss>(x+x+)+y)", "(?P<loss>(.*)(.*)(.*)(.*)(.*)[^a])"}) {
            const auto pattern = SeriesPattern::compile(QString::fromUtf8(expression));
            QVERIFY(pattern.has_value());
            for (int i = 0; i < 200; ++i)
                (void)(*pattern)->read(QByteArray(100'000, i % 2 ? 'a' : 'x'));
        }
        const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 20, qPrintable(QString::number(seconds)));
    }

    void longExpressionsAreRefused() { QVERIFY(!SeriesPattern::compile(QString(5000, QLatin1Char('a')))); }
};

QTEST_APPLESS_MAIN(TestSeriesPattern)
#include "tst_seriespattern.moc"
