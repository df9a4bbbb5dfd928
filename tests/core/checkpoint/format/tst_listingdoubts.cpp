// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/listingdoubts.h"

#include <QTest>

using namespace trainyard;

namespace {

constexpr qint64 kNow = 1'700'000'000;

Checkpoint checkpoint(const QString &name, Verdict verdict, qint64 step, const QList<CheckpointFile> &files = {})
{
    Checkpoint made;
    made.name = name;
    made.verdict = verdict;
    made.step = step;
    made.files = files;
    made.modified = kNow - 600;
    return made;
}

}  // namespace

class TestListingDoubts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatLacksAnUnreadableFolderIsUnknown()
    {
        QList<Checkpoint> found{checkpoint(QStringLiteral("checkpoint-500"), Verdict::Complete, 500),
                                checkpoint(QStringLiteral("checkpoint-50"), Verdict::Complete, 50),
                                checkpoint(QStringLiteral("checkpoint-40"), Verdict::Corrupt, 40)};
        heedUnreadable(found, {QStringLiteral("checkpoint-500/global_step500"), QStringLiteral("checkpoint-40/x"),
                               QStringLiteral("checkpoint-200"), QStringLiteral("logs")});
        QCOMPARE(found.size(), 4);
        QCOMPARE(found[0].verdict, Verdict::Unknown);
        QVERIFY(found[0].isPartlyUnseen && found[0].reason.contains(QStringLiteral("checkpoint-500/global_step500")));
        QCOMPARE(found[1].name, QStringLiteral("checkpoint-200"));  // a separate step at its own place
        QCOMPARE(found[1].verdict, Verdict::Unknown);
        QCOMPARE(found[2].verdict, Verdict::Complete);  // not a part of this one
        QCOMPARE(found[3].verdict, Verdict::Corrupt);   // that stays corrupt
    }

    void aSecondListingIsForWhatMayStillBeOnItsWay_data()
    {
        QTest::addColumn<int>("verdict");
        QTest::addColumn<qint64>("age");
        QTest::addColumn<bool>("isWorthIt");
        QTest::newRow("cut off ten minutes ago") << int(Verdict::Partial) << qint64(600) << true;
        QTest::newRow("broken ten minutes ago") << int(Verdict::Corrupt) << qint64(600) << true;
        QTest::newRow("from a clock that is ahead") << int(Verdict::Partial) << qint64(-7200) << true;
        QTest::newRow("cut off yesterday") << int(Verdict::Partial) << qint64(86'400) << false;
        QTest::newRow("whole") << int(Verdict::Complete) << qint64(600) << false;
        QTest::newRow("seen to be written already") << int(Verdict::BeingWritten) << qint64(5) << false;
    }
    void aSecondListingIsForWhatMayStillBeOnItsWay()
    {
        QFETCH(int, verdict);
        QFETCH(qint64, age);
        QFETCH(bool, isWorthIt);
        Checkpoint one = checkpoint(QStringLiteral("a.pt"), Verdict(verdict), 1);
        one.modified = kNow - age;
        QCOMPARE(mayGrow({one}, kNow), isWorthIt);
    }

    void whatGrowsBetweenTwoListingsIsBeingWritten()
    {
        const CheckpointFile cut{QStringLiteral("a.pt"), 100, kNow - 600}, still{QStringLiteral("b.pt"), 100, kNow - 600},
            shard{QStringLiteral("step-3/model-00001-of-00002.safetensors"), 9, kNow - 600};
        QList<Checkpoint> found{checkpoint(QStringLiteral("step-3"), Verdict::Partial, 3, {shard}),
                                checkpoint(QStringLiteral("b.pt"), Verdict::Partial, 2, {still}),
                                checkpoint(QStringLiteral("a.pt"), Verdict::Corrupt, 1, {cut})};
        const QList<CheckpointFile> before{cut, still, shard};
        heedGrowth(found, before, before);
        QCOMPARE(found[0].verdict, Verdict::Partial);
        // One grows without a new time, another gets an additional file.
        const CheckpointFile grown{QStringLiteral("a.pt"), 200, kNow - 600},
            more{QStringLiteral("step-3/model-00002-of-00002.safetensors"), 9, kNow};
        heedGrowth(found, before, {grown, still, shard, more});
        QCOMPARE(found[0].verdict, Verdict::BeingWritten);
        QCOMPARE(found[1].verdict, Verdict::Partial);
        QCOMPARE(found[2].verdict, Verdict::BeingWritten);
    }
};

QTEST_APPLESS_MAIN(TestListingDoubts)
#include "tst_listingdoubts.moc"
