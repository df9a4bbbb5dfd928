// SPDX-License-Identifier: GPL-3.0-or-later
// When checkpoints run out of space, from samples of their folder: as they pile up, and as older ones are removed.
#include "core/checkpoint/retention/diskspaceforecast.h"

#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

// One every ten minutes.
DiskSpaceSample look(int round, int complete, qint64 more, int mostKept = 0)
{
    const qint64 when = 1000 + round * 600;
    return {when, when - 5, complete, {100, more, 600, (more + 1) * 600}, mostKept};
}

QList<DiskSpaceSample> looks(const QList<DiskSpaceSample> &all)
{
    QList<DiskSpaceSample> list;
    for (const DiskSpaceSample &one : all)
        addDiskSpaceSample(list, one);
    return list;
}

}  // namespace

class TestRoomForecast : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pilesUpUntilTheDiskIsFull()
    {
        const QList<DiskSpaceSample> all = looks({look(0, 1, 5), look(1, 2, 4), look(2, 3, 3), look(3, 4, 2)});
        const qint64 now = all.last().when;
        QCOMPARE(*secondsUntilFull(all, now), 3 * 600.0);
        QCOMPARE(*secondsUntilFull(all, now + 60), 3 * 600.0 - 60);
        // The next one is late: that does not bring the later ones forward.
        QCOMPARE(*secondsUntilFull(all, now + 50'000), 2 * 600.0);
        QCOMPARE(*secondsUntilFull(all, now - 50'000), 3 * 600.0);  // the clock was set back
        QCOMPARE(*secondsUntilFull(looks({look(0, 1, 1), look(1, 2, 0)}), now), 0.0);
    }

    void whatIsNotKnownIsNotSaid()
    {
        QVERIFY(!secondsUntilFull({}, 5000));
        DiskSpaceSample first = look(0, 1, 7);
        first.room.everySeconds.reset();
        first.room.fullInSeconds.reset();
        QVERIFY(!secondsUntilFull({first}, 5000));
        first.room.more = 0;
        QCOMPARE(*secondsUntilFull({first}, 5000), 0.0);
    }

    // The trainer keeps its own last three.
    void asManyGoAsCome()
    {
        const QList<DiskSpaceSample> young = looks({look(0, 1, 3), look(1, 2, 2), look(2, 3, 1), look(3, 3, 1)});
        QVERIFY(std::isfinite(*secondsUntilFull(young, young.last().when)));
        const QList<DiskSpaceSample> settled = looks(
            {look(0, 1, 3), look(1, 2, 2), look(2, 3, 1), look(3, 3, 1), look(4, 3, 1), look(5, 3, 1)});
        QVERIFY(std::isinf(*secondsUntilFull(settled, settled.last().when)));
        // No more fit beside them: the oldest is removed before the next is written, or not. After three samples it is known.
        const QList<DiskSpaceSample> tight = looks({look(0, 2, 1), look(1, 3, 0), look(2, 3, 0)});
        QCOMPARE(*secondsUntilFull(tight, tight.last().when), 0.0);
        const QList<DiskSpaceSample> worked = looks({look(0, 3, 0), look(1, 3, 0), look(2, 3, 0), look(3, 3, 0)});
        QVERIFY(std::isinf(*secondsUntilFull(worked, worked.last().when)));
    }

    void itsOwnRulesLeaveNoMoreThanFit()
    {
        QVERIFY(std::isinf(*secondsUntilFull({look(0, 1, 3, 3)}, 1000)));
        QVERIFY(std::isfinite(*secondsUntilFull({look(0, 1, 2, 3)}, 1000)));  // the fourth is written before the first is removed
        QVERIFY(std::isfinite(*secondsUntilFull({look(0, 1, 3, 0)}, 1000)));
    }

    void fewLooksAreKept()
    {
        QList<DiskSpaceSample> all;
        for (int i = 0; i < 1000; ++i)
            addDiskSpaceSample(all, look(i, i, 5));
        QVERIFY(all.size() <= 8);
        DiskSpaceSample again = all.last();
        again.room.more = 4;
        const qsizetype before = all.size();
        addDiskSpaceSample(all, again);
        QCOMPARE(all.size(), before);
        QCOMPARE(all.last(), again);
    }
};

QTEST_GUILESS_MAIN(TestRoomForecast)
#include "tst_diskspaceforecast.moc"
