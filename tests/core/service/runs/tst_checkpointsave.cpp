// SPDX-License-Identifier: GPL-3.0-or-later
// A run that is asked to save a checkpoint now, over real SSH, and what is said about it.
#include "core/service/runs/services.h"
#include "tests/support/labmachine.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <mutex>

using namespace trainyard;

namespace {

template <typename T>
Result<T> finished(QFuture<Result<T>> future)
{
    future.waitForFinished();
    return future.result();
}

FoundCheckpoint found(const char *name, qint64 modified, std::optional<qint64> step, Verdict verdict)
{
    FoundCheckpoint one;
    one.checkpoint.name = QLatin1String(name);
    one.checkpoint.modified = modified;
    one.checkpoint.step = step;
    one.checkpoint.verdict = verdict;
    one.saved = QDateTime::fromSecsSinceEpoch(modified);
    return one;
}

}  // namespace

class TestCheckpointSave : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LabMachine> m_lab;
    std::unique_ptr<Services> m_services;
    Machine m_machine;

    Result<Run> launch(const QString &signal, const QString &script)
    {
        LaunchRequest request;
        request.machineId = m_machine.id;
        request.task.name = QStringLiteral("train");
        request.task.engine = EngineKind::Process;
        request.task.checkpoints = CheckpointPlan{m_lab->home() + QStringLiteral("/ck"), {}, {}, 0, signal};
        request.task.run = script.arg(m_lab->home());
        auto run = finished(m_services->runs.launch(request, {}));
        const QString log = run ? m_lab->runDirectory(run->id) + QStringLiteral("/log") : QString();
        (void)QTest::qWaitFor(
            [&log] {
                QFile file(log);
                return file.open(QIODevice::ReadOnly) && file.readAll().contains("ready");
            },
            30'000);
        return run;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_lab = std::make_unique<LabMachine>(std::nullopt);
        if (!m_lab->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_lab->problem()));
            QSKIP(qPrintable(m_lab->problem()));
        }
        m_folder = std::make_unique<QTemporaryDir>();
        Paths paths;
        paths.data = m_folder->filePath(QStringLiteral("data"));
        paths.config = m_folder->filePath(QStringLiteral("config"));
        auto opened = Services::open(paths, {});
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        Machine machine;
        machine.name = QStringLiteral("box");
        machine.target = m_lab->sshd().target();
        const auto added = finished(m_services->machines.add(machine));
        QVERIFY2(added.has_value(), added ? "" : qPrintable(added.error().what));
        m_machine = *added;
    }

    void cleanupTestCase() { m_services.reset(); }

    void theNewCheckpointIsTheOneThatWasNotThere()
    {
        const QDateTime asked = QDateTime::fromSecsSinceEpoch(1'700'000'000);
        const QList<FoundCheckpoint> before{found("a.pt", 100, 10, Verdict::Complete), found("b.pt", 200, 20, Verdict::BeingWritten)};
        CheckpointSaveState state{CheckpointSaveState::Waiting, asked, {}};
        takeScan(state, before, {before[0], found("b.pt", 230, 20, Verdict::Complete)}, asked.addSecs(5));
        QCOMPARE(state.stage, CheckpointSaveState::Waiting);  // that one was on its way before
        takeScan(state, before, before + QList{found("c.pt", 240, 30, Verdict::BeingWritten)}, asked.addSecs(10));
        QCOMPARE(state.stage, CheckpointSaveState::Writing);
        QVERIFY2(saveSentence(state).contains(QStringLiteral("step 30")), qPrintable(saveSentence(state)));
        takeScan(state, before, before + QList{found("c.pt", 250, 30, Verdict::Complete)}, asked.addSecs(15));
        QCOMPARE(state.stage, CheckpointSaveState::Saved);
        QVERIFY(saveSentence(state).contains(asked.toLocalTime().toString(QStringLiteral("HH:mm:ss"))));
        // One that is overwritten again and again is new each time.
        state = {CheckpointSaveState::Waiting, asked, {}};
        takeScan(state, {found("last.pt", 100, {}, Verdict::Complete)}, {found("last.pt", 300, {}, Verdict::Complete)}, asked.addSecs(5));
        QCOMPARE(state.stage, CheckpointSaveState::Saved);
        state = {CheckpointSaveState::Waiting, asked, {}};
        takeScan(state, before, before, asked.addSecs(119));
        QCOMPARE(state.stage, CheckpointSaveState::Waiting);
        takeScan(state, before, before, asked.addSecs(120));
        QCOMPARE(state.stage, CheckpointSaveState::NotSaved);
        QVERIFY(saveSentence(state).contains(QStringLiteral("no new checkpoint within 2")));
    }

    void aRunThatCatchesTheSignalSaves()
    {
        const QByteArray header = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
        QFile whole(m_lab->home() + QStringLiteral("/whole"));
        QVERIFY(whole.open(QIODevice::WriteOnly));
        whole.write(QByteArray(1, char(header.size())) + QByteArray(7, '\0') + header + QByteArray(4, '\0'));
        whole.close();
        const auto run = launch(QStringLiteral("USR1"),
                                QStringLiteral("mkdir -p %1/ck; trap 'cp %1/whole %1/ck/step-12.safetensors; echo saved' USR1; "
                                               "echo ready; while :; do sleep 0.1; done"));
        QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().what));
        std::mutex guard;
        QList<CheckpointSaveState::Stage> stages;
        const auto saved = finished(m_services->checkpoints.saveNow(run->id, [&](const CheckpointSaveState &state) {
            const std::lock_guard lock(guard);
            stages << state.stage;
        }));
        QVERIFY2(saved.has_value(), saved ? "" : qPrintable(saved.error().what));
        QCOMPARE(saved->stage, CheckpointSaveState::Saved);
        QCOMPARE(saved->checkpoint->checkpoint.step, std::optional<qint64>(12));
        QVERIFY(std::abs(saved->asked.secsTo(saved->checkpoint->saved)) <= 10);
        QCOMPARE(stages.first(), CheckpointSaveState::Asking);
        QVERIFY(stages.contains(CheckpointSaveState::Waiting));
        QVERIFY(finished(m_services->runs.stop(run->id)));
        // A run that has ended is not asked.
        const auto late = finished(m_services->checkpoints.saveNow(run->id, [](const CheckpointSaveState &) {}));
        QVERIFY(!late && late.error().what.contains(QStringLiteral("running")));
    }

    void aRunThatWouldDieOfTheSignalIsNotAsked()
    {
        const auto run = launch(QStringLiteral("USR2"), QStringLiteral("mkdir -p %1/ck; echo ready; while :; do sleep 0.1; done"));
        QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().what));
        const auto saved = finished(m_services->checkpoints.saveNow(run->id, [](const CheckpointSaveState &) {}));
        QVERIFY(!saved && saved.error().what.contains(QStringLiteral("USR2")));
        QCOMPARE(m_services->database().runs.find(run->id)->state, RunState::Running);
        QVERIFY(finished(m_services->runs.stop(run->id)));
    }

    void withoutASignalTheReasonIsSaid()
    {
        Run run;
        run.state = RunState::Running;
        Task task;
        QVERIFY(whyNotAskedToSave(run, task).contains(QStringLiteral("no checkpoints section")));
        task.checkpoints = CheckpointPlan{QStringLiteral("/ck"), {}, {}, 0, {}};
        QVERIFY(whyNotAskedToSave(run, task).contains(QStringLiteral("checkpoints.signal")));
        task.checkpoints->signal = QStringLiteral("USR1");
        QVERIFY(whyNotAskedToSave(run, task).isEmpty());
        run.state = RunState::Preparing;
        QVERIFY(!whyNotAskedToSave(run, task).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCheckpointSave)
#include "tst_checkpointsave.moc"
