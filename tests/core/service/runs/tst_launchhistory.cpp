// SPDX-License-Identifier: GPL-3.0-or-later
// What earlier runs of a name and the budgets tell before a launch, on a real database and real files.
#include "core/checkpoint/resume/launchfacts.h"
#include "core/service/runs/launchhistory.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

bool write(const QString &path, const QByteArray &content)
{
    QDir().mkpath(path.section(u'/', 0, -2));
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

}  // namespace

class TestLaunchHistory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_paths.data = m_folder->path() + s("/data");
        m_paths.config = m_folder->path() + s("/config");
        auto store = StateDatabase::open(m_paths.data + s("/state.db"));
        QVERIFY(store.has_value());
        m_store = std::move(*store);
        m_now = QDateTime::currentDateTimeUtc();
        m_task.name = s("gpt");
        m_task.run = s("train");
        m_task.workdir = s("code");
    }
    void cleanup() { m_store.reset(); }

    void withoutEarlierRunsNothingIsKnown();
    void theNewestRunIsComparedAndTheNewestFinishedOneIsTimed();
    void theCodeIsComparedWithThatOfTheLastRun();
    void whatTheLaunchResolvedDoesNotDiffer();
    void theBudgetsOfMonthAndProjectCount();

private:
    Result<LaunchHistory> history() const { return launchHistory(m_paths, *m_store, m_task, m_folder->path(), m_now, {}); }
    bool add(const char *id, RunState state, int hoursAgo, int hours, const char *name = "gpt", const char *resumedFrom = "") const
    {
        Run run;
        run.id = RunId(s(id));
        run.lineage = s(id);
        run.name = s(name);
        run.state = state;
        run.resumedFrom = s(resumedFrom);
        run.created = run.started = m_now.addSecs(-3600 * hoursAgo);
        run.ended = run.started.addSecs(3600 * hours);
        return m_store->runs.add(run).has_value();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    Paths m_paths;
    std::unique_ptr<StateDatabase> m_store;
    QDateTime m_now;
    Task m_task;
};

void TestLaunchHistory::withoutEarlierRunsNothingIsKnown()
{
    QVERIFY(add("other-1-a1", RunState::Finished, 9, 2, "other"));
    const auto found = history();
    QVERIFY(found);
    QVERIFY(!found->last && !found->lastTask && !found->took && !found->code && !found->wasResumed && found->budgets.isEmpty());
}

void TestLaunchHistory::theNewestRunIsComparedAndTheNewestFinishedOneIsTimed()
{
    QVERIFY(add("gpt-1-a1", RunState::Finished, 30, 7));
    QVERIFY(add("gpt-2-a1", RunState::Finished, 20, 3, "gpt", "/checkpoints/step-100.pt"));
    QVERIFY(add("gpt-3-a1", RunState::Failed, 5, 1));
    QVERIFY(write(m_paths.runs() + s("/gpt-3-a1/task.yaml"), "name: gpt\nenvs:\n  LR: 1\nrun: train\n"));
    const auto found = history();
    QVERIFY(found && found->last);
    QCOMPARE(found->last->id.text(), s("gpt-3-a1"));
    QCOMPARE(found->took, std::optional(std::chrono::seconds(3 * 3600)));
    QVERIFY(found->wasResumed);
    QVERIFY(found->lastTask);
    QCOMPARE(found->lastTask->envs.value(s("LR")), s("1"));
    // Of a task without a name, no run is the last one.
    m_task.name.clear();
    QVERIFY(!history()->last);
}

void TestLaunchHistory::theCodeIsComparedWithThatOfTheLastRun()
{
    QVERIFY(write(m_folder->path() + s("/code/train.py"), "print(1)\n"));
    QVERIFY(write(m_folder->path() + s("/code/new.py"), "print(2)\n"));
    QVERIFY(add("gpt-1-a1", RunState::Finished, 30, 7));
    QVERIFY(!history()->code);
    LaunchFacts facts;
    facts.code.emplace();
    const auto hash = QString::fromLatin1(QCryptographicHash::hash("print(0)\n", QCryptographicHash::Sha256).toHex());
    facts.code->files = {{s("train.py"), 9, hash}};
    QVERIFY(write(m_paths.runs() + s("/gpt-1-a1/launch-facts.json"), writeLaunchFacts(facts)));
    const auto found = history();
    QVERIFY(found && found->code);
    QCOMPARE(found->code->changed, QStringList(s("train.py")));
    QCOMPARE(found->code->added, QStringList(s("new.py")));
}

void TestLaunchHistory::whatTheLaunchResolvedDoesNotDiffer()
{
    QVERIFY(QDir(m_folder->path()).mkpath(s("code")));
    m_task.workdir = s("code");
    m_task.fileMounts = {{s("/data"), s("data")}};
    m_task.envsToTake = {s("SEED")};
    QVERIFY(add("gpt-1-a1", RunState::Finished, 30, 7));
    const QByteArray folder = m_folder->path().toUtf8();
    QVERIFY(write(m_paths.runs() + s("/gpt-1-a1/task.yaml"),
                  "name: gpt\nworkdir: " + folder + "/code\nfile_mounts:\n  /data: " + folder + "/data\nenvs:\n  SEED: 3\nrun: train\n"));
    const auto found = history();
    QVERIFY(found && found->lastTask);
    QCOMPARE(found->lastTask->workdir, m_task.workdir);
    QCOMPARE(found->lastTask->fileMounts, m_task.fileMounts);
    QCOMPARE(found->lastTask->envsToTake, m_task.envsToTake);
    // Another folder does.
    m_task.workdir = s("other");
    QVERIFY(history()->lastTask->workdir != m_task.workdir);
}

void TestLaunchHistory::theBudgetsOfMonthAndProjectCount()
{
    const Money amount = *Money::parse("300", Currency::USD);
    QVERIFY(m_store->budgets.set({BudgetScope::Month, {}, amount}));
    QVERIFY(m_store->budgets.set({BudgetScope::Project, s("vision"), amount}));
    QVERIFY(m_store->budgets.set({BudgetScope::Project, s("speech"), amount}));
    m_task.project = s("vision");
    const auto found = history();
    QVERIFY(found);
    QCOMPARE(found->budgets.size(), 2);
    for (const BudgetState &state : found->budgets)
        QVERIFY(state.budget.name.isEmpty() || state.budget.name == s("vision"));
}

QTEST_GUILESS_MAIN(TestLaunchHistory)
#include "tst_launchhistory.moc"
