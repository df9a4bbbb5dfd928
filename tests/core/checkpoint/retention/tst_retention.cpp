// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/rating.h"
#include "core/checkpoint/retention/retention.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace trainyard;

namespace {

RetentionCandidate at(qint64 step, std::optional<double> loss = {}, Verdict verdict = Verdict::Complete)
{
    RetentionCandidate candidate;
    candidate.step = step;
    candidate.metric = loss;
    candidate.verdict = verdict;
    candidate.modified = 1'000'000 + step;
    candidate.sizeBytes = 10;
    return candidate;
}

// The steps to delete, ascending.
QList<qint64> gone(const QList<RetentionCandidate> &candidates, const RetentionPolicy &policy, bool isLive = false)
{
    const RetentionPlan plan = planRetention(candidates, policy, isLive);
    QList<qint64> steps;
    for (qsizetype i = 0; i < candidates.size(); ++i) {
        if (!plan.decisions[i].isKept())
            steps << candidates[i].step.value_or(-1);
    }
    std::sort(steps.begin(), steps.end());
    return steps;
}

RetentionCandidate anyCandidate(QRandomGenerator &random)
{
    RetentionCandidate candidate;
    candidate.verdict = Verdict(random.bounded(5));
    if (random.bounded(5))
        candidate.step = random.bounded(40) * 100;
    switch (random.bounded(6)) {
    case 0: break;
    case 1: candidate.metric = std::nan(""); break;
    case 2: candidate.metric = INFINITY; break;
    default: candidate.metric = random.bounded(8) / 4.0;
    }
    candidate.modified = random.bounded(50);
    candidate.sizeBytes = random.bounded(1000);
    if (random.bounded(2))
        candidate.group = QString::number(random.bounded(6));
    candidate.isPinned = random.bounded(10) == 0;
    candidate.isNeeded = random.bounded(10) == 0;
    return candidate;
}

}  // namespace

class TestRetention : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCheckpointIsRatedByWhatIsStoredOrNamed()
    {
        Checkpoint one;
        one.name = QStringLiteral("runs/epoch=3-val_acc=0.91-loss=1e-2.ckpt");
        QVERIFY(!ratingOf(one, {}));
        QCOMPARE(ratingOf(one, QStringLiteral("val_acc")), std::optional(0.91));
        QCOMPARE(ratingOf(one, QStringLiteral("loss")), std::optional(0.01));
        QVERIFY(!ratingOf(one, QStringLiteral("acc")));
        one.loss = 2.5;
        one.metrics = {{QStringLiteral("val_acc"), 0.5}};
        QCOMPARE(ratingOf(one, {}), std::optional(2.5));
        QCOMPARE(ratingOf(one, QStringLiteral("val_acc")), std::optional(0.5));
    }

    void rulesKeepWhatTheySay()
    {
        const QList<RetentionCandidate> all{at(100, 3.0), at(200, 1.0), at(300, 2.0), at(400, 2.5), at(500, 2.6)};
        RetentionPolicy last;
        last.last = 2;
        QCOMPARE(gone(all, last), (QList<qint64>{100, 200, 300}));
        RetentionPolicy best;
        best.best = 2;
        QCOMPARE(gone(all, best), (QList<qint64>{100, 400}));
        best.direction = BestDirection::Highest;
        QCOMPARE(gone(all, best), (QList<qint64>{200, 300, 400}));
        RetentionPolicy every;
        every.every = 200;
        QCOMPARE(gone(all, every), (QList<qint64>{100, 300}));
        RetentionPolicy each;
        each.last = 1;
        each.best = 1;
        each.every = 300;
        QCOMPARE(gone(all, each), (QList<qint64>{100, 400}));
    }

    void withoutARuleNothingCompleteGoes()
    {
        RetentionPolicy policy;
        policy.removesDamaged = true;
        QCOMPARE(gone({at(100), at(200, {}, Verdict::Partial), at(300)}, policy), QList<qint64>{200});
    }

    void afterARestartFromAnEarlierStepTheNewestByTimeStays()
    {
        QList<RetentionCandidate> all{at(8000), at(9000), at(1200), at(1300)};
        all[2].modified = 2'000'000;
        all[3].modified = 2'000'100;
        RetentionPolicy policy;
        policy.last = 1;
        QCOMPARE(gone(all, policy), (QList<qint64>{1200, 8000}));
    }

    void whatCannotBeRatedStaysWhenTheBestAreKept()
    {
        RetentionPolicy policy;
        policy.best = 1;
        QCOMPARE(gone({at(100, 1.0), at(200), at(300, std::nan("")), at(400, 2.0), at(500, 3.0)}, policy), QList<qint64>{400});
    }

    void damagedOnesGoOnlyWhenAskedForAndNotWhatTheRunMayBeWriting()
    {
        const QList<RetentionCandidate> all{at(100, {}, Verdict::Partial), at(200), at(300, {}, Verdict::Corrupt)};
        RetentionPolicy policy;
        policy.last = 1;
        QCOMPARE(gone(all, policy), QList<qint64>());
        policy.removesDamaged = true;
        QCOMPARE(gone(all, policy), (QList<qint64>{100, 300}));
        QCOMPARE(gone(all, policy, true), QList<qint64>{100});
        QCOMPARE(gone({at(100, {}, Verdict::Partial)}, policy), QList<qint64>());
    }

    // Three files of each step: individually, none of them would be of use.
    void partsOfAStepStayTogetherAndCountAsOne()
    {
        QList<RetentionCandidate> all;
        for (int step = 100; step <= 400; step += 100) {
            for (int part = 0; part < 3; ++part) {
                RetentionCandidate one = at(step, part == 1 ? std::optional<double>(1000.0 - step) : std::nullopt);
                one.group = QString::number(step);
                all << one;
            }
        }
        RetentionPolicy policy;
        policy.last = 2;
        QCOMPARE(gone(all, policy), (QList<qint64>{100, 100, 100, 200, 200, 200}));
        QVERIFY(planRetention(all, policy, false).decisions.last().reasons.contains(KeepReason::Together));
        all[1].isPinned = true;
        QCOMPARE(gone(all, policy), (QList<qint64>{200, 200, 200}));
    }

    void pinnedAndNeededOnesStay()
    {
        QList<RetentionCandidate> all{at(100), at(200), at(300)};
        all[0].isPinned = true;
        all[1].isNeeded = true;
        RetentionPolicy policy;
        policy.last = 1;
        const RetentionPlan plan = planRetention(all, policy, false);
        QCOMPARE(plan.removedCount, 0);
        QVERIFY(plan.decisions[0].reasons.contains(KeepReason::Pinned));
        QVERIFY(plan.decisions[1].reasons.contains(KeepReason::Needed));
    }

    // 20,000 sets of every kind: nothing that must never happen does.
    void nothingThatMustStayEverGoes()
    {
        QRandomGenerator random(20261122);
        for (int round = 0; round < 20'000; ++round) {
            QList<RetentionCandidate> all;
            const int count = random.bounded(12);
            for (int i = 0; i < count; ++i)
                all << anyCandidate(random);
            RetentionPolicy policy;
            policy.last = random.bounded(4);
            policy.best = random.bounded(3);
            policy.every = random.bounded(3) * 300;
            policy.direction = BestDirection(random.bounded(2));
            policy.removesDamaged = random.bounded(2);
            const bool isLive = random.bounded(2);
            const RetentionPlan plan = planRetention(all, policy, isLive);
            QCOMPARE(plan.decisions.size(), all.size());

            QSet<QString> groups, groupsKept, groupsGone;
            int complete = 0, completeKept = 0, bestKept = 0, single = 0;
            qint64 bytes = 0, highest = -1, highestKept = -1, newest = -1, newestKept = -1;
            double worstKept = -INFINITY, bestGone = INFINITY;
            for (qsizetype i = 0; i < all.size(); ++i) {
                const RetentionCandidate &one = all[i];
                const bool isKept = plan.decisions[i].isKept();
                bytes += isKept ? 0 : one.sizeBytes;
                QVERIFY(isKept || (!one.isPinned && !one.isNeeded));
                QVERIFY(isKept || (one.verdict != Verdict::BeingWritten && one.verdict != Verdict::Unknown));
                if (one.verdict != Verdict::Complete) {
                    QVERIFY(isKept || policy.removesDamaged);
                    continue;
                }
                ++complete;
                completeKept += isKept;
                single += one.group.isEmpty();
                if (!one.group.isEmpty()) {
                    groups << one.group;
                    (isKept ? groupsKept : groupsGone) << one.group;
                }
                highest = std::max(highest, one.step.value_or(-1));
                newest = std::max(newest, one.modified);
                if (isKept) {
                    highestKept = std::max(highestKept, one.step.value_or(-1));
                    newestKept = std::max(newestKept, one.modified);
                }
                QVERIFY(isKept || policy.hasRule());
                QVERIFY(isKept || policy.every == 0 || !one.step || *one.step % policy.every != 0);
                const bool isRated = one.metric && std::isfinite(*one.metric);
                QVERIFY(isKept || policy.best == 0 || isRated);
                if (isRated && policy.best > 0) {
                    const double badness = policy.direction == BestDirection::Lowest ? *one.metric : -*one.metric;
                    if (plan.decisions[i].reasons.contains(KeepReason::Best)) {
                        worstKept = std::max(worstKept, badness);
                        ++bestKept;
                    }
                    if (!isKept)
                        bestGone = std::min(bestGone, badness);
                }
            }
            QCOMPARE(plan.removedBytes, bytes);
            QVERIFY(complete == 0 || completeKept > 0);
            QCOMPARE(highestKept, highest);
            QCOMPARE(newestKept, newest);
            QVERIFY(!groupsKept.intersects(groupsGone));
            QVERIFY(completeKept >= std::min(policy.last, single + int(groups.size())));
            QVERIFY(bestKept <= policy.best);
            QVERIFY(worstKept <= bestGone);
            if (complete == 0)
                QCOMPARE(plan.removedCount, 0);
        }
    }

    // The order in which a machine lists its files has no meaning.
    void orderOfTheListingDoesNotMatter()
    {
        QRandomGenerator random(4);
        for (int round = 0; round < 500; ++round) {
            QList<RetentionCandidate> all;
            for (int i = 0; i < 8; ++i) {
                RetentionCandidate one = anyCandidate(random);
                one.step = i * 100;  // by which it is identified
                one.modified = random.bounded(1'000'000);
                all << one;
            }
            RetentionPolicy policy;
            policy.last = 2;
            policy.best = 1;
            policy.removesDamaged = true;
            const QList<qint64> first = gone(all, policy);
            std::shuffle(all.begin(), all.end(), random);
            QCOMPARE(gone(all, policy), first);
        }
    }
};

QTEST_GUILESS_MAIN(TestRetention)
#include "tst_retention.moc"
