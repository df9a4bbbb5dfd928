// SPDX-License-Identifier: GPL-3.0-or-later
// Budgets of real runs over real SSH: a notice at half, a request to save at 80 %, a stop with time to save when used up. The prices are
// absurd so that a budget of a dollar lasts seconds or is used up immediately.
#include "core/agent/budgetwatch.h"
#include "core/service/runs/services.h"
#include "tests/support/labmachine.h"

#include <QFile>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

template <typename T>
Result<T> finished(QFuture<Result<T>> future)
{
    future.waitForFinished();
    return future.result();
}

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

}  // namespace

class TestBudgetWatch : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LabMachine> m_lab;
    std::unique_ptr<Services> m_services;
    Machine m_machine;

    Result<Rental> rent(const char *perHour, int secondsAgo)
    {
        Rental rental;
        rental.machineId = m_machine.id;
        rental.perHour = usd(perHour);
        rental.began = QDateTime::currentDateTimeUtc().addSecs(-secondsAgo);
        return m_services->database().rentals.begin(rental);
    }

    Result<Run> launch(const QString &project = {}, std::optional<Money> budget = {})
    {
        LaunchRequest request;
        request.machineId = m_machine.id;
        request.task.name = QStringLiteral("train");
        request.task.engine = EngineKind::Process;
        request.task.project = project;
        request.task.limits.budget = budget;
        request.task.checkpoints = CheckpointPlan{m_lab->home() + QStringLiteral("/ck"), {}, {}, 0, QStringLiteral("USR1")};
        request.task.run =
            QStringLiteral(
                "sleep 600 & trap 'printf \"PK\\003\\004 and PK\\005\\006 eighteen bytes so\" >%1/ck/step-1.pt; echo saved' USR1; "
                "trap 'echo last; exit 0' TERM; echo ready; while :; do sleep 0.1; done")
                .arg(m_lab->home());
        return finished(m_services->runs.launch(request, {}));
    }

    QByteArray log(const Run &run) const
    {
        QFile file(m_lab->runDirectory(run.id) + QStringLiteral("/log"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    RunState stateOf(const Run &run)
    {
        const auto synced = finished(m_services->runs.sync(run.id));
        return synced ? synced->state : RunState::Unknown;
    }

private Q_SLOTS:
    void initTestCase()
    {
        qRegisterMetaType<BudgetState>();
        m_lab = std::make_unique<LabMachine>(std::nullopt);
        if (!m_lab->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_lab->problem()));
            QSKIP(qPrintable(m_lab->problem()));
        }
    }

    void init()
    {
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

    void cleanup() { m_services.reset(); }

    void usedUpBudgetStopsItsRunsAndNoOthers()
    {
        QVERIFY(rent("3600", 10));
        const auto mine = launch(QStringLiteral("vision")), other = launch(QStringLiteral("speech"));
        QVERIFY2(mine && other, mine ? (other ? "" : qPrintable(other.error().what)) : qPrintable(mine.error().what));
        QCOMPARE(mine->price->text(), QStringLiteral("3600.00 USD"));  // of its machine, when it was launched
        QTRY_VERIFY_WITH_TIMEOUT(log(*mine).contains("ready") && log(*other).contains("ready"), 30'000);
        QVERIFY(m_services->database().budgets.set({BudgetScope::Project, QStringLiteral("vision"), usd("0.01")}));
        BudgetWatch watch(*m_services);
        const auto end = qScopeGuard([this] { m_services->endWork(); });  // before the objects that wait for it are destroyed
        QSignalSpy reached(&watch, &BudgetWatch::reached);
        // The first half second costs more than a cent.
        QTRY_VERIFY_WITH_TIMEOUT((watch.look(), !reached.isEmpty()), 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*mine), RunState::Stopped, 60'000);
        QVERIFY(log(*mine).endsWith("last\n"));  // it had time to end by itself
        QCOMPARE(stateOf(*other), RunState::Running);
        QCOMPARE(reached.last().first().value<BudgetState>().use.step, BudgetStep::Stop);
        const auto told = reached.size();
        watch.look();
        QCOMPARE(reached.size(), told);  // each step once
        QVERIFY(finished(m_services->runs.stop(other->id)));
    }

    void atEightyPercentRunsAreAskedToSave()
    {
        QVERIFY(rent("1", 3600));  // one dollar so far, and nothing worth mentioning soon
        const auto run = launch();
        QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().what));
        QTRY_VERIFY_WITH_TIMEOUT(log(*run).contains("ready"), 30'000);
        // A month that has just begun holds only a part of that dollar.
        const auto meter = meterNow(m_services->database(), QDateTime::currentDateTimeUtc());
        QVERIFY(meter);
        const Money spent = meter->readings.value(Currency::USD).month.total;
        QVERIFY(m_services->database().budgets.set({BudgetScope::Month, {}, *spent.times(115, 100)}));
        BudgetWatch watch(*m_services);
        const auto end = qScopeGuard([this] { m_services->endWork(); });  // before the objects that wait for it are destroyed
        QSignalSpy reached(&watch, &BudgetWatch::reached);
        watch.look();
        QCOMPARE(reached.size(), 1);
        QCOMPARE(reached.first().first().value<BudgetState>().use.step, BudgetStep::Save);
        QTRY_VERIFY_WITH_TIMEOUT(log(*run).contains("saved"), 30'000);
        QCOMPARE(stateOf(*run), RunState::Running);
        QCOMPARE(log(*run).count("saved"), 1);  // its children, which do not catch the signal, survive
        // Another program that checks now finds the step already taken.
        BudgetWatch second(*m_services);
        QSignalSpy again(&second, &BudgetWatch::reached);
        second.look();
        QVERIFY(again.isEmpty());
        QVERIFY(finished(m_services->runs.stop(run->id)));
    }

    void runThatCouldNotBeReachedIsAskedToSaveOnceItCan()
    {
        QVERIFY(rent("1", 3600));
        const auto run = launch();
        QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().what));
        QTRY_VERIFY_WITH_TIMEOUT(log(*run).contains("ready"), 30'000);
        const auto meter = meterNow(m_services->database(), QDateTime::currentDateTimeUtc());
        QVERIFY(meter);
        QVERIFY(m_services->database().budgets.set(
            {BudgetScope::Month, {}, *meter->readings.value(Currency::USD).month.total.times(115, 100)}));
        BudgetWatch watch(*m_services);
        const auto end = qScopeGuard([this] { m_services->endWork(); });  // before the objects that wait for it are destroyed
        QSignalSpy reached(&watch, &BudgetWatch::reached);
        m_lab->sshd().stop();
        watch.look();
        QCOMPARE(reached.size(), 1);
        QVERIFY(!finished(m_services->runs.askToSave(run->id)));  // started after the watch's own request
        QTest::qWait(0);
        watch.look();
        QVERIFY(m_lab->sshd().start());
        QTRY_VERIFY_WITH_TIMEOUT((watch.look(), log(*run).contains("saved")), 60'000);
        for (int i = 0; i < 3; ++i) {
            watch.look();
            QVERIFY(finished(m_services->runs.sync(run->id)));
        }
        QCOMPARE(log(*run).count("saved"), 1);
        QCOMPARE(reached.size(), 1);
        QVERIFY(finished(m_services->runs.stop(run->id)));
    }

    // The program or the link may have died between recording the stop and sending it to the machine.
    void runWhoseStopWasLostIsStoppedAgain()
    {
        QVERIFY(rent("3600", 10));
        const auto run = launch();
        QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().what));
        QTRY_VERIFY_WITH_TIMEOUT(log(*run).contains("ready"), 30'000);
        QVERIFY(m_services->database().runs.update(run->id, [](Run &lost) { lost.state = RunState::Stopping; }));
        QVERIFY(m_services->database().budgets.set({BudgetScope::Month, {}, usd("0.01")}));
        BudgetWatch watch(*m_services);
        const auto end = qScopeGuard([this] { m_services->endWork(); });  // before the objects that wait for it are destroyed
        QTRY_VERIFY_WITH_TIMEOUT((watch.look(), log(*run).endsWith("last\n")), 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*run), RunState::Stopped, 60'000);
    }

    // The run saves when it gets its own signal, but would die of the one that ends it.
    void stopComesAfterTheSignalThatSaves()
    {
        QVERIFY(rent("3600", 10));
        LaunchRequest request;
        request.machineId = m_machine.id;
        request.task.engine = EngineKind::Process;
        request.task.checkpoints = CheckpointPlan{m_lab->home() + QStringLiteral("/ck2"), {}, {}, 0, QStringLiteral("USR1")};
        request.task.run = QStringLiteral(
                               "save() { sleep 1; printf 'PK\\003\\004 and PK\\005\\006 eighteen bytes so' >%1/ck2/step-7.pt; }\n"
                               "trap save USR1; echo ready; while :; do sleep 0.1; done")
                               .arg(m_lab->home());
        const auto run = finished(m_services->runs.launch(request, {}));
        QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().what));
        QTRY_VERIFY_WITH_TIMEOUT(log(*run).contains("ready"), 30'000);
        const auto stopped = finished(m_services->runs.stopForBudget(run->id));
        QVERIFY2(stopped.has_value(), stopped ? "" : qPrintable(stopped.error().what));
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*run), RunState::Stopped, 60'000);
        QVERIFY(QFile::exists(m_lab->home() + QStringLiteral("/ck2/step-7.pt")));
    }

    // A shell that sets no trap would die of the signal that its task declares.
    void whoDoesNotCatchTheSignalIsLeftAlone()
    {
        LaunchRequest request;
        request.machineId = m_machine.id;
        request.task.engine = EngineKind::Process;
        request.task.checkpoints = CheckpointPlan{m_lab->home() + QStringLiteral("/ck"), {}, {}, 0, QStringLiteral("USR2")};
        request.task.run = QStringLiteral("echo ready; while [ ! -e stop ]; do sleep 0.1; done; echo done");
        const auto run = finished(m_services->runs.launch(request, {}));
        QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().what));
        QTRY_VERIFY_WITH_TIMEOUT(log(*run).contains("ready"), 30'000);
        const auto asked = finished(m_services->runs.askToSave(run->id));
        QVERIFY2(asked.has_value(), asked ? "" : qPrintable(asked.error().what));
        QCOMPARE(*asked, false);
        QCOMPARE(stateOf(*run), RunState::Running);
        QVERIFY(finished(m_services->runs.stop(run->id)));
    }

    void runWithoutARentedMachineCostsWhatItsTaskSays()
    {
        LaunchRequest request;
        request.machineId = m_machine.id;
        request.task.engine = EngineKind::Process;
        request.task.run = QStringLiteral("sleep 1");
        request.task.limits.price = usd("3600");
        const auto run = finished(m_services->runs.launch(request, {}));
        QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().what));
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*run), RunState::Finished, 60'000);
        const auto meter = meterNow(m_services->database(), QDateTime::currentDateTimeUtc());
        QVERIFY(meter);
        const MeterReading reading = meter->readings.value(Currency::USD);
        QCOMPARE(reading.perHour, usd("0"));
        QVERIFY(reading.all.total >= usd("1"));
        QCOMPARE(reading.all.runs.value(run->id), reading.all.total);
    }

    void budgetWithoutAnyPriceIsRefused()
    {
        const auto run = launch({}, usd("5"));
        QVERIFY(!run);
        QCOMPARE(run.error().code, ErrorCode::InvalidInput);
        QVERIFY(rent("2", 0));
        const auto priced = launch({}, usd("5"));
        QVERIFY2(priced.has_value(), priced ? "" : qPrintable(priced.error().what));
        QCOMPARE(priced->budget->text(), QStringLiteral("5.00 USD"));
        QVERIFY(finished(m_services->runs.stop(priced->id)));
    }

    // A provider took the machine back: nothing will ever report that the run there has ended.
    void runOfAMachineThatIsGoneCostsNoMore()
    {
        LaunchRequest request;
        request.machineId = m_machine.id;
        request.task.engine = EngineKind::Process;
        request.task.run = QStringLiteral("while [ ! -e %1/enough ]; do sleep 0.1; done").arg(m_lab->home());
        request.task.limits.price = usd("3600");
        const auto run = finished(m_services->runs.launch(request, {}));
        QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().what));
        const auto end = qScopeGuard([this] {
            QFile enough(m_lab->home() + QStringLiteral("/enough"));
            QVERIFY(enough.open(QIODevice::WriteOnly));
        });
        QCOMPARE(m_services->machines.remove(m_machine.id).error().code, ErrorCode::AlreadyExists);
        QVERIFY(m_services->machines.remove(m_machine.id, true));
        const auto lost = m_services->database().runs.find(run->id);
        QVERIFY(lost);
        QCOMPARE(lost->state, RunState::Unknown);
        QVERIFY(!lost->message.isEmpty());
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const auto meter = meterNow(m_services->database(), now), later = meterNow(m_services->database(), now.addSecs(3600));
        QVERIFY(meter && later);
        QCOMPARE(later->readings.value(Currency::USD).all.total, meter->readings.value(Currency::USD).all.total);
        QCOMPARE(later->readings.value(Currency::USD).perHour, usd("0"));
    }

    void rentalsEndWithTheirMachine()
    {
        QVERIFY(rent("2", 3600));
        QCOMPARE(rent("3", 0).error().code, ErrorCode::AlreadyExists);
        QVERIFY(m_services->machines.remove(m_machine.id));
        const auto rentals = m_services->database().rentals.all();
        QVERIFY(rentals && rentals->size() == 1);
        QVERIFY(rentals->first().ended.isValid());
        const auto meter = meterNow(m_services->database(), QDateTime::currentDateTimeUtc().addSecs(3600));
        QVERIFY(meter);
        QCOMPARE(meter->readings.value(Currency::USD).perHour, usd("0"));
    }

    void aClockThatIsSetAheadStopsNothingAtOnce()
    {
        using namespace std::chrono_literals;
        const QDateTime begun(QDate(2025, 6, 15), QTime(12, 0), Qt::UTC);
        Rental rental;
        rental.machineId = m_machine.id;
        rental.perHour = usd("3.6");
        rental.began = begun;
        QVERIFY(m_services->database().rentals.begin(rental));
        QVERIFY(m_services->database().budgets.set({BudgetScope::Month, {}, usd("5")}));
        ClockJumpDetector::Reading now{std::chrono::milliseconds(begun.toMSecsSinceEpoch()) + 10s, 100s};
        BudgetWatch watch(*m_services, nullptr, [&now] { return now; });
        QSignalSpy reached(&watch, &BudgetWatch::reached), failed(&watch, &BudgetWatch::failed);
        watch.look();
        QVERIFY(reached.isEmpty() && failed.isEmpty());
        now.wall += 3h;  // 10.80 USD that nobody owes
        watch.look();
        watch.look();
        QVERIFY(reached.isEmpty());
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().value<Error>().what.contains(QLatin1String("180 minute")));
        now.wall -= 3h;
        watch.look();
        QVERIFY(reached.isEmpty());
        now.wall += 3h;
        watch.look();
        now.wall += ClockJumpDetector::kHold;
        now.boot += ClockJumpDetector::kHold;
        QVERIFY(reached.isEmpty());
        watch.look();  // the clock stayed there
        QCOMPARE(reached.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestBudgetWatch)
#include "tst_budgetwatch.moc"
