// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcsv.h"
#include "ui/charts/chartevent.h"
#include "ui/charts/timeview.h"

#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

constexpr qint64 kMinute = 60'000, kHour = 60 * kMinute;

TimeView day()
{
    TimeView view;
    view.setData(0, 24 * kHour);
    return view;
}

}  // namespace

class TestTimeView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theWholeRunGrowsWithThePresent();
    void aYoungRunHasRoomOnItsAxis();
    void panningLeavesThePresentAndReachingItFollowsAgain();
    void zoomingKeepsThePlaceUnderThePointer();
    void zoomingAtThePresentStaysThere();
    void zoomEndsAtBothEnds();
    void aSpanIsShownAsItWasMarked();
    void aMomentOutsideIsBroughtIntoView();
    void settingsWithoutMeaningChangeNothing_data();
    void settingsWithoutMeaningChangeNothing();
    void eventsOfAMachineAreReadWithDistrust_data();
    void eventsOfAMachineAreReadWithDistrust();
    void eventsKnowTheirNeighbours();
    void absentValuesAreEmptyFields();
    void headsOfAFileAreNoFormulas();
};

void TestTimeView::theWholeRunGrowsWithThePresent()
{
    TimeView view = day();
    QCOMPARE(view.from(), 0);
    QCOMPARE(view.to(), 24 * kHour);
    view.setData(0, 25 * kHour);
    QCOMPARE(view.to(), 25 * kHour);
    view.setRange(ChartRange::Minutes15);
    QCOMPARE(view.from(), 25 * kHour - 15 * kMinute);
    QVERIFY(view.isFollowing() && view.isPlain());
}

void TestTimeView::aYoungRunHasRoomOnItsAxis()
{
    TimeView view;
    view.setData(1000, 4000);
    QCOMPARE(view.span(), kMinute);
    view.setRange(ChartRange::Hour);
    QCOMPARE(view.to(), 4000);
    QCOMPARE(view.span(), kHour);
}

void TestTimeView::panningLeavesThePresentAndReachingItFollowsAgain()
{
    TimeView view = day();
    view.setRange(ChartRange::Hour);
    view.pan(-2.0 * kHour);
    QVERIFY(!view.isFollowing());
    QCOMPARE(view.to(), 22 * kHour);
    // The present advances without it.
    view.setData(0, 24 * kHour + kMinute);
    QCOMPARE(view.to(), 22 * kHour);
    view.pan(-100.0 * kHour);
    QCOMPARE(view.from(), 0);
    view.pan(100.0 * kHour);
    QVERIFY(view.isPlain());
    QCOMPARE(view.to(), 24 * kHour + kMinute);
    view.toStart();
    QCOMPARE(view.from(), 0);
    view.toPresent();
    QVERIFY(view.isPlain());
}

void TestTimeView::zoomingKeepsThePlaceUnderThePointer()
{
    TimeView view = day();
    view.zoom(0.25, 6.0 * kHour);
    QCOMPARE(view.span(), 6 * kHour);
    QCOMPARE(view.from(), qint64(4.5 * kHour));
    view.zoom(4, 6.0 * kHour);
    QVERIFY(view.isPlain());
}

void TestTimeView::zoomingAtThePresentStaysThere()
{
    TimeView view = day();
    view.zoom(0.5, 24.0 * kHour);
    QVERIFY(view.isFollowing() && !view.isPlain());
    view.setData(0, 30 * kHour);
    QCOMPARE(view.to(), 30 * kHour);
    QCOMPARE(view.span(), 12 * kHour);
}

void TestTimeView::zoomEndsAtBothEnds()
{
    TimeView view = day();
    for (int i = 0; i < 200; ++i)
        view.zoom(0.5, 3.0 * kHour);
    QCOMPARE(view.span(), TimeView::kShortest);
    QVERIFY(view.from() <= 3 * kHour && view.to() >= 3 * kHour);
    for (int i = 0; i < 200; ++i)
        view.zoom(2, 3.0 * kHour);
    QCOMPARE(view.span(), 24 * kHour);
}

void TestTimeView::aSpanIsShownAsItWasMarked()
{
    TimeView view = day();
    view.show(2 * kHour, 3 * kHour);
    QCOMPARE(view.from(), 2 * kHour);
    QCOMPARE(view.to(), 3 * kHour);
    view.setRange(view.range());
    QVERIFY(view.isPlain());
}

void TestTimeView::aMomentOutsideIsBroughtIntoView()
{
    TimeView view = day();
    view.setRange(ChartRange::Hour);
    view.reveal(24 * kHour - kMinute);
    QVERIFY(view.isPlain());
    view.reveal(5 * kHour);
    QCOMPARE(view.from(), qint64(4.5 * kHour));
    view.reveal(0);
    QCOMPARE(view.from(), 0);
}

void TestTimeView::settingsWithoutMeaningChangeNothing_data()
{
    QTest::addColumn<double>("factor");
    QTest::newRow("no factor") << 0.0;
    QTest::newRow("less than none") << -3.0;
    QTest::newRow("not a number") << std::nan("");
}

void TestTimeView::settingsWithoutMeaningChangeNothing()
{
    QFETCH(double, factor);
    TimeView view = day();
    view.zoom(factor, 6.0 * kHour);
    view.pan(std::nan(""));
    QCOMPARE(view.from(), 0);
    QCOMPARE(view.to(), 24 * kHour);
    TimeView empty;
    empty.zoom(0.5, 0);
    empty.pan(1e9);
    QVERIFY(empty.span() >= 0);
}

void TestTimeView::eventsOfAMachineAreReadWithDistrust_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("events");
    QTest::newRow("an event") << QByteArray("{\"t\":1700000000,\"event\":\"started\"}\n") << 1;
    QTest::newRow("torn end") << QByteArray("{\"t\":1700000000,\"event\":\"started\"}\n{\"t\":17000") << 1;
    QTest::newRow("torn line between") << QByteArray("{\"t\":17\n{\"t\":1700000000,\"event\":\"ended\"}\n") << 1;
    QTest::newRow("no time") << QByteArray("{\"event\":\"ended\"}\n") << 0;
    QTest::newRow("time out of any calendar") << QByteArray("{\"t\":1e300,\"event\":\"ended\"}\n") << 0;
    QTest::newRow("no JSON") << QByteArray("hello\n\n[1]\n") << 0;
    QTest::newRow("a line without end") << QByteArray(1 << 20, '{') << 0;
    QTest::newRow("a very long line") << "{\"t\":1700000000,\"event\":\"" + QByteArray(100'000, 'x') + "\"}\n" << 0;
    QTest::newRow("the same twice") << QByteArray("{\"t\":1700000000,\"event\":\"ended\"}\n").repeated(2) << 1;
    QByteArray many;
    for (int i = 0; i < 5000; ++i)
        many += "{\"t\":" + QByteArray::number(1'700'000'000 + i) + ",\"event\":\"started\"}\n";
    QTest::newRow("far too many") << many << 2000;
}

void TestTimeView::eventsOfAMachineAreReadWithDistrust()
{
    QFETCH(QByteArray, file);
    QFETCH(int, events);
    QCOMPARE(readEvents(file).size(), events);
}

void TestTimeView::eventsKnowTheirNeighbours()
{
    const QList<ChartEvent> events = mergedEvents({{300, ChartEventKind::Alert, QStringLiteral("c"), 0},
                                                   {100, ChartEventKind::Note, QStringLiteral("a"), 0},
                                                   {200, ChartEventKind::Checkpoint, QStringLiteral("b"), 0}});
    QCOMPARE(events.first().ms, 100);
    QCOMPARE(nextEvent(events, 100), 1);
    QCOMPARE(nextEvent(events, 300), -1);
    QCOMPARE(previousEvent(events, 300), 1);
    QCOMPARE(previousEvent(events, 100), -1);
}

void TestTimeView::absentValuesAreEmptyFields()
{
    const QByteArray csv = chartCsv(
        CsvAxis::Step, QStringLiteral("step"),
        {{QStringLiteral("loss"), {}, {{1, 2.5}, {3, 0}}}, {QStringLiteral("GPU power 3"), QStringLiteral("W"), {{2, 640.25}}}});
    QCOMPARE(csv, QByteArray("step,loss,GPU power 3 [W]\r\n1,2.5,\r\n2,,640.25\r\n3,0,\r\n"));
    const QByteArray timed = chartCsv(CsvAxis::Time, QStringLiteral("time"), {{QStringLiteral("a"), {}, {{1'700'000'000'123.0, 1}}}});
    const QDateTime moment = QDateTime::fromString(QString::fromLatin1(timed.split('\n')[1].split(',')[0]), Qt::ISODateWithMs);
    QCOMPARE(moment.toMSecsSinceEpoch(), 1'700'000'000'123);
}

void TestTimeView::headsOfAFileAreNoFormulas()
{
    const QByteArray csv = chartCsv(CsvAxis::Step, QStringLiteral("step"),
                                    {{QStringLiteral("=cmd|' /C calc'!A0"), {}, {}}, {QStringLiteral("a,\"b\""), {}, {}}});
    QCOMPARE(csv, QByteArray("step,'=cmd|' /C calc'!A0,\"a,\"\"b\"\"\"\r\n"));
}

QTEST_GUILESS_MAIN(TestTimeView)
#include "tst_timeview.moc"
