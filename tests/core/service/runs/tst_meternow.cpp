// SPDX-License-Identifier: GPL-3.0-or-later
// What the records of a store cost: how time is attributed, months and midnights, removed machines.
#include "core/service/runs/meternow.h"

#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

#include <cstdlib>
#include <ctime>

using namespace trainyard;

namespace {

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

}  // namespace

class TestMeterNow : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<StateDatabase> m_store;
    Machine m_box;
    QDateTime m_now;

    Result<Machine> add(const char *name) const
    {
        Machine machine;
        machine.name = QLatin1String(name);
        machine.target.host = QStringLiteral("203.0.113.7");
        return m_store->machines.add(machine);
    }

    bool rent(const Machine &machine, const Money &perHour, int secondsAgo) const
    {
        Rental rental;
        rental.machineId = machine.id;
        rental.perHour = perHour;
        rental.began = m_now.addSecs(-secondsAgo);
        return m_store->rentals.begin(rental).has_value();
    }

    // From this many seconds ago until that many; -1: still running.
    Run run(const char *id, int from, int until, const char *project = "", std::optional<Money> price = {}) const
    {
        Run run;
        run.id = RunId(QLatin1String(id));
        run.lineage = run.id.text();
        run.name = run.id.text();
        run.head().machineId = m_box.id;
        run.head().machineName = m_box.name;
        run.project = QString::fromUtf8(project);
        run.price = price;
        run.created = run.started = m_now.addSecs(-from);
        run.state = RunState::Running;
        if (until >= 0) {
            run.state = RunState::Finished;
            run.ended = m_now.addSecs(-until);
        }
        return run;
    }

    MeterNow meter(int later = 0) const
    {
        const auto read = meterNow(*m_store, m_now.addSecs(later));
        return read ? *read : MeterNow();
    }
    MeterReading dollars(int later = 0) const { return meter(later).readings.value(Currency::USD); }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto store = StateDatabase::open(m_folder->filePath(QStringLiteral("db")));
        QVERIFY(store);
        m_store = std::move(*store);
        m_now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), Qt::UTC);
        const auto box = add("box");
        QVERIFY(box);
        m_box = *box;
    }
    void cleanup() { m_store.reset(); }

    void simulatedRunsCostNothing()
    {
        Run simulated = run("s", 3600, -1, "", usd("100"));
        simulated.isSimulated = true;
        QVERIFY(m_store->runs.add(simulated));
        QVERIFY(meter().readings.isEmpty());
        QVERIFY(meter().costOf(simulated.id).isEmpty());
    }

    void sharesOfARemovedMachineStay()
    {
        QVERIFY(rent(m_box, usd("3.6"), 7200));
        QVERIFY(m_store->runs.add(run("a", 7200, 3600, "vision", usd("3.6"))));
        QCOMPARE(dollars().all.runs.value(RunId(QStringLiteral("a"))), usd("3.6"));
        QCOMPARE(meter().costOf(RunId(QStringLiteral("a"))), QList<Money>{usd("3.6")});
        QVERIFY(m_store->machines.remove(m_box.id));
        const MeterReading after = dollars(86400);
        QCOMPARE(after.all.runs.value(RunId(QStringLiteral("a"))), usd("3.6"));
        QCOMPARE(after.perHour, usd("0"));
        QVERIFY(after.all.total >= usd("7.2") && after.all.total < usd("7.3"));  // until it was removed
        QVERIFY(meter(86400).machines.isEmpty());

        // A new machine of the same name is a different one.
        m_box = *add("box");
        QVERIFY(rent(m_box, usd("1"), 0));
        QCOMPARE(dollars(3600).all.runs.value(RunId(QStringLiteral("a"))), usd("3.6"));
    }

    void runCostsWhatAllItsMachinesCost()
    {
        const auto other = add("other");
        QVERIFY(other);
        QVERIFY(rent(m_box, usd("2"), 3600) && rent(*other, usd("3"), 3600));
        Run both = run("both", 3600, -1);
        both.nodes << RunNode{other->id, other->name, {}} << RunNode{other->id, other->name, {}};  // two nodes on one machine
        QVERIFY(m_store->runs.add(both));
        QCOMPARE(meter().costOf(both.id), QList<Money>{usd("5")});
        QCOMPARE(meter().rateOf(both.id), std::optional(usd("5")));
        // A run that shares one of the machines takes half of that machine only.
        Run sharing = run("sharing", 1800, -1);
        sharing.nodes = {RunNode{other->id, other->name, {}}};
        QVERIFY(m_store->runs.add(sharing));
        QCOMPARE(meter().rateOf(both.id), std::optional(usd("3.5")));
        QCOMPARE(meter().costOf(sharing.id), QList<Money>{usd("0.75")});
    }

    void budgetStopsARunOfWhichOneOtherMachineIsRented()
    {
        const auto other = add("other");
        QVERIFY(other && rent(*other, usd("3"), 3600));
        Run both = run("both", 3600, -1);
        both.nodes << RunNode{other->id, other->name, {}};
        QVERIFY(m_store->runs.add(both));
        QVERIFY(m_store->budgets.set({BudgetScope::Month, {}, usd("1")}));
        const QList<BudgetState> budgets = meter().budgets;
        QCOMPARE(budgets.size(), 1);
        QCOMPARE(budgets.first().runs, QList<RunId>{both.id});
    }

    void noTimeOfARunIsPaidForTwice()
    {
        QVERIFY(m_store->runs.add(run("a", 7200, -1, "", usd("2"))));
        QCOMPARE(dollars().all.total, usd("4"));
        // Entered later: until then the task's price applies.
        QVERIFY(rent(m_box, usd("10"), 3600));
        QCOMPARE(dollars().all.total, usd("12"));
        QCOMPARE(dollars().all.runs.value(RunId(QStringLiteral("a"))), usd("12"));
        QCOMPARE(dollars().perHour, usd("10"));
        // After its return the machine costs nothing, although it is not known yet that the run is gone.
        QVERIFY(m_store->rentals.end(m_box.id));
        QVERIFY(dollars(86400).all.total < usd("12.1"));
        QCOMPARE(dollars(86400).perHour, usd("0"));
    }

    void endedRunWithoutAnEndCostsNothing()
    {
        Run odd = run("a", 7200, -1, "", usd("2"));
        odd.state = RunState::Unknown;
        QVERIFY(m_store->runs.add(odd));
        QVERIFY(dollars().all.total.nanos() == 0);
    }

    void idleMachinesSaySinceWhen()
    {
        QVERIFY(rent(m_box, usd("2"), 7200));
        QCOMPARE(meter().machines.size(), 1);
        QCOMPARE(meter().machines.first().idleSince, m_now.addSecs(-7200));
        QCOMPARE(meter().machines.first().idleCost, usd("4"));
        QVERIFY(m_store->runs.add(run("a", 5400, 1800)));
        QCOMPARE(meter().machine(m_box.id)->idleSince, m_now.addSecs(-1800));
        QCOMPARE(meter().machine(m_box.id)->idleCost, usd("1"));
        QCOMPARE(meter().machine(m_box.id)->cost, usd("4"));
        QVERIFY(m_store->runs.add(run("b", 600, -1)));
        QVERIFY(!meter().machine(m_box.id)->idleSince.isValid());
        QCOMPARE(meter().machine(m_box.id)->idleCost, usd("0"));
        QVERIFY(!meter().machine(MachineId(m_box.id.number() + 1)));
    }

    void budgetsKnowWhichRunsSpendFromThem()
    {
        QVERIFY(rent(m_box, usd("10"), 3600));
        QVERIFY(m_store->runs.add(run("mine", 3600, -1, "vision")));
        QVERIFY(m_store->runs.add(run("over", 3600, 1800, "vision")));
        Run own = run("own", 3600, -1, "vision");  // on a machine that costs nothing
        own.head().machineId = add("lab")->id;
        QVERIFY(m_store->runs.add(own));
        Run yuan = run("yuan", 3600, -1, "vision", *Money::parse("20", Currency::CNY));
        yuan.head().machineId = add("cloud")->id;
        QVERIFY(m_store->runs.add(yuan));
        QVERIFY(m_store->budgets.set({BudgetScope::Month, {}, usd("1000000")}));
        QVERIFY(m_store->budgets.set({BudgetScope::Project, QStringLiteral("vision"), *Money::parse("5", Currency::CNY)}));
        const QList<BudgetState> states = meter().budgets;
        QCOMPARE(states.size(), 2);
        for (const BudgetState &state : states) {
            QCOMPARE(state.period.size(), qsizetype(7));
            QCOMPARE(state.runs,
                     QList<RunId>{RunId(state.budget.scope == BudgetScope::Month ? QStringLiteral("mine") : QStringLiteral("yuan"))});
        }
        // Launching is refused under a used-up budget, but not under others.
        const QString vision = QStringLiteral("vision");
        const auto refused = checkBudgetsLeft(*m_store, vision, Currency::CNY, m_now.addSecs(3600));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY(checkBudgetsLeft(*m_store, vision, Currency::USD, m_now.addSecs(3600)));
        QVERIFY(checkBudgetsLeft(*m_store, QStringLiteral("speech"), Currency::CNY, m_now.addSecs(3600)));
    }

    // Half an hour before midnight in one zone is half an hour after it in another.
    void dayAndMonthBeginAtThePersonsMidnight_data()
    {
        QTest::addColumn<QByteArray>("zone");
        QTest::addColumn<QDateTime>("now");
        QTest::addColumn<double>("today");
        QTest::addColumn<double>("month");
        const auto utc = [](int month, int day, int hour, int minute) {
            return QDateTime(QDate(2026, month, day), QTime(hour, minute), Qt::UTC);
        };
        QTest::newRow("UTC") << QByteArray("UTC") << utc(3, 1, 0, 30) << 0.5 << 0.5;
        QTest::newRow("still yesterday") << QByteArray("America/New_York") << utc(3, 1, 0, 30) << 19.5 << 27 * 24 + 19.5;
        QTest::newRow("Shanghai") << QByteArray("Asia/Shanghai") << utc(2, 28, 16, 30) << 0.5 << 0.5;
        // The clock jumped from 2 to 3: that day, and the month, had an hour less.
        QTest::newRow("day of 23 hours") << QByteArray("Europe/Berlin") << utc(3, 29, 21, 0) << 22.0 << 28 * 24 + 22.0;
        QTest::newRow("day of 25 hours") << QByteArray("Europe/Berlin") << utc(10, 25, 22, 0) << 24.0 << 24 * 24 + 24.0;
        // The day begins at 1 there.
        QTest::newRow("no midnight") << QByteArray("America/Havana") << utc(3, 8, 6, 0) << 1.0 << 7 * 24 + 1.0;
    }
    void dayAndMonthBeginAtThePersonsMidnight()
    {
        QFETCH(QByteArray, zone);
        QFETCH(QDateTime, now);
        if (!QTimeZone::isTimeZoneIdAvailable(zone))
            QSKIP("install tzdata: this time zone is not known here");
        const QByteArray before = qgetenv("TZ");
        qputenv("TZ", zone);
        tzset();
        Run old = run("a", 0, -1, "", usd("1"));
        old.started = QDateTime(QDate(2025, 12, 1), QTime(0, 0), Qt::UTC);
        const bool isAdded = m_store->runs.add(old).has_value();
        const auto read = meterNow(*m_store, now);
        if (before.isNull())
            qunsetenv("TZ");
        else
            qputenv("TZ", before);
        tzset();
        QVERIFY(isAdded && read);
        const MeterReading reading = read->readings.value(Currency::USD);
        QTEST(double(reading.today.total.nanos()) / 1e9, "today");
        QTEST(double(reading.month.total.nanos()) / 1e9, "month");
    }
};

QTEST_GUILESS_MAIN(TestMeterNow)
#include "tst_meternow.moc"
