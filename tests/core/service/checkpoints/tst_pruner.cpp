// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/ownnames.h"
#include "core/checkpoint/retention/trackers.h"
#include "core/service/checkpoints/checkpointpins.h"
#include "core/service/checkpoints/localplace.h"
#include "core/service/checkpoints/pruner.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>

using namespace trainyard;

class TestPruner : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (int step = 100; step <= 600; step += 100) {
            make(QStringLiteral("checkpoint-%1/model.pt").arg(step), QByteArray(1000, 'm'));
            make(QStringLiteral("checkpoint-%1/optimizer.pt").arg(step), QByteArray(2000, 'o'));
        }
    }

    void movesWhatThePolicyDoesNotKeep()
    {
        LocalPlace place(m_folder->path());
        Pruner pruner(place);
        PruneOptions options;
        options.policy.last = 2;
        options.pinned = {QStringLiteral("200")};
        auto plan = pruner.plan(checkpoints(place), options);
        QVERIFY(plan);
        QCOMPARE(goes(*plan), (QStringList{"checkpoint-100", "checkpoint-300", "checkpoint-400"}));
        QCOMPARE(plan->bytes, 9000);
        QVERIFY(plan->room && plan->room->nextBytes == 3000);
        QCOMPARE(present().size(), 6);  // a plan changes nothing
        QStringList done;
        QVERIFY(pruner.carryOut(*plan, options, [&](const PruneItem &item) { done << item.checkpoint.name; }));
        QCOMPARE(done.size(), 3);
        QCOMPARE(present(), (QStringList{"checkpoint-200", "checkpoint-500", "checkpoint-600"}));
        CheckpointTrash trash(place);
        QCOMPARE(trash.entries()->size(), 3);
        for (const PruneItem &item : plan->items) {
            if (!item.trashId.isEmpty())
                QVERIFY(trash.restore(item.trashId));
        }
        QCOMPARE(present().size(), 6);
    }

    void aPinnedOneStaysUntilItIsLetGo()
    {
        LocalPlace place(m_folder->path());
        Pruner pruner(place);
        PruneOptions options;
        options.policy.last = 1;
        const QList<Checkpoint> seen = checkpoints(place);
        const auto named = [&](const QString &name) {
            return *std::find_if(seen.begin(), seen.end(), [&](const Checkpoint &one) { return one.name == name; });
        };
        QVERIFY(setPinned(place, named("checkpoint-200"), true));
        QVERIFY(setPinned(place, named("checkpoint-200"), true));
        auto plan = pruner.plan(seen, options);  // with a scan from before it was pinned
        QCOMPARE(goes(*plan), (QStringList{"checkpoint-100", "checkpoint-300", "checkpoint-400", "checkpoint-500"}));
        QVERIFY(setPinned(place, named("checkpoint-400"), true));  // and between plan and action
        QVERIFY(pruner.carryOut(*plan, options));
        QCOMPARE(present(), (QStringList{"checkpoint-200", "checkpoint-400", "checkpoint-600"}));
        QCOMPARE(plan->count, 3);
        QVERIFY(setPinned(place, named("checkpoint-200"), false));
        QVERIFY(setPinned(place, named("checkpoint-200"), false));
        plan = pruner.plan(checkpoints(place), options);
        QCOMPARE(goes(*plan), QStringList{"checkpoint-200"});
        QVERIFY(pruner.carryOut(*plan, options));
        QCOMPARE(present(), (QStringList{"checkpoint-400", "checkpoint-600"}));
    }

    // A step of several loose files: pinning one keeps all of them.
    void thePinOfAPartKeepsItsStep()
    {
        LocalPlace place(m_folder->path());
        QList<Checkpoint> parts;
        for (const int step : {10, 20}) {
            for (const char *name : {"a", "b"}) {
                Checkpoint part;
                part.name = QStringLiteral("%1-%2.pt").arg(QLatin1String(name)).arg(step);
                part.step = step;
                part.verdict = Verdict::Complete;
                make(part.name, "x");
                parts << part;
            }
        }
        const QList<CheckpointFile> listing = *place.list({}, {});
        for (Checkpoint &part : parts) {
            part.files << *std::find_if(listing.begin(), listing.end(), [&](const CheckpointFile &file) { return file.name == part.name; });
            part.modified = part.files.first().modified;
        }
        PruneOptions options;
        options.policy.last = 1;
        auto early = Pruner(place).plan(parts, options);
        QCOMPARE(goes(*early), (QStringList{"a-10.pt", "b-10.pt"}));
        QVERIFY(setPinned(place, parts[1], true));
        QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral(".trainyard-pin.b-10.pt"))));
        QCOMPARE(goes(*Pruner(place).plan(parts, options)), QStringList());
        QVERIFY(Pruner(place).carryOut(*early, options));
        for (const Checkpoint &part : std::as_const(parts))
            QVERIFY(QFile::exists(m_folder->filePath(part.name)));
        QVERIFY(early->items[0].problem && early->items[1].problem);
        QCOMPARE(CheckpointTrash(place).entries()->size(), 0);
    }

    void forGoodLeavesNoTrash()
    {
        LocalPlace place(m_folder->path());
        Pruner pruner(place);
        PruneOptions options;
        options.policy.every = 300;
        options.isForGood = true;
        auto plan = pruner.plan(checkpoints(place), options);
        QVERIFY(pruner.carryOut(*plan, options));
        QCOMPARE(present(), (QStringList{"checkpoint-300", "checkpoint-600"}));
        QCOMPARE(CheckpointTrash(place).entries()->size(), 0);
        QCOMPARE(place.list({}, {})->size(), 4);
    }

    void whatChangesBetweenTwoLooksStays()
    {
        LocalPlace place(m_folder->path());
        Pruner pruner(place);
        PruneOptions options;
        options.policy.last = 1;
        const QList<Checkpoint> seen = checkpoints(place);
        make(QStringLiteral("checkpoint-300/model.pt"), QByteArray(1001, 'm'));
        const auto plan = pruner.plan(seen, options);
        QVERIFY(plan);
        QCOMPARE(goes(*plan), (QStringList{"checkpoint-100", "checkpoint-200", "checkpoint-400", "checkpoint-500"}));
    }

    void whatATrackerNamesStays_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("DeepSpeed") << "latest" << QByteArray("checkpoint-200\n");
        QTest::newRow("TensorFlow") << "checkpoint"
                                    << QByteArray(
                                           "model_checkpoint_path: \"checkpoint-200\"\nall_model_checkpoint_paths: \"checkpoint-100\"\n");
        QTest::newRow("Hugging Face's best") << "checkpoint-600/trainer_state.json"
                                             << QByteArray("{\"best_model_checkpoint\": \"/elsewhere/out/checkpoint-200\"}");
    }
    void whatATrackerNamesStays()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        make(file, content);
        LocalPlace place(m_folder->path());
        PruneOptions options;
        options.policy.last = 1;
        const auto plan = Pruner(place).plan(checkpoints(place), options);
        QCOMPARE(goes(*plan), (QStringList{"checkpoint-100", "checkpoint-300", "checkpoint-400", "checkpoint-500"}));
    }

    void trackersAreReadWithDistrust()
    {
        QCOMPARE(trackedNames("latest_checkpointed_iteration.txt", "4000\n"), QStringList{"iter_0004000"});
        QCOMPARE(trackedNames("latest_checkpointed_iteration.txt", "release"), QStringList{"release"});
        QCOMPARE(trackedNames("latest", "../../etc"), QStringList());
        QCOMPARE(trackedNames("latest", ""), QStringList());
        QCOMPARE(trackedNames("checkpoint", "model_checkpoint_path: \"/a/b/ckpt-7\""), QStringList{"ckpt-7"});
        QCOMPARE(trackedNames("trainer_state.json", "[]"), QStringList());
        Checkpoint checkpoint;
        checkpoint.name = QStringLiteral("ckpt-7.index");
        QVERIFY(isNamed(checkpoint, "ckpt-7"));
        checkpoint.name = QStringLiteral("ckpt-71.index");
        QVERIFY(!isNamed(checkpoint, "ckpt-7"));
    }

    void whatRunsBeganFromStaysAndOldTrashGoes()
    {
        LocalPlace place(m_folder->path());
        Pruner pruner(place);
        make(kTrashFolder + QStringLiteral("/20200101T000000Z-0001/checkpoint-1/model.pt"), "old");
        make(kTrashFolder + QStringLiteral("/20200101T000000Z-0002.moving/checkpoint-2/model.pt"), "interrupted");
        PruneOptions options;
        options.policy.last = 1;
        options.needed = {QStringLiteral("checkpoint-300/model.pt")};
        options.isLive = true;
        auto plan = pruner.plan(checkpoints(place), options);
        QVERIFY(!goes(*plan).contains(QStringLiteral("checkpoint-300")));
        QCOMPARE(plan->trashBytes, 14);
        QVERIFY(pruner.carryOut(*plan, options));
        QCOMPARE(plan->emptied, 1);
        QCOMPARE(plan->recovered.putBack, 1);
        QVERIFY(present().contains(QStringLiteral("checkpoint-2")));
        QCOMPARE(CheckpointTrash(place).entries()->size(), 4);
    }

    // An unknown trainer writes several files that look like separate checkpoints.
    void partsOfAStepGoWithTheirFolder()
    {
        LocalPlace place(m_folder->path());
        Pruner pruner(place);
        QList<Checkpoint> parts;
        for (const Checkpoint &checkpoint : checkpoints(place)) {
            for (const CheckpointFile &file : checkpoint.files) {
                Checkpoint part = checkpoint;
                part.name = file.name;
                part.files = {file};
                parts << part;
            }
        }
        PruneOptions options;
        options.policy.last = 2;
        auto plan = pruner.plan(parts, options);
        QVERIFY(plan);
        QCOMPARE(plan->count, 8);
        QCOMPARE(plan->bytes, 4 * 3000);
        QVERIFY(pruner.carryOut(*plan, options));
        QCOMPARE(present(), (QStringList{"checkpoint-500", "checkpoint-600"}));
        QCOMPARE(CheckpointTrash(place).entries()->size(), 4);
        QVERIFY(!plan->items.last().isKept() || !plan->items.first().isKept());
    }

    void oneThatCannotBeMovedStaysAndTheOthersGo()
    {
        LocalPlace place(m_folder->path());
        Pruner pruner(place);
        PruneOptions options;
        options.policy.last = 1;
        auto plan = pruner.plan(checkpoints(place), options);
        QVERIFY(QDir(m_folder->filePath(QStringLiteral("checkpoint-200"))).removeRecursively());
        QVERIFY(pruner.carryOut(*plan, options));
        QCOMPARE(plan->count, 4);
        const auto it = std::find_if(plan->items.begin(), plan->items.end(),
                                     [](const PruneItem &item) { return item.problem.has_value(); });
        QVERIFY(it != plan->items.end());
        QCOMPARE(it->checkpoint.name, QStringLiteral("checkpoint-200"));
        QCOMPARE(present(), QStringList{"checkpoint-600"});
    }

private:
    void make(const QString &name, const QByteArray &content)
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    // As a scan would find them.
    QList<Checkpoint> checkpoints(CheckpointPlace &place)
    {
        QMap<QString, Checkpoint> all;
        const auto listed = place.list({}, {});
        for (const CheckpointFile &file : *listed) {
            if (!file.name.startsWith(QLatin1String("checkpoint-")))
                continue;
            Checkpoint &one = all[file.name.section(u'/', 0, 0)];
            one.name = file.name.section(u'/', 0, 0);
            one.files << file;
            one.sizeBytes += file.sizeBytes;
            one.modified = std::max(one.modified, file.modified);
            one.step = one.name.section(u'-', -1).toLongLong();
            one.verdict = Verdict::Complete;
        }
        return all.values();
    }
    QStringList goes(const PrunePlan &plan) const
    {
        QStringList names;
        for (const PruneItem &item : plan.items) {
            if (!item.isKept())
                names << item.checkpoint.name;
        }
        return names;
    }
    QStringList present() const { return QDir(m_folder->path()).entryList({"checkpoint-*"}, QDir::Dirs, QDir::Name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestPruner)
#include "tst_pruner.moc"
