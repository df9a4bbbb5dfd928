// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs of a machine count as a run's own, from the machine's reports about them.
#include "core/observe/metrics/gpuuse.h"
#include "core/observe/metrics/runmetrics.h"

#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

GpuUse said(const QByteArray &fields)
{
    return GpuUse::fromEvents("{\"t\":1,\"event\":\"started\"}\n{\"t\":2,\"event\":\"gpus\"," + fields + "}\n");
}

}  // namespace

class GpuUseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ownAre_data();
    void ownAre();
    void theLastWordCounts();
    void whatIsNotWholeIsNotSaid_data();
    void whatIsNotWholeIsNotSaid();
    void mediansLeaveOthersOut();
};

void GpuUseTest::ownAre_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QList<int>>("own");
    QTest::addColumn<bool>("isOpen");
    QTest::addColumn<int>("count");
    const auto row = [](const char *name, const char *fields, const QList<int> &own, bool isOpen, int count) {
        QTest::newRow(name) << QByteArray(fields) << own << isOpen << count;
    };
    row("alone, named no number", "\"there\":[0,1],\"asked\":0,\"used\":[],\"others\":[]", {0, 1}, false, 2);
    row("alone, asked for all", "\"there\":[0,1],\"asked\":2,\"used\":[0],\"others\":[]", {0, 1}, false, 2);
    row("alone, asked for one of two, none used yet", "\"there\":[0,1],\"asked\":1,\"used\":[],\"others\":[]", {}, true, 1);
    row("works on one of two", "\"there\":[0,1],\"asked\":0,\"used\":[0],\"others\":[1]", {0}, false, 1);
    row("works on one, the other is idle", "\"there\":[0,1],\"asked\":1,\"used\":[1],\"others\":[]", {1}, false, 1);
    row("others are there, it has not begun", "\"there\":[0,1],\"asked\":0,\"used\":[],\"others\":[1]", {}, true, 0);
    row("asked for all, others are on one", "\"there\":[0,1],\"asked\":2,\"used\":[0],\"others\":[1]", {0}, false, 2);
    row("told to use one that others are on too", "\"there\":[0,1],\"asked\":1,\"visible\":[1],\"used\":[],\"others\":[1]", {1}, false, 1);
    row("told to use none", "\"there\":[0,1],\"asked\":0,\"visible\":[],\"used\":[],\"others\":[]", {}, false, 0);
    row("shares one", "\"there\":[0,1],\"asked\":0,\"used\":[0],\"others\":[0]", {0}, false, 1);
    row("came to one of the four that it asked for", "\"there\":[0,1,2,3,4],\"asked\":4,\"used\":[2],\"others\":[]", {2}, false, 4);
}

void GpuUseTest::ownAre()
{
    QFETCH(QByteArray, fields);
    const GpuUse use = said(fields);
    QVERIFY(use.isKnown());
    QTEST(use.own(), "own");
    QTEST(use.isOpen(), "isOpen");
    QTEST(use.ownCount(9), "count");
    for (const int other : use.others())
        QVERIFY(use.isOwn(other) || use.shareOf(other) == GpuShare::Others);
}

void GpuUseTest::theLastWordCounts()
{
    const QByteArray events = "{\"t\":1,\"event\":\"gpus\",\"there\":[0,1],\"asked\":0,\"used\":[],\"others\":[]}\n"
                              "{\"t\":2,\"event\":\"gpus\",\"there\":[0,1],\"asked\":0,\"used\":[1],\"others\":[]}\n"
                              "{\"t\":3,\"event\":\"ended\"}\n";
    QCOMPARE(GpuUse::fromEvents(events).own(), QList<int>{1});
    // The last line is still being written.
    QCOMPARE(GpuUse::fromEvents(events + "{\"t\":4,\"event\":\"gpus\",\"there\":[0").own(), QList<int>{1});
    QVERIFY(!GpuUse::fromEvents({}).isKnown());
    QVERIFY(GpuUse().isOwn(7));
    QCOMPARE(GpuUse().ownCount(8), 8);
}

void GpuUseTest::whatIsNotWholeIsNotSaid_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::newRow("no machine") << QByteArray("\"asked\":1,\"used\":[],\"others\":[]");
    QTest::newRow("no GPU there") << QByteArray("\"there\":[],\"asked\":1,\"used\":[],\"others\":[]");
    QTest::newRow("a number that is none") << QByteArray("\"there\":[0,\"x\"],\"asked\":1,\"used\":[],\"others\":[]");
    QTest::newRow("a number out of all bounds") << QByteArray("\"there\":[0,100000],\"asked\":1,\"used\":[],\"others\":[]");
    QTest::newRow("a line without end") << "\"there\":[0],\"asked\":1,\"used\":[],\"others\":[],\"x\":\"" + QByteArray(100000, 'x') + '"';
}

void GpuUseTest::whatIsNotWholeIsNotSaid()
{
    QFETCH(QByteArray, fields);
    QVERIFY(!said(fields).isKnown());
}

void GpuUseTest::mediansLeaveOthersOut()
{
    QList<MachineSample> samples;
    for (int i = 0; i < 60; ++i) {
        MachineSample sample;
        sample.timeMs = 1'000'000 + i * 1000;
        for (int gpu = 0; gpu < 3; ++gpu) {
            GpuSample one;
            one.index = gpu;
            one.busyPercent = gpu == 1 ? 20 : 100;
            sample.gpus << one;
        }
        samples << sample;
    }
    RunMetrics metrics;
    metrics.append(samples);
    const auto middle = [&] { return metrics.medianOfGpus(GpuMetric::BusyPercent, 1'000'000, 1'060'000, 10).mean.value(3).y(); };
    QCOMPARE(middle(), 100.0);
    const GpuUse use = said("\"there\":[0,1,2],\"asked\":1,\"used\":[1],\"others\":[0,2]");
    metrics.setUse(use);
    QCOMPARE(middle(), 20.0);
    QCOMPARE(metrics.ownGpus(), QList<qsizetype>{1});
    // Data loaded later from the history does not contain it.
    RunMetrics stored;
    stored.append(samples);
    metrics.replaceBy(std::move(stored));
    QCOMPARE(middle(), 20.0);
    metrics.clear();
    QVERIFY(!metrics.use().isKnown());
}

QTEST_APPLESS_MAIN(GpuUseTest)
#include "tst_gpuuse.moc"
