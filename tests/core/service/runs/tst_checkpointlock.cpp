// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint from which a run is just being resumed is not removed, by any program, whenever its removal began.
#include "core/service/checkpoints/localplace.h"
#include "core/service/checkpoints/pruner.h"
#include "core/service/runs/internal/checkpointlock.h"
#include "core/service/runs/internal/protectedcheckpoints.h"
#include "core/service/runs/internal/removalguard.h"
#include "tests/support/faraway.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <future>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

using namespace trainyard;

class TestCheckpointLock : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    Paths paths() const { return {m_home->filePath(QStringLiteral("data")), m_home->filePath(QStringLiteral("config"))}; }

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void lastsAsLongAsItIsHeld()
    {
        const QString folder = QStringLiteral("/data/out");
        {
            const auto use = CheckpointLock::begin(paths(), Location::onMachine(MachineId(3), folder + QStringLiteral("//step-5/")));
            QVERIFY(use);
            const auto other = CheckpointLock::begin(paths(), Location::onMachine(MachineId(3), QStringLiteral("/data/output/step-6")));
            QVERIFY(other);
            QCOMPARE(*usedIn(paths(), Location::onMachine(MachineId(3), folder)), QStringList{"step-5"});
            QCOMPARE(usedIn(paths(), Location::onMachine(MachineId(3), QStringLiteral("/")))->size(), 2);
            QCOMPARE(*usedIn(paths(), Location::onMachine(MachineId(4), folder)), QStringList());
        }
        QCOMPARE(*usedIn(paths(), Location::onMachine(MachineId(3), folder)), QStringList());
    }

    void theUseOfAProgramThatWasKilledIsNone()
    {
        int ready[2];
        QCOMPARE(::pipe(ready), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const auto use = CheckpointLock::begin(paths(), Location::onMachine(MachineId(1), QStringLiteral("/d/step-5")));
            const char word = use ? 'y' : 'n';
            if (::write(ready[1], &word, 1) != 1)
                ::_exit(1);
            ::pause();
        }
        char word = 0;
        QCOMPARE(::read(ready[0], &word, 1), ssize_t(1));
        QCOMPARE(word, 'y');
        QCOMPARE(*usedIn(paths(), Location::onMachine(MachineId(1), QStringLiteral("/d"))), QStringList{"step-5"});
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        QCOMPARE(*usedIn(paths(), Location::onMachine(MachineId(1), QStringLiteral("/d"))), QStringList());
        QVERIFY(guardUses(paths()));
        QVERIFY(QDir(paths().copies() + QStringLiteral("/uses")).entryList({QStringLiteral("*.use")}).isEmpty());
        ::close(ready[0]);
        ::close(ready[1]);
    }

    void noneBeginsWhileAnotherIsRemoved()
    {
        const auto guard = guardUses(paths());
        QVERIFY(guard);
        std::stop_source stop;
        stop.request_stop();
        const auto use = CheckpointLock::begin(paths(), Location::onMachine(MachineId(1), QStringLiteral("/d/step-5")), stop.get_token());
        QVERIFY(!use && use.error().isCancelled());
    }

    // The remover asks from its own thread, which counts as another program: flock(2) distinguishes only open files. A use whose file was
    // closed or removed early would be swept away by the first guard, and the checkpoint would be given up.
    void aRemovalIsRefusedAsLongAsTheUseLives()
    {
        FarAway away;
        const Location place = Location::here(m_home->filePath(QStringLiteral("out")));
        const auto guard = removalGuard(away.context, place, FolderNames{QStringList{place.path}}, {});
        const auto mayRemove = [&](const QString &name) {
            return std::async(std::launch::async, [&] { return guard({name, {name}}).has_value(); }).get();
        };
        auto use = CheckpointLock::begin(away.context.paths, place.at(place.path + QStringLiteral("/step-5")));
        QVERIFY(use);
        for (int round = 0; round < 3; ++round) {
            QVERIFY(!mayRemove(QStringLiteral("step-5")));
            QVERIFY(mayRemove(QStringLiteral("step-6")));
        }
        use->reset();
        QVERIFY(mayRemove(QStringLiteral("step-5")));
    }

    // A guard that ended with the question would let a use begin while its checkpoint is being moved.
    void aRemovalKeepsUsesFromBeginningUntilItIsDone()
    {
        FarAway away;
        const Location place = Location::here(m_home->filePath(QStringLiteral("out")));
        const auto begins = [&] {
            std::stop_source stop;
            stop.request_stop();
            return CheckpointLock::begin(away.context.paths, place.at(place.path + QStringLiteral("/step-5")), stop.get_token())
                .has_value();
        };
        auto held = removalGuard(away.context, place, FolderNames{QStringList{place.path}},
                                 {})({QStringLiteral("step-5"), {QStringLiteral("step-5")}});
        QVERIFY(held);
        QVERIFY(!begins());
        held->reset();
        QVERIFY(begins());
    }

    // A use is locked only some time after its file was made: here late, because finding the real name of a very deep folder takes
    // milliseconds. If begin() let go of the guard early, another one would take the file for that of a program that was killed.
    void usesThatBeginTogetherAreAllKept()
    {
        constexpr int kThreads = 3, kUses = 12;
        const QString deep = m_home->filePath(QStringLiteral("d")) + QStringLiteral("/d").repeated(700);
        QVERIFY(QDir().mkpath(deep));
        QStringList expected;
        std::vector<std::future<CheckpointUses>> threads;
        for (int thread = 0; thread < kThreads; ++thread) {
            QStringList names;
            for (int i = 0; i < kUses; ++i)
                names << QStringLiteral("step-%1").arg(thread * kUses + i, 2, 10, QLatin1Char('0'));
            expected += names;
            threads.push_back(std::async(std::launch::async, [this, deep, names] {
                CheckpointUses uses;
                for (const QString &name : names) {
                    if (auto use = CheckpointLock::begin(paths(), Location::here(deep + u'/' + name)))
                        uses.push_back(std::move(*use));
                }
                return uses;
            }));
        }
        std::vector<CheckpointUses> held;
        for (auto &thread : threads)
            held.push_back(thread.get());
        QStringList found = *usedIn(paths(), Location::here(deep));
        std::sort(found.begin(), found.end());
        QCOMPARE(found, expected);
        QVERIFY(guardUses(paths()));
        QCOMPARE(usedIn(paths(), Location::here(deep))->size(), expected.size());
        held.clear();
        QVERIFY(usedIn(paths(), Location::here(deep))->isEmpty());
    }

    void linksOnThisComputerAreTheSamePlace()
    {
        QVERIFY(QDir(m_home->path()).mkdir(QStringLiteral("real")));
        QVERIFY(QFile::link(m_home->filePath(QStringLiteral("real")), m_home->filePath(QStringLiteral("link"))));
        const auto use = CheckpointLock::begin(paths(), Location::here(m_home->filePath(QStringLiteral("link/step-5.pt"))));
        QVERIFY(use);
        QCOMPARE(*usedIn(paths(), Location::here(m_home->filePath(QStringLiteral("real")))), QStringList{"step-5.pt"});
    }

    void whatIsUsedTouchesItsFiles()
    {
        const QStringList used{QStringLiteral("model.ckpt-50"), QStringLiteral("checkpoint-7")};
        QVERIFY(touches(used, {QStringLiteral("model.ckpt-50.index")}));
        QVERIFY(touches(used, {QStringLiteral("checkpoint-7")}));
        QVERIFY(touches(used, {QStringLiteral("checkpoint-7/model.safetensors")}));
        QVERIFY(touches({QStringLiteral("run/checkpoint-7")}, {QStringLiteral("run")}));
        QVERIFY(!touches(used, {QStringLiteral("checkpoint-6"), QStringLiteral("model.ckpt-4.index")}));
    }

    // The plan was made before the checkpoint was in use.
    void aRemovalThatIsUnderWayAsksAgain()
    {
        const QString folder = m_home->filePath(QStringLiteral("out"));
        QVERIFY(QDir().mkpath(folder));
        QList<Checkpoint> checkpoints;
        for (int step = 1; step <= 4; ++step) {
            Checkpoint one;
            one.name = QStringLiteral("step-%1.pt").arg(step);
            one.step = step;
            one.verdict = Verdict::Complete;
            QFile file(folder + u'/' + one.name);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("bytes") == 5);
            file.close();
            one.modified = QFileInfo(file).lastModified().toSecsSinceEpoch();
            one.sizeBytes = 5;
            one.files << CheckpointFile{one.name, 5, one.modified};
            checkpoints << one;
        }
        LocalPlace place(folder);
        PruneOptions options;
        options.policy.last = 1;
        std::unique_ptr<CheckpointLock> use;
        options.hold = [&](const Removal &removal) -> Result<std::shared_ptr<void>> {
            const auto guard = guardUses(paths());
            if (!guard)
                return guard.error();
            if (touches(*usedIn(paths(), Location::here(folder)), removal.paths))
                return Error{ErrorCode::InvalidInput, QStringLiteral("in use"), {}};
            return std::shared_ptr<void>(*guard);
        };
        auto plan = Pruner(place).plan(checkpoints, options);
        QVERIFY(plan);
        QCOMPARE(plan->count, 3);
        use = *CheckpointLock::begin(paths(), Location::here(folder + QStringLiteral("/step-2.pt")));
        QVERIFY(Pruner(place).carryOut(*plan, options));
        QCOMPARE(plan->count, 2);
        QVERIFY(QFile::exists(folder + QStringLiteral("/step-2.pt")));
        QVERIFY(!QFile::exists(folder + QStringLiteral("/step-1.pt")) && !QFile::exists(folder + QStringLiteral("/step-3.pt")));
        QVERIFY(QFile::exists(folder + QStringLiteral("/step-4.pt")));
        use.reset();
        plan = Pruner(place).plan({checkpoints[1], checkpoints[3]}, options);
        QVERIFY(plan && Pruner(place).carryOut(*plan, options));
        QVERIFY(!QFile::exists(folder + QStringLiteral("/step-2.pt")));
    }
};

QTEST_GUILESS_MAIN(TestCheckpointLock)
#include "tst_checkpointlock.moc"
