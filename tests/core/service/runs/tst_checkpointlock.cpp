// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint from which a run is just being resumed is not removed, by any program, whenever its removal began.
#include "core/service/checkpoints/localplace.h"
#include "core/service/checkpoints/pruner.h"
#include "core/service/runs/internal/checkpointlock.h"
#include "core/service/runs/internal/protectedcheckpoints.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace trainyard;

class TestCheckpointUse : public QObject {
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

QTEST_GUILESS_MAIN(TestCheckpointUse)
#include "tst_checkpointlock.moc"
