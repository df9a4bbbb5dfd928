// SPDX-License-Identifier: GPL-3.0-or-later
// Several agents on one database, like two windows and `yard agent`: one acts, and the next takes over what it leaves, once. Their machine
// is unreachable, so that only the agents' own work is seen.
#include "core/agent/agent.h"
#include "core/service/runs/services.h"
#include "tests/support/outsidesqlite.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <vector>

using namespace trainyard;

namespace {

struct Program {
    std::unique_ptr<Services> services;
    std::unique_ptr<Agent> agent;
    std::unique_ptr<QSignalSpy> reached, noticed;

    ~Program()
    {
        if (services)
            services->endWork();
    }
};

}  // namespace

class TestAgent : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    Paths m_paths;

    std::unique_ptr<Program> opened()
    {
        auto program = std::make_unique<Program>();
        auto services = Services::open(m_paths, {});
        if (!services)
            qFatal("no services");
        program->services = *std::move(services);
        program->agent = std::make_unique<Agent>(*program->services);
        program->reached = std::make_unique<QSignalSpy>(&program->agent->budgets(), &BudgetWatch::reached);
        program->noticed = std::make_unique<QSignalSpy>(&program->agent->alerts(), &AlertWatch::noticed);
        return program;
    }

    void addRun(StateDatabase &database, const char *id, RunState state, const QDateTime &ended = {})
    {
        Run run;
        run.lineage = run.name = QLatin1String(id);
        run.id = RunId(run.lineage);
        run.head().machineName = QStringLiteral("box");
        run.state = state;
        run.created = run.started = QDateTime::currentDateTimeUtc().addSecs(-60);
        run.ended = ended;
        QVERIFY(database.runs.add(run));
    }

    static int acting(const std::vector<std::unique_ptr<Program>> &programs)
    {
        return int(std::count_if(programs.begin(), programs.end(), [](const auto &one) { return one->agent->isActing(); }));
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_paths.data = m_folder->filePath(QStringLiteral("data"));
        m_paths.config = m_folder->filePath(QStringLiteral("config"));
    }

    void aCallThatWasLeftHalfDoneIsFinished()
    {
        const auto program = opened();
        InstanceRequest request;
        request.providerKind = QStringLiteral("sandbox");
        request.clientToken = QStringLiteral("token");
        request.name = QStringLiteral("box");
        const auto asked = program->services->database().instances.request(request);
        QVERIFY(asked);
        QCOMPARE(asked->state, InstanceState::Requested);
        program->agent->start();
        const auto state = [&] { return program->services->database().instances.find(asked->id).value().state; };
        QTRY_VERIFY(!isUnsettled(state()));
    }

    void olderProgramLetsANewerOneAct()
    {
        const auto program = opened();
        QSignalSpy outdated(program->agent.get(), &Agent::outdated);
        program->agent->start();
        QVERIFY(program->agent->isActing());
        QVERIFY(writeOutside(m_paths.database(), {QStringLiteral("PRAGMA user_version = 1000")}));
        QTRY_VERIFY(!program->agent->isActing());
        QTest::qWait(1500);  // one beat more
        QVERIFY(!program->agent->isActing());
        QVERIFY(!Agent::holder(m_paths));
        QCOMPARE(outdated.size(), 1);
        QCOMPARE(outdated.first().first().value<Error>().code, ErrorCode::Unsupported);
    }

    void oneOfThreeActsAndTheNextTakesOver()
    {
        std::vector<std::unique_ptr<Program>> programs;
        for (int i = 0; i < 3; ++i) {
            programs.push_back(opened());
            programs.back()->agent->start();
        }
        QCOMPARE(acting(programs), 1);
        QVERIFY(programs.front()->agent->isActing());
        const auto holder = Agent::holder(m_paths);
        QVERIFY(holder);
        QCOMPARE(holder->pid, QCoreApplication::applicationPid());
        for (int left = 2; left > 0; --left) {
            programs.erase(programs.begin());
            QTRY_COMPARE_WITH_TIMEOUT(acting(programs), 1, 10'000);
        }
        programs.clear();
        QVERIFY(!Agent::holder(m_paths));
    }

    void stepsOfABudgetAreTakenByOne()
    {
        std::vector<std::unique_ptr<Program>> programs;
        for (int i = 0; i < 3; ++i)
            programs.push_back(opened());
        StateDatabase &database = programs.front()->services->database();
        Machine machine;
        machine.name = QStringLiteral("box");
        machine.target.host = QStringLiteral("192.0.2.1");
        const auto added = database.machines.add(machine);
        QVERIFY(added);
        Rental rental;
        rental.machineId = added->id;
        rental.perHour = *Money::parse("3600", Currency::USD);
        rental.began = QDateTime::currentDateTimeUtc().addSecs(-30);
        QVERIFY(database.rentals.begin(rental));
        QVERIFY(database.budgets.set({BudgetScope::Month, {}, *Money::parse("0.01", Currency::USD)}));
        for (const auto &program : programs)
            program->agent->start();
        const auto told = [&] {
            qsizetype all = 0;
            for (const auto &program : programs)
                all += program->reached->size();
            return all;
        };
        QTRY_COMPARE(told(), 1);
        for (const auto &program : programs) {
            program->agent->budgets().look();
            QVERIFY(!program->agent->budgets().meter().budgets.isEmpty());  // those that do not act have a meter too
        }
        QCOMPARE(told(), 1);
        QCOMPARE(database.alerts.allOpen()->size(), 1);
        QVERIFY(database.alerts.allOpen()->first().detail.contains(QStringLiteral("this month")));
        // The next agent finds the step already taken, and the same alert open.
        programs.erase(programs.begin());
        QTRY_COMPARE_WITH_TIMEOUT(acting(programs), 1, 10'000);
        for (const auto &program : programs)
            QVERIFY(program->reached->isEmpty());
        QCOMPARE(programs.front()->services->database().alerts.allOpen()->size(), 1);
    }

    void endBetweenTwoAgentsIsToldOnce()
    {
        auto first = opened(), second = opened();
        addRun(first->services->database(), "r", RunState::Running);
        addRun(first->services->database(), "old", RunState::Failed, QDateTime::currentDateTimeUtc().addDays(-1));
        first->agent->start();
        second->agent->start();
        QVERIFY(first->agent->isActing() && !second->agent->isActing());
        first.reset();
        QVERIFY(second->services->database().runs.update(RunId(QStringLiteral("r")), [](Run &run) {
            run.state = RunState::Failed;
            run.ended = QDateTime::currentDateTimeUtc();
        }));
        QTRY_COMPARE_WITH_TIMEOUT(second->noticed->size(), 1, 10'000);
        // The one after that knows from the database that the notice was sent.
        auto third = opened();
        third->agent->start();
        second.reset();
        QTRY_VERIFY_WITH_TIMEOUT(third->agent->isActing(), 10'000);
        third->agent->alerts().look();
        QVERIFY(third->noticed->isEmpty());
        const auto alerts = third->services->database().alerts.newest(10);
        QCOMPARE(alerts->size(), 1);
        QCOMPARE(alerts->first().runId, RunId(QStringLiteral("r")));
    }

    void standInLeavesTheRunToAnAgent()
    {
        auto follower = opened();
        addRun(follower->services->database(), "r", RunState::Running);
        addRun(follower->services->database(), "other", RunState::Running);
        follower->agent->standInFor({RunId(QStringLiteral("r"))});
        QVERIFY(follower->agent->isActing());
        QCOMPARE(follower->agent->alerts().followed(), QList<RunId>{RunId(QStringLiteral("r"))});
        QVERIFY(!Agent::holder(m_paths));
        auto window = opened();
        window->agent->start();
        QVERIFY(window->agent->isActing());
        QCOMPARE(window->agent->alerts().followed().size(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(!follower->agent->isActing(), 10'000);
        QVERIFY(follower->agent->alerts().followed().isEmpty());
        window.reset();
        QTRY_VERIFY_WITH_TIMEOUT(follower->agent->isActing(), 10'000);
        QCOMPARE(follower->agent->alerts().followed(), QList<RunId>{RunId(QStringLiteral("r"))});
    }
};

QTEST_GUILESS_MAIN(TestAgent)

#include "tst_agent.moc"
