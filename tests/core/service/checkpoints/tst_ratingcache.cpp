// SPDX-License-Identifier: GPL-3.0-or-later
// Values that only a pickle contains are used to rate a checkpoint, and nothing else is read.
#include "core/checkpoint/retention/rating.h"
#include "core/service/checkpoints/checkpointfolder.h"
#include "core/service/checkpoints/pruner.h"
#include "core/service/checkpoints/ratingcache.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestRatingLook : public QObject {
    Q_OBJECT

    static bool copy(const char *from, const QString &to)
    {
        return QFile::copy(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/torch/") + QString::fromLatin1(from), to);
    }

private Q_SLOTS:
    void aPickleRatesItsCheckpoint()
    {
        QTemporaryDir folder;
        QVERIFY(copy("measured.pt", folder.filePath(QStringLiteral("step-90.pt"))));    // loss 0.75, as a tensor
        QVERIFY(copy("training.pt", folder.filePath(QStringLiteral("step-1200.pt"))));  // loss 0.25
        QVERIFY(copy("counted.pt", folder.filePath(QStringLiteral("step-77.pt"))));     // none
        auto opened = CheckpointFolder::openLocal(folder.path(), {});
        QVERIFY(opened);
        const auto find = [&](int step) {
            for (const Checkpoint &one : std::as_const(opened->checkpoints)) {
                if (one.step == step)
                    return one;
            }
            return Checkpoint();
        };
        QVERIFY(!ratingOf(find(90), {}) && !ratingOf(find(1200), {}));
        RatingCache looks;
        looks.rate(opened->checkpoints, {}, *opened->source, folder.path());
        QCOMPARE(ratingOf(find(90), {}), std::optional(0.75));
        QCOMPARE(ratingOf(find(1200), {}), std::optional(0.25));
        QVERIFY(!ratingOf(find(77), {}));
        QCOMPARE(ratingOf(find(90), QStringLiteral("val_acc")), std::optional(0.5));
        QCOMPARE(ratingOf(find(90), QStringLiteral("f1")), std::optional(0.25));
        QVERIFY(!ratingOf(find(90), QStringLiteral("best_val_loss")));  // of another step

        // The worse one is deleted, and the one that cannot be rated stays.
        PruneOptions options;
        options.policy.best = 1;
        const auto plan = Pruner(*opened->place).plan(opened->checkpoints, options);
        QVERIFY(plan);
        QCOMPARE(plan->count, 1);
        for (const PruneItem &item : plan->items)
            QCOMPARE(item.isKept(), item.checkpoint.step != 90);
    }

    void whatIsKnownIsNotReadAgain()
    {
        QTemporaryDir folder;
        QVERIFY(copy("measured.pt", folder.filePath(QStringLiteral("step-90.pt"))));
        RatingCache looks;
        for (int round = 0; round < 2; ++round) {
            auto opened = CheckpointFolder::openLocal(folder.path(), {});
            QVERIFY(opened);
            const qint64 before = opened->bytesRead();
            looks.rate(opened->checkpoints, {}, *opened->source, folder.path());
            QCOMPARE(opened->checkpoints.first().loss, std::optional(0.75));
            QCOMPARE(opened->bytesRead() > before, round == 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestRatingLook)
#include "tst_ratingcache.moc"
